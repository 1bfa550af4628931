"""Arrays of integers: ordered lists, in which a value may occur several times (manual: integers 12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens import board
from ludens.ludemes.arguments import optional, site_or_region, whether
from ludens.ludemes.groups import Group, grow, merge
from ludens.ludemes.searches import answer
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import NOTHING, named, positional
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, IntsLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, RoleType, SiteType
from ludens.rules.roles import has_teams, index_of, team_of
from ludens.rules.state.context import Context
from ludens.rules.state.fields.memory import REMEMBERING
from ludens.rules.state.names import REMEMBERED
from ludens.rules.state.regions import BitRegion, IntList, Region, StaticRegion
from ludens.stage import Bool, BoolLike, IntLike, Scope

CAPACITY = 4096


def capacity_of(values: IntList) -> int:
    """How many elements an array can have."""
    return len(values.values) if values.values is not None else values.capacity


def plain(values: IntList) -> list[int] | None:
    """The elements of an array that is known while compiling, else None."""
    members: Sequence[IntLike] | None = values.values
    if members is None:
        return None
    elements = [v for v in members if isinstance(v, int)]
    return elements if len(elements) == len(members) else None


def holds(c: Context, values: IntList, value: IntLike) -> BoolLike:
    """Whether a value occurs in an array."""
    elements = plain(values)
    if elements is not None and isinstance(value, int):
        return value in elements
    result = c.s.var(False, Bool)
    c.s.scope(lambda out: values.each(lambda v: c.s.if_(v == value, lambda: answer(c, result, out, True))))
    return result.get()


def list_of(region: Region) -> IntList:
    """The sites of a region as an array, ascending."""
    if isinstance(region, StaticRegion):
        return IntList(region.c, region.sorted)
    result = IntList.allocate(region.c, region.c.model.universe)
    region.each(result.append)
    return result


class ArrayOfInts(IntsLudeme):
    """The integers as written."""

    spellings = ("array",)
    says = "{values:and}"
    reads = NOTHING
    values: tuple[IntLudeme, ...]

    def emit(self, c: Context) -> IntList:
        return IntList(c, [value.emit(c) for value in self.values])


class ArrayOfSites(IntsLudeme):
    """The sites of a region, ascending."""

    spellings = ("array",)
    says = "{region}"
    reads = NOTHING
    region: SitesLudeme

    def emit(self, c: Context) -> IntList:
        return list_of(self.region.emit(c))


# --- set operations


def united(c: Context, first: IntList, others: Sequence[IntList]) -> IntList:
    """The first array, then the elements of the others that are not there yet."""
    arrays = [plain(values) for values in (first, *others)]
    if all(k is not None for k in arrays):
        joined = list(arrays[0] or [])
        for values in arrays[1:]:
            for value in values or []:
                if value not in joined:
                    joined.append(value)
        return IntList(c, joined)
    result = IntList.allocate(c, sum(capacity_of(values) for values in (first, *others)))
    first.each(result.append)
    for other in others:
        other.each(lambda v: c.s.if_(c.s.not_(holds(c, result, v)), lambda: result.append(v)))
    return result


def intersection(c: Context, values: IntList, tests: Sequence[IntList]) -> IntList:
    """The elements of an array that all others have."""
    arrays = [plain(x) for x in (values, *tests)]
    if all(k is not None for k in arrays):
        return IntList(c, [v for v in arrays[0] or [] if all(v in (other or []) for other in arrays[1:])])
    result = IntList.allocate(c, capacity_of(values))

    def look(value: IntLike) -> None:
        everywhere = c.s.all_of(*(lambda other=other: holds(c, other, value) for other in tests))
        c.s.if_(everywhere, lambda: result.append(value))

    values.each(look)
    return result


def without_first(c: Context, values: IntList, value: IntLike) -> IntList:
    """An array without the first occurrence of a value."""
    elements = plain(values)
    if elements is not None and isinstance(value, int):
        at = elements.index(value) if value in elements else len(elements)
        return IntList(c, elements[:at] + elements[at + 1 :])
    result, removed = IntList.allocate(c, capacity_of(values)), c.s.var(False, Bool)

    def look(v: IntLike) -> None:
        goes = c.s.all_of(lambda: v == value, lambda: c.s.not_(removed.get()))
        c.s.if_(goes, lambda: removed.set(True), lambda: result.append(v))

    values.each(look)
    return result


def without(c: Context, values: IntList, gone: IntList) -> IntList:
    """A multiset difference: for each element of `gone` its first occurrence leaves."""
    if gone.values is not None:
        for value in gone.values:
            values = without_first(c, values, value)
        return values
    left, result = IntList.allocate(c, capacity_of(gone)), IntList.allocate(c, capacity_of(values))
    gone.each(left.append)
    used = IntList.allocate(c, capacity_of(gone))
    gone.each(lambda _: used.append(0))

    def look(v: IntLike) -> None:
        hit = c.s.var(-1)

        def search(out: Scope) -> None:
            def at(i: IntLike) -> None:
                fits = c.s.all_of(lambda: used.get(i) == 0, lambda: left.get(i) == v)
                c.s.if_(fits, lambda: answer(c, hit, out, i))

            c.s.for_range(0, left.length(), at)

        c.s.scope(search)
        assert used.address is not None
        address = used.address
        c.s.if_(hit.get() >= 0, lambda: c.s.store(address, hit.get(), "i32", 1), lambda: result.append(v))

    values.each(look)
    return result


class ArrayUnion(IntsLudeme):
    """The first array, then what the second has besides."""

    spellings = ("union",)
    says = "{first} and {second}"
    reads = NOTHING
    first: IntsLudeme
    second: IntsLudeme

    def emit(self, c: Context) -> IntList:
        first = self.first.emit(c)
        return united(c, first, [self.second.emit(c)])


class ArrayUnionOf(IntsLudeme):
    """The first array, then what each of the others has besides."""

    spellings = ("union",)
    says = "{arrays:and}"
    reads = NOTHING
    arrays: tuple[IntsLudeme, ...]

    def emit(self, c: Context) -> IntList:
        arrays = [array.emit(c) for array in self.arrays]
        return united(c, arrays[0], arrays[1:]) if arrays else IntList(c, [])


class ArrayIntersection(IntsLudeme):
    """What the second array has of the first, in the second's order."""

    spellings = ("intersection",)
    says = "what {first} and {second} have in common"
    reads = NOTHING
    first: IntsLudeme
    second: IntsLudeme

    def emit(self, c: Context) -> IntList:
        first = self.first.emit(c)
        return intersection(c, self.second.emit(c), [first])


class ArrayIntersectionOf(IntsLudeme):
    """What all arrays have, in the order of the first."""

    spellings = ("intersection",)
    says = "what {arrays:and} have in common"
    reads = NOTHING
    arrays: tuple[IntsLudeme, ...]

    def emit(self, c: Context) -> IntList:
        arrays = [array.emit(c) for array in self.arrays]
        return intersection(c, arrays[0], arrays[1:]) if arrays else IntList(c, [])


class ArrayDifference(IntsLudeme):
    """The first array without one occurrence of each element of the second, or of an integer."""

    spellings = ("difference",)
    says = "{first} except {second}"
    reads = NOTHING
    first: IntsLudeme
    second: IntsLudeme | IntLudeme

    def emit(self, c: Context) -> IntList:
        first = self.first.emit(c)
        gone = self.second.emit(c) if isinstance(self.second, IntsLudeme) else IntList(c, [self.second.emit(c)])
        return without(c, first, gone)


class ArrayIf(IntsLudeme):
    """One of two arrays, by a condition; the second may be left out and is empty then."""

    spellings = ("if",)
    says = "({yes} if {condition}[, otherwise {no}])"
    reads = NOTHING
    condition: BooleanLudeme
    yes: IntsLudeme
    no: IntsLudeme | None = None

    def emit(self, c: Context) -> IntList:
        condition = self.condition.emit(c)
        if isinstance(condition, bool):
            branch = self.yes if condition else self.no
            return branch.emit(c) if branch is not None else IntList(c, [])
        result = IntList.allocate(c, CAPACITY)
        no = self.no
        c.s.if_(
            condition,
            lambda: self.yes.emit(c).each(result.append),
            lambda: no.emit(c).each(result.append) if no is not None else None,
        )
        return result


class Results(IntsLudeme):
    """The values of an integer for each pair of a `from` and a `to` site."""

    spellings = ("results",)
    says = "the values of {function} from {from_:one} to {to:one}"
    reads = NOTHING
    from_: IntLudeme | SitesLudeme = named()
    to: IntLudeme | SitesLudeme = named()
    function: IntLudeme

    def emit(self, c: Context) -> IntList:
        result = IntList.allocate(c, CAPACITY)

        def each_from(site: IntLike) -> None:
            inner = c.bind(from_=site)
            site_or_region(inner, self.to).each(lambda to: result.append(self.function.emit(inner.bind(to=to))))

        site_or_region(c, self.from_).each(each_from)
        return result


# --- players


class Players(IntsLudeme):
    """The players of a kind who satisfy a condition on `(player)`."""

    spellings = ("players All", "players Ally", "players Enemy", "players Friend", "players NonMover")
    says = (
        "[{~All}all players|{~Ally}the allies|{~Enemy}the enemies|{~Friend}the friends|{~NonMover}the other "
        "players|the players][ of {of}][ for whom {if_}]"
    )
    reads = frozenset({"turn", "team"})
    of: IntLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)

    @property
    def kind(self) -> str:
        return self.spelling.removeprefix("players ")

    def emit(self, c: Context) -> IntList:
        n = c.model.num_players
        result = IntList.allocate(c, n + 2)
        player = optional(c, self.of, c.mover)
        low, high = (0, n + 2) if self.kind == "All" else (0, n + 1) if self.kind == "NonMover" else (1, n + 1)

        def look(p: IntLike) -> None:
            belongs = c.s.all_of(lambda: self._belongs(c, p, player), lambda: self._satisfies(c, p))
            c.s.if_(belongs, lambda: result.append(p))

        real = True if self.of is None else c.s.all_of(lambda: player != 0, lambda: player <= n)
        if self.kind == "Friend" and not has_teams(c):
            c.s.if_(real, lambda: result.append(player))
        else:
            c.s.if_(real, lambda: c.s.for_range(low, high, look))
        return result

    def _belongs(self, c: Context, p: IntLike, player: IntLike) -> BoolLike:
        s, teams = c.s, has_teams(c)
        if self.kind == "All":
            return True
        if self.kind == "NonMover":
            return p != c.state.mover.get()
        if not teams:
            return (p != player) if self.kind == "Enemy" else False
        same = team_of(c, p) == team_of(c, player)
        if self.kind == "Enemy":
            return s.all_of(lambda: p != c.state.mover.get(), lambda: s.not_(same))
        return s.all_of(lambda: same, lambda: p != player) if self.kind == "Ally" else same

    def _satisfies(self, c: Context, p: IntLike) -> BoolLike:
        return whether(c.bind(player=p), self.if_, True)


class PlayersOfTeam(IntsLudeme):
    """The members of a team who satisfy a condition on `(player)`."""

    spellings = tuple(f"players Team{k}" for k in range(1, 17))
    says = "the players of {.last}"
    reads = frozenset({"team"})
    if_: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntList:
        team, n = int(self.spelling.removeprefix("players Team")), c.model.num_players
        if not has_teams(c):
            return IntList(c, [team] if team <= n else [])
        result = IntList.allocate(c, n)

        def look(p: IntLike) -> None:
            condition = self.if_
            tests: list[Callable[[], BoolLike]] = [lambda: team_of(c, p) == team]
            if condition is not None:
                tests.append(lambda: condition.emit(c.bind(player=p)))
            c.s.if_(c.s.all_of(*tests), lambda: result.append(p))

        c.s.for_range(1, n + 1, look)
        return result


class Team(IntsLudeme):
    """The players of the team of an iteration."""

    spellings = ("team",)
    says = "the players of that team"
    reads = frozenset({"team"})

    def emit(self, c: Context) -> IntList:
        if isinstance(c.team, IntList):
            return c.team
        result = IntList.allocate(c, c.model.num_players)
        if c.team is not None:
            members = c.team
            c.s.for_range(
                1, c.model.num_players + 1, lambda p: c.s.if_(team_of(c, p) == members, lambda: result.append(p))
            )
        return result


# --- values and sizes


class RememberedValues(IntsLudeme):
    """The remembered values of a name, in the order in which they were remembered."""

    spellings = ("values Remembered",)
    says = "[the values remembered as {name}|the remembered values]"
    naming = REMEMBERED
    fields = REMEMBERING
    reads = frozenset({"remember"})
    name: str | None = None

    @property
    def recalled(self) -> frozenset[str | None] | None:
        return frozenset({self.name})

    def emit(self, c: Context) -> IntList:
        p = c.state
        number = c.model.numbered(REMEMBERED).get(self.name)
        if number is None or not p.remembered.present or not p.layout.fields:
            return IntList(c, [])
        capacity = p.remembered.shape[1]
        address = c.s.offset(p.remembered.address, 4 * capacity * number)
        length = c.s.var(p.remembered_count.get(number))
        result = IntList(c, None, address, length)
        result.capacity = capacity
        return result


class SizesGroup(IntsLudeme):
    """The sizes of groups: of all pieces, of a player's, or of the sites that satisfy a condition."""

    spellings = ("sizes Group",)
    says = "the sizes of the groups[ of {role:of} pieces][ joined {direction}][ where {if_}][ of at least {min}]"
    lists_pieces = True
    reads = frozenset({"board", "turn", "last"})
    site_type: SiteType | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    role: RoleType | None = positional(None, group="which")
    of: IntLudeme | None = named(None, group="which")
    if_: BooleanLudeme | None = named(None, group="which")
    min: IntLudeme | None = named(None)

    def emit(self, c: Context) -> IntList:
        kind, s, n = kind_of(c, self.site_type), c.s, c.model.num_players
        result, seen = IntList.allocate(c, c.model.count(kind)), BitRegion.empty(c)
        least = optional(c, self.min, 0)
        first, last = self._owners(c)

        def seed(site: IntLike) -> None:
            fresh = s.all_of(lambda: site < c.model.count(kind), lambda: s.not_(seen.contains(site)))
            s.if_(s.all_of(lambda: fresh, lambda: self._seed_joins(c, site)), lambda: fill(site))

        def fill(site: IntLike) -> None:
            group: Group = grow(c, kind, site, self.direction, lambda to: self._joins(c, kind, site, to))
            merge(seen, group)
            s.if_(group.size >= least, lambda: result.append(group.size))

        s.for_range(first, last, lambda player: self._each_owned(c, player, n, seed))
        return result

    @property
    def _everything(self) -> bool:
        many = self.role in (None, RoleType.All, RoleType.Shared)
        return many and self.of is None and self.if_ is None

    def _owners(self, c: Context) -> tuple[IntLike, IntLike]:
        """The owners whose pieces start groups, as a range."""
        n = c.model.num_players
        if self._everything:
            return 1, n + 1
        if self.if_ is not None:
            return n + 1, n + 2
        owner = self._owner(c)
        return owner, owner + 1

    def _owner(self, c: Context) -> IntLike:
        return self.of.emit(c) if self.of is not None else index_of(c, self.role or RoleType.Shared)

    def _each_owned(self, c: Context, player: IntLike, n: int, body: Callable[[IntLike], None]) -> None:
        p, s = c.state, c.s
        owned = s.rows([[x.index for x in c.model.components[1:] if x.owner == i] for i in range(n + 2)])

        def component(what: IntLike) -> None:
            s.for_range(
                0, p.owned_count(what), lambda i: body(p.site_of(p.owned_slot(what, i))), rounds=p.owned_capacity
            )

        real = s.all_of(lambda: player >= 0, lambda: player <= n + 1)
        s.if_(real, lambda: owned.each(player, component))

    def _seed_joins(self, c: Context, site: IntLike) -> BoolLike:
        return whether(c.bind(from_=site), self.if_, True)

    def _joins(self, c: Context, kind: board.SiteType, seed: IntLike, to: IntLike) -> BoolLike:
        if self.if_ is not None:
            return self.if_.emit(c.bind(from_=seed, to=to))
        if self._everything:
            return c.state.occupied(kind, to)
        return c.state.who(kind, to) == self._owner(c)
