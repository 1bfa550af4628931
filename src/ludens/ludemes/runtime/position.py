"""The position as ludemes see it: typed access to the fields of a state block.

Every site of every site type has a *slot*: slots 0 .. total_sites-1 are the default site type's sites followed by the
other containers' sites; the slots of further site types in use come behind. Site arguments resolve as spec 6, 1.10
says: an index beyond the board's sites belongs to another container, whatever the type.
"""

from __future__ import annotations

from typing import Any

from ludens.ludemes.runtime.layout import Layout
from ludens.ludemes.runtime.model import SITE_TYPES, Model
from ludens.stage import Address, BoolLike, Int, IntLike, Long, Stage

_CONTENT = ("what", "who", "count", "state", "rotation", "value")


class Position:
    """One state block in memory. `root` is the block that holds the histories: a scratch copy shares its original's."""

    def __init__(self, s: Stage, model: Model, layout: Layout, address: Address, root: Address | None = None) -> None:
        self.s, self.model, self.layout = s, model, layout
        self.address, self.root = address, address if root is None else root

    def moved(self, address: Address, root: Address | None = None) -> Position:
        """The same kind of position at another address."""
        return Position(self.s, self.model, self.layout, address, root)

    # --- plain fields

    def has(self, name: str) -> bool:
        return name in self.layout

    def get(self, name: str, index: IntLike = 0) -> Any:
        """An element of a field."""
        field = self.layout.fields[name]
        return self.s.load(self.field(name), index, field.element)

    def set(self, name: str, value: Any, index: IntLike = 0) -> None:
        field = self.layout.fields[name]
        self.s.store(self.field(name), index, field.element, value)

    def add(self, name: str, amount: IntLike, index: IntLike = 0) -> None:
        self.set(name, self.get(name, index) + amount, index)

    def field(self, name: str) -> Address:
        """The address of a field."""
        offset = self.layout.fields[name].offset
        return self.s.offset(self.root if offset >= self.layout.core_size else self.address, offset)

    # --- slots

    def site_type(self, site_type: str | None) -> str:
        return site_type or self.model.default_site

    def slot(self, site_type: str | None, site: IntLike) -> IntLike:
        """The slot of a site. A type that the game does not use has no slots: see `stored`."""
        kind, model = self.site_type(site_type), self.model
        if kind == model.default_site:
            return site
        base = self._base(kind)
        if len(model.containers) == 1:
            return site + base
        slot: IntLike = self.s.select(site >= model.count(kind), site, site + base)
        return slot

    def _base(self, kind: str) -> int:
        base = self.model.total_sites
        for other in self.model.site_types[1:]:
            if other == kind:
                return base
            base += self.model.count(other)
        raise KeyError(kind)

    def stored(self, site_type: str | None) -> bool:
        """Whether sites of that type can hold anything."""
        return self.site_type(site_type) in self.model.site_types

    @property
    def num_slots(self) -> int:
        return self.model.total_sites + sum(self.model.count(t) for t in self.model.site_types[1:])

    # --- what stands on a site

    def what(self, site_type: str | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        """The component on a site, 0 if none; the top one of a stack unless a level is given."""
        return self._content("what", site_type, site, level)

    def who(self, site_type: str | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        """The owner stored on a site."""
        return self._content("what" if self.model.merged_owner else "who", site_type, site, level)

    def piece_state(self, site_type: str | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        return self._content("state", site_type, site, level)

    def rotation(self, site_type: str | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        return self._content("rotation", site_type, site, level)

    def value(self, site_type: str | None, site: IntLike, level: IntLike | None = None) -> IntLike:
        return self._content("value", site_type, site, level)

    def count(self, site_type: str | None, site: IntLike) -> IntLike:
        """The number of pieces on a site (spec 10, 3.3 and 3.4)."""
        if not self.stored(site_type):
            return 0
        if self.model.stacking:
            return self.s.to_int(self.who(site_type, site) != 0)
        if "count" in self.layout:
            return self._content("count", site_type, site, None)
        return self.s.to_int(self.occupied(site_type, site))

    def size(self, site_type: str | None, site: IntLike) -> IntLike:
        """The height of the stack on a site; 1 or 0 where nothing stacks."""
        if not self.stored(site_type):
            return 0
        slot = self.slot(site_type, site)
        return self.get("size", slot) if self.model.stacking else self.s.to_int(self.s.not_(self.is_empty_slot(slot)))

    def occupied(self, site_type: str | None, site: IntLike) -> BoolLike:
        """Whether a piece stands on a site."""
        if self.model.stacking or "count" not in self.layout:
            return self.what(site_type, site) != 0
        return self._content("count", site_type, site, None) != 0

    def is_empty(self, site_type: str | None, site: IntLike) -> BoolLike:
        """Whether a site is in the set of empty sites."""
        return self.is_empty_slot(self.slot(site_type, site)) if self.stored(site_type) else True

    def is_empty_slot(self, slot: IntLike) -> BoolLike:
        if isinstance(slot, int):
            word = self.get("empty", slot // 64)
            known: BoolLike = (word & (1 << slot % 64)) != 0
            return known
        word = self.get("empty", slot >> 6)
        found: BoolLike = ((word >> self.s.unsigned(slot & 63)) & 1) != 0
        return found

    def set_empty(self, slot: IntLike, empty: bool) -> None:
        """Put a slot into the set of empty sites, or take it out."""
        word = self.get("empty", slot >> 6)
        bit = (
            self.s.long(1) << self.s.unsigned(slot & 63)
            if isinstance(slot, int)
            else Long(self.s, "1") << self.s.unsigned(slot & 63)
        )
        self.set("empty", word | bit if empty else word & (bit ^ -1), slot >> 6)

    def _content(self, name: str, site_type: str | None, site: IntLike, level: IntLike | None) -> IntLike:
        if name not in self.layout or not self.stored(site_type):
            return 0
        slot = self.slot(site_type, site)
        if not self.model.stacking:
            content: IntLike = self.get(name, slot)
            return content
        size = self.get("size", slot)
        if level is None:
            return self._level(name, slot, size - 1, size > 0)
        inside = self.s.all_of(lambda: level >= 0, lambda: level < size)
        return self._level(name, slot, level, inside)

    def _level(self, name: str, slot: IntLike, level: IntLike, inside: BoolLike) -> IntLike:
        content: IntLike = self.s.choose(inside, lambda: self.at_level(name, slot, level), lambda: 0)
        return content

    def content_index(self, site_type: str | None, site: IntLike) -> IntLike:
        """Where the fields keep what they say of the (top) piece of a site that is not empty."""
        slot = self.slot(site_type, site)
        return slot * self.height + self.s.maximum(self.get("size", slot) - 1, 0) if self.model.stacking else slot

    def at_level(self, name: str, slot: IntLike, level: IntLike) -> IntLike:
        """A field of one level of a stack, unchecked; 0 where the game does not store it."""
        return self.get(name, slot * self.height + level) if name in self.layout else 0

    def set_level(self, name: str, slot: IntLike, level: IntLike, value: IntLike) -> None:
        if name in self.layout:
            self.set(name, value, slot * self.height + level)

    @property
    def height(self) -> int:
        """The number of levels that the layout keeps for each stack."""
        return self.layout.fields["what"].shape[1]

    # --- owned lists (spec 10, 3.9): for each component the slots (and levels) that hold it

    def owned_count(self, component: IntLike) -> IntLike:
        count: IntLike = self.get("owned_count", component)
        return count

    def owned_slot(self, component: IntLike, index: IntLike) -> IntLike:
        """The slot of an entry of a component's list."""
        slot: IntLike = self.get("owned_slot", component * self.owned_capacity + index)
        return slot

    def owned_level(self, component: IntLike, index: IntLike) -> IntLike:
        if "owned_level" not in self.layout:
            return 0
        level: IntLike = self.get("owned_level", component * self.owned_capacity + index)
        return level

    @property
    def owned_capacity(self) -> int:
        return self.layout.fields["owned_slot"].shape[1]

    def site_of(self, slot: IntLike) -> IntLike:
        """The site number of a slot."""
        if self.num_slots == self.model.total_sites:
            return slot
        table = [*range(self.model.total_sites)]
        for other in self.model.site_types[1:]:
            table += range(self.model.count(other))
        site: IntLike = self.s.table(table)[slot]
        return site

    def type_of(self, slot: IntLike) -> IntLike:
        """The site type of a slot, as an index into SITE_TYPES; sites of other containers are cells."""
        model = self.model
        table = [SITE_TYPES.index(model.default_site)] * model.first_other_site
        table += [0] * (model.total_sites - model.first_other_site)
        for other in model.site_types[1:]:
            table += [SITE_TYPES.index(other)] * model.count(other)
        site_type: IntLike = self.s.table(table)[slot]
        return site_type

    # --- players

    def is_active(self, player: IntLike) -> BoolLike:
        """Whether a player (0 .. 31) still plays."""
        active: BoolLike = ((self.get("active") >> player) & 1) != 0
        return active

    def owner_of(self, component: IntLike) -> IntLike:
        owner: IntLike = self.s.table([c.owner for c in self.model.components])[component]
        return owner


def content_fields() -> tuple[str, ...]:
    return _CONTENT


class BlankPosition(Position):
    """The position at load: no piece anywhere, player 1 to move. Everything read of it folds (spec 9, 1.3)."""

    def __init__(self, s: Stage, model: Model, layout: Layout) -> None:
        super().__init__(s, model, layout, Address(s, "null"))

    def get(self, name: str, index: IntLike = 0) -> Any:
        known = {"mover": 1, "next": 1 if self.model.num_players == 1 else 2, "counter": -1, "temp": -1, "active": -1}
        if name == "empty":
            return (1 << 64) - 1
        return known.get(name, 0)

    def set(self, name: str, value: Any, index: IntLike = 0) -> None:
        raise TypeError("the blank position cannot be changed")

    def has(self, name: str) -> bool:
        return True

    def is_empty_slot(self, slot: IntLike) -> BoolLike:
        return True

    def is_empty(self, site_type: str | None, site: IntLike) -> BoolLike:
        return True

    def _content(self, name: str, site_type: str | None, site: IntLike, level: IntLike | None) -> IntLike:
        return 0

    def size(self, site_type: str | None, site: IntLike) -> IntLike:
        return 0

    def owned_count(self, component: IntLike) -> IntLike:
        return 0

    def count(self, site_type: str | None, site: IntLike) -> IntLike:
        return 0

    def moved(self, address: Address, root: Address | None = None) -> Position:
        return self


__all__ = ["BlankPosition", "Int", "Position", "content_fields"]
