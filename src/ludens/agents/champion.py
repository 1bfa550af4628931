"""The champion of a game: which agent won games between agents on this machine, and which matches decided it."""

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
class Contest:
    """A match: the challenger's points of `games` games, 1 for the first place and 0 for the last.

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
class Champion:
    """The agent that plays a game best, and the matches that decided it; none where nobody else plays."""

    game: str
    agent: str
    matches: tuple[Contest, ...] = ()


def read_champion(game: Game) -> Champion | None:
    """The champion of a game; None before there were any games, and for a match."""
    cached = read_cache(_key(game)) if isinstance(game, SingleGame) else None
    if cached is None:
        return None
    fields = json.loads(cached)
    return Champion(fields["game"], fields["agent"], tuple(Contest(**one) for one in fields["matches"]))


def write_champion(game: SingleGame, champion: Champion) -> None:
    """Keep the champion for the next time."""
    write_cache(_key(game), json.dumps(asdict(champion)).encode())


def _key(game: SingleGame) -> str:
    return portable.digest("chosen", sources_key(*_PLAYERS), game.digest)
