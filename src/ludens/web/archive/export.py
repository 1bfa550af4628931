"""All games of an archive as files: lines of JSON, trials, or Parquet for who analyses them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec

from ludens import words
from ludens.system import files
from ludens.web.archive.reading import opened
from ludens.web.archive.records import GameRecord

#: games that are written to a Parquet file at once
_BATCH: Final = 10_000


class MissingPackage(Exception):
    """What writes this format is not installed."""


def records(place: Path | str) -> Iterator[GameRecord]:
    """The games of a server that were played to an end: of a data folder, or a database. Raises StorageError."""
    with opened(place) as query:
        for (text,) in query("SELECT record FROM finished WHERE is_over = 1 ORDER BY ended"):
            yield msgspec.json.decode(words.resolved_json(text, "en"), type=GameRecord)


def write(place: Path | str, form: str, target: Path) -> int:
    """Write the games of a server to a file, of trials to a folder; gives their number.

    Raises StorageError, OSError, MissingPackage.
    """
    games = records(place)
    if form == "trials":
        return _trials(games, target)
    with files.replacing(target) as draft:
        return (_parquet if form == "parquet" else _lines)(games, draft)


def _lines(games: Iterator[GameRecord], target: Path) -> int:
    with target.open("wb") as file:
        return sum(bool(file.write(msgspec.json.encode(record) + b"\n")) for record in games)


def _trials(games: Iterator[GameRecord], target: Path) -> int:
    target.mkdir(parents=True, exist_ok=True)
    count = 0
    for record in games:
        if record.trial:  # else it began with a position set up by hand
            (target / f"{record.id}.trl").write_text(record.trial, encoding="utf-8")
            count += 1
    return count


def _parquet(games: Iterator[GameRecord], target: Path) -> int:
    """A row for each game; people and moves are lists."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise MissingPackage("Parquet needs one more package, pyarrow: pip install 'ludens[lab]'") from None
    text, number, flag = pyarrow.string(), pyarrow.int64(), pyarrow.bool_()
    person = pyarrow.struct([("seat", number), ("label", text), ("id", text), ("name", text), ("agent", text)])
    kinds = {str: text, int: number, bool: flag}
    lists = {
        "options": text,
        "ranking": pyarrow.float64(),
        "people": person,
        "moves": text,
        "ms": number,
    }
    fields = [
        (one.name, pyarrow.list_(lists[one.name]) if one.name in lists else kinds[_plain_type(one.type)])
        for one in msgspec.structs.fields(GameRecord)
    ]
    schema, count = pyarrow.schema(fields), 0
    with parquet.ParquetWriter(target, schema) as writer:
        while batch := list(itertools.islice(games, _BATCH)):
            rows = [msgspec.to_builtins(record) for record in batch]
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))
            count += len(rows)
    return count


def _plain_type(annotation: Any) -> type:
    """The type behind what says more about it."""
    inner: type = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    return inner
