"""Some inputs of every generator, the same ones each time; `make fuzz` makes others, for hours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fuzz import sources
from fuzz.driver import Worker, working
from fuzz.generators import GENERATORS, numbered

SEED = 1


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with working() as one:
        yield one


@pytest.fixture(autouse=True)
def library_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The inputs are made of the library's descriptions, which are the same everywhere."""
    monkeypatch.setenv("LUDENS_CONFORMANCE", "none")
    sources.files.cache_clear()
    yield
    sources.files.cache_clear()


def findings(worker: Worker, name: str, first: int, last: int) -> list[str]:
    outcomes = ((n, worker.handle(numbered(name, SEED, n))) for n in range(first, last))
    return [f"{name} {SEED} {n}: {outcome}" for n, outcome in outcomes if outcome.is_finding]


@pytest.mark.parametrize("name", GENERATORS)
def test_a_few_inputs(worker: Worker, name: str) -> None:
    assert findings(worker, name, 0, 5) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GENERATORS)
def test_more_inputs(worker: Worker, name: str) -> None:
    assert findings(worker, name, 5, 12 if name == "frames" else 25) == []
