"""What makes inputs: each generator is a function from random numbers to an input."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final

from fuzz.driver import Input
from fuzz.generators import descriptions, frames, grammar, mutate, out_of_range, stored, trials

Generator = Callable[[random.Random], Input]

GENERATORS: Final[dict[str, Generator]] = {
    "descriptions": descriptions.make,
    "mutate": mutate.make,
    "out_of_range": out_of_range.make,
    "grammar": grammar.make,
    "trials": trials.make,
    "cache_files": stored.cache_file,
    "databases": stored.database_file,
    "frames": frames.make,
}

#: those that may be told what to reach, by its name (`exercise.reached.name_of`)
AIMED: Final[dict[str, Callable[[random.Random, str], Input]]] = {"descriptions": descriptions.make}


def numbered(name: str, seed: int, number: int) -> Input:
    """Input `number` of a generator; always the same one for a seed."""
    return GENERATORS[name](random.Random(f"{seed} {name} {number}"))


def aimed(name: str, seed: int, number: int, aim: str) -> Input:
    """Input `number` of a generator that takes an aim; always the same one for a seed and an aim."""
    return AIMED[name](random.Random(f"{seed} {name} {number}"), aim)


def inputs(name: str, seed: int, first: int = 0) -> Iterator[tuple[int, Input]]:
    """The inputs of a generator from one number on, without end."""
    number = first
    while True:
        yield number, numbered(name, seed, number)
        number += 1
