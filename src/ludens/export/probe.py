"""Games whose rules are written by asking the game: what the writers of other languages have in common."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.export.errors import ExportError
from ludens.game import Game
from ludens.game.state import Row


class Probe:
    """A game for two on one board, and what it does in positions that are set up; it is written in a `language`."""

    language: str

    def __init__(self, game: Game) -> None:
        self.game, self.type = game, game.topology.default_site
        self.elements = game.topology.elements(self.type)
        self.owners = {component.index: component.owner for component in game.components}

    def misfit(self, reason: str) -> ExportError:
        return ExportError(f"{self.game.name} does not fit {self.language}: {reason}")

    def require_plain(self) -> None:
        """Raise ExportError for lots, secrets, moves at once, several games, and pieces that are nobody's."""
        if traits := {"chance", "hidden information", "moves at once", "match"} & set(self.game.traits):
            raise self.misfit(f"there is {min(traits)}")
        if any(owner not in (1, 2) for owner in self.owners.values()):
            raise self.misfit("a piece belongs to neither player")

    def row(self, site: int, component: int) -> Row:
        """A piece on a site, as positions have it."""
        return self.type[0], site, 0, component, self.owners[component], 1, 0, 0, 0

    def targets(self, rows: Sequence[Row], site: int, owner: int) -> set[int]:
        """Where the piece on a site may go in a position."""
        moves = self.game.position(rows, mover=owner, seed=0).legal_moves()
        return {move.to_site for move in moves if move.from_site == site}


def place_of(played: Sequence[str]) -> str:
    """Where in a game something differs."""
    return f"after {' '.join(played)}" if played else "at the start"
