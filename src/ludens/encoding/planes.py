"""The planes of an observation: what each holds, and the code that writes it.

A *feature* is some planes that are written together: each class here is one, in the order of `FEATURES`, if a
game has it. Players are numbered relative to the observer: plane 0 of several is the observer's own, then those of the
players who follow. What is the same on the whole board (a hand, a score, whose turn it is) fills its plane.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ludens.encoding.geometry import Geometry
from ludens.encoding.rolls import rolled
from ludens.rules.actions.sites import HIDDEN
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.fields.memory import PENDING
from ludens.rules.state.layout import Layout
from ludens.rules.state.model import Component, Container, Model
from ludens.rules.state.names import VARIABLES
from ludens.rules.state.view import StateView
from ludens.rules.turns.phases import PHASES
from ludens.stage import Address, BoolLike, IntLike, RealLike

#: how many pieces from the top of a stack have planes of their own
LEVELS = 3
#: the plane that is 1 where a player looks
SEAT = "seat: player {}"
#: the bounds of what is counted, and of any number: those of 32 bits
COUNTED, NUMBER = (0.0, float(1 << 31)), (-float(1 << 31), float(1 << 31))


@dataclass(frozen=True)
class Subject:
    """The source of the planes."""

    model: Model
    layout: Layout
    geometry: Geometry
    #: see `ludens.game.hidden_sites.is_veiled`
    veiled: bool = False

    def has(self, field: Field[IntLike]) -> bool:
        return field.name in self.layout

    @property
    def players(self) -> int:
        return max(self.model.num_players, 1)

    @property
    def owners(self) -> list[int]:
        """All owners there are, by number: nobody, the players, everybody."""
        return [*range(self.players + 2)]

    def relative(self, owner: int, observer: int) -> int:
        """How many seats after the observer a player sits; -1 for nobody, -2 for everybody."""
        if owner == 0:
            return -1
        return (owner - observer) % self.players if owner <= self.players else -2

    def seat(self, relative: int) -> str:
        """The name of the player who sits `relative` seats after the observer."""
        if relative < 0:
            return "neutral" if relative == -1 else "shared"
        if relative == 0:
            return "own"
        return "opponent's" if self.players == 2 else f"player +{relative}'s"


@dataclass(frozen=True)
class Writer:
    """Writes an observation of a position: `observer` is the player who looks, `out` where the planes lie."""

    c: Context
    subject: Subject
    observer: IntLike
    out: Address

    def put(self, plane: IntLike, place: IntLike, value: RealLike | IntLike = 1) -> None:
        """Write one place of a plane."""
        self.c.s.store(self.out, plane * self.subject.geometry.size + place, "f32", self.c.s.real(value))

    def add(self, plane: IntLike, place: IntLike, amount: IntLike) -> None:
        """Add to one place of a plane."""
        at = plane * self.subject.geometry.size + place
        self.c.s.store(self.out, at, "f32", self.c.s.load(self.out, at, "f32") + self.c.s.real(amount))

    def mark(self, plane: IntLike, site: IntLike, *, seen: bool = False) -> None:
        """Write 1 at a site of the board, if it is one; with `seen`, only where the observer sees it."""
        s, board = self.c.s, self.subject.model.board_sites
        visible = lambda: self.sees(site, "") if seen else True  # noqa: E731
        inside = s.all_of(lambda: site >= 0, lambda: site < board, visible)
        s.if_(inside, lambda: self.put(plane, self.place_of(site)))

    def fill(self, plane: IntLike, value: RealLike | IntLike = 1) -> None:
        """Write a whole plane."""
        real, size = self.c.s.real(value), self.subject.geometry.size
        first = plane * size
        self.c.s.for_range(0, size, lambda i: self.c.s.store(self.out, first + i, "f32", real))

    def fill_if(self, plane: IntLike, value: IntLike) -> None:
        """Write a whole plane unless the value is 0, which it holds already."""
        self.c.s.if_(value != 0, lambda: self.fill(plane, value))

    def by_observer(self, values: Callable[[int], Sequence[int]]) -> Callable[[IntLike], IntLike]:
        """A constant list for each observer, which is read by index."""
        rows = [list(values(observer)) for observer in range(1, self.subject.players + 1)]
        table, width = self.c.s.table([x for row in rows for x in row]), len(rows[0])
        return lambda index: table[(self.observer - 1) * width + index]

    def player(self, seat: int) -> IntLike:
        """The player who sits `seat` seats after the observer."""
        players = self.subject.players
        return self.by_observer(lambda observer: [(observer - 1 + seat) % players + 1])(0)

    def seat_of(self, owners: Sequence[int]) -> Callable[[IntLike], IntLike]:
        """The relative seat of each of some owners, see `Subject.relative`."""
        return self.by_observer(lambda observer: [self.subject.relative(owner, observer) for owner in owners])

    def top(self, field: Field[IntLike], slot: IntLike) -> IntLike:
        """What a field says of the piece on a slot, of a stack the top one."""
        p = self.c.state
        if not self.subject.model.stacking:
            return field.of(p).get(slot)
        size = p.sizes.get(slot)
        return self.c.s.choose(size > 0, lambda: p.at_level(field, slot, size - 1), lambda: 0)

    def each_slot(self, body: Callable[[IntLike, IntLike], object]) -> None:
        """Run the body with each slot of the board and its place."""
        geometry, s = self.subject.geometry, self.c.s
        slots = geometry.slots
        places = [geometry.places[slot] for slot in slots]
        if places == slots:
            s.for_range(0, len(slots), lambda i: body(i, i))
            return
        listed, placed = s.table(slots), s.table(places)
        s.for_range(0, len(slots), lambda i: body(listed[i], placed[i]))

    def place_of(self, slot: IntLike) -> IntLike:
        """The place of a slot; -1 where it has none."""
        return self.c.s.table(list(self.subject.geometry.places))[slot]

    def sees(self, slot: IntLike, what: str) -> BoolLike:
        """Whether the observer may see something of a slot: one of `actions.sites.HIDDEN`, "" for anything."""
        hidden = self.c.state.hidden
        if not hidden.present:
            return True
        flags = hidden.get(slot * (self.c.model.num_players + 1) + self.observer)
        return (flags & (1 | 1 << HIDDEN.index(what))) == 0


class Feature(ABC):
    """Some planes of a game."""

    #: the least and the greatest value that a plane can hold
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        #: the number of its first plane
        self.first = 0

    @abstractmethod
    def names(self) -> list[str]:
        """A name for each plane; none where the game lacks the feature."""

    @abstractmethod
    def write(self, w: Writer) -> None:
        """Write what is not 0; all planes are 0 before."""


class _ByComponent(Feature):
    """Planes for the components, from `first` on: those of one name lie together, by the relative seat of the owner."""

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """The name and the relative seat of each plane."""
        names = dict.fromkeys(_name(c) for c in self._components)
        return [(name, seat) for name in names for seat in self._seats(name)]

    @property
    def _components(self) -> list[Component]:
        """All components but dice, which lie nowhere else than in their containers."""
        return [c for c in self.subject.model.components[1:] if not c.faces]

    def _seats(self, name: str) -> list[int]:
        owners = {c.owner for c in self._components if _name(c) == name}
        seats = {self.subject.relative(owner, 1) for owner in owners}
        owned = list(range(self.subject.players)) if any(seat >= 0 for seat in seats) else []
        return [*owned, *(seat for seat in (-1, -2) if seat in seats)]

    def titles(self, prefix: str = "") -> list[str]:
        return [f"{prefix}{self.subject.seat(seat)} {name}" for name, seat in self.kinds]

    def plane_of(self, w: Writer) -> Callable[[IntLike], IntLike]:
        """The number of a component's plane among these."""
        numbers = {kind: number for number, kind in enumerate(self.kinds)}

        def row(observer: int) -> list[int]:
            listed = self.subject.model.components[1:]
            return [0, *(numbers.get((_name(c), self.subject.relative(c.owner, observer)), 0) for c in listed)]

        return w.by_observer(row)


def _name(component: Component) -> str:
    return component.base_name or component.name


class Pieces(_ByComponent):
    """Which piece stands on a site: the one on top, and of a stack those below it, as far as `LEVELS`."""

    @property
    def _levels(self) -> int:
        return LEVELS if self.subject.model.stacking else 1

    def names(self) -> list[str]:
        below = ["", *(f"{n} below the top: " for n in range(1, self._levels))]
        return [title for prefix in below for title in self.titles(prefix)]

    def write(self, w: Writer) -> None:
        p, s, plane = w.c.state, w.c.s, self.plane_of(w)
        count = len(self.kinds)

        def show(level: int, place: IntLike, what: IntLike) -> None:
            s.if_(what != 0, lambda: w.put(plane(what) + (self.first + level * count), place))

        def flat(slot: IntLike, place: IntLike) -> None:
            s.if_(w.sees(slot, "What"), lambda: show(0, place, p.pieces.get(slot)))

        def stack(slot: IntLike, place: IntLike) -> None:
            size = p.sizes.get(slot)

            def one(level: int) -> None:
                what = partial(p.at_level, StateView.pieces, slot)
                s.if_(size > level, lambda: show(level, place, what(size - (1 + level))))

            s.if_(w.sees(slot, "What"), lambda: [one(level) for level in range(self._levels)])

        w.each_slot(stack if self.subject.model.stacking else flat)


class StackContents(_ByComponent):
    """How many of each piece a stack has, on all levels."""

    bounds = COUNTED

    def names(self) -> list[str]:
        return self.titles("in the stack: ") if self.subject.model.stacking else []

    def write(self, w: Writer) -> None:
        p, s, plane = w.c.state, w.c.s, self.plane_of(w)

        def add(slot: IntLike, place: IntLike, level: IntLike) -> None:
            what = p.at_level(StateView.pieces, slot, level)
            s.if_(what != 0, lambda: w.add(plane(what) + self.first, place, 1))

        def stack(slot: IntLike, place: IntLike) -> None:
            s.if_(w.sees(slot, "What"), lambda: s.for_range(0, p.sizes.get(slot), lambda i: add(slot, place, i)))

        w.each_slot(stack)


class Height(Feature):
    """The height of a stack."""

    bounds = COUNTED

    def names(self) -> list[str]:
        return ["height of the stack"] if self.subject.model.stacking else []

    def write(self, w: Writer) -> None:
        def show(slot: IntLike, place: IntLike) -> None:
            height = partial(w.c.state.sizes.get, slot)
            w.c.s.if_(w.sees(slot, "Count"), lambda: w.put(self.first, place, height()))

        w.each_slot(show)


class Owners(Feature):
    """The owner of a site, if the piece does not show it or may be hidden."""

    def names(self) -> list[str]:
        if not (self.subject.has(StateView.owners) or self.subject.has(StateView.hidden)):
            return []
        return [f"{self.subject.seat(seat)} site" for seat in range(self.subject.players)]

    def write(self, w: Writer) -> None:
        s = w.c.s
        if self.subject.has(StateView.owners):
            field, owners = StateView.owners, self.subject.owners
        else:
            field, owners = StateView.pieces, [component.owner for component in self.subject.model.components]
        seat = w.seat_of(owners)

        def show(slot: IntLike, place: IntLike) -> None:
            relative = seat(w.top(field, slot))
            s.if_(relative >= 0, lambda: w.put(relative + self.first, place))

        w.each_slot(lambda slot, place: s.if_(w.sees(slot, "Who"), lambda: show(slot, place)))


class SiteNumber(Feature):
    """A number that each site has, unless the flag of that name hides it."""

    bounds = NUMBER

    def __init__(self, subject: Subject, field: Field[IntLike], title: str, hidden_by: str) -> None:
        super().__init__(subject)
        self.field, self.title, self.hidden_by = field, title, hidden_by

    def names(self) -> list[str]:
        return [self.title] if self.subject.has(self.field) else []

    def write(self, w: Writer) -> None:
        s = w.c.s

        def show(slot: IntLike, place: IntLike) -> None:
            number = w.top(self.field, slot)
            s.if_(number != 0, lambda: w.put(self.first, place, number))

        w.each_slot(lambda slot, place: s.if_(w.sees(slot, self.hidden_by), lambda: show(slot, place)))


class Hidden(Feature):
    """What the observer may not see: whole sites, or their pieces. A veiled game has no plane of whole sites."""

    def names(self) -> list[str]:
        if not self.subject.has(StateView.hidden):
            return []
        return ["hidden piece"] if self.subject.veiled else ["hidden site", "hidden piece"]

    def write(self, w: Writer) -> None:
        s = w.c.s

        def veiled(slot: IntLike, place: IntLike) -> None:
            s.if_(w.sees(slot, ""), lambda: s.if_(w.sees(slot, "What"), lambda: None, lambda: w.put(self.first, place)))

        def show(slot: IntLike, place: IntLike) -> None:
            s.if_(w.sees(slot, ""), lambda: None, lambda: w.put(self.first, place))
            s.if_(w.sees(slot, "What"), lambda: None, lambda: w.put(self.first + 1, place))

        w.each_slot(veiled if self.subject.veiled else show)


class Playable(Feature):
    """Where a piece may be played on a board without bounds."""

    def names(self) -> list[str]:
        return ["playable"] if self.subject.has(StateView.playable) else []

    def write(self, w: Writer) -> None:
        p, s = w.c.state, w.c.s
        put = partial(w.put, self.first)
        w.each_slot(lambda slot, place: s.if_(p.playable.get(slot) != 0, lambda: put(place)))


class Hands(_ByComponent):
    """How many of each piece lie in a hand or a deck: a filled plane for each container and component."""

    bounds = COUNTED

    @property
    def _containers(self) -> list[Container]:
        return [c for c in self.subject.model.containers[1:] if c.kind != "dice"]

    def _relative(self, observer: int) -> list[int]:
        """For each container the number of its group of planes, as an observer sees it.

        The hands of the players begin with the observer's own; other containers keep their places.
        """
        owners = [container.owner for container in self._containers]
        ranked = [(owner, owners[:number].count(owner)) for number, owner in enumerate(owners)]
        numbers = {pair: number for number, pair in enumerate(ranked)}
        groups = []
        for number, (owner, rank) in enumerate(ranked):
            seat = self.subject.relative(owner, observer)
            groups.append(numbers.get((seat + 1, rank), number) if seat >= 0 else number)
        plain = list(range(len(groups)))
        return groups if sorted(groups) == plain else plain

    def names(self) -> list[str]:
        titles = self.titles()
        return [f"{self._title(c)}: {title}" for c in self._containers for title in titles]

    def _title(self, container: Container) -> str:
        seat = self.subject.relative(container.owner, 1)
        return f"{self.subject.seat(seat)} {container.kind} {container.index}"

    def write(self, w: Writer) -> None:
        p, s, plane, groups = w.c.state, w.c.s, self.plane_of(w), w.by_observer(self._relative)
        size, kinds = self.subject.geometry.size, len(self.kinds)
        stacking = self.subject.model.stacking

        def add(group: IntLike, what: IntLike, amount: IntLike) -> None:
            s.if_(what != 0, lambda: w.add(plane(what) + (group * kinds + self.first), 0, amount))

        def site(group: IntLike, slot: IntLike) -> None:
            if stacking:
                what = partial(p.at_level, StateView.pieces, slot)
                s.for_range(0, p.sizes.get(slot), lambda i: add(group, what(i), 1))
            else:
                add(group, p.pieces.get(slot), p.counts.get(slot) if p.counts.present else 1)

        def look(group: IntLike, slot: IntLike) -> None:
            s.if_(w.sees(slot, "What"), lambda: site(group, slot))

        for number, container in enumerate(self._containers):
            group, first = groups(number), container.first_site
            s.for_range(first, first + container.num_sites, partial(look, group))

        def spread(i: IntLike) -> None:
            """What was counted at the first place of a plane belongs to all of them."""
            total = s.load(w.out, (i + self.first) * size, "f32")
            s.if_(total != 0.0, lambda: w.fill(i + self.first, total))

        s.for_range(0, len(self._containers) * kinds, spread)


class Dice(Feature):
    """What each die shows as the player to move chooses."""

    bounds = NUMBER

    def names(self) -> list[str]:
        dice = self.subject.model.dice()
        return [f"rolled {c.index}, die {n + 1}" for c in dice for n in range(c.num_sites)]

    def write(self, w: Writer) -> None:
        for number, shown in enumerate(rolled(w.c, len(self.names()))):
            w.fill_if(self.first + number, shown)


class ByPlayer(Feature):
    """A number that each player has."""

    bounds = NUMBER

    def __init__(self, subject: Subject, field: Field[IntLike], title: str) -> None:
        super().__init__(subject)
        self.field, self.title = field, title

    def names(self) -> list[str]:
        if not self.subject.has(self.field):
            return []
        return [f"{self.subject.seat(seat)} {self.title}" for seat in range(self.subject.players)]

    def write(self, w: Writer) -> None:
        field = self.field.of(w.c.state)
        for seat in range(self.subject.players):
            w.fill_if(self.first + seat, field.get(w.player(seat)))


class Numbers(Feature):
    """A number of the whole position."""

    bounds = NUMBER

    def __init__(self, subject: Subject, field: Field[IntLike], title: str) -> None:
        super().__init__(subject)
        self.field, self.title = field, title

    def names(self) -> list[str]:
        return [self.title] if self.subject.has(self.field) else []

    def write(self, w: Writer) -> None:
        w.fill_if(self.first, self.field.of(w.c.state).get())


class Seat(Feature):
    """Which player the observer is, for games whose players aim at different things."""

    def names(self) -> list[str]:
        players = self.subject.players
        return [SEAT.format(player) for player in range(1, players + 1)] if players > 1 else []

    def write(self, w: Writer) -> None:
        w.fill(w.observer + (self.first - 1))


class Mover(Feature):
    """Whose turn it is."""

    def names(self) -> list[str]:
        if self.subject.players == 1:
            return []
        return [f"turn: {self.subject.seat(seat)}" for seat in range(self.subject.players)]

    def write(self, w: Writer) -> None:
        relative = w.seat_of(self.subject.owners)(w.c.state.mover.get())
        w.c.s.if_(relative >= 0, lambda: w.fill(relative + self.first))


class Active(Feature):
    """Who still plays, in games where players drop out."""

    def names(self) -> list[str]:
        if self.subject.players < 3:
            return []
        return [f"{self.subject.seat(seat)} seat still plays" for seat in range(self.subject.players)]

    def write(self, w: Writer) -> None:
        for seat in range(self.subject.players):
            w.c.s.if_(w.c.state.is_active(w.player(seat)), partial(w.fill, self.first + seat))


class Phase(Feature):
    """The phase that the player to move is in."""

    def names(self) -> list[str]:
        phases = PHASES.of(self.subject.model)
        return [f"phase {phase.name}" for phase in phases] if len(phases) > 1 else []

    def write(self, w: Writer) -> None:
        w.fill(w.c.state.phase.get(w.c.state.mover.get()) + self.first)


class Variables(Feature):
    """The variables that the rules set."""

    bounds = NUMBER

    def names(self) -> list[str]:
        if not self.subject.has(StateView.variables) or not self._named:
            return []
        return [f"variable {name or ''}".strip() for name in self._named]

    @property
    def _named(self) -> list[str | None]:
        return list(self.subject.model.numbered(VARIABLES))

    def write(self, w: Writer) -> None:
        for number in range(len(self._named)):
            w.fill(self.first + number, w.c.state.variables.get(number))


class AgainMoves(Feature):
    """Whether the mover goes on with a turn."""

    def names(self) -> list[str]:
        return ["moves again"]

    def write(self, w: Writer) -> None:
        p = w.c.state
        w.c.s.if_(p.turn_moves.get() != 0, lambda: w.fill(self.first))


class LastMove(Feature):
    """The sites of the last move that the observer sees; where a game is veiled, both or none."""

    def names(self) -> list[str]:
        return ["last move from", "last move to"]

    def write(self, w: Writer) -> None:
        s, p = w.c.s, w.c.state

        def show() -> None:
            w.mark(self.first, p.last_from.get(), seen=True)
            w.mark(self.first + 1, p.last_to.get(), seen=True)

        if not self.subject.veiled:
            show()
            return

        def is_seen(site: IntLike) -> BoolLike:
            return s.any_of(lambda: site < 0, lambda: w.sees(site, ""))

        s.if_(s.all_of(lambda: is_seen(p.last_from.get()), lambda: is_seen(p.last_to.get())), show)


class Pending(Feature):
    """The sites that the rules remember for the next move."""

    def names(self) -> list[str]:
        return ["pending"] if self.subject.has(PENDING.items) else []

    def write(self, w: Writer) -> None:
        p = w.c.state
        show = lambda i: w.mark(self.first, PENDING.items.of(p).get(i))  # noqa: E731
        w.c.s.for_range(0, PENDING.count.of(p).get(), show)


#: in the order of their planes
FEATURES: tuple[Callable[[Subject], Feature], ...] = (
    Pieces,
    StackContents,
    Height,
    Owners,
    partial(SiteNumber, field=StateView.counts, title="count", hidden_by="Count"),
    partial(SiteNumber, field=StateView.states, title="local state", hidden_by="State"),
    partial(SiteNumber, field=StateView.rotations, title="rotation", hidden_by="Rotation"),
    partial(SiteNumber, field=StateView.values, title="value", hidden_by="Value"),
    Hidden,
    Playable,
    Hands,
    Dice,
    partial(ByPlayer, field=StateView.scores, title="score"),
    partial(ByPlayer, field=StateView.amounts, title="amount"),
    partial(Numbers, field=StateView.pot, title="pot"),
    partial(Numbers, field=StateView.trump, title="trump suit"),
    Seat,
    Mover,
    Active,
    Phase,
    Variables,
    AgainMoves,
    LastMove,
    Pending,
)


def features_of(subject: Subject, among: Sequence[Callable[[Subject], Feature]] = FEATURES) -> list[Feature]:
    """The features that a game has, with the numbers of their planes."""
    return list(_numbered(feature(subject) for feature in among))


def _numbered(features: Iterator[Feature]) -> Iterator[Feature]:
    first = 0
    for feature in features:
        count = len(feature.names())
        if count:
            feature.first, first = first, first + count
            yield feature
