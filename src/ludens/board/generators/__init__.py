"""The graph generators, one module for each family of tilings, imported at its first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludens.board.generators import (
        brick,
        celtic,
        concentric,
        hexagonal,
        quadhex,
        regular,
        square,
        tilings,
        triangular,
    )

__all__ = ["brick", "celtic", "concentric", "hexagonal", "quadhex", "regular", "square", "tilings", "triangular"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
