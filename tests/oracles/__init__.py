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


def _joined(first: Oracle | None, second: Oracle) -> Oracle:
    if first is None:
        return second

    def against(name: str, *how: int) -> Comparison:
        return (first if name in first.names else second).against(name, *how)

    return Oracle([*first.names, *second.names], against)


def _oracles() -> dict[str, Oracle]:
    """The programs whose modules are installed."""
    found: dict[str, Oracle] = {}
    for program, module, needed in (
        ("OpenSpiel", "spiel", "pyspiel"),
        ("OpenSpiel", "spiel_tables", "pyspiel"),
        ("Fairy-Stockfish", "fairy", "pyffish"),
        ("python-chess", "chessmen", "chess"),
        ("pydraughts", "draughtsmen", "draughts"),
    ):
        if util.find_spec(needed):
            loaded = import_module(f"tests.oracles.{module}")
            found[program] = _joined(found.get(program), Oracle(loaded.NAMES, loaded.against))
    return found


ORACLES = _oracles()
