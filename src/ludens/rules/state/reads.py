"""A position that notes what is read of it: of which sites, and of which components' lists of places.

What was worked out on a position comes out the same on another one that differs from it only where nobody looked. The
notes are two sets in the workspace; they hold for one position at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludens import board
from ludens.rules.base import Need
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field, T
from ludens.rules.state.fields.sites import num_slots
from ludens.rules.state.layout import Layout
from ludens.rules.state.memory import WATCHED_LISTS, WATCHED_SLOTS, WATCHED_WORDS
from ludens.rules.state.model import Model
from ludens.rules.state.view import StateView
from ludens.stage import Address, Bool, BoolLike, Int, IntLike, Long, LongLike, Stage

_BY_SLOT = frozenset(
    {
        StateView.pieces,
        StateView.owners,
        StateView.counts,
        StateView.states,
        StateView.rotations,
        StateView.values,
        StateView.empty,
    }
)
_LISTS = frozenset({StateView.owned_counts, StateView.owned_slots, StateView.owned_levels})
#: what only effects of a move change, and whose turn it is: nobody notes that it is read
_STEADY = frozenset(
    {
        StateView.mover,
        StateView.next,
        StateView.prev,
        StateView.active,
        StateView.phase,
        StateView.team,
        StateView.rng,
        StateView.rng_legal,
        StateView.pending,
        StateView.pending_count,
        StateView.pending_before,
        StateView.pending_before_count,
        StateView.start_what,
        StateView.variables,
    }
)
#: what puts more on a site, or on others, than the moved piece
_ODD = frozenset(
    {Need.LARGE_PIECE, Need.DOMINOES, Need.HIDDEN, Need.DEDUCTION, Need.CARD, Need.SEQUENCE_CAPTURE, Need.STOCHASTIC}
)
#: the sets, and how many words each has
_SETS = dict(zip((WATCHED_SLOTS, WATCHED_LISTS), WATCHED_WORDS, strict=True))


class NotingState(StateView):
    """Notes what is read of it; who reads a field of which nothing is known reads all sites.

    `fields` gathers what may be read whole, as far as is known while compiling.
    """

    watched = True

    def __init__(
        self,
        s: Stage,
        model: Model,
        layout: Layout,
        address: Address,
        env: Address,
        root: Address | None,
        fields: set[Field[Any]],
    ) -> None:
        super().__init__(s, model, layout, address, env, root)
        self.fields, self._quiet = fields, False

    def moved(self, address: Address, env: Address, root: Address | None = None) -> NotingState:
        return NotingState(self.s, self.model, self.layout, address, env, root, self.fields)

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Nothing is noted meanwhile."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def read(self, field: Field[T], index: IntLike) -> T:
        if field in _BY_SLOT and field is not StateView.empty:
            self._note(WATCHED_SLOTS, index)
        elif field is StateView.owned_counts:
            self._note(WATCHED_LISTS, index)
        else:
            self._note_whole(field)
        return self.read_to_restore(field, index)

    def read_to_restore(self, field: Field[T], index: IntLike) -> T:
        with self._quietly():
            return super().read(field, index)

    def write(self, field: Field[T], index: IntLike, value: T) -> None:
        with self._quietly():
            super().write(field, index, value)

    def place(self, field: Field[Any]) -> Address:
        self._note_whole(field)
        return super().place(field)

    def is_empty_slot(self, slot: IntLike) -> BoolLike:
        self._note(WATCHED_SLOTS, slot)
        with self._quietly():
            return super().is_empty_slot(slot)

    def set_empty(self, slot: IntLike, empty: bool) -> None:
        with self._quietly():
            super().set_empty(slot, empty)

    def owned_slot(self, component: IntLike, index: IntLike) -> IntLike:
        self._note(WATCHED_LISTS, component)
        with self._quietly():
            return super().owned_slot(component, index)

    def _note_whole(self, field: Field[Any]) -> None:
        """Somebody reads all of a field."""
        if self._quiet:
            return
        self.fields.add(field)
        if field in _STEADY:
            return
        first = WATCHED_LISTS if field in _LISTS else WATCHED_SLOTS
        for word in range(_SETS[first]):
            self.s.store(self.env, first // 8 + word, "i64", -1)

    def _note(self, first: int, number: IntLike) -> None:
        if self._quiet:
            return
        if not isinstance(number, int | Int):
            self._note_whole(StateView.pieces if first == WATCHED_SLOTS else StateView.owned_counts)
            return

        def note() -> None:
            word, bit = _place(self.s, first, number)
            self.s.store(self.env, word, "i64", self.s.load(self.env, word, "i64") | bit)

        self.s.if_(self.s.inside(number, 64 * _SETS[first]), note)


def can_watch(model: Model) -> bool:
    """Whether the sets have room for a game's sites and components, and a move changes no others than it says."""
    slots, lists = (64 * words for words in WATCHED_WORDS)
    fits = num_slots(model) <= slots and len(model.components) <= lists
    plain = not (model.stacking or model.boardless or model.needs & _ODD) and model.mode == "Alternating"
    return fits and plain


def watching(c: Context, fields: set[Field[Any]]) -> Context:
    """The same context on the position as it notes what is read; nothing is noted so far."""
    p = c.state
    for first, words in _SETS.items():
        for word in range(words):
            c.s.store(c.env, first // 8 + word, "i64", 0)
    return c.at(NotingState(c.s, c.model, p.layout, p.address, c.env, p.root, fields))


def is_noted(c: Context, kind: board.SiteType | None, site: IntLike) -> BoolLike:
    """Whether a site was looked at, or the list of the component that stands there."""
    p = c.state
    slot = p.slot(kind, site)
    what = p.pieces.get(slot)
    return c.s.any_of(lambda: _holds(c, WATCHED_SLOTS, slot), lambda: _holds(c, WATCHED_LISTS, what))


def _holds(c: Context, first: int, number: IntLike) -> BoolLike:
    def there() -> BoolLike:
        word, bit = _place(c.s, first, number)
        return (c.s.load(c.env, word, "i64") & bit) != 0

    return c.s.choose(c.s.inside(number, 64 * _SETS[first]), there, lambda: True, Bool)


def _place(s: Stage, first: int, number: IntLike) -> tuple[IntLike, LongLike]:
    """The word of the workspace that has the bit of a number, and that bit."""
    return (number >> 6) + first // 8, Long(s, "1") << s.unsigned(number & 63)
