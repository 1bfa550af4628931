"""Players that know: all positions of the game are solved, and their values are looked up (`ludens solve`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ludens.agents.agent import TABLE, Agent, AgentError, Limit, parse_limit
from ludens.agents.analysis import Analysis, Examined, Search
from ludens.agents.clock import Clock
from ludens.agents.search import Searcher
from ludens.agents.uct import Uct
from ludens.solve import SolveError, Table, find
from ludens.solve.table import Rated

if TYPE_CHECKING:
    from ludens.game import Game, Move, State


class Solved(Searcher):
    """Plays what is best, as `ludens solve` found it; what its table lacks it searches as `uct` does.

    It wins as soon as can be, and loses as late as can be.
    """

    kind, quick = "solved", "solved"
    synonyms: ClassVar[tuple[str, ...]] = ("perfect",)
    title = "Solved: knows the end of every line"
    strength = 1000
    needs = TABLE
    limits: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, game: Game, limit: Limit | None = None, *, seed: int | None = None, table: Table | None = None
    ) -> None:
        super().__init__(game, limit, seed=seed)
        self.table = table if table is not None else self._table_of(game)

    @classmethod
    def _table_of(cls, game: Game) -> Table:
        for table in find(game):
            return table
        raise AgentError(f"{game.name} is not solved here: `ludens solve` does it, if its positions are not too many")

    @classmethod
    def check(cls, game: Game) -> None:
        super().check(game)
        cls._table_of(game)

    @classmethod
    def suits(cls, game: Game) -> bool:
        return game.start(seed=0) in cls._table_of(game)

    def explore(self, state: State) -> Search:
        if state not in self.table:
            return Uct(self.game, self.limit, seed=int(self.rng.integers(1 << 63))).begin(state)
        return _LookUp(self.table, state)


class FromFolder(Solved):
    """The same with the table of a folder, which follows the colon: table:PATH."""

    kind, quick = "table", ""
    synonyms = ()
    title = "Solved, from a folder"
    needs, from_file = "", True

    @classmethod
    def _table_of(cls, game: Game) -> Table:
        raise AgentError("say which folder, that `ludens solve --folder` made: table:PATH")

    @classmethod
    def suits(cls, game: Game) -> bool:
        return False

    @classmethod
    def check_text(cls, text: str, game: Game) -> Limit:
        cls.from_text(text, game)
        return Limit()

    @classmethod
    def from_text(cls, text: str, game: Game, *, seed: int | None = None) -> Agent:
        folder, limit = _split(text)
        try:
            return cls(game, limit, seed=seed, table=Table(game, Path(folder)))
        except SolveError as error:
            raise AgentError(str(error)) from None


def _split(text: str) -> tuple[str, Limit]:
    """A folder, and the limit behind it, if there is one."""
    if not text:
        raise AgentError("say which folder, that `ludens solve --folder` made: table:PATH")
    folder, sign, limit = text.rpartition(":")
    if sign and not Path(text).is_dir():
        return folder, parse_limit(limit)
    return text, Limit()


class _LookUp(Search):
    """A position whose value is known."""

    def __init__(self, table: Table, state: State) -> None:
        self.table, self.state = table, state.copy()
        self._rated = table.rated(self.state)
        self._legal = self.state.legal_moves()

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        """There is nothing to be done."""

    def best(self) -> int:
        return self._number(self._rated[0].move)

    def _number(self, move: Move) -> int:
        return next(number for number, legal in enumerate(self._legal) if legal == move)

    def analysis(self) -> Analysis:
        moves = [self._examined(one) for one in self._rated]
        plies = self._rated[0].value.plies
        line = self.line(self.best())
        return Analysis(len(moves), moves[0].value, line, moves, plies, "estimate", "positions")

    def _examined(self, one: Rated) -> Examined:
        winner = one.value.winner
        proven = 0 if not winner else 1 if winner == self.state.seat else -1
        return Examined(self._legal[self._number(one.move)], 0, 0.5 + 0.5 * proven, None, False, proven)

    def line(self, number: int) -> list[Move]:
        after = self.state.copy()
        after.play(self._legal[number])
        return [self._legal[number], *(() if after.is_over else self.table.line(after))]
