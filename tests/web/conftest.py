"""One server for the tests that leave it as they found it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web_client import Running, running


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    with running() as one:
        yield one
