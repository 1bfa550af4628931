"""Files of many games, read one by one: a game that cannot be read costs no other one, and texts in any encoding.

A format says how its text is cut into games (`File.split`), and reads each for itself. So a fault in one game cannot
reach another, and no more than one game is held at a time.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final, NamedTuple

from ludens.game import LimitExceeded
from ludens.notation.errors import NotationError
from ludens.notation.record import Record

_CHUNK: Final = 1 << 20
#: how much of a file is looked at for what it says of its encoding
_HEAD: Final = 1 << 16
#: a letter of UTF-8 in three bytes: texts in other encodings that have it are hardly ever UTF-8 throughout
_WIDE: Final = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Piece(NamedTuple):
    """The text of one game in a file, and the line that it begins in, from 1."""

    text: str
    line: int = 1


def whole(lines: Iterable[str]) -> Iterator[Piece]:
    """A text as a single piece, for formats that are not cut."""
    yield Piece("".join(lines))


#: what is told of a line, by its fields, and what one and several of them are called
NOUNS: Final = {
    "comments": ("comment", "comments"),
    "glyphs": ("glyph", "glyphs"),
    "nags": ("annotation ($)", "annotations ($)"),
    "marks": ("mark on the board", "marks on the board"),
    "variations": ("variation", "variations"),
    "setups": ("position put up", "positions put up"),
    "nodes": ("node with properties of its own", "nodes with properties of their own"),
    "times": ("time of a turn", "times of turns"),
}


@dataclass(frozen=True)
class File:
    """A format of files with games: `read` takes a text and the name of its file, and raises NotationError.

    A format whose files hold several games says how their lines are cut into single ones (`split`): `read` gets the
    text of one, so that a bad game costs no other one. `write` makes the text of one game or several, with what stands
    `between` them. Files are in UTF-8; those that are not may be in one of the `encodings`, or say themselves which
    (`declared` finds it in their first bytes). A text that has no name is told by how it `begins`, a regular
    expression, where a game has several formats. `holds` are the fields of `Line` that are written, `tags` the tags
    (None for all): who writes a file says what else a record has, see `unheld`.
    """

    write: Callable[[Sequence[Record]], str]
    read: Callable[[str, str], list[Record]]
    suffixes: tuple[str, ...]
    encodings: tuple[str, ...] = ()
    begins: str = ""
    split: Callable[[Iterable[str]], Iterator[Piece]] = whole
    between: str = "\n"
    holds: frozenset[str] = frozenset(NOUNS) - {"times"}
    tags: frozenset[str] | None = None
    declared: Callable[[bytes], str | None] | None = None
    #: whether a game tells its result there, also one that its rules did not end
    tells_result: Callable[[Record], bool] = lambda record: True


@dataclass(frozen=True)
class Refused:
    """A game of a file that cannot be read: its number in the file from 1, its text, and what is wrong with it."""

    number: int
    piece: Piece
    error: NotationError


def games(file: File, lines: Iterable[str], name: str, only: int | None = None) -> Iterator[Record | Refused]:
    """The games of a file, in order, or the one alone whose number is given.

    Those that cannot be read are among them, as `Refused`. Files that were put together have byte-order marks in the
    middle, too: they are no part of a line.
    """
    number = 0
    for piece in file.split(line.lstrip("\ufeff") for line in lines):
        if only is not None and number >= only:
            return
        if only is not None and file.split is not whole and number + 1 < only:
            number += 1
            continue
        try:
            records = file.read(piece.text, name)
        except (NotationError, LimitExceeded) as error:
            number += 1
            wrong = error if isinstance(error, NotationError) else NotationError(str(error), name, 1)
            if only in (None, number):
                yield Refused(number, piece, wrong.moved(piece.line - 1))
            continue
        for record in records:
            number += 1
            record.remarks = [one.moved(piece.line - 1) for one in record.remarks]
            if only in (None, number):
                yield record


def each_line(lines: Iterable[str]) -> Iterator[Piece]:
    """A piece for each line that is not empty."""
    return (Piece(line, number) for number, line in enumerate(lines, 1) if line.strip())


def between(lines: Iterable[str], begins: Callable[[str], bool]) -> Iterator[Piece]:
    """Pieces that begin with lines of some kind; what stands before the first one belongs to it."""
    held, first, begun = list[str](), 1, False
    for number, line in enumerate(lines, 1):
        if begins(line):
            if begun:
                yield Piece("".join(held), first)
                held, first = [], number
            begun = True
        held.append(line)
    if "".join(held).strip():
        yield Piece("".join(held), first)


# --- what a format cannot hold


def unheld(file: File, record: Record) -> list[str]:
    """What a record holds that files of a format do not, in words."""
    parts = [f"the tag {tag}" for tag in record.tags if file.tags is not None and tag not in file.tags]
    if not file.tells_result(record):
        parts.append(f"the result {record.ended}")
    counts = dict[str, int]()
    todo = [record.line]
    while todo:
        line = todo.pop()
        for kind, by_turn in line.annotations().items():
            counts[kind] = counts.get(kind, 0) + sum(map(len, by_turn.values()) if kind in SEVERAL else [len(by_turn)])
        if "variations" in file.holds:
            todo += (other for others in line.variations.values() for other in others)
    for kind, n in counts.items():
        if n and kind not in file.holds:
            parts.append(f"{n} {NOUNS[kind][n != 1]}")
    return parts


#: the fields that hold several of their kind for a turn
SEVERAL: Final = frozenset({"nags", "marks", "variations"})


# --- encodings


@dataclass(frozen=True)
class Encoding:
    """How a file is decoded, and what is to be said of that; `note` is empty where there is no doubt."""

    name: str
    errors: str = "strict"
    note: str = ""


def encoding_of(data: BinaryIO, files: Sequence[File], name: str, declared: str | None = None) -> Encoding:
    """The encoding of a file that may be in any of these formats; `declared` is what its user says.

    A byte-order mark counts first, then what the text says itself, then UTF-8. What is none of them is in one of the
    formats' encodings, and where those have one byte for a letter, lines of UTF-8 may stand beside them.
    """
    head = data.read(_HEAD)
    if declared is not None:
        good = _decodes(data, declared)
        return Encoding(declared, "backslashreplace", "" if good else f"{name} is no text in {declared} throughout")
    marked = next((encoding for mark, encoding in _MARKS if head.startswith(mark)), _two_bytes(head))
    own = next((name_in_file for file in files if file.declared and (name_in_file := file.declared(head))), None)
    listed = [one for file in files for one in file.encodings]
    if marked is None and own is not None and _WIDE.search(head) and _decodes(data, "utf-8"):
        return Encoding("utf-8", note="" if is_utf8(own) else f"{name} says that it is in {own}, and it is in UTF-8")
    for encoding in filter(None, (marked, own, "utf-8")):
        if _decodes(data, encoding):
            return Encoding(encoding)
    for encoding in listed:
        if _is_single(encoding):
            message = (
                f"{name} is no text in UTF-8; where it is not, it is read as {encoding} (--encoding names another)"
            )
            return Encoding("utf-8", _beside(encoding), message)
        if _decodes(data, encoding):
            return Encoding(encoding)
    return Encoding("utf-8", "backslashreplace", f"{name} is no text in UTF-8 throughout (--encoding names another)")


def _two_bytes(head: bytes) -> str | None:
    """UTF-16 of a text that is mostly Latin letters, every other byte of which is 0; None for others.

    >>> _two_bytes("1. e4".encode("utf-16-le")), _two_bytes("1. e4".encode("utf-16-be")), _two_bytes(b"1. e4")
    ('utf-16-le', 'utf-16-be', None)
    """
    least = max(len(head) // 4, 1)
    if head[1::2].count(0) > least:
        return "utf-16-le"
    return "utf-16-be" if head[::2].count(0) > least else None


def lines_of(data: BinaryIO, encoding: Encoding) -> Generator[str, None, None]:
    """The lines of a file, one by one, whatever ends them."""
    data.seek(0)
    text = io.TextIOWrapper(data, encoding.name, encoding.errors, newline=None)
    try:
        for line in text:  # noqa: UP028 - `yield from` would close the file
            yield line
    finally:
        text.detach()  # who opened the file closes it


def is_encoding(name: str) -> bool:
    """Whether there is an encoding of texts of this name."""
    try:
        return isinstance("".encode(name), bytes)
    except (LookupError, ValueError):
        return False


def is_utf8(name: str) -> bool:
    """Whether a name is one of UTF-8.

    >>> is_utf8("UTF8"), is_utf8("GBK")
    (True, False)
    """
    return is_encoding(name) and codecs.lookup(name).name == "utf-8"


def _decodes(data: BinaryIO, encoding: str) -> bool:
    """Whether all of a file is a text in an encoding; one that does not exist decodes nothing."""
    data.seek(0)
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
        while chunk := data.read(_CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except (LookupError, UnicodeError):
        return False
    return True


def _is_single(encoding: str) -> bool:
    """Whether every byte is a letter in an encoding."""
    return len(bytes(range(128, 256)).decode(encoding, "replace")) == 128


def _beside(encoding: str) -> str:
    """The name of a way to read bytes that are no UTF-8 in an encoding of single bytes."""

    def read(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeDecodeError)
        return error.object[error.start : error.end].decode(encoding, "backslashreplace"), error.end

    codecs.register_error(name := f"ludens.{encoding}", read)
    return name
