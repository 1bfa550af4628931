"""A game as a C library: object file, header, static and shared library, an example. It needs memcpy and its kind."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ludens.export.archive import archive, archive_of_bsd
from ludens.export.code import emit_game
from ludens.export.errors import ExportError
from ludens.export.files import require_folder, write_all
from ludens.export.header import example, header
from ludens.export.texts import texts
from ludens.game import Game
from ludens.stage.targets import UnknownTarget, native, triple
from ludens.stage.targets.target import Target

#: functions of the header that are no `entries`
_TEXTS: Final = ("slot_label", "component_name", "error_text", "move_text")


def c(game: Game, folder: Path, machine: str | None = None, *, prefix: str | None = None) -> list[Path]:
    """Write a game as a C library to a folder, which is made; returns the files.

    It is for machines like this one, or for those of another triple, as in `aarch64-linux-gnu`. What others see begins
    with `prefix`, which is made of the game's name. For Linux and FreeBSD there is a shared library beside the static
    one; on Apple's machines and on Windows the linker there makes one. Raises ExportError before anything is written:
    for a match, a triple without code, a prefix that C does not take, a folder that cannot be written into, or where
    there is no linker for a shared library.
    """
    try:
        target = native() if machine is None else triple(machine)
    except UnknownTarget as error:
        raise ExportError(str(error)) from None
    name = prefix or prefix_of(game.name)
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise ExportError(f"names in C cannot begin with {name!r}: give another prefix")
    require_folder(folder)
    link = _linker(target) if target.container == "ELF" else None
    code = emit_game(game)
    objects = code.objects(target, f"{name}_", texts(code)).code
    names = [*code.functions, *_TEXTS]
    files = {f"{name}.h": header(code, name, names).encode(), **_libraries(target, name, objects, names)}
    if link is not None:
        files[f"lib{name}.so"] = _link(link, objects)
    if "play" in code.functions:
        files["example.c"] = example(code, name).encode()
    folder.mkdir(parents=True, exist_ok=True)
    return write_all({folder / file: data for file, data in files.items()})


def _libraries(target: Target, name: str, objects: bytes, names: Sequence[str]) -> dict[str, bytes]:
    """The object file and the static library, as they are called on the target's machines."""
    symbols = [f"{name}_{one}" for one in names]
    if target.container == "COFF":
        return {f"{name}.obj": objects, f"{name}.lib": archive(f"{name}.obj", objects, symbols)}
    if target.container == "MachO":
        packed = archive_of_bsd(f"{name}.o", objects, [f"_{symbol}" for symbol in symbols])
    else:
        packed = archive(f"{name}.o", objects, symbols)
    return {f"{name}.o": objects, f"lib{name}.a": packed}


def prefix_of(name: str) -> str:
    """The prefix of names in C for a game: its letters and digits, in small letters."""
    short = re.sub(r"\W+", "_", re.sub(r"['’]", "", name).lower(), flags=re.ASCII).strip("_")
    return short if short and not short[0].isdigit() else f"game_{short}".rstrip("_")


def _linker(target: Target) -> Sequence[str]:
    """The command that links a shared library. Raises ExportError if there is none."""
    if target.triple == native().triple and (compiler := shutil.which("cc") or shutil.which("gcc")):
        return [compiler, "-shared", "-nostdlib"]
    if importlib.util.find_spec("ziglang") is None:
        raise ExportError(f'the linker for {target.triple}, ziglang, is missing: pip install "ludens[export]"')
    return [sys.executable, "-m", "ziglang", "ld.lld", "-shared"]


def _link(command: Sequence[str], code: bytes) -> bytes:
    """The shared library of object code. Raises ExportError with what the linker says."""
    with tempfile.TemporaryDirectory(prefix="ludens-") as folder:
        source, shared = Path(folder, "game.o"), Path(folder, "game.so")
        source.write_bytes(code)
        words = [*command, str(source), "-o", str(shared)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ExportError(f"the linker failed: {done.stderr.strip()}")
        return shared.read_bytes()
