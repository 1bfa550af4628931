"""ludens with the ludemes, the agents and the commands of examples/extend."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens import agents, cli, ludemes
from ludens.agents.agent import Agent

PLUS = Path(__file__).parents[2] / "examples" / "extend"
PACKAGES = (ludemes, agents, cli)
KINDS: dict[str, type[Agent]] = {}


@pytest.fixture(scope="module", autouse=True)
def extended() -> Iterator[None]:
    """As `extend` of ludens_plus.py does, and taken back: other tests know nothing of it."""
    paths, kinds = [list(package.__path__) for package in PACKAGES], dict(Agent.registry)
    for package in PACKAGES:
        package.__path__.append(str(PLUS / package.__name__.removeprefix("ludens.")))
    Agent.registry.update(KINDS)  # a module that was imported before is not run again
    yield
    for package, path in zip(PACKAGES, paths, strict=True):
        package.__path__[:] = path
    KINDS.update(Agent.registry)
    Agent.registry.clear()
    Agent.registry.update(kinds)
