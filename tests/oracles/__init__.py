"""Other programs that know games of the library, and how our games are compared with theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module, util
from typing import NamedTuple

from tests.oracles.lockstep import Comparison


class Oracle(NamedTuple):
    """A program: which games of the library it knows, and how one of them is compared."""

    names: Sequence[str]
    against: Callable[[str, int, int, int], Comparison]


def _oracles() -> dict[str, Oracle]:
    """The programs whose modules are installed."""
    found = {}
    for program, module, needed in (
        ("OpenSpiel", "spiel", "pyspiel"),
        ("Fairy-Stockfish", "fairy", "pyffish"),
        ("python-chess", "chessmen", "chess"),
        ("pydraughts", "draughtsmen", "draughts"),
    ):
        if util.find_spec(needed):
            loaded = import_module(f"tests.oracles.{module}")
            found[program] = Oracle(loaded.NAMES, loaded.against)
    return found


ORACLES = _oracles()
