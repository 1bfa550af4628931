"""A game as a WebAssembly module: for pages, and for whatever has an engine for it. It imports nothing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludens.export.code import Emitted, emit_game
from ludens.export.errors import ExportError
from ludens.game import Game
from ludens.stage import fuel
from ludens.stage.targets import WASM

#: twice what calls may have as their own memory
_STACK: Final = 2 * fuel.STACK


class Wasm(NamedTuple):
    """A module, and what its callers have to know: its functions, sizes, the layout of a state, names."""

    module: bytes
    manifest: dict[str, Any]


def wasm(game: Game) -> Wasm:
    """The WebAssembly module of a game, and its manifest.

    It exports its memory, `__heap_base` (where the memory that is free for callers begins), and the functions of the
    manifest. Raises ExportError for a match, and where the linker is missing.
    """
    require_linker()
    return linked(emit_game(game))


def linked(code: Emitted) -> Wasm:
    """The module of what was emitted."""
    objects = code.objects(WASM)
    return Wasm(_link(objects.code, code.functions), code.manifest())


def require_linker() -> None:
    """Raise ExportError where there is no linker for WebAssembly."""
    if importlib.util.find_spec("ziglang") is None:
        raise ExportError(
            'WebAssembly is linked by the package ziglang, which is missing: pip install "ludens[export]"'
        )


def _link(code: bytes, names: Iterable[str]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="ludens-") as folder:
        source, target = Path(folder, "game.o"), Path(folder, "game.wasm")
        source.write_bytes(code)
        shown = [f"--export={name}" for name in (*names, "__heap_base")]
        places = ["--stack-first", "-z", f"stack-size={_STACK}", "--strip-all", "--gc-sections"]
        command = [
            sys.executable,
            "-m",
            "ziglang",
            "wasm-ld",
            "--no-entry",
            *shown,
            *places,
            str(source),
            "-o",
            str(target),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ExportError(f"the linker failed: {done.stderr.strip()}")
        return target.read_bytes()
