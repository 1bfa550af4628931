"""A modest player of Amazons in plain Python, for the turns in which the compiled one is not loaded yet."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

from ludens.founding.amazons.geometry import bits, reach
from ludens.founding.amazons.turn import Turn

_CANDIDATES = 400


def stopgap(rows: Sequence[str], colour: str, deadline: float, rng: random.Random) -> Turn | None:
    """A legal turn, the most mobile of some looked at until `deadline` (`time.monotonic`); None where there is none.

    One turn is always looked at, however late it is.
    """
    size = len(rows)
    cells = {character: _board(rows, character) for character in ".wb"}
    free, own, others = cells["."], cells[colour], cells["b" if colour == "w" else "w"]
    best: tuple[int, Turn] | None = None
    for turn in _shuffled(size, own, free, rng):
        origin, target, arrow = turn
        open_ = (free | 1 << origin) & ~(1 << target | 1 << arrow)
        value = _mobility(size, own ^ (1 << origin | 1 << target), open_) - _mobility(size, others, open_)
        if best is None or value > best[0]:
            best = value, Turn.at(*turn, size)
        if time.monotonic() >= deadline:
            break
    return None if best is None else best[1]


def _board(rows: Sequence[str], character: str) -> int:
    """The sites with this character, as bits; the last row is the lowest."""
    text = "".join(reversed(rows))
    return sum(1 << site for site, content in enumerate(text) if content == character)


def _shuffled(size: int, own: int, free: int, rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """Some legal turns as sites, in random order; where there is any, one at least."""
    steps = [(origin, target) for origin in bits(own) for target in bits(reach(size, origin, free))]
    if not steps:
        return
    for _ in range(_CANDIDATES):
        origin, target = rng.choice(steps)
        yield origin, target, rng.choice(list(bits(reach(size, target, free | 1 << origin))))


def _mobility(size: int, amazons: int, free: int) -> int:
    return sum(reach(size, site, free).bit_count() for site in bits(amazons))
