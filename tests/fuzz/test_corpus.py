"""What was a finding once is none any more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzz import corpus_files
from fuzz.driver import Worker, working

pytestmark = pytest.mark.xdist_group("fuzz")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with working() as one:
        yield one


@pytest.mark.parametrize("place", corpus_files.kept(), ids=lambda place: f"{place.parent.name}/{place.stem}")
def test_what_was_found_is_mended(worker: Worker, place: Path) -> None:
    outcome = worker.handle(corpus_files.read(place))
    assert not outcome.is_finding, str(outcome)
