"""A game's native code: emitted when the game is loaded, compiled when first wanted, kept in the cache."""

from __future__ import annotations

import functools
import hashlib
import pickle
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ludens import ludemes
from ludens.game.compiler import Emitted, emit
from ludens.language import LudError, Span
from ludens.ludemes.base import Ludeme
from ludens.ludemes.runtime.trace import Forms
from ludens.stage.engine import Program, compile_ir, machine_key, read_cache, write_cache

if TYPE_CHECKING:
    from ludens.game.builder import Rulebook

_SIGNATURES: dict[str, tuple[list[str], str | None]] = {
    "start": (["ptr"] * 2, None),
    "set_up": (["ptr", "ptr", "ptr", "i32", "i32", "i32"], None),
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


def sources_key() -> str:
    """What decides the emitted code besides the description: the package's files, and ludemes from elsewhere."""
    return _files_key((str(Path(__file__).parents[1]), *ludemes.__path__[1:]))


@functools.cache
def _files_key(folders: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            status = path.stat()
            digest.update(f"{path.relative_to(folder)} {status.st_size} {status.st_mtime_ns}\n".encode())
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


def module_key(text: str, *, traced: bool) -> str:
    """What a module of a game is called in the cache; `text` is the expanded text of the description."""
    parts = (text, sources_key(), machine_key(), str(traced))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


class Module:
    """One module of a game: the traced or the fast one. Emitting it finds what the description asks in vain."""

    def __init__(self, book: Rulebook, text: str, *, traced: bool) -> None:
        self._book, self._traced = book, traced
        self._key = module_key(text, traced=traced)
        self._compiled = _unpacked(read_cache(self._key))
        self._emitted: Emitted | None = None

    def check(self) -> None:
        """Emit the module unless it is in the cache. Raises LudError."""
        if self._compiled is None and self._emitted is None:
            self._emitted = emit_located(self._book, traced=self._traced)

    def program(self) -> NativeProgram:
        """The compiled module."""
        self.check()
        if self._compiled is None:
            assert self._emitted is not None
            self._compiled = (_compiled(self._emitted.ir, 1 if self._traced else 2), self._emitted.forms)
            write_cache(self._key, pickle.dumps(self._compiled))
            self._emitted = None
        return NativeProgram(*self._compiled)


def _compiled(ir: str, level: int) -> bytes:
    try:
        return compile_ir(ir, level)
    except RuntimeError as error:
        raise LudError(f"ludens made wrong code of these rules, which is a defect of ludens: {error}") from error


def _unpacked(cached: bytes | None) -> tuple[bytes, Forms] | None:
    return pickle.loads(cached) if cached is not None else None


def emit_located(book: Rulebook, *, traced: bool) -> Emitted:
    """Emit a module; what a ludeme cannot do becomes a LudError at its place."""
    whole = book.game.node.span
    try:
        return emit(book, traced=traced)
    except LudError as error:
        if error.span is None:
            raise LudError(error.message, _place(error.__traceback__, whole), error.hint) from error
        raise
    except NotImplementedError as error:
        raise LudError(f"not supported yet: {error}", _place(error.__traceback__, whole)) from error
    except RecursionError as error:
        raise LudError("the rules are nested too deeply", _place(error.__traceback__, whole)) from error
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        message = f"these rules cannot be compiled ({type(error).__name__}: {error})"
        raise LudError(message, _place(error.__traceback__, whole)) from error


def _place(traceback: TracebackType | None, found: Span) -> Span:
    """The text of the innermost ludeme that was being emitted; `found` where there was none."""
    while traceback is not None:
        ludeme = traceback.tb_frame.f_locals.get("self")
        if isinstance(ludeme, Ludeme) and "node" in ludeme.__dict__:
            found = ludeme.node.span
        traceback = traceback.tb_next
    return found
