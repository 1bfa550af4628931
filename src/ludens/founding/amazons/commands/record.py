"""record: a game of Amazons checked, or made of a trial."""

from __future__ import annotations

import argparse
from typing import Any

from ludens.cli.common import add_command, positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.founding.amazons.commands.files import is_referees, record_of, referees_record, text_of
from ludens.founding.amazons.record import Record, RecordError
from ludens.game.trial import write_trial
from ludens.system import files


def add(commands: Any) -> None:
    record = add_command(commands, "record", _record)
    record.add_argument("file", nargs="?", default="-", metavar="FILE", help="a record or a trial, or - (the default)")
    record.add_argument(
        "--size", type=positive, default=10, metavar="N", help="the board of a record without headers (10)"
    )
    record.add_argument("--save", metavar="FILE", help="write the record to a file, not to standard output")
    record.add_argument("--trial", metavar="FILE", help="write the game as a trial, which ludens replay reads")


def _record(arguments: argparse.Namespace) -> int:
    try:
        file = arguments.file
        record = referees_record(file) if is_referees(file) else record_of(*text_of(file), arguments.size)
    except RecordError as error:
        say(str(error))
        return FAILED
    if arguments.trial:
        files.write_text(arguments.trial, _trial(record))
    if arguments.save:
        record.save(arguments.save)
    elif not arguments.trial:
        print(record.text(), end="")
    return 0


def _trial(record: Record) -> str:
    try:
        return write_trial(record.trial())
    except ValueError as error:
        raise Misuse(str(error)) from None
