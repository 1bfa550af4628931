"""The tests of tables of several people, of choices made at once, studies, turns, data, moderation, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import test_server_at_once
import test_server_chat
import test_server_clocks
import test_server_data
import test_server_moderation
import test_server_people
import test_server_studies
import test_server_turns
import web_client
from postgres_server import Postgres
from web_client import Running, running

from ludens.web.hosting import Hosting

pytestmark = pytest.mark.integration
_SAME = (
    test_server_at_once,
    test_server_chat,
    test_server_clocks,
    test_server_data,
    test_server_moderation,
    test_server_people,
    test_server_studies,
    test_server_turns,
)
for _module in _SAME:  # with the fixtures that stand beside them
    for _name, _value in vars(_module).items():
        if not _name.startswith("__") and _name not in ("server", "pytestmark"):
            assert not _name.startswith("test_") or _value is globals().get(_name, _value), _name
            globals()[_name] = _value


@pytest.fixture(scope="module", autouse=True)
def on_postgres(postgres: Postgres) -> Iterator[None]:
    """A data folder stands for a database: a server that begins again with it has the same games."""
    places = dict[Path, Hosting]()

    def hosting_of(data: Path | None) -> Hosting:
        if data is None:
            return Hosting(database=postgres.database())
        return places.setdefault(data, Hosting(database=postgres.database()))

    before, web_client.hosting_of = web_client.hosting_of, hosting_of
    yield
    web_client.hosting_of = before


@pytest.fixture(scope="module")
def server(on_postgres: None) -> Iterator[Running]:
    with running() as one:
        yield one
