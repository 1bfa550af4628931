"""Dominoes: the bag, and what a domino does to the cells that it covers (manual: effects 2.5)."""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state import footprints
from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike, Scope, Table


def put_down(c: Context, slot: IntLike, what: IntLike) -> None:
    """A piece is added in a game with dominoes: its site has the value 1, and it leaves the bag."""
    c.state.values.set(1, slot)
    c.s.if_(footprints.is_domino(c, what), lambda: leave_bag(c, what))


def leave_bag(c: Context, what: IntLike) -> None:
    """Take the first occurrence of a domino out of the bag."""
    p, s = c.state, c.s
    count, index = p.dominoes_count.get(), s.var(-1)
    look = lambda i: s.if_((index.get() < 0) & (p.dominoes.get(i) == what), lambda: index.set(i))  # noqa: E731
    s.for_range(0, count, look)

    def take() -> None:
        s.for_range(index.get(), count - 1, lambda i: p.dominoes.set(p.dominoes.get(i + 1), i))
        p.dominoes_count.set(count - 1)

    s.if_(index.get() >= 0, take)


def lie_down(c: Context, what: IntLike, root: IntLike, state: IntLike) -> None:
    """A domino shows its halves, and nothing can be played where it lies."""
    p = c.state

    def show() -> None:
        footprints.show_halves(c, what, root, state)
        if p.playable.present:
            footprints.Footprints(c).each(what, root, state, lambda site: p.playable.set(0, site))

    c.s.if_(footprints.is_domino(c, what), show)


# --- lines of play

_SIDES = ("W", "N", "E", "S")
_LEFT = {"W": "SW", "N": "NW", "E": "NE", "S": "SE"}
_RIGHT = {"W": "NW", "N": "NE", "E": "SE", "S": "SW"}


def has_lines(c: Context) -> bool:
    """Whether the game plays along lines of dominoes."""
    return Need.LINE_OF_PLAY in c.model.needs and c.state.playable.present


def open_lines(c: Context) -> None:
    """Work out anew where the next domino may lie: at the ends of all that lie on the board."""
    p, s, count = c.state, c.s, c.model.count("Cell")
    s.for_range(0, count, lambda site: p.playable.set(0, site))
    prints = footprints.Footprints(c)

    def look(root: IntLike) -> None:
        what = p.what("Cell", root)
        s.if_(footprints.is_domino(c, what), lambda: _open_ends(c, prints, root, what))

    s.for_range(0, count, look)


def _open_ends(c: Context, prints: footprints.Footprints, root: IntLike, what: IntLike) -> None:
    s, state = c.s, c.state.piece_state("Cell", root)
    row = prints.starts_of(what) + state * prints.count + root
    first, second = footprints.halves(c, what)

    def line(a: int, b: int, side: int, left: bool | None) -> None:
        _open_line(c, prints.rows.get(row, a), prints.rows.get(row, b), (state + side) & 3, left)

    line(0, 1, 0, True)
    line(7, 6, 2, False)
    s.if_(first == second, lambda: (line(2, 5, 1, None), line(3, 4, 3, None)))


def _open_line(c: Context, a: IntLike, b: IntLike, side: IntLike, left: bool | None) -> None:
    """Open a line of two lanes towards a side; `left` says on which hand of the first it widens, None: on none."""

    def body(c: Context) -> None:
        p, s, count = c.state, c.s, c.model.count("Cell")
        side, ahead = c.get("line.side"), _next_cells(c, {d: d for d in _SIDES})
        outer, inner = (_LEFT, _RIGHT) if left else (_RIGHT, _LEFT)
        lanes = [s.var(c.get("line.a")), s.var(c.get("line.b"))]

        def step(from_: IntLike) -> IntLike:
            return s.choose(from_ >= 0, lambda: ahead[side * count + from_], lambda: -1)

        def free(site: IntLike) -> BoolLike:
            return s.all_of(lambda: site >= 0, lambda: p.is_empty("Cell", site))

        def widen(site: IntLike, names: dict[str, str]) -> None:
            beside = _next_cells(c, names)[side * count + site]
            s.if_(free(beside), lambda: p.playable.set(1, beside))

        def advance(out: Scope, number: int) -> None:
            here = [lane.get() for lane in lanes]
            there = [step(site) for site in here]
            s.if_(s.not_(s.all_of(lambda: free(there[0]), lambda: free(there[1]))), lambda: s.leave(out))
            for lane, site in zip(lanes, there, strict=True):
                p.playable.set(1, site)
                lane.set(site)
            if left is not None and number < 3:
                widen(there[0], outer)
                widen(there[1], inner)

        def walk(out: Scope) -> None:
            longer = [step(step(lane.get())) for lane in lanes]
            s.if_((longer[0] < 0) | (longer[1] < 0), lambda: s.leave(out))
            for number in range(1, 5):
                advance(out, number)

        s.scope(walk)

    slots = {"line.a": a, "line.b": b, "line.side": side}
    c.unbound().bind(**slots).outline("line", body, None, key=("line of play", left))


def _next_cells(c: Context, names: dict[str, str]) -> Table[IntLike]:
    """For each side, the cell next to each cell in the direction named for the side; -1 where there is none."""
    topology, count = c.model.topology, c.model.count("Cell")

    def make() -> Table[IntLike]:
        steps = [topology.steps("Cell", site, names[side]) for side in _SIDES for site in range(count)]
        return c.s.table([targets[0] if targets else -1 for targets in steps])

    return c.s.once(("next cells", *names.values()), make)
