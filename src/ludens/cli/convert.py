"""convert: files with games from one notation to another."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TextIO

from ludens.cli.common import FAILED, Misuse, add_command, counted, load, positive, say
from ludens.game import IllegalMove
from ludens.game.trial import TrialError, read_trial, write_trial
from ludens.system import files

if TYPE_CHECKING:
    from ludens.notation import Record, Style
    from ludens.notation.reading import File, Refused

TRIAL = "trial"
SKIP, STOP, KEEP = "skip", "stop", "keep"
#: how many bytes of a file show its format
_HEAD: Final = 16


def add(commands: Any) -> None:
    convert = add_command(commands, "convert", _convert, game=True)
    convert.add_argument("file", nargs="?", default="-", metavar="FILE", help="a path, or - (the default)")
    formats = "a format of the game (ludens notation GAME lists them), or trial"
    convert.add_argument("--from", dest="source", metavar="FORMAT", help=f"{formats}; usually the file's name shows it")
    convert.add_argument("--to", dest="target", metavar="FORMAT", default=TRIAL, help=f"{formats} (trial)")
    convert.add_argument("--number", type=positive, metavar="N", help="only the game of this number in the file")
    convert.add_argument("-o", "--output", metavar="FILE", help="a file to write, not standard output")
    errors = (
        "what becomes of a game that cannot be read: it is left out (skip, the default), it ends the reading (stop), "
        "or its text is kept (keep): in its place where the format stays, else in OUTPUT.refused. It is reported in "
        "each case, and the exit code is 1"
    )
    convert.add_argument("--errors", choices=(SKIP, STOP, KEEP), default=SKIP, help=errors)
    encoding = "what the file is encoded in, such as latin-1 or gb18030; usually the file shows it"
    convert.add_argument("--encoding", metavar="NAME", help=encoding)


def _convert(arguments: argparse.Namespace) -> int:
    from ludens import notation
    from ludens.notation.reading import encoding_of, is_encoding, lines_of

    style = notation.of(load(arguments.game, arguments.option))
    if arguments.encoding is not None and not is_encoding(arguments.encoding):
        raise Misuse(f"there is no encoding {arguments.encoding!r}")
    output = Path(arguments.output or "")
    if arguments.output and arguments.file != "-" and output.exists() and output.samefile(arguments.file):
        raise Misuse(f"{arguments.output} is the file that is read: name another output")
    with ExitStack() as stack:
        data = _input() if arguments.file == "-" else stack.enter_context(Path(arguments.file).open("rb"))
        name = "<stdin>" if arguments.file == "-" else arguments.file
        source = (arguments.source or _guess(style, data, name)).lower()
        try:
            likely = [style.files[source]] if source in style.files else []
            encoding = encoding_of(data, likely, name, arguments.encoding)
            if encoding.note:
                say(encoding.note)
            if source == TRIAL:
                return _convert_trial(arguments, style, "".join(lines_of(data, encoding)), name)
            reader = _Reader(arguments, style, source, name, data)
            lines = stack.enter_context(closing(lines_of(data, encoding)))
            return _to_trial(arguments, reader, lines) if arguments.target == TRIAL else _stream(reader, lines, stack)
        except (notation.NotationError, TrialError) as error:
            say(str(error))
            return FAILED


def _input() -> BinaryIO:
    """Standard input as bytes that can be read twice."""
    source = getattr(sys.stdin, "buffer", None)
    return io.BytesIO(sys.stdin.read().encode("utf-8", "surrogateescape") if source is None else source.read())


def _guess(style: Style, data: BinaryIO, name: str) -> str:
    """The format of a file by its beginning, or by the end of its name."""
    head = data.read(_HEAD)
    data.seek(0)
    if head.removeprefix(b"\xef\xbb\xbf").startswith(b"game="):
        return TRIAL
    suffix = Path(name).suffix.lower()
    forms = [form for form, file in style.files.items() if suffix in file.suffixes]
    if not forms:
        text = head.decode("utf-8", "ignore").removeprefix("\ufeff").lstrip()
        forms = [form for form, file in style.files.items() if file.begins and re.match(file.begins, text)]
    if not forms and len(style.files) != 1:
        raise Misuse(f"say what {name} is written in, with --from: {', '.join([*style.files, TRIAL])}")
    return forms[0] if forms else next(iter(style.files))


def _convert_trial(arguments: argparse.Namespace, style: Style, text: str, name: str) -> int:
    from ludens.notation import Record

    if (arguments.number or 1) > 1:
        raise Misuse(f"{name} has 1 game, and not one of number {arguments.number}")
    record = Record.of_trial(style.game, read_trial(text, name))
    to_trial = arguments.target == TRIAL
    _put(arguments, write_trial(record.trial()) if to_trial else style.write(record, arguments.target))
    return 0


def _to_trial(arguments: argparse.Namespace, reader: _Reader, lines: Iterator[str]) -> int:
    """A trial holds one game."""
    records = [one for one in reader.games(lines) if not isinstance(one, str)]
    if len(records) > 1 or not reader.refused:
        if len(records) != 1:
            raise Misuse(f"a trial holds one game, and here are {len(records)}: say which with --number")
        try:
            _put(arguments, write_trial(records[0].trial()))
        except ValueError as error:
            raise Misuse(str(error)) from None
    return reader.exit_code()


def _stream(reader: _Reader, lines: Iterator[str], stack: ExitStack) -> int:
    """Write each game as soon as it is read: only one is in memory."""
    style, arguments = reader.style, reader.arguments
    target = style.file(arguments.target)
    sink: TextIO | None = None
    for one in reader.games(lines):
        text = one if isinstance(one, str) else reader.written(one, target)
        if text is None:
            continue
        if sink is not None:
            text = target.between + text
        elif arguments.output:
            sink = Path(arguments.output).open("w", encoding="utf-8")  # noqa: SIM115
            stack.enter_context(sink)
        else:
            sink = sys.stdout
        sink.write(text)
    return reader.exit_code()


def _put(arguments: argparse.Namespace, text: str) -> None:
    if arguments.output:
        files.write_text(arguments.output, text)
    else:
        print(text, end="")


class _Reader:
    """Reads the games of a file, and reports what is wrong with them."""

    def __init__(self, arguments: argparse.Namespace, style: Style, source: str, name: str, data: BinaryIO) -> None:
        self.arguments, self.style, self.name = arguments, style, name
        self._source, self._data = source, data
        self.read, self.refused = 0, 0
        self._keeps = arguments.errors == KEEP
        self._beside = arguments.target.lower() != source
        if self._keeps and self._beside and not arguments.output:
            raise Misuse("games that cannot be read are kept in a file beside the output: name it with -o")

    def games(self, lines: Iterator[str]) -> Iterator[Record | str]:
        """The games, and the texts of those that cannot be read where these are kept in their place.

        Raises NotationError where such a game ends the reading.
        """
        from ludens.notation import NotationError, Record

        number = self.arguments.number
        for one in self._counted(self.style.games(lines, self._source, self.name, only=number)):
            if isinstance(one, Record):
                self.read += 1
                self._tell(one, number or self.read + self.refused)
                yield one
                continue
            self.refused += 1
            if self.arguments.errors == STOP:
                raise one.error
            say(f"{one.error} (game {one.number})")
            if self._keeps and not self._beside:
                yield one.piece.text.rstrip() + "\n"
            elif self._keeps:
                self._keep(one.piece.text)
        if not self.read + self.refused:
            if number is None:
                raise NotationError("there is no game here", self.name, 1)
            raise Misuse(f"{self.name} has no game of the number {number}")

    def written(self, record: Record, target: File) -> str | None:
        """A game as text; None for one that the format cannot hold, which costs no other game.

        Raises NotationError where it ends the writing.
        """
        from ludens.notation import NotationError

        try:
            return target.write([record])
        except (NotationError, IllegalMove) as error:
            self.read, self.refused = self.read - 1, self.refused + 1
            number = self.arguments.number or self.read + self.refused
            cause = f"{self.name}: files of {self.arguments.target} cannot hold this game: {error} (game {number})"
            if self.arguments.errors == STOP:
                raise NotationError(cause) from None
            say(cause)
            if self._keeps:
                self._keep(self.style.file(self._source).write([record]))
            return None

    def _keep(self, text: str) -> None:
        with Path(f"{self.arguments.output}.refused").open("w" if self.refused == 1 else "a", encoding="utf-8") as side:
            side.write(text.rstrip() + "\n\n")

    def _tell(self, record: Record, number: int) -> None:
        """Report what of a game is not read, or not written."""
        from ludens.notation.reading import unheld
        from ludens.notation.record import ends_by_rules

        for remark in record.remarks:
            say(f"{remark} (game {number})")
        if self.arguments.target == TRIAL:
            lost = [f"the tag {tag}" for tag in record.tags]
            lost += [kind for kind, count in record.annotations().items() if count]
            lost += [] if ends_by_rules(record) else [f"the result {record.ended}"]
        else:
            lost = unheld(self.style.file(self.arguments.target), record)
        if lost:
            say(f"{self.name}: files of {self.arguments.target} do not hold {', '.join(lost)} (game {number})")

    def _counted(self, games: Iterator[Record | Refused]) -> Iterator[Record | Refused]:
        """The same, with a bar on standard error that shows how much of the file is read."""
        from ludens.cli.screen import progress_bar, shown

        at = self._data.tell()
        size = self._data.seek(0, io.SEEK_END)
        self._data.seek(at)
        with progress_bar() as progress:
            bar = progress.add_task(shown(self.name), total=size)
            for number, one in enumerate(games, 1):
                yield one
                progress.update(bar, completed=self._data.tell(), description=f"{shown(self.name)}: {number} games")

    def exit_code(self) -> int:
        """The exit code; prints a count if some games could not be read."""
        if not self.refused:
            return 0
        where = f" in {self.arguments.output}.refused" * self._beside
        away = f"kept{where}" if self._keeps else "left out"
        say(f"{self.name}: {counted(self.read, 'game')} read, {self.refused} that cannot be read {away}")
        return FAILED
