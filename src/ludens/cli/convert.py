"""convert: files with games from one notation to another."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.common import FAILED, Misuse, add_command, load, positive, read_text, say
from ludens.game.trial import TrialError, read_trial, write_trial

if TYPE_CHECKING:
    from ludens.notation import Record, Style

TRIAL = "trial"


def add(commands: Any) -> None:
    convert = add_command(commands, "convert", _convert, game=True)
    convert.add_argument("file", nargs="?", default="-", metavar="FILE", help="a path, or - (the default)")
    told = "a format of the game (ludens notation GAME lists them), or trial"
    convert.add_argument("--from", dest="source", metavar="FORMAT", help=f"{told}; usually told by the file's name")
    convert.add_argument("--to", dest="target", metavar="FORMAT", default=TRIAL, help=f"{told} (trial)")
    convert.add_argument("--number", type=positive, metavar="N", help="only the game of this number in the file")
    convert.add_argument("-o", "--output", metavar="FILE", help="a file to write, not standard output")


def _convert(arguments: argparse.Namespace) -> int:
    from ludens import notation

    file = arguments.file
    style = notation.of(load(arguments.game, arguments.option))
    text, name = (sys.stdin.read(), "<stdin>") if file == "-" else (_text(style, Path(file)), file)
    try:
        records = _read(style, text, name, arguments.source or _guessed(style, text, name))
        written = _written(style, _chosen(records, arguments.number, name), arguments.target)
    except (notation.NotationError, TrialError) as error:
        say(str(error))
        return FAILED
    if arguments.output:
        Path(arguments.output).write_text(written, encoding="utf-8")
    else:
        print(written, end="")
    return 0


def _text(style: Style, path: Path) -> str:
    """The text of a file, in UTF-8 or else in what files of its kind are often written in. Raises Misuse."""
    data, suffix = path.read_bytes(), path.suffix.lower()
    for encoding in (
        "utf-8",
        *(one for file in style.files.values() if suffix in file.suffixes for one in file.encodings),
    ):
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return read_text(path)


def _guessed(style: Style, text: str, name: str) -> str:
    """The format of a file by the end of its name, or by its beginning."""
    if text.removeprefix("\ufeff").startswith("game="):
        return TRIAL
    suffix = Path(name).suffix.lower()
    found = [form for form, file in style.files.items() if suffix in file.suffixes]
    if not found and len(style.files) != 1:
        raise Misuse(f"say what {name} is written in, with --from: {', '.join([*style.files, TRIAL])}")
    return found[0] if found else next(iter(style.files))


def _read(style: Style, text: str, name: str, form: str) -> list[Record]:
    from ludens.notation import Record

    if form == TRIAL:
        return [Record.of_trial(style.game, read_trial(text, name))]
    return style.read(text, form, name)


def _chosen(records: list[Record], number: int | None, name: str) -> list[Record]:
    if number is None:
        return records
    if number > len(records):
        raise Misuse(f"{name} has {len(records)} games, and not one of number {number}")
    return [records[number - 1]]


def _written(style: Style, records: list[Record], form: str) -> str:
    if form != TRIAL:
        return style.write(records, form)
    if len(records) != 1:
        raise Misuse(f"a trial holds one game, and here are {len(records)}: say which with --number")
    try:
        return write_trial(records[0].trial())
    except ValueError as error:
        raise Misuse(str(error)) from None
