"""One server, and one PostgreSQL, for the tests that leave them as they found them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from postgres_server import Postgres, running_postgres
from web_client import Running, running

from ludens.web.storage import Storage


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    with running() as one:
        yield one


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as one:
        yield one


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)])
def open_store(request: pytest.FixtureRequest) -> Iterator[Callable[..., Storage]]:
    """Opens an empty database of each kind; again it is the same one, for another server if need be."""
    opened = list[Storage]()
    if request.param == "sqlite":
        shared = Storage(None)

        def open_one(node: str = "") -> Storage:
            return Storage(shared.database, node=node)
    else:
        from ludens.web.postgres.database import PostgresDatabase

        address = request.getfixturevalue("postgres").database()

        def open_one(node: str = "") -> Storage:
            opened.append(Storage(PostgresDatabase(address), node=node))
            return opened[-1]

    yield open_one
    for one in opened:
        one.close()
