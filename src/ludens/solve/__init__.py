"""Games solved: who wins when all play as well as can be, and how.

>>> import ludens
>>> from ludens import solve
>>> import tempfile, pathlib
>>> game = ludens.load("Tic-Tac-Toe")
>>> with tempfile.TemporaryDirectory() as folder:
...     table = solve.solve(game.start(), pathlib.Path(folder)).table
...     table.value(game.start()).describe()
'a draw'
"""

from ludens.solve.checking import Checked, verify
from ludens.solve.errors import SolveError
from ludens.solve.exploration import Limits
from ludens.solve.proofs import Proved
from ludens.solve.proving import prove
from ludens.solve.solving import Solved, check, place_of, solve, warning
from ludens.solve.table import Rated, Table, Value, find

__all__ = [
    "Checked", "Limits", "Proved", "Rated", "SolveError", "Solved", "Table", "Value", "check", "find", "place_of",
    "prove", "solve", "verify", "warning",
]  # fmt: skip
