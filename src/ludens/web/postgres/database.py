"""A PostgreSQL database behind the interface of `ludens.web.database`: SQLAlchemy's pool, and Alembic's migrations."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, CursorResult, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludens.web.database import COLUMNS, Rows, Run, StorageError

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
#: servers that begin at once change the tables one after the other: the number of their lock
_LOCK: Final = 0x6C756465
#: how long a connection is waited for, and in the end a database that is being started again
_CONNECT_SECONDS: Final = 5
_PATIENCE: Final = 8.0
#: a connection that was used so lately is not tried first
_FRESH_SECONDS: Final = 0.1
_USED: Final = "ludens used"
#: what there is to write to, as far as a server of its own disk can say
_ROOM: Final = 1 << 62


def url_of(text: str) -> URL:
    """The address of a database, by the driver that ludens uses. Raises StorageError."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the text may hold a password
        raise StorageError("this is no address of a database, as in postgresql://user@host/name") from None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise StorageError(f"the database is PostgreSQL's, as in postgresql://user@host/name, not {url.drivername}")
    return url.set(drivername="postgresql+psycopg")


class _Rows:
    """What a statement gave, as plain tuples."""

    def __init__(self, result: CursorResult[Any]) -> None:
        self._result = result

    @property
    def rowcount(self) -> int:
        return self._result.rowcount

    def fetchone(self) -> Any:
        row = self._result.fetchone()
        return None if row is None else tuple(row)

    def fetchall(self) -> list[Any]:
        return [tuple(row) for row in self._result.fetchall()]


class PostgresDatabase:
    """A database that servers share, by its address; each of `threads` may work on it at once."""

    now = "extract(epoch from clock_timestamp())"
    texts = "SELECT value FROM json_array_elements_text(CAST(? AS json)) AS listed (value)"
    holds = "position(? IN {0}) > 0"
    is_shared = True

    def __init__(self, address: str, threads: int = 1) -> None:
        """The tables are made, or brought to today's form. Raises StorageError."""
        self.url = url_of(address)
        waiting = {"connect_timeout": _CONNECT_SECONDS, "application_name": "ludens"}
        self._engine = create_engine(self.url, pool_size=threads, max_overflow=0, connect_args=waiting)
        try:
            with self._errors():
                self._prepare()
        except BaseException:
            self.close()
            raise

    def __str__(self) -> str:
        """The address without the password."""
        return f"{self.url.host or 'localhost'}/{self.url.database}"

    def _prepare(self) -> None:
        with self._engine.begin() as connection:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            config = Config()
            config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise StorageError(f"{self} is of another version of ludens ({error})") from None
            for table, columns in COLUMNS.items():
                connection.exec_driver_sql(f"SELECT {columns} FROM {table} LIMIT 0")

    @contextmanager
    def reading(self) -> Iterator[Run]:
        with self._errors(), self._connected() as connection:
            yield _run_on(connection)

    @contextmanager
    def writing(self) -> Iterator[Run]:
        with self._errors(), self._connected() as connection:
            yield _run_on(connection)
            connection.commit()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection that answers: one that broke is replaced, and a database that begins again is waited for."""
        end = time.monotonic() + _PATIENCE
        while True:
            connection = None
            try:
                connection = self._engine.connect()
                if time.monotonic() - connection.info.get(_USED, 0.0) > _FRESH_SECONDS:
                    connection.exec_driver_sql("SELECT 1")
                break
            except DBAPIError:
                if connection is not None:
                    connection.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
        with connection:
            yield connection
            connection.info[_USED] = time.monotonic()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """What the database says, as StorageError; without what was written, which logs have no need of."""
        try:
            yield
        except PoolTimeout as error:
            raise StorageError(f"{self}: all connections are at work") from error
        except DBAPIError as error:
            raise StorageError(f"{self}: {str(error.orig).strip().partition(chr(10))[0]}") from error
        except SQLAlchemyError as error:
            raise StorageError(f"{self}: {type(error).__name__}") from error

    def free(self) -> int:
        return _ROOM  # its disk is another machine's as a rule, and the business of who runs it

    def close(self) -> None:
        self._engine.dispose()


def _run_on(connection: Connection) -> Run:
    def run(statement: str, values: Sequence[Any] = (), /) -> Rows:
        return _Rows(connection.exec_driver_sql(statement.replace("?", "%s"), tuple(values)))

    return run
