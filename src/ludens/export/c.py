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

from ludens.export.archive import archive
from ludens.export.code import emitted
from ludens.export.errors import ExportError
from ludens.export.header import example, header
from ludens.export.texts import texts
from ludens.game import Game
from ludens.stage.targets import UnknownTarget, native, triple
from ludens.stage.targets.target import Target

#: functions of the header that are no `entries`
_TEXTS: Final = ("slot_label", "component_name", "error_text")


def c(game: Game, folder: Path, machine: str | None = None, *, prefix: str | None = None) -> list[Path]:
    """Write a game as a C library to a folder, which is made; gives what was written.

    It is for machines like this one, or for those of another triple, as in `aarch64-linux-gnu`. What others see begins
    with `prefix`, which is made of the game's name. Raises ExportError before anything is written: for a match, a
    triple without code, a prefix that C does not take, or where there is no linker for a shared library.
    """
    try:
        target = native() if machine is None else triple(machine)
    except UnknownTarget as error:
        raise ExportError(str(error)) from None
    name = prefix or prefix_of(game.name)
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise ExportError(f"names in C cannot begin with {name!r}: give another prefix")
    link = _linker(target)
    code = emitted(game)
    objects = code.objects(target, f"{name}_", texts(code)).code
    names = [*code.functions, *_TEXTS]
    with tempfile.TemporaryDirectory(prefix="ludens-") as made:
        _link(link, objects, Path(made))
        shared = Path(made, "game.so").read_bytes()
    files = {
        f"{name}.h": header(code, name, names).encode(),
        f"{name}.o": objects,
        f"lib{name}.a": archive(f"{name}.o", objects, [f"{name}_{one}" for one in names]),
        f"lib{name}.so": shared,
    }
    if "play" in code.functions:
        files["example.c"] = example(code, name).encode()
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in files.items():
        (folder / file).write_bytes(data)
    return [folder / file for file in files]


def prefix_of(name: str) -> str:
    """What names in C begin with for a game: its letters and digits, in small letters."""
    short = re.sub(r"\W+", "_", re.sub(r"['’]", "", name).lower(), flags=re.ASCII).strip("_")
    return short if short and not short[0].isdigit() else f"game_{short}".rstrip("_")


def _linker(target: Target) -> Sequence[str]:
    """What makes a shared library. Raises ExportError where there is nothing that does."""
    if "linux" not in target.triple and "freebsd" not in target.triple:
        raise ExportError(f"C libraries are made for Linux and FreeBSD, not for {target.triple}")
    if target.triple == native().triple and (compiler := shutil.which("cc") or shutil.which("gcc")):
        return [compiler, "-shared", "-nostdlib"]
    if importlib.util.find_spec("ziglang") is None:
        raise ExportError(f"the linker for {target.triple}, ziglang, is missing: pip install 'ludens[export]'")
    return [sys.executable, "-m", "ziglang", "ld.lld", "-shared"]


def _link(command: Sequence[str], code: bytes, folder: Path) -> None:
    source = folder / "game.o"
    source.write_bytes(code)
    words = [*command, str(source), "-o", str(folder / "game.so")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ExportError(f"the linker failed: {done.stderr.strip()}")
