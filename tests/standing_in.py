"""Other clocks and pauses for one module alone: a server of other tests runs in the same process, and keeps its own."""

from __future__ import annotations

import importlib
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


def replace_in(patch: pytest.MonkeyPatch, module: str, library: ModuleType, **names: Any) -> None:
    """Let a module see a library of which some names are others."""
    patch.setattr(importlib.import_module(module), library.__name__, SimpleNamespace(**(vars(library) | names)))
