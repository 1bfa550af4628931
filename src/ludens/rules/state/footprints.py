"""The cells that large pieces cover, by root and local state, as constant rows (manual: equipment 3.5)."""

from __future__ import annotations

from collections.abc import Callable

from ludens.board.walks import covered_sites
from ludens.rules.state.context import Context
from ludens.stage import Bool, BoolLike, IntLike, Rows

Body = Callable[[IntLike], object]


def any_large(c: Context) -> bool:
    """Whether some component covers more than its root."""
    return any(piece.walks for piece in c.model.components)


def is_large(c: Context, what: IntLike) -> BoolLike:
    return c.s.table([int(bool(piece.walks)) for piece in c.model.components])[what] != 0


def is_domino(c: Context, what: IntLike) -> BoolLike:
    return c.s.table([int(piece.is_domino) for piece in c.model.components])[what] != 0


def num_states(c: Context, what: IntLike) -> IntLike:
    """The number of local states that a large piece can be put down in."""
    sides = num_directions(c)
    return c.s.table([sides * len(piece.walks) for piece in c.model.components])[what]


class Footprints:
    """The sites that each large component covers, by root and state, as constant rows."""

    def __init__(self, c: Context) -> None:
        self.c, self.count = c, c.model.count("Cell")
        self.rows, self.starts = footprints(c)

    def each(self, what: IntLike, root: IntLike, state: IntLike, body: Body) -> None:
        """Run the body for the covered sites; for none where the piece does not fit or the root is off the board."""
        state = self.c.s.maximum(state, 0)
        row = self.starts_of(what) + state * self.count + root
        self.c.s.if_(self.inside(root), lambda: self.rows.each(row, body))

    def fits(self, what: IntLike, root: IntLike, state: IntLike) -> BoolLike:
        row = self.starts_of(what) + state * self.count + root
        return self.c.s.choose(self.inside(root), lambda: self.rows.length(row) > 0, lambda: False, Bool)

    def inside(self, root: IntLike) -> BoolLike:
        return self.c.s.all_of(lambda: root >= 0, lambda: root < self.count)

    def starts_of(self, what: IntLike) -> IntLike:
        return self.c.s.table(self.starts)[what]


def footprints(c: Context) -> tuple[Rows, list[int]]:
    """The rows, and where those of each component start; components of one shape share theirs."""

    def make() -> tuple[Rows, list[int]]:
        rows: list[list[int]] = []
        starts: dict[tuple[tuple[str, ...], ...], int] = {}
        for piece in c.model.components:
            if piece.walks not in starts:
                starts[piece.walks] = len(rows)
                rows += _of_shape(c, piece.walks)
        return c.s.rows(rows or [[]]), [starts[piece.walks] for piece in c.model.components]

    return c.s.once("footprints", make)


def _of_shape(c: Context, walks: tuple[tuple[str, ...], ...]) -> list[list[int]]:
    topology, count = c.model.topology, c.model.count("Cell")
    states = num_directions(c) * len(walks)
    return [covered_sites(topology, walks, root, state) for state in range(states) for root in range(count)]


def num_directions(c: Context) -> int:
    """The number of directions that a large piece can be turned to."""
    return len(c.model.topology.supported_directions("Cell", "Orthogonal"))


def halves(c: Context, what: IntLike) -> tuple[IntLike, IntLike]:
    """The two values of a domino."""
    values = [piece.values if piece.is_domino else (0, 0) for piece in c.model.components]
    return c.s.table([v[0] for v in values])[what], c.s.table([v[1] for v in values])[what]


def cover(c: Context, what: IntLike, root: IntLike, state: IntLike, count: IntLike = 1) -> None:
    """A large piece lies down: what it covers is not empty and has that count."""
    p = c.state

    def lie_on(site: IntLike) -> None:
        p.set_empty(site, False)
        if p.counts.present:
            p.counts.set(count, site)

    Footprints(c).each(what, root, state, lie_on)


def uncover(c: Context, what: IntLike, root: IntLike, state: IntLike) -> None:
    """A large piece goes: what it covered is empty."""
    p = c.state

    def leave(site: IntLike) -> None:
        p.set_empty(site, True)
        if p.counts.present:
            p.counts.set(0, site)

    Footprints(c).each(what, root, state, leave)


def show_halves(c: Context, what: IntLike, root: IntLike, state: IntLike) -> None:
    """Write the values of a domino's halves on the cells that it covers."""
    p, s, place = c.state, c.s, c.s.var(0)
    first, second = halves(c, what)

    def write(site: IntLike) -> None:
        p.values.set(s.select(place.get() < 4, first, second), site)
        place.set(place.get() + 1)

    Footprints(c).each(what, root, state, write)


__all__ = [
    "Body", "Footprints", "any_large", "cover", "halves", "is_domino", "is_large", "num_directions", "num_states",
    "show_halves", "uncover",
]  # fmt: skip
