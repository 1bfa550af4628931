"""The archive of a server as commands read it, also while the server runs: its file, or its PostgreSQL database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from ludens.web.database import StorageError, storage_errors

#: the rows of a query in SQL that both databases speak, with named parameters
Query: TypeAlias = Callable[..., Iterable[tuple[Any, ...]]]
_NONE: Mapping[str, Any] = MappingProxyType({})


@contextmanager
def opened(place: Path | str) -> Iterator[Query]:
    """What asks the archive of a data folder, or of a database at an address. Raises StorageError."""
    with _file(place) if isinstance(place, Path) else _database(place) as query:
        yield query


@contextmanager
def _file(folder: Path) -> Iterator[Query]:
    place = folder / "tables.sqlite"
    if not place.is_file():
        raise StorageError(f"{folder} holds no games of a server: there is no {place.name}")
    with storage_errors(place), closing(sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)) as database:
        has_archive = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'finished'").fetchone()

        def query(text: str, values: Mapping[str, Any] = _NONE) -> Iterable[tuple[Any, ...]]:
            return database.execute(text, dict(values)) if has_archive else ()

        yield query


@contextmanager
def _database(address: str) -> Iterator[Query]:
    try:
        from sqlalchemy import create_engine
        from sqlalchemy import text as statement
        from sqlalchemy.exc import SQLAlchemyError

        from ludens.web.postgres.database import url_of
    except ModuleNotFoundError as error:
        raise StorageError(f"PostgreSQL needs more packages ({error.name}): pip install 'ludens[server]'") from None
    engine = create_engine(url_of(address))
    try:
        with engine.connect().execution_options(postgresql_readonly=True, stream_results=True) as connection:

            def query(text: str, values: Mapping[str, Any] = _NONE) -> Iterable[tuple[Any, ...]]:
                return (tuple(row) for row in connection.execute(statement(text), values))

            yield query
    except SQLAlchemyError as error:  # whose text may hold a password
        raise StorageError(f"{url_of(address)!r} cannot be read: {type(error).__name__}") from None
    finally:
        engine.dispose()
