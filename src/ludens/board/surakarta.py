"""The circuits of Surakarta boards: lines joined by loops round the corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ludens.board.errors import BoardError
from ludens.board.topology import Topology
from ludens.board.tracks import Track, build_track

BASES: Final = ("Square", "Triangular")


class _Stop(NamedTuple):
    site: int
    end: bool  # of a line: the next stop lies across a loop


def surakarta_tracks(topology: Topology, loops: int | None = None, first: int = 1) -> list[Track]:
    """The tracks `Track1F`, `Track1B`, ... of a board of squares or triangles, forwards and backwards."""
    basis = topology.graph.basis
    if basis not in BASES:
        raise BoardError("a Surakarta board needs a square or triangular grid")
    rows = [len(row) for row in topology.rows("Vertex")]
    columns = len(topology.columns("Vertex"))
    if loops is None:
        loops = (min(len(rows), columns) - 2) // 2 if basis == "Square" else (len(rows) - 1) // 2
    tracks = []
    for j in range(first, first + loops):
        circuit = list(_square(j, len(rows), columns) if basis == "Square" else _triangle(j, rows))
        for suffix, stops in (("F", circuit), ("B", circuit[::-1])):
            tracks.append(build_track(f"Track{j}{suffix}", _with_bumps(stops), loop=True, directed=True))
    return tracks


def _line(sites: Sequence[int]) -> Iterator[_Stop]:
    for n, site in enumerate(sites):
        yield _Stop(site, n in (0, len(sites) - 1))


def _square(j: int, rows: int, columns: int) -> Iterator[_Stop]:
    yield from _line([j * columns + c for c in range(columns)])
    yield from _line([r * columns + columns - 1 - j for r in range(rows)])
    yield from _line([(rows - 1 - j) * columns + c for c in reversed(range(columns))])
    yield from _line([r * columns + j for r in reversed(range(rows))])


def _triangle(j: int, rows: Sequence[int]) -> Iterator[_Stop]:
    n = len(rows)
    length = n - j
    start = sum(rows[:j])
    yield from _line(range(start, start + length))
    v, line = n - 1 - j, []
    for k in range(length):
        line.append(v)
        v += n - 1 - k
    yield from _line(line)
    line = []
    for k in range(length):
        line.append(v)
        v -= j + 2 + k
    yield from _line(line)


def _with_bumps(stops: Sequence[_Stop]) -> list[int]:
    """The sites, those before a loop twice."""
    sites = []
    for n, stop in enumerate(stops):
        following = stops[(n + 1) % len(stops)]
        sites += [stop.site] * (2 if stop.end and following.end else 1)
    return sites
