"""Static libraries with one object and its index: the format `ar`, as System V has it (Linux, FreeBSD, Windows) and as
BSD has it, with 64-bit alignment (Apple's machines)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

_MAGIC: Final = b"!<arch>\n"


def archive(name: str, code: bytes, symbols: Sequence[str]) -> bytes:
    """An archive with one object file, which defines these symbols."""
    symbol_names = b"".join(symbol.encode() + b"\0" for symbol in symbols)
    index_size = 4 + 4 * len(symbols) + len(symbol_names)
    names = f"{name}/\n".encode()
    place = len(_MAGIC) + 2 * _HEAD_SIZE + _even(index_size) + _even(len(names))
    index = struct.pack(f">{1 + len(symbols)}I", len(symbols), *[place] * len(symbols)) + symbol_names
    return _MAGIC + _member("/", index) + _member("//", names) + _member("/0", code)


def archive_of_bsd(name: str, code: bytes, symbols: Sequence[str]) -> bytes:
    """The same for Apple's linkers: names stand before what they name, and all begins at multiples of 8 bytes."""
    symbol_names = b"".join(symbol.encode() + b"\0" for symbol in symbols)
    symbol_names += bytes(-len(symbol_names) % 8)
    places, at = list[int](), 0
    for symbol in symbols:
        places.append(at)
        at += len(symbol.encode()) + 1

    def index(member: int) -> bytes:
        entries = b"".join(struct.pack("<II", place, member) for place in places)
        return struct.pack("<I", len(entries)) + entries + struct.pack("<I", len(symbol_names)) + symbol_names

    place = len(_MAGIC) + len(_named("__.SYMDEF", index(0), len(_MAGIC)))
    return _MAGIC + _named("__.SYMDEF", index(place), len(_MAGIC)) + _named(name, code, place)


_HEAD_SIZE: Final = 60


def _even(size: int) -> int:
    return size + (size & 1)


def _member(name: str, data: bytes) -> bytes:
    """A member, as nobody's and of no time, so that equal contents make equal files."""
    head = f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{len(data):<10}`\n".encode()
    return head + data + b"\n" * (len(data) & 1)


def _named(name: str, data: bytes, at: int) -> bytes:
    """A member of BSD's, which begins at this place: its name before its data, which begins at a multiple of 8."""
    text = name.encode() + b"\0"
    text += bytes(-(at + _HEAD_SIZE + len(text)) % 8)
    return _member(f"#1/{len(text)}", text + data + b"\n" * (-len(data) % 8))
