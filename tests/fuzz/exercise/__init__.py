"""What is done with an input of each kind: all that ludens would do with it for somebody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fuzz.exercise import descriptions, faults, invariants, page, stored, trials
from fuzz.exercise.base import Broken, Notes
from fuzz.exercise.descriptions import optimise, warm_up

__all__ = ["KINDS", "Broken", "Notes", "optimise", "warm_up"]

#: gives "played" or "refused"; what may be raised besides is for `fuzz.worker` to say
KINDS: Final[dict[str, Callable[[str, Notes], str]]] = {
    "description": descriptions.description,
    "invariants": invariants.invariants,
    "trial": trials.trial,
    "cache": stored.cache,
    "database": stored.database,
    "page": page.page,
    "fault": faults.fault,
}
