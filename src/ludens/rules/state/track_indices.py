"""Track indices: how many pieces stand at each index of a track that visits a site twice (manual: effects 1.12).

The state's `on_track` holds a number for each component and each place of a track; places are counted through all
tracks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ludens.rules.state.context import Context
from ludens.rules.state.fields.sites import num_places
from ludens.rules.state.model import Model
from ludens.stage import IntLike, Rows, Stage


def has_indices(c: Context) -> bool:
    """Whether the game keeps track indices."""
    return c.state.on_track.present


def count(c: Context, track: int, index: IntLike, what: IntLike) -> IntLike:
    """How many pieces of a kind are believed to stand at an index of a track."""
    first = sum(len(t.elements) for t in c.model.tracks[:track])
    return c.state.on_track.get(_at(c, first + index, what))


def add(c: Context, what: IntLike, count: IntLike, site: IntLike) -> None:
    """Pieces arrive from nowhere: at the first index of the site on each track."""
    if has_indices(c):
        _call(c, "track_add", _add, what, count, -1, site)


def move(c: Context, what: IntLike, count: IntLike, origin: IntLike, target: IntLike) -> None:
    """Pieces move along the tracks."""
    if has_indices(c):
        _call(c, "track_move", _move, what, count, origin, target)


def remove(c: Context, what: IntLike, site: IntLike) -> None:
    """A piece leaves: one less at every index of the site."""
    if has_indices(c):
        _call(c, "track_remove", _remove, what, 1, site, -1)


def _call(
    c: Context,
    name: str,
    body: Callable[[Context], None],
    what: IntLike,
    count: IntLike,
    origin: IntLike,
    target: IntLike,
) -> None:
    slots = {"t.what": what, "t.count": count, "t.origin": origin, "t.target": target}
    c.unbound().bind(**slots).outline(name, body, None, key=name)


def _at(c: Context, place: IntLike, what: IntLike) -> IntLike:
    return what * num_places(c.model) + place


@dataclass
class _Places:
    """For each track and site the places, ascending, where the track visits the site."""

    s: Stage
    model: Model

    @cached_property
    def rows(self) -> Rows:
        rows: list[list[int]] = []
        first = 0
        for track in self.model.tracks:
            visited: list[list[int]] = [[] for _ in range(self.model.universe)]
            for place, element in enumerate(track.elements, first):
                if 0 <= element.site < self.model.universe:
                    visited[element.site].append(place)
            rows += visited
            first += len(track.elements)
        return self.s.rows(rows)

    def row(self, track: IntLike, site: IntLike) -> IntLike:
        return track * self.model.universe + site

    def each_track(self, body: Callable[[IntLike], object]) -> None:
        self.s.for_range(0, len(self.model.tracks), body)


def _places(c: Context) -> _Places:
    return c.s.once("places", lambda: _Places(c.s, c.model))


def _add(c: Context) -> None:
    places, site = _places(c), c.get("t.target")
    places.each_track(lambda track: _arrive(c, places, places.row(track, site), c.get("t.count")))


def _arrive(c: Context, places: _Places, row: IntLike, count: IntLike) -> None:
    """Add at the first place of a row, if there is one."""

    def put() -> None:
        c.state.on_track.add(count, _at(c, places.rows.get(row, 0), c.get("t.what")))

    c.s.if_(places.rows.length(row) > 0, put)


def _remove(c: Context) -> None:
    places, site, what = _places(c), c.get("t.origin"), c.get("t.what")

    def leave(track: IntLike) -> None:
        places.rows.each(places.row(track, site), lambda place: c.state.on_track.add(-1, _at(c, place, what)))

    places.each_track(leave)


def _move(c: Context) -> None:
    places = _places(c)

    def along(track: IntLike) -> None:
        origin, target = places.row(track, c.get("t.origin")), places.row(track, c.get("t.target"))
        on_track = places.rows.length(origin) > 0
        c.s.if_(on_track, lambda: _advance(c, places, origin, target), lambda: _arrive(c, places, target, 1))

    places.each_track(along)


def _advance(c: Context, places: _Places, origin: IntLike, target: IntLike) -> None:
    """From the first place that holds such pieces to the next place of the target behind it, else to its first."""
    s, p, rows, what, count = c.s, c.state, places.rows, c.get("t.what"), c.get("t.count")
    left, reached = s.var(-1), s.var(-1)

    def search(place: IntLike) -> None:
        is_there = s.all_of(lambda: left.get() < 0, lambda: p.on_track.get(_at(c, place, what)) > 0)
        s.if_(is_there, lambda: left.set(place))

    def follow(place: IntLike) -> None:
        s.if_(s.all_of(lambda: reached.get() < 0, lambda: place > left.get()), lambda: reached.set(place))

    def step() -> None:
        p.on_track.add(-count, _at(c, left.get(), what))
        rows.each(target, follow)
        s.if_(
            s.all_of(lambda: reached.get() < 0, lambda: rows.length(target) > 0),
            lambda: reached.set(rows.get(target, 0)),
        )
        s.if_(reached.get() >= 0, lambda: p.on_track.add(count, _at(c, reached.get(), what)))

    rows.each(origin, search)
    s.if_(left.get() >= 0, step)


__all__ = ["add", "count", "has_indices", "move", "remove"]
