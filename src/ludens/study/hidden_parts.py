"""The parts of a position that no piece shows: the phase of each player, and what is hidden from whom.

>>> import ludens
>>> phases(ludens.load("Nine Men's Morris"))[0]
['Placing', 'Moving']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ludens.game import Game, State
from ludens.game.hidden import Hidden, hidden_sites, hides
from ludens.rules.turns.phases import PHASES
from ludens.study.tree import StudyError


def phases(game: Game) -> list[list[str]]:
    """The phases that each player may be in, from player 1; nothing where a game has one only."""
    everything = PHASES.of(game.model)
    if len(everything) < 2:
        return []
    players = range(1, game.num_players + 1)
    return [[phase.name for phase in everything if phase.owner in (None, player)] for player in players]


def enter(state: State, names: Sequence[str]) -> None:
    """Bring each player, from player 1 on, into the phase of that name. Raises StudyError where there is none."""
    game = state.game
    if not names:
        return
    choices = phases(game)
    if len(names) != len(choices):
        raise StudyError(f"{game.name} has phases for {len(choices)} players, and {len(names)} are named")
    field = state.field("phase").copy()
    for player, (name, own) in enumerate(zip(names, choices, strict=True), 1):
        if name not in own:
            raise StudyError(f"player {player} has no phase {name!r}; there are {', '.join(own) or 'none'}")
        owned = (n for n, one in enumerate(PHASES.of(game.model)) if one.name == name and one.owner in (None, player))
        field[player] = next(owned)
    state.set_field("phase", field)


def hidden_from(state: State) -> tuple[tuple[str, ...], ...] | None:
    """For each player, from player 1, the sites of which something is hidden from them, such as "c:12".

    None where the rules hide nothing.
    """
    if not hides(state.game):
        return None
    players = range(1, state.game.num_players + 1)
    return tuple(
        tuple(f"{kind.lower()}:{site}" for kind, site in sorted(hidden_sites(state, player))) for player in players
    )


def hide(state: State, sites: Sequence[Iterable[str]], like: State) -> None:
    """Hide these sites from the players, from player 1 on, and nothing else.

    What of a site is hidden is what is hidden there in the state `like`, else what is hidden anywhere in it, else all.
    Raises StudyError where the game hides nothing, and for a site that it does not have.
    """
    game = state.game
    if not hides(game):
        raise StudyError(f"{game.name} hides nothing")
    if len(sites) != game.num_players:
        raise StudyError(f"hidden sites are listed for each of {game.num_players} players")
    slots = {f"{kind.lower()}:{site}": slot for slot, (kind, site) in enumerate(game.slots)}
    flags_of = like.field("hidden").reshape(-1, game.num_players + 1)
    flags = np.zeros_like(flags_of)
    usual = int(np.bitwise_or.reduce(flags_of, axis=None)) or int(Hidden.ALL)
    for player, refs in enumerate(sites, 1):
        for ref in refs:
            if ref not in slots:
                raise StudyError(f"{game.name} has no site {ref[:32]!r}")
            flags[slots[ref], player] = flags_of[slots[ref], player] or usual
    state.set_field("hidden", flags.reshape(-1))
