"""Matches: a series of games with a score of its own (manual: structure 7; structure 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ludens.board import Graph, Topology
from ludens.game import portable
from ludens.game.blocks import BlockCheck
from ludens.game.direct import direct
from ludens.game.errors import IllegalMove, MatchError
from ludens.game.game import Game
from ludens.game.move import Move
from ludens.game.playouts import Series
from ludens.game.seats import Seats
from ludens.game.single import SingleGame
from ludens.game.singlestate import SingleState
from ludens.game.state import Row, State
from ludens.language import Description, LudError, parse, read_file
from ludens.ludemes.binder import Binder
from ludens.ludemes.ends import EndForEach, EndIf, Result
from ludens.ludemes.integers.counts import TRIALS
from ludens.ludemes.matches import MatchDescription, Subgame
from ludens.members import find_game
from ludens.native import LimitExceeded, own_choices
from ludens.rules.base import Ludeme
from ludens.rules.categories import (
    EndRuleLudeme,
    IntLudeme,
    ResultLudeme,
)
from ludens.rules.enums import ResultType, RoleType
from ludens.rules.roles import role_index
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.layout import Layout
from ludens.rules.state.model import (
    Model,
)
from ludens.rules.state.trace import Action, LoggedMove
from ludens.rules.state.view import StateView
from ludens.rules.turns import results
from ludens.stage.direct import plain_value

if TYPE_CHECKING:
    from ludens.rules.state.context import Context

Decision = tuple[int, ResultType]
#: a random match with more games than this is taken for one without end
GAMES_LIMIT = 1000
_TURN = (StateView.mover, StateView.next, StateView.prev)
#: what the scoreboard of a match keeps, and for each player
_COUNTERS = (
    *_TURN,
    StateView.active,
    StateView.over,
    StateView.winner,
    StateView.num_winners,
    StateView.num_losers,
    StateView.losers,
    StateView.losses_decided,
    TRIALS,
)
_ORDER = StateView.player_order
_OF_PLAYERS: tuple[Field[Any], ...] = (StateView.ranking, StateView.scores, StateView.match_scores)


class Match(Game):
    """A match, as a game: its states are those of the game being played, and go on from one game to the next.

    `games` are those that it is made of, by name and option; others are looked for. Raises LudError where one of them
    is nowhere to be found, or is wrong itself.
    """

    def __init__(
        self, description: Description, games: Mapping[tuple[str, str | None], SingleGame] | None = None
    ) -> None:
        super().__init__(description)
        self.rules = Binder().bind(description.game, MatchDescription)
        players = self.rules.players.count if self.rules.players else 2
        self._model = Model(self.rules.name, players, topology=_one_site())
        self.subgames: tuple[Subgame, ...] = self.rules.games.listed
        if not self.subgames:
            raise LudError("the match has no games", self.rules.games.node.span, 'name some: (subgame "Hex")')
        self._made: dict[tuple[str, str | None], SingleGame] = dict(games or {})
        for entry in self.subgames:
            if (entry.name, entry.option) not in self._made:
                self._made[entry.name, entry.option] = self._looked_for(entry)
        self.scoreboard = _layout(players, swaps=any(_ORDER.name in game.layout for game in self.games))

    @property
    def model(self) -> Model:
        return self._model

    def instance(self, number: int) -> SingleGame:
        """The game number `number`. Raises LudError where there is none."""
        if not 0 <= number < len(self.subgames):
            raise LudError(f"the match has no game number {number}", self.rules.games.node.span)
        entry = self.subgames[number]
        return self._made[entry.name, entry.option]

    def _looked_for(self, entry: Subgame) -> SingleGame:
        place = find_subgame(Path(self.description.source.name), entry)
        options = [entry.option] if entry.option else []
        try:
            description = parse(read_file(place), name=str(place), options=options)
            if description.game.keyword == "match":
                raise LudError("it is a match itself, and no game")
            return SingleGame(description)
        except LudError as error:  # its place in another file says nothing here
            raise LudError(f'"{entry.name}": {error.message}', entry.node.span, error.hint) from error

    def ludemes(self) -> Iterator[Ludeme]:
        return self.rules.walk()

    @cached_property
    def games(self) -> Sequence[SingleGame]:
        return list(dict.fromkeys(self.instance(n) for n in range(len(self.subgames))))

    @property
    def code(self) -> NoReturn:
        raise MatchError(f"{self.name} is a match: there is native code of each of its games (`games`), and not of it")

    def start(self, seed: int | None = None, *, rng_state: bytes | None = None) -> MatchState:
        """The first game at its start, nothing scored."""
        return self._begun(self.instance(0).start(seed, rng_state=rng_state))

    def position(
        self,
        rows: Iterable[Row],
        *,
        mover: int = 1,
        next: int | None = None,
        seed: int | None = None,
        rng_state: bytes | None = None,
    ) -> MatchState:
        """The first game at this position, nothing scored."""
        first = self.instance(0).position(rows, mover=mover, next=next, seed=seed, rng_state=rng_state)
        return self._begun(first)

    def _begun(self, first: SingleState) -> MatchState:
        state = MatchState(self, 0, first, bytearray(self.scoreboard.size))
        if _ORDER.name in self.scoreboard:
            state._seat(Seats.own(self.num_players))
        state.context().state.active.set((1 << self.num_players + 1) - 2)
        state._tell_scores()
        return state

    @cached_property
    def fingerprint(self) -> str:
        return portable.digest(self.description.expanded, *(game.fingerprint for game in self.games))

    def __eq__(self, other: object) -> bool:
        """Matches are equal that have the same text and options, and are made of the same games."""
        if self is other:
            return True
        return isinstance(other, Match) and self._text == other._text and self.games == other.games

    __hash__ = Game.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the games of the match, too; they need not be found again."""
        source = self.description.source
        return _restored, (source.text, source.name, self.options, tuple(self._made.items()))

    def to_dict(self) -> dict[str, Any]:
        """The description and the options, and those of its games."""
        entries = {(entry.name, entry.option): number for number, entry in enumerate(self.subgames)}
        games = [
            {"name": name, "option": option, "game": self.instance(number).to_dict()}
            for (name, option), number in entries.items()
        ]
        return super().to_dict() | {"games": games}

    def from_bytes(self, data: bytes) -> MatchState:
        size = self.scoreboard.size
        if len(data) < 4 + size:
            raise ValueError(f"a state of {self.name} has more than {4 + size} bytes, not {len(data)}")
        number = int.from_bytes(data[:4], "little")
        if number >= len(self.subgames):
            raise ValueError(f"this is no state of {self.name}, which has {len(self.subgames)} games, not {number + 1}")
        board = bytearray(data[4 : 4 + size])
        BlockCheck(self.model, self.scoreboard).check(np.frombuffer(board, np.uint8))
        return MatchState(self, number, self.instance(number).from_bytes(data[4 + size :]), board)

    def play_part(self, series: Series, first: int, last: int) -> None:
        for number in range(first, last):
            rng = np.random.default_rng((series.seed, number))
            state = self.start(int(rng.integers(1 << 63)))
            series.lengths[number] = self._finish(state, rng)
            series.winners[number] = state.winner

    def finish(self, state: State, rng: np.random.Generator) -> int:
        """Play on at random to the end of the match; gives its winner. What falls is drawn anew."""
        state.playing.set_field("rng", int(rng.integers(1 << 63)))
        self._finish(state, rng)
        return state.winner

    def _finish(self, state: State, rng: np.random.Generator) -> int:
        """The number of moves until the match is over."""
        assert isinstance(state, MatchState)
        moves = 0
        while not state.is_over:
            if state.finished >= GAMES_LIMIT:
                raise LimitExceeded(f"{self.name} is not over after {GAMES_LIMIT} games")
            if not state.playing.is_over:
                moves += _finish_at_random(state.playing, rng)
            state.play(state.legal_moves()[0])
            moves += 1
        return moves

    def _leaves(self, depth: int, state: State, bulk: bool) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in state.legal_moves():
            following = state.copy()
            following.play(move)
            total += self._leaves(depth - 1, following, bulk)
        return total


class MatchState(State):
    """A state of a match: the state of the game being played, and the match's scores."""

    def __init__(self, match: Match, number: int, playing: SingleState, board: bytearray) -> None:
        self.game, self._notations = match, None
        self.match, self.number, self._playing, self._board = match, number, playing, board
        self._history: list[tuple[int, SingleState, bytes, bool]] = []
        self._onward: Move | None = None

    # --- reading

    @property
    def playing(self) -> SingleState:
        return self._playing

    @property
    def is_between(self) -> bool:
        """Whether a game is over, and the match goes on."""
        return self.playing.is_over and not self.is_over

    @property
    def is_simultaneous(self) -> bool:
        return not self.playing.is_over and self.playing.is_simultaneous

    @property
    def finished(self) -> int:
        """How many games were played to their end and scored."""
        return plain_value(TRIALS.of(self.context().state).get())

    @property
    def is_over(self) -> bool:
        return bool(self.context().state.over.get())

    @property
    def winner(self) -> int:
        return plain_value(self.context().state.winner.get())

    @property
    def match_scores(self) -> list[int]:
        """The score of each player in the match, from player 1."""
        return self._of_players(StateView.match_scores)

    @property
    def ranking(self) -> list[float]:
        return self._of_players(StateView.ranking)

    @property
    def seats(self) -> Seats:
        """Who swaps sides in one game plays the other player in those that follow, too: the points are a player's."""
        if _ORDER.name not in self.match.scoreboard:
            return Seats.own(self.match.num_players)
        before = Seats(tuple(self._of_players(_ORDER)))
        return before if self.is_over else before.after(self.playing.seats)

    def _of_players(self, field: Field[Any]) -> list[Any]:
        p = self.context().state
        return [field.of(p).get(player) for player in range(1, self.match.num_players + 1)]

    # --- playing

    def legal_moves(self) -> Sequence[Move]:
        """The moves of the game being played; once it is over, to go on to the next."""
        if self.is_over:
            return []
        if not self.playing.is_over:
            return self.playing.legal_moves()
        if self._onward is None:
            self._onward = self._go_on()
        return [self._onward]

    def _go_on(self) -> Move:
        header = {"mover": self.mover, "from": -1, "to": -1, "state": -1, "oriented": 1, "edge": -1}
        logged = LoggedMove({**header, "levelMin": 0, "levelMax": 0}, [Action("NextInstance", [("decision", "true")])])
        return Move(self.mover, -1, -1, logged)

    def play(self, move: Move | Sequence[Move]) -> Move:
        if not self.playing.is_over:
            applied = self.playing.play(move)
            self._history.append((self.number, self.playing, b"", False))
            return applied
        onward = self._go_on()
        if self.is_over or move not in (onward, [onward]):
            raise IllegalMove(f"{move} is not legal here")
        self._history.append((self.number, self.playing, bytes(self._board), True))
        self._finish_game()
        self._onward = None
        return onward

    def undo(self) -> None:
        if not self._history:
            raise IndexError("there is no move to take back")
        self.number, self._playing, board, went_on = self._history.pop()
        self._onward = None
        if went_on:
            self._board[:] = board
        else:
            self.playing.undo()

    def _finish_game(self) -> None:
        """Score the finished game, look whether the match is over, else start the next game."""
        c = self.context()
        entry, p = self.match.subgames[self.number], c.state
        for player in range(1, self.match.num_players + 1):
            p.match_scores.add(self._points(entry, player), player)
            p.scores.set(p.match_scores.get(player), player)
        if _ORDER.name in self.match.scoreboard:
            self._seat(self.seats)
        TRIALS.of(p).add(1)
        decide(c, self.match.rules.end.listed)
        if not p.over.get():
            self._next_game(plain_value(entry.next.emit(c)) if entry.next is not None else None)

    def _points(self, entry: Subgame, player: int) -> int:
        rank = self.playing.ranking[player - 1]
        if entry.result is not None and rank == 1.0:
            return self._evaluated(entry.result)
        if self.match.num_players == 2:
            return 2 - int(rank)
        return int(rank == 1.0)

    def _evaluated(self, value: IntLudeme) -> int:
        """An integer in the game just finished."""
        game, block = self.playing.game, bytearray(self.playing.tobytes())
        return plain_value(value.emit(direct(game.model, game.layout, block)))

    def _next_game(self, number: int | None) -> None:
        following = (self.number + 1) % len(self.match.subgames) if number is None else number
        self._playing = self.match.instance(following).start(rng_state=self.playing.rng_state)
        self.number = following
        self._tell_scores()

    def _seat(self, seats: Seats) -> None:
        """Keep who plays whom from one game to the next."""
        field = _ORDER.of(self.context().state)
        for seat, player in enumerate(seats.players, 1):
            field.set(player, seat)

    def _tell_scores(self) -> None:
        """Write the match's scores into the game that has just started, if it asks for them."""
        if "match_scores" in self.playing.game.layout:
            scores = self.playing.field("match_scores")
            shared = min(self.match.num_players, self.playing.game.num_players)
            scores[1 : shared + 1] = self.match_scores[:shared]

    def context(self) -> Context:
        """The context of the match's own rules."""
        c = direct(self.match.model, self.match.scoreboard, self._board)
        for field in _TURN:
            field.of(c.state).set(int(self.playing.field(field.name)))
        return c

    # --- keeping

    def copy(self) -> MatchState:
        return MatchState(self.match, self.number, self.playing.copy(), bytearray(self._board))

    def to_dict(self) -> dict[str, Any]:
        facts = {"playing": self.playing.game.name, "number": self.number, "match_scores": self.match_scores}
        return super().to_dict() | facts

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, {'over' if self.is_over else f'playing {self.playing!r}'}>"

    def tobytes(self) -> bytes:
        self.context()  # brings the board's copy of the turn up to date
        return self.number.to_bytes(4, "little") + bytes(self._board) + self.playing.tobytes()


@lru_cache(maxsize=32)
def _restored(text: str, name: str, options: tuple[str, ...], games: tuple[Any, ...]) -> Match:
    """The match of a pickle; those restored last are kept, as many states may come one by one."""
    return Match(parse(text, name=name, options=options), dict(games))


def _finish_at_random(state: State, rng: np.random.Generator) -> int:
    """Play a game to its end at random; gives the number of plies."""
    with own_choices(int(rng.integers(1 << 63))):
        return state.game.fast.playout(state)


def _one_site() -> Topology:
    """The board of a match itself: its games have their own, and no end rule of a match looks at one."""
    graph = Graph()
    graph.add_vertex(0, 0)
    return Topology(graph, "Vertex")


def _layout(players: int, *, swaps: bool) -> Layout:
    """What a match keeps; who plays whom where a game of it lets players swap sides."""
    layout = Layout()
    for field in _COUNTERS:
        layout.add(field.name, "i32", kind=field.kind)
    for field in (*_OF_PLAYERS, _ORDER) if swaps else _OF_PLAYERS:
        layout.add(field.name, str(field.element), players + 2, kind=field.kind)
    layout.close_core()
    return layout


# --- the end of a match


def decide(c: Context, rules: Sequence[EndRuleLudeme]) -> None:
    """Evaluate the end rules of a match, which differ from a game's where somebody wins (manual: structure 7)."""
    for who, outcome in decisions(c, rules):
        p, n = c.state, c.model.num_players
        if who != n + 1 and not (1 <= who <= n and p.is_active(who)):
            continue
        match outcome:
            case ResultType.Win:
                _win(c, who, rules)
            case ResultType.Draw:
                active = p.active.get()
                results.draw(c)
                p.active.set(active)
            case ResultType.Tie:
                results.end_without_ranks(c, n + 1)
            case ResultType.Abandon | ResultType.Crash:
                results.end_without_ranks(c, -1)
            case ResultType.Loss:
                pass


def _win(c: Context, who: int, rules: Sequence[EndRuleLudeme]) -> None:
    """All who win at once share the rank; the others share the next one."""
    p, n = c.state, c.model.num_players
    taken = {p.ranking.get(q) for q in range(1, n + 1)}
    rank = next(r for r in range(1, n + 2) if float(r) not in taken)
    _set_winner(c, who, rank)
    for other, outcome in list(decisions(c, rules)):
        if outcome is ResultType.Win and 1 <= other <= n and p.is_active(other):
            _set_winner(c, other, rank)
    rest = [q for q in range(1, n + 1) if p.is_active(q)]
    for q in rest:
        results.set_rank(c, q, float(rank + len(rest)))
    results.deactivate_all(c)
    results.finish_with_first(c)


def _set_winner(c: Context, who: int, rank: int) -> None:
    results.deactivate(c, who)
    results.set_rank(c, who, float(rank))
    c.state.num_winners.add(1)


def decisions(c: Context, rules: Sequence[EndRuleLudeme]) -> Iterator[Decision]:
    """The results that end rules give, each evaluated when it is asked for."""
    for rule in rules:
        if isinstance(rule, EndIf):
            yield from _given(c, _result(c, rule))
        elif isinstance(rule, EndForEach):
            yield from _each_player(c, rule)


def _each_player(c: Context, rule: EndForEach) -> Iterator[Decision]:
    for player in range(1, c.model.num_players + 1):
        inner = c.bind(player=player)
        skipped = rule.role is RoleType.NonMover and player == c.mover
        if not skipped and c.state.is_active(player) and rule.if_.emit(inner):
            yield from _given(inner, rule.result)


def _given(c: Context, result: ResultLudeme | None) -> Iterator[Decision]:
    if isinstance(result, Result):
        yield plain_value(role_index(c, result.role)), result.outcome
    elif result is not None:
        result.emit(c)


def _result(c: Context, rule: EndIf) -> ResultLudeme | None:
    """What an `if` gives."""
    if not rule.condition.emit(c):
        return None
    cases = rule.cases if isinstance(rule.cases, tuple) else (rule.cases,) if rule.cases else ()
    chosen = next((case for case in cases if case.condition.emit(c)), None)
    return rule.result if chosen is None else _result(c, chosen)


# --- where the games of a match are


def find_subgame(match_file: Path, entry: Subgame) -> Path:
    """The file of a game: beside the match, in the collection (`lud`) around it, or in the library."""
    filename = f"{entry.name}.lud"
    places = [match_file.parent, *(x for x in match_file.parents if x.name == "lud")]
    for place in places if match_file.is_file() else []:
        files = [x for x in place.rglob("*.lud") if x.name.lower() == filename.lower()]
        if files:
            return min(files, key=lambda x: (x.name != filename, len(str(x)), str(x)))
    try:
        return find_game(entry.name)
    except KeyError:
        raise LudError(f'there is no game called "{entry.name}"', entry.node.span) from None


__all__ = ["Match", "MatchState", "decide", "find_subgame"]
