"""What clients are told of a game and a position, as the schemas have it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludens import notation, render
from ludens.explain.standings import standing
from ludens.game import Game, State
from ludens.game.hidden import ONLOOKER, hides
from ludens.game.match import MatchState
from ludens.lab.sheet import rules_of
from ludens.language import Description
from ludens.notation.prompts import part_of_turn, prompt
from ludens.render import scene
from ludens.render.names import player_names
from ludens.web.moves import legal_moves
from ludens.web.schemas.objects import (
    GameInfo,
    LastMove,
    LegalMove,
    MatchInfo,
    Option,
    OptionItem,
    Ply,
    PositionInfo,
    Ruleset,
    Seat,
)
from ludens.web.seats import HUMAN
from ludens.web.storage import Ply as StoredPly
from ludens.web.timeline import Timeline, is_between, must_pass
from ludens.web.visibility import told_ply, viewer_of


def options_of(description: Description) -> list[Option]:
    """The options of a description, with the items that are selected."""
    selected = description.selected
    return [
        Option(
            heading=option.heading,
            items=[
                OptionItem(name=item.name, description=item.description, selected=option.full_name(item) in selected)
                for item in option.items
            ],
        )
        for option in description.options
    ]


def rulesets_of(description: Description) -> list[Ruleset]:
    """The rulesets of a description, with the one that is selected."""
    active = description.active_ruleset
    return [
        Ruleset(
            heading=ruleset.heading,
            settings=list(ruleset.settings),
            selected=active is not None and ruleset.heading == active.heading,
        )
        for ruleset in description.rulesets
    ]


def game_info(game: Game, state: State) -> GameInfo:
    """What a page says of a game beside its board; `state` tells which game of a match is played."""
    description = game.description
    return GameInfo(
        name=game.name,
        library="",  # who asks knows
        players=game.num_players,
        options=options_of(description),
        rulesets=rulesets_of(description),
        rules=rules_of(game),
        description=game.metadata.text("description"),
        simultaneous=state.playing.is_simultaneous,
        chance=draws(game),
        hidden=hides(game),
        games=[one.name for one in game.games] if isinstance(state, MatchState) else [],
        files=list(notation.of(game).files),
        between=notation.of(game).between,
    )


def draws(game: Game) -> bool:
    """Whether anything is drawn at random, in play or for the start."""
    word = bytes(range(8))
    return game.is_stochastic or any(one.start(rng_state=word).rng_state != word for one in game.games)


def labels_of(game: Game) -> tuple[str, ...]:
    """What the game calls its players."""
    return player_names(game)


def seats_of(labels: Sequence[str], players: Sequence[str]) -> list[Seat]:
    """Who plays, with what the game calls them."""
    return [
        Seat(player=player, who=who, label=label)
        for player, (who, label) in enumerate(zip(players, labels, strict=False), 1)
    ]


def history(timeline: Timeline, players: Sequence[str], first: int = 1, eyes: int | None = None) -> list[Ply]:
    """The plies from number `first` on, which is 1 for the first, as the viewer may know them."""
    viewer = viewer_of(players, timeline.state, eyes)
    plies = [told_ply(timeline, n, viewer) for n in range(first, timeline.cursor + 1)]
    return [Ply(ply=n, player=ply.player, name=ply.name) for n, ply in enumerate(plies, first)]


def seen_text(timeline: Timeline, players: Sequence[str], name: str, eyes: int | None = None) -> str | None:
    """What the viewer has seen of a game that hides something from them; None where a trial file tells nothing more.

    A trial file holds the start and the generator, and with them all that is hidden.
    """
    viewer = viewer_of(players, timeline.state, eyes)
    if viewer is None or not hides(timeline.game):
        return None
    labels = dict(enumerate(labels_of(timeline.game), 1))
    lines = [f"{timeline.game.name} ({name})" if name != timeline.game.name else name]
    lines += timeline.game.description.selected
    who = f"What {labels[viewer]} has seen" if viewer != ONLOOKER else "What everybody sees"
    lines += [f"{who} of it. The whole game can be saved once it is over.", ""]
    lines += [f"{ply.ply}. {labels.get(ply.player, '')}: {ply.name}" for ply in history(timeline, players, eyes=eyes)]
    return "\n".join([*lines, "", render.text(timeline.state, coordinates=True, viewer=viewer), ""])


def position_info(
    timeline: Timeline,
    players: Sequence[str],
    ply: int | None = None,
    eyes: int | None = None,
    *,
    seated: bool = False,
) -> PositionInfo:
    """The position after so many plies, with the moves where it is the current one and a human chooses.

    With `eyes` it is that of a study: as this player sees it, or with all (0), and with the moves of who may be seen.
    Where they are `seated` it has the moves that this player chooses among, and no others. Raises IndexError.
    """
    number = timeline.cursor if ply is None else ply
    if number > timeline.cursor:
        raise IndexError(number)
    state = timeline.at(number)
    viewer = viewer_of(players, timeline.state, eyes)  # also of past positions: nobody looks back with another's eyes
    over, status = state.is_over, render.status_with_reason(state)
    moves = _offered(timeline, players, eyes, seated=seated) if number == timeline.cursor and not over else []
    return PositionInfo(
        ply=number,
        plies=timeline.cursor,
        mover=state.mover,
        over=over,
        status=status,
        result=status if over else None,
        ranking=state.ranking,
        scores=state.scores if "scores" in state.playing.game.layout else None,
        standing=standing(state),
        match=_match_info(state) if isinstance(state, MatchState) else None,
        viewer=0 if viewer == ONLOOKER else viewer,
        pieces=scene.pieces(state, viewer),
        moves=moves,
        prompt=prompt(state) if moves else "",
        part=part_of_turn(state) if moves else 0,
        last=_last_move(timeline, number, viewer),
        can_undo=timeline.cursor > 0,
        can_redo=timeline.cursor < len(timeline.plies),
    )


def seen_by(timeline: Timeline, like: PositionInfo, players: Sequence[str], eyes: int, *, seated: bool) -> PositionInfo:
    """The current position of a game that hides nothing, as somebody else sees it: all but the moves is the same."""
    state, viewer = timeline.state, viewer_of(players, timeline.state, eyes)
    moves = [] if like.over else _offered(timeline, players, eyes, seated=seated)
    return msgspec.structs.replace(
        like,
        viewer=0 if viewer == ONLOOKER else viewer,
        moves=moves,
        prompt=prompt(state) if moves else "",
        part=part_of_turn(state) if moves else 0,
    )


def _offered(timeline: Timeline, players: Sequence[str], eyes: int | None, *, seated: bool) -> list[LegalMove]:
    """The moves among which whoever looks may choose now."""
    state = timeline.state
    if seated:
        mine = own_moves(state, eyes or 0) if asks_human(players, state) else []
        listed = legal_moves(state, timeline.names) if mine else []
        return [msgspec.structs.replace(listed[number], index=n) for n, number in enumerate(mine)]
    if asks_human(players, state) if eyes is None else eyes in (0, state.mover):
        return legal_moves(state, timeline.names)
    return []


def own_moves(state: State, player: int) -> list[int]:
    """The numbers of the legal moves among which a player chooses, in whose order pages number them.

    What others may do does not show in them. Anybody at a table goes on to the next game of a match.
    """
    anybody = is_between(state) and player > 0
    return [number for number, move in enumerate(state.legal_moves()) if anybody or move.mover == player]


def _match_info(state: MatchState) -> MatchInfo:
    return MatchInfo(
        number=state.finished + (not state.is_over),
        game=state.playing.game.name,
        scores=state.match_scores,
        between=state.is_between,
    )


def asks_human(players: Sequence[str], state: State) -> bool:
    """Whether the next move is a human's, or, where players move at once, any of the moves.

    Between two games of a match any human says when it goes on. Nobody is asked who can only pass.
    """
    if is_between(state):
        return HUMAN in players
    if state.is_simultaneous:
        movers = {move.mover for move in state.legal_moves()}
        return any(players[p - 1] == HUMAN for p in movers if 1 <= p <= len(players))
    return 1 <= state.mover <= len(players) and players[state.mover - 1] == HUMAN and not must_pass(state)


def _last_move(timeline: Timeline, number: int, viewer: int | None) -> LastMove | None:
    if number == 0:
        return None
    turn = moved = _turn(timeline, number, viewer)
    while number and all(ply.name == "pass" for ply in moved):  # behind passes, too, one wants to see what has moved
        number = timeline.turn(number).start - 1
        moved = _turn(timeline, number, viewer) if number else []
    text = notation.of(timeline.game).between.join(one.name for one in turn)
    sites = [ref for one in moved for ref in (one.from_ref, one.to_ref) if ref is not None]
    return LastMove(from_=turn[-1].from_ref, to=turn[-1].to_ref, text=text, sites=list(dict.fromkeys(sites)))


def _turn(timeline: Timeline, number: int, viewer: int | None) -> list[StoredPly]:
    """The plies of the turn up to this one, as a viewer is told them."""
    return [told_ply(timeline, n, viewer) for n in timeline.turn(number)]
