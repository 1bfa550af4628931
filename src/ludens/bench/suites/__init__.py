"""The suites: one module each."""

from ludens.bench.suites import learning, load, perft, playouts, python, search
from ludens.bench.suites.base import Probe, Sizes, Suite

__all__ = ["SUITES", "Probe", "Sizes", "Suite"]

_MODULES = (playouts, load, python, search, learning, perft)
SUITES: dict[str, Suite] = {module.SUITE.name: module.SUITE for module in _MODULES}
