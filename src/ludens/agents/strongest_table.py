"""Which agent plays each game of the library best, as games between agents showed (`benchmarks/strongest.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludens.agents.library_table import LibraryTable

if TYPE_CHECKING:
    from ludens.game import Game
    from ludens.game.single import SingleGame

#: of each game the agent, with its settings behind the name (`mcts:minimax=0.5`), and the matches that decided it
TABLE: Final = LibraryTable("strongest.tsv", "agent", "matches")


def agent_of(game: Game) -> str | None:
    """The agent that plays a game best; None for a game, or options of one, without games between agents."""
    row = TABLE.of(game)
    return row["agent"].partition(":")[0] if row is not None else None


def settings_of(game: Game) -> dict[str, str]:
    """The settings with which that agent plays the game best; none where it has its usual ones."""
    row = TABLE.of(game)
    parts = row["agent"].split(":")[1:] if row is not None else []
    return {name: value for name, _, value in (part.partition("=") for part in parts)}


def record(game: SingleGame, agent: str, matches: str) -> None:
    """Put a game into the table, in the place of the row of that name."""
    TABLE.put(game, agent=agent, matches=matches)
