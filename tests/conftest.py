"""What every test shares: hypothesis profiles, a cache folder of the test run's own, and where the test data lies."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
# A submission is judged on examples that its author could run, not on what chance finds in old code that day.
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))

# Tests must not depend on the user's cache of compiled games, nor fill it. Worker processes inherit the folder.
os.environ.setdefault("LUDENS_CACHE", os.path.join(tempfile.gettempdir(), f"ludens-test-cache-{os.getuid()}"))

# Nor on what stands on the user's shelf.
os.environ["LUDENS_SHELF"] = os.path.join(os.environ["LUDENS_CACHE"], "no-shelf.json")

# Most tests load a game for a few moves. That optimised code does the same is for the recorded games (`ratchet.py`).
os.environ.setdefault("LUDENS_OPTIMISE", "0")

# Programs that tests start keep their byte code, whatever the environment says: to compile all sources takes a second.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("PYTHONPYCACHEPREFIX", os.path.join(os.environ["LUDENS_CACHE"], "pycache"))

# A shell that runs the tests in the background lets them ignore Ctrl-C, and programs that they start inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
DATA = TESTS / "data"
#: after how long a test that is marked as slow counts as one that hangs; others: see `timeout` in pyproject.toml
SLOW_SECONDS = 3600


#: markers, and what the paths begin with of all files whose tests have them: they need more than `make test` installs,
#: other processes, or minutes
MARKED = {
    "integration": (
        "agents/test_strongest", "arena/test_rating", "arena/test_tournament", "bench/", "certify/",
        "docs/", "envs/", "examples/", "export/", "fuzz/", "gpu/", "imports/", "lab/", "library/test_library_promises",
        "library/test_marbles", "library/test_twixt", "lsp/test_server", "lsp/test_vscode", "native/test_stopping",
        "nets/", "oracles/", "solve/test_command", "solve/test_parts", "study/test_review", "suite/test_evaluating",
        "suite/test_questions", "system/", "training/", "tuning/", "web/test_server_",
        "workers/cluster/", "workers/test_blocking", "workers/test_fork_server",
    ),
    "browser": ("web/browser/",),
}  # fmt: skip
#: servers that `make test` runs: one answers, refuses, sends pages, and plays a game
UNMARKED = ("web/test_server_api", "web/test_server_middleware", "web/test_server_docs", "web/test_server_play")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What `-m` leaves out is not imported: what these tests need may not be installed."""
    marker = _marker(collection_path)
    return True if marker and f"not {marker}" in config.option.markexpr else None


def _marker(path: Path) -> str | None:
    """The marker of a file or folder, if it has one."""
    below = f"{path.relative_to(TESTS).as_posix()}/" if path.is_relative_to(TESTS) else ""
    if below.startswith(UNMARKED):
        return None
    return next((marker for marker, begins in MARKED.items() if below.startswith(begins)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if (marker := _marker(item.path)) is not None:
            item.add_marker(marker)
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(SLOW_SECONDS))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of the test data."""
    return DATA


@pytest.fixture(scope="session", autouse=True)
def games_of_moves() -> None:
    """Most tests make single moves of small games: the code of playouts is emitted for those that ask for some."""
    from ludens.game.code import Code

    Code.checks_logging = True


@pytest.fixture(scope="module")
def checked_by_playouts() -> Iterator[None]:
    """New descriptions are checked as they are outside of tests."""
    from ludens.game.code import Code

    Code.checks_logging = False
    yield
    Code.checks_logging = True


@pytest.fixture(autouse=True)
def forgotten_classes() -> Iterator[None]:
    """No later test knows the agents and measures of a test or a page, but those that a module of tests defines."""
    before = {id(one) for registry in _registries() for one in registry.values()}
    yield
    for registry in _registries():
        for name, one in list(registry.items()):
            if id(one) not in before and not one.__module__.startswith("ludens."):
                del registry[name]


def _registries() -> Iterator[dict[str, type]]:
    for module, name in (("ludens.agents.agent", "Agent"), ("ludens.lab.measures.base", "Measure")):
        if module in sys.modules:
            yield getattr(sys.modules[module], name).registry
