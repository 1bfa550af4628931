"""Who plays the games of the library best, as games between agents told (`benchmarks/strongest.py`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ludens.game.single import SingleGame

if TYPE_CHECKING:
    from ludens.game import Game

_TABLE: Final = Path(__file__).with_suffix(".tsv")
_SHORT: Final = 16


class Measured(NamedTuple):
    """A line of the table: what the code of a game is known by, its name, the agent, and the games that told it.

    Behind the agent's name its settings may stand: `mcts:minimax=0.5`.
    """

    digest: str
    game: str
    agent: str
    played: str


@cache
def table() -> dict[str, Measured]:
    """The lines by what the code of a game is known by."""
    lines = _TABLE.read_text(encoding="utf-8").splitlines() if _TABLE.is_file() else []
    return {one.digest: one for line in lines if (one := Measured(*line.split("\t")))}


def agent_of(game: Game) -> str | None:
    """The agent that was found to play a game best; None for one, or options of one, that nobody measured."""
    found = _found(game)
    return found.agent.partition(":")[0] if found is not None else None


def settings_of(game: Game) -> dict[str, str]:
    """The settings by which that agent was found to play it best; none where it has those that it has anywhere."""
    found = _found(game)
    parts = found.agent.split(":")[1:] if found is not None else []
    return {name: value for name, _, value in (part.partition("=") for part in parts)}


def _found(game: Game) -> Measured | None:
    return table().get(_digest(game)) if isinstance(game, SingleGame) else None


def record(game: SingleGame, agent: str, played: str) -> None:
    """Put a game into the table, in the place of what it has under that name."""
    lines = {one.game: one for one in table().values()}
    lines[game.name] = Measured(_digest(game), game.name, agent, played)
    _TABLE.write_text("".join("\t".join(lines[name]) + "\n" for name in sorted(lines)), encoding="utf-8")
    table.cache_clear()


def _digest(game: SingleGame) -> str:
    return game.digest[:_SHORT]
