"""The state as ludemes see it: its fields, and what they say of sites, pieces and players.

Every site of every site type has a *slot*: slots 0 .. total_sites-1 are the default site type's sites followed by the
other containers' sites; the slots of further site types in use come behind. Site arguments resolve as manual: effects
1.10
says: an index beyond the board's sites belongs to another container, whatever the type.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NoReturn, cast

from ludens import board
from ludens.rules.state.fields.course import CourseFields
from ludens.rules.state.fields.declaration import Cell, Field, Record, T, by_ludemes, declared_in
from ludens.rules.state.fields.histories import HistoryFields
from ludens.rules.state.fields.links import LinkFields
from ludens.rules.state.fields.memory import DiceFields, MemoryFields
from ludens.rules.state.fields.players import PlayerFields
from ludens.rules.state.fields.sites import SiteFields, num_slots
from ludens.rules.state.layout import Layout
from ludens.rules.state.model import SITE_TYPES, Model
from ludens.stage import Address, BoolLike, IntLike, Stage
from ludens.stage.direct import Unknown
from ludens.stage.lanes import Lane


class StateView(CourseFields, PlayerFields, SiteFields, LinkFields, MemoryFields, DiceFields, HistoryFields):
    """One state block in memory. `root` is the block that holds the histories: a scratch copy shares its original's."""

    #: whether it notes what is read of it
    watched = False

    def read_to_restore(self, field: Field[T], index: IntLike) -> T:
        """An element that is only to be put back later: what is done meanwhile does not depend on it."""
        return self.read(field, index)

    def moved(self, address: Address, env: Address, root: Address | None = None) -> StateView:
        """The same kind of view of another block."""
        return StateView(self.s, self.model, self.layout, address, env, root)

    def site_type(self, site_type: board.SiteType | None) -> board.SiteType:
        return site_type or self.model.default_site

    def slot(self, site_type: board.SiteType | None, site: IntLike) -> IntLike:
        """The slot of a site, -1 where it is none. A type that the game does not use has no slots: see `stored`."""
        kind, model, s = self.site_type(site_type), self.model, self.s
        if kind == model.default_site:
            return s.select(s.inside(site, model.total_sites), site, -1)
        base, count = self._base(kind), model.count(kind)
        elsewhere: IntLike = -1
        if len(model.containers) > 1:
            other = s.inside(site, model.total_sites) & (site >= max(count, model.first_other_site))
            elsewhere = s.select(other, site, -1)
        return s.select(s.inside(site, count), site + base, elsewhere)

    def _base(self, kind: board.SiteType) -> int:
        base = self.model.total_sites
        for other in self.model.site_types[1:]:
            if other == kind:
                return base
            base += self.model.count(other)
        raise KeyError(kind)

    def stored(self, site_type: board.SiteType | None) -> bool:
        """Whether sites of that type can hold anything."""
        return self.site_type(site_type) in self.model.site_types

    @property
    def num_slots(self) -> int:
        return num_slots(self.model)

    def what(self, site_type: board.SiteType | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        """The component on a site, 0 if none; the top one of a stack unless a level is given."""
        return self._content(self.pieces, site_type, site, level)

    def who(self, site_type: board.SiteType | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        """The owner stored on a site."""
        return self._content(self.pieces if self.model.merged_owner else self.owners, site_type, site, level)

    def piece_state(self, site_type: board.SiteType | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        return self._content(self.states, site_type, site, level)

    def rotation(self, site_type: board.SiteType | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        return self._content(self.rotations, site_type, site, level)

    def value(self, site_type: board.SiteType | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        return self._content(self.values, site_type, site, level)

    def count(self, site_type: board.SiteType | None, site: IntLike) -> IntLike:
        """The number of pieces on a site (manual: runtime 3.3 and 3.4)."""
        if not self.stored(site_type):
            return 0
        if self.model.stacking:
            return self.s.to_int(self.who(site_type, site) != 0)
        if self.counts.present:
            return self._content(self.counts, site_type, site, None)
        return self.s.to_int(self.occupied(site_type, site))

    def size(self, site_type: board.SiteType | None, site: IntLike) -> IntLike:
        """The height of the stack on a site; 1 or 0 where nothing stacks."""
        if not self.stored(site_type):
            return 0
        slot = self.slot(site_type, site)
        return self.sizes.get(slot) if self.model.stacking else self.s.to_int(self.s.not_(self.is_empty_slot(slot)))

    def occupied(self, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
        """Whether a piece stands on a site."""
        if self.model.stacking or not self.counts.present:
            return self.what(site_type, site) != 0
        return self._content(self.counts, site_type, site, None) != 0

    def is_empty(self, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
        """Whether a site is in the set of empty sites."""
        return self.is_empty_slot(self.slot(site_type, site)) if self.stored(site_type) else True

    def is_empty_slot(self, slot: IntLike) -> BoolLike:
        if isinstance(slot, Lane):
            return slot.among(self.empty.get, self.num_slots)
        if isinstance(slot, int):
            word = self.empty.get(slot // 64)
            bit: BoolLike = (word & (1 << slot % 64)) != 0
            return bit if slot >= 0 else False
        word = self.empty.get(slot >> 6)
        return ((word >> self.s.unsigned(slot & 63)) & 1) != 0

    def set_empty(self, slot: IntLike, empty: bool) -> None:
        """Put a slot into the set of empty sites, or take it out."""
        bit = self.s.long(1) << self.s.unsigned(slot & 63) if isinstance(slot, int) else self.s.bit(slot & 63)

        def change() -> None:
            word = self.empty.get(slot >> 6)
            self.empty.set(word | bit if empty else word & (bit ^ -1), slot >> 6)

        self.s.if_(self.s.inside(slot, self.num_slots), change)

    def content(
        self, field: Field[IntLike], site_type: board.SiteType | None, site: IntLike, level: IntLike | None = None
    ) -> IntLike:
        """What a field says of a site: 0 where the game does not store it; of the top piece unless a level is given."""
        return self._content(field.of(self), site_type, site, level)

    def _content(
        self, content: Cell[IntLike], site_type: board.SiteType | None, site: IntLike, level: IntLike | None
    ) -> IntLike:
        if not content.present or not self.stored(site_type):
            return 0
        slot = self.slot(site_type, site)
        if not self.model.stacking:
            return content.get(slot)
        size = self.sizes.get(slot)
        if level is None:
            return self._level(content.field, slot, size - 1, size > 0)
        inside = self.s.all_of(lambda: level >= 0, lambda: level < size)
        return self._level(content.field, slot, level, inside)

    def _level(self, field: Field[IntLike], slot: IntLike, level: IntLike, inside: BoolLike) -> IntLike:
        """A field of one level, where it is `inside` the stack; a slot that is none has no stack."""
        last = self.num_slots * self.height - 1

        def there() -> IntLike:
            return self.read(field, self.s.narrowed(slot * self.height + level, 0, last))

        return self.s.choose(inside, there, lambda: 0)

    def content_index(self, site_type: board.SiteType | None, site: IntLike) -> IntLike:
        """Where the fields keep what they say of the (top) piece of a site that is not empty."""
        slot = self.slot(site_type, site)
        return slot * self.height + self.s.maximum(self.sizes.get(slot) - 1, 0) if self.model.stacking else slot

    def at_level(self, field: Field[IntLike], slot: IntLike, level: IntLike) -> IntLike:
        """A field of one level of a stack, unchecked; 0 where the game does not store it."""
        return self.read(field, slot * self.height + level) if self.has(field) else 0

    def set_level(self, field: Field[IntLike], slot: IntLike, level: IntLike, value: IntLike) -> None:
        if self.has(field):
            self.write(field, slot * self.height + level, value)

    @property
    def height(self) -> int:
        """The number of levels that the layout keeps for each stack."""
        return self.pieces.shape[1]

    def owned_count(self, component: IntLike) -> IntLike:
        return self.owned_counts.get(component)

    def owned_slot(self, component: IntLike, index: IntLike) -> IntLike:
        """The slot of an entry of a component's list."""
        return self.owned_slots.get(component * self.owned_capacity + index)

    def owned_level(self, component: IntLike, index: IntLike) -> IntLike:
        if not self.owned_levels.present:
            return 0
        return self.owned_levels.get(component * self.owned_capacity + index)

    @property
    def owned_capacity(self) -> int:
        return self.owned_slots.shape[1]

    def site_of(self, slot: IntLike) -> IntLike:
        """The site number of a slot."""
        if self.num_slots == self.model.total_sites:
            return slot
        table = [*range(self.model.total_sites)]
        for other in self.model.site_types[1:]:
            table += range(self.model.count(other))
        return self.s.table(table)[slot]

    def type_of(self, slot: IntLike) -> IntLike:
        """The site type of a slot, as an index into SITE_TYPES; sites of other containers are cells."""
        model = self.model
        table = [SITE_TYPES.index(model.default_site)] * model.first_other_site
        table += [0] * (model.total_sites - model.first_other_site)
        for other in model.site_types[1:]:
            table += [SITE_TYPES.index(other)] * model.count(other)
        return self.s.table(table)[slot]

    def is_active(self, player: IntLike) -> BoolLike:
        """Whether a player still plays."""
        return self.is_in(self.active, player)

    def is_in(self, players: Cell[IntLike], player: IntLike) -> BoolLike:
        """Whether a set of players, a bit for each, has one."""

        def held() -> BoolLike:
            return ((players.get() >> player) & 1) != 0

        return self.s.all_of(lambda: self.s.inside(player, 32), held)

    def owner_of(self, component: IntLike) -> IntLike:
        return self.s.table([c.owner for c in self.model.components])[component]


#: the records whose fields every state has, in the order of the layout; those of single ludemes stand behind the memory
_RECORDS: tuple[type[Record], ...] = (CourseFields, PlayerFields, SiteFields, LinkFields, MemoryFields)
_LAST_RECORDS: tuple[type[Record], ...] = (DiceFields,)


def fields_of(own: Collection[Field[Any]] = ()) -> tuple[Field[Any], ...]:
    """All fields but the histories, in the order of the layout; `own` are those that ludemes list."""
    first, last = ([f for record in records for f in declared_in(record)] for records in (_RECORDS, _LAST_RECORDS))
    added = sorted(set(own).difference(first, last), key=lambda field: field.name)
    return tuple(field for field in (*first, *added, *last) if field.when is not by_ludemes or field in own)


def layout_of(model: Model, own: Collection[Field[Any]] = ()) -> Layout:
    """The layout of a game's state, from what its description needs (manual: runtime 3)."""
    layout = Layout()
    for field in fields_of(own):
        field.lay_out(layout, model)
    layout.close_core()
    for field in declared_in(HistoryFields):
        field.lay_out(layout, model)
    return layout


def reset(state: StateView, own: Collection[Field[Any]] = ()) -> None:
    """The initial value of every field, in a block that is all 0 (manual: runtime 3.8 and 6.1)."""
    for field in fields_of(own):
        if state.has(field):
            field.of(state).reset()


class BlankState(StateView):
    """The state at load: no piece anywhere, player 1 to move. Everything read of it folds (manual: regions 1.3)."""

    def __init__(self, s: Stage, model: Model, layout: Layout) -> None:
        super().__init__(s, model, layout, Address(s, "null"), Address(s, "null"))

    def read(self, field: Field[T], index: IntLike) -> T:
        values: dict[Field[Any], int] = {
            StateView.mover: 1,
            StateView.next: 1 if self.model.num_players == 1 else 2,
            StateView.counter: -1,
            StateView.temp: -1,
            StateView.active: -1,
            StateView.empty: (1 << 64) - 1,
        }
        return cast(T, values.get(field, 0))

    def write(self, field: Field[T], index: IntLike, value: T) -> None:
        raise Unknown

    def place(self, field: Field[Any]) -> NoReturn:
        raise Unknown

    def has(self, field: Field[Any]) -> bool:
        return True

    def is_empty_slot(self, slot: IntLike) -> BoolLike:
        if isinstance(slot, Lane):
            return slot.among(self.empty.get, self.num_slots)
        return True

    def is_empty(self, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
        return True

    def _content(
        self, content: Cell[IntLike], site_type: board.SiteType | None, site: IntLike, level: IntLike | None
    ) -> IntLike:
        return 0

    def size(self, site_type: board.SiteType | None, site: IntLike) -> IntLike:
        return 0

    def owned_count(self, component: IntLike) -> IntLike:
        return 0

    @property
    def owned_capacity(self) -> int:
        return 1

    def owned_slot(self, component: IntLike, index: IntLike) -> IntLike:
        return 0

    def owned_level(self, component: IntLike, index: IntLike) -> IntLike:
        return 0

    def count(self, site_type: board.SiteType | None, site: IntLike) -> IntLike:
        return 0

    def moved(self, address: Address, env: Address, root: Address | None = None) -> StateView:
        return self
