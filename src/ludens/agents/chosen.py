"""What games between agents told of a description on this machine (`ludens.arena.choosing`), kept in the cache."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from ludens.game import portable
from ludens.game.single import SingleGame
from ludens.native import sources_key
from ludens.stage.cache import read_cache, write_cache

if TYPE_CHECKING:
    from ludens.game import Game

#: what decides who plays best: where the sources of these rooms change, all is played anew
_PLAYERS: Final = ("agents", "arena")


@dataclass(frozen=True)
class Met:
    """A match: the challenger's points of so many games, 1 for the first place and 0 for the last.

    `verdict` is `stronger`, `not stronger`, or `undecided` where the games did not suffice.
    """

    challenger: str
    champion: str
    points: float = 0.0
    games: int = 0
    verdict: str = "undecided"

    def __str__(self) -> str:
        return f"{self.challenger} {self.points:g} of {self.games} against {self.champion}: {self.verdict}"


@dataclass(frozen=True)
class Chosen:
    """The agent that was found to play a game best, and the matches that told it; none where nobody else plays."""

    game: str
    agent: str
    matches: tuple[Met, ...] = ()


def known(game: Game) -> Chosen | None:
    """What was found of a game; None where nobody asked, and for a match."""
    kept = read_cache(_key(game)) if isinstance(game, SingleGame) else None
    if kept is None:
        return None
    found = json.loads(kept)
    return Chosen(found["game"], found["agent"], tuple(Met(**met) for met in found["matches"]))


def keep(game: SingleGame, found: Chosen) -> None:
    """Keep it for the next time."""
    write_cache(_key(game), json.dumps(asdict(found)).encode())


def _key(game: SingleGame) -> str:
    return portable.digest("chosen", sources_key(*_PLAYERS), game.digest)
