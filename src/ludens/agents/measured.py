"""Who plays the games of the library best, as games between agents told (`benchmarks/strongest.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludens.agents.shipped import Shipped

if TYPE_CHECKING:
    from ludens.game import Game
    from ludens.game.single import SingleGame

#: of each game the agent, behind whose name its settings may stand (`mcts:minimax=0.5`), and the games that told it
TABLE: Final = Shipped("measured.tsv")


def agent_of(game: Game) -> str | None:
    """The agent that was found to play a game best; None for one, or options of one, that nobody measured."""
    found = TABLE.of(game)
    return found[0].partition(":")[0] if found is not None else None


def settings_of(game: Game) -> dict[str, str]:
    """The settings by which that agent was found to play it best; none where it has those that it has anywhere."""
    found = TABLE.of(game)
    parts = found[0].split(":")[1:] if found is not None else []
    return {name: value for name, _, value in (part.partition("=") for part in parts)}


def record(game: SingleGame, agent: str, played: str) -> None:
    """Put a game into the table, in the place of what it has under that name."""
    TABLE.put(game, agent, played)
