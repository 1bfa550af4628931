"""The shortest game in which two descriptions differ, or to which depth they do not.

Both games are played in lockstep, by the texts of their moves: all lines, shortest first, as far as the limits go, then
random games beyond that, of which the one that differs first is made shorter. Positions that no rule of either game
tells apart are looked at once.

>>> import ludens
>>> game = ludens.load("Tic-Tac-Toe")
>>> found = differ(game, ludens.load(game.description.source.text.replace("Line 3", "Line 2")))
>>> len(found.line), [finding.kind for finding in found.findings]
(3, ['end'])
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludens.game import Game
from ludens.lab import difference_search
from ludens.lab.difference_search import Searching
from ludens.lab.lockstep import Finding, turns_of
from ludens.lab.lockstep_shortening import Report
from ludens.lab.text_changes import TextChange, changes

__all__ = ["Difference", "Finding", "Searching", "differ"]


@dataclass(frozen=True)
class Difference:
    """What was found: the line after which the games differ (None where they do not), and what differs then.

    `depth` is to how many plies no line differs; None where that is so for all lines there are. `games` random games
    were played beyond. `is_shortest` tells whether no line of fewer plies differs. `same_code`: the compiled games are
    the same. `texts` is what differs in the descriptions.
    """

    line: tuple[str, ...] | None
    findings: tuple[Finding, ...] = ()
    depth: int | None = 0
    positions: int = 0
    games: int = 0
    is_shortest: bool = False
    same_code: bool = False
    seed: int = 1
    #: whether Ctrl-C ended it
    stopped: bool = False
    texts: tuple[TextChange, ...] = field(default=())

    def line_names(self, game: Game) -> list[str]:
        """The moves of the line, as people call them in the first of the games."""
        state, names = game.start(seed=self.seed), list[str]()
        for text in self.line or ():
            turn = next(turn for name, turn in turns_of(state) if name == text)
            names.append(state.notation(turn))
            state.play(turn)
        return names

    def to_dict(self) -> dict[str, Any]:
        """The difference, ready for JSON."""
        return {
            "differ": self.line is not None,
            "line": None if self.line is None else list(self.line),
            "findings": [{"kind": one.kind, "first": one.first, "second": one.second} for one in self.findings],
            "depth": self.depth,
            "positions": self.positions,
            "games": self.games,
            "shortest": self.is_shortest,
            "same_code": self.same_code,
            "stopped": self.stopped,
            "seed": self.seed,
            "texts": [change.to_dict() for change in self.texts],
        }


def differ(
    first: Game,
    second: Game,
    how: Searching | None = None,
    *,
    folder: Path | None = None,
    report: Report = lambda activity, part: None,
) -> Difference:
    """Find the shortest game in which two descriptions differ. `report` hears what is done, and which part of it.

    With a `folder` the search goes on where an earlier one ended that had the same folder.

    Games of chance are compared for one seed in all lines, and for others in the random games; matches from game to
    game. Where Ctrl-C stops it, what is told is to which depth no line differed till then. Raises LimitExceeded, as the
    games may; ValueError for a folder that has something else; OSError.
    """
    how = how or Searching()
    texts = tuple(changes(first.description.game, second.description.game))
    if first.fingerprint == second.fingerprint:
        return Difference(None, depth=None, same_code=True, seed=how.seed, texts=texts)
    fields: dict[str, Any] = {"seed": how.seed, "texts": texts}
    return Difference(**fields | difference_search.search(first, second, how, folder, report))
