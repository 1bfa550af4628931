"""What `ludens.explain` was called before 1.0."""

from importlib import import_module
from typing import Any
from warnings import warn


def __getattr__(name: str) -> Any:
    member = getattr(import_module("ludens.explain"), name)
    warn("ludens.game.reasons is ludens.explain now", DeprecationWarning, stacklevel=2)
    return member
