"""A game's native code: emitted and compiled when first wanted, kept in the cache."""

from __future__ import annotations

import functools
import hashlib
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.game.compiler import emit
from ludens.ludemes.core.trace import Forms
from ludens.stage.engine import Program, compile_ir, machine_key, read_cache, write_cache

if TYPE_CHECKING:
    from ludens.game.builder import Rulebook

_SIGNATURES: dict[str, tuple[list[str], str | None]] = {
    "start": (["ptr"] * 2, None),
    "legal": (["ptr"] * 3, "i32"),
    "play": (["ptr"] * 3, None),
    "play_joint": (["ptr", "ptr", "ptr", "i32"], None),
    "describe": (["ptr"] * 3, None),
    "playout": (["ptr", "ptr", "ptr", "i32"], "i32"),
    "perft": (["ptr", "ptr", "i32"], "i64"),
    "batch_start": (["ptr", "i32", "ptr", "i64"], None),
    "batch_count": (["ptr", "i32", "ptr", "ptr", "ptr"], None),
    "batch_play": (["ptr", "i32", "ptr", "ptr", "ptr"], None),
    "batch_random": (["ptr", "i32", "ptr", "ptr", "i64"], None),
    "playouts": (["ptr", "ptr", "ptr", "i32", "i32", "i64", "ptr", "ptr"], None),
}


@functools.cache
def sources_key() -> str:
    """What decides the emitted code besides the description: the package's own files."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        status = path.stat()
        digest.update(f"{path.relative_to(root)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


class NativeProgram:
    """The functions of one module, as attributes, and the forms of its log."""

    def __init__(self, code: bytes, forms: Forms) -> None:
        self.forms = forms
        self._program = Program(code)

    def address(self, name: str) -> int:
        """Where a function lies, for native code that calls it."""
        return self._program.address(name)

    def __getattr__(self, name: str) -> Any:
        if name not in _SIGNATURES:
            raise AttributeError(name)
        parameters, result = _SIGNATURES[name]
        function = self._program.function(name, parameters, result)
        setattr(self, name, function)
        return function


def native(book: Rulebook, text_key: str, *, traced: bool) -> NativeProgram:
    """The program of a game: from the cache, else compiled."""
    parts = (text_key, sources_key(), machine_key(), str(traced))
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    cached = read_cache(key)
    if cached is not None:
        code, forms = pickle.loads(cached)
        return NativeProgram(code, forms)
    emitted = emit(book, traced=traced)
    code = compile_ir(emitted.ir, 1 if traced else 2)
    write_cache(key, pickle.dumps((code, emitted.forms)))
    return NativeProgram(code, emitted.forms)


