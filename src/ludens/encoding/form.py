"""Other forms of observations and actions: compact action numbers, values of one scale, a history, flat arrays.

A `Form` says which; `Rows` makes the observations of some games that go on, with what it remembers of each.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.encoding import Encoding, Floats, Mask

if TYPE_CHECKING:
    from ludens.encoding.compact import Compact

#: values with a wider range than this are scaled by their logarithm
_WIDE = 1 << 20
_LOG = math.log1p(1 << 31)
#: how often a position is repeated, at most, in the plane of repetitions
_TIMES = 3
#: what rules look back at and no position shows: fields of a state, with a number for each game
_REMEMBERED = ("counter", "turn", "num_moves", "turn_moves", "passes", "recent_pass", "recent_count", "stalemated")


@dataclass(frozen=True)
class Form:
    """What observations and actions are made of, beside the planes and numbers of an encoding.

    `compact` has actions without room to spare (`Compact`). `normalised` has all values between -1 and 1: what has
    narrow bounds lies between 0 and 1 in them, and any number is scaled by its logarithm. `history` has that many
    positions before this one too, as the same player saw them, 0 where there were none. `repetition` is a plane that
    tells how often the position was there before in the game, as far as its planes tell it apart; `memory` has planes
    for what rules count and no position shows, such as moves without a capture, passes and turns. `flat` is one axis.
    All is float32.
    """

    encoding: Encoding
    compact: bool = False
    normalised: bool = False
    history: int = 0
    repetition: bool = False
    memory: bool = False
    flat: bool = False

    def __post_init__(self) -> None:
        if self.history < 0:
            raise ValueError(f"history is how many positions before are seen, not {self.history}")

    @property
    def is_plain(self) -> bool:
        """Whether this is the encoding as it is."""
        return not (self.compact or self.normalised or self.history or self.repetition or self.memory or self.flat)

    @cached_property
    def numbering(self) -> Compact | None:
        """The compact numbers, where they are used."""
        return self.encoding.compact if self.compact else None

    @property
    def num_actions(self) -> int:
        return self.encoding.num_actions if self.numbering is None else self.numbering.count

    @cached_property
    def remembered(self) -> tuple[str, ...]:
        """The fields that `memory` has planes of."""
        layout = self.encoding.game.layout
        return tuple(name for name in _REMEMBERED if self.memory and name in layout)

    @cached_property
    def planes(self) -> tuple[str, ...]:
        """The names of the planes."""
        own = self.encoding.planes
        before = [f"{ago} before: {name}" for ago in range(1, self.history + 1) for name in own]
        more = ["position was there before"] if self.repetition else []
        return (*own, *before, *more, *(f"remembered: {name}" for name in self.remembered))

    @cached_property
    def bounds(self) -> tuple[tuple[float, float], ...]:
        """The least and the greatest value of each plane."""
        own = self.encoding.bounds
        wide: tuple[tuple[float, float], ...] = ((-float(1 << 31), float(1 << 31)),) * len(self.remembered)
        bounds = (*own * (1 + self.history), *(((0.0, 1.0),) if self.repetition else ()), *wide)
        if not self.normalised:
            return bounds
        return tuple((-1.0, 1.0) if low < 0 else (0.0, 1.0) for low, high in bounds)

    @cached_property
    def observation_shape(self) -> tuple[int, ...]:
        shape = (len(self.planes), *self.encoding.observation_shape[1:])
        return (math.prod(shape),) if self.flat else shape

    @cached_property
    def version(self) -> str:
        """What identifies the form, a short text; that of the encoding where this is it as it is."""
        if self.is_plain:
            return self.encoding.version
        numbering = self.numbering.version if self.numbering else ""
        content = repr((self.normalised, self.flat, self.planes, self.bounds, numbering))
        return f"{self.encoding.version}+{hashlib.sha256(content.encode()).hexdigest()[:8]}"

    def low_and_high(self) -> tuple[Floats, Floats]:
        """The bounds of each value of an observation."""
        places = self.encoding.observation_shape[1:]
        wide = (-1, *(1 for _ in places))
        low, high = (
            np.broadcast_to(np.array(side, np.float32).reshape(wide), (len(self.planes), *places))
            for side in zip(*self.bounds, strict=True)
        )
        return low.reshape(self.observation_shape), high.reshape(self.observation_shape)

    def options(self) -> dict[str, Any]:
        """The options, which make the same form of another encoding."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "encoding"}

    # --- actions

    def mask(self, stable: Mask) -> Mask:
        """A mask of the encoding, over this form's numbers. Raises OutsideCompact."""
        return stable if self.numbering is None else self.numbering.mask(stable)

    def stable(self, action: int) -> int:
        """The encoding's number of an action, -1 where there is none."""
        if self.numbering is None:
            return action
        return int(self.numbering.stable_all(action))

    def action(self, stable: int) -> int:
        """An action, by the encoding's number. Raises OutsideCompact."""
        return stable if self.numbering is None else self.numbering.action(stable)

    # --- values

    @cached_property
    def _scales(self) -> tuple[npt.NDArray[np.bool_], Floats, Floats]:
        """Which planes are scaled by their logarithm; what is taken from the others, and what they are divided by."""
        own = [*self.encoding.bounds * (1 + self.history), *([(0.0, 1.0)] if self.repetition else [])]
        own += [(-float(1 << 31), float(1 << 31))] * len(self.remembered)
        is_wide = np.array([high - low > _WIDE for low, high in own])
        low = np.array([0.0 if wide else bound[0] for wide, bound in zip(is_wide, own, strict=True)], np.float32)
        span = [1.0 if wide else max(b[1] - b[0], 1e-9) for wide, b in zip(is_wide, own, strict=True)]
        return is_wide, low, np.array(span, np.float32)

    def finished(self, seen: Floats) -> Floats:
        """Observations with all their planes, scaled and flattened as this form has them; `seen` may be changed."""
        if self.normalised:
            is_wide, low, span = self._scales
            wide = (-1, *(1 for _ in seen.shape[2:]))
            seen -= low.reshape(wide)
            seen /= span.reshape(wide)
            some = seen[:, is_wide]
            seen[:, is_wide] = np.sign(some) * np.log1p(np.abs(some)) / np.float32(_LOG)
        return seen.reshape(len(seen), *self.observation_shape)


class FormMemory:
    """The memory of some games that go on, and their observations in a form."""

    def __init__(self, form: Form, n: int) -> None:
        self.form, self.n = form, n
        size = form.encoding.game.layout.size
        #: the positions before, the last one first, and how many there are
        self._before: npt.NDArray[np.uint8] = np.zeros((form.history + 1, n, size), np.uint8)
        self._count = np.zeros(n, np.int64)
        self._counts: list[Counter[bytes]] = [Counter() for _ in range(n)]
        self._times = np.zeros(n, np.int64)

    def note(self, states: npt.NDArray[np.uint8], rows: npt.NDArray[np.int64], *, begin: bool = False) -> None:
        """Some rows have come to new positions; with `begin` to those of new games."""
        if not len(rows):
            return
        self._before[1:, rows] = self._before[:-1, rows]
        self._before[0, rows] = states[rows]
        self._count[rows] = 1 if begin else self._count[rows] + 1
        if self.form.repetition:
            looks = self.form.encoding.observe(states[rows], np.ones(len(rows), np.int32))
            for row, look in zip(rows.tolist(), looks, strict=True):
                if begin:
                    self._counts[row] = Counter()
                key = hashlib.blake2b(look.tobytes(), digest_size=16).digest()
                self._times[row] = min(self._counts[row][key], _TIMES)
                self._counts[row][key] += 1

    def seen(self, states: npt.NDArray[np.uint8], observers: npt.NDArray[Any]) -> Floats:
        """The observations of the present positions, by one observer for each row."""
        form, encoding, planes = self.form, self.form.encoding, len(self.form.encoding.planes)
        out = np.zeros((self.n, len(form.planes), *encoding.observation_shape[1:]), np.float32)
        out[:, :planes] = encoding.observe(states, observers)
        for ago in range(1, form.history + 1):
            rows = np.flatnonzero(self._count > ago)
            if len(rows):
                seen = encoding.observe(self._before[ago, rows], observers[rows])
                out[rows, ago * planes : (ago + 1) * planes] = seen
        at = (1 + form.history) * planes
        wide = (-1, *(1 for _ in encoding.observation_shape[1:]))
        if form.repetition:
            out[:, at] = (self._times / _TIMES).reshape(wide)
            at += 1
        if form.remembered:
            read = np.ascontiguousarray(states).view(encoding.game.layout.dtype)[:, 0]
            for number, name in enumerate(form.remembered, at):
                values = read[name].reshape(self.n, -1).astype(np.float32)
                out[:, number] = values.max(axis=1).reshape(wide)
        return form.finished(out)

    def save(self) -> tuple[Any, ...]:
        """Copies of all that is remembered, for `restore`."""
        return self._before.copy(), self._count.copy(), [Counter(one) for one in self._counts], self._times.copy()

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Go on from the result of `save`."""
        before, count, counts, times = saved
        self._before[...], self._count[...], self._times[...] = before, count, times
        self._counts = [Counter(one) for one in counts]
