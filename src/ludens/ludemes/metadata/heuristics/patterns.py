"""Pattern tables: what each arrangement of pieces on some sites is worth (n-tuples: Bledsoe and Browning 1959; of
evaluations: Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from ludens.ludemes.metadata.heuristics.base import WeightedTerm
from ludens.ludemes.metadata.heuristics.pieces import UNIT
from ludens.rules.base import Ludeme, Number, named
from ludens.rules.state.context import Context
from ludens.rules.state.layout import SIZES
from ludens.rules.state.view import StateView
from ludens.stage import Address, IntLike, RealLike, Table, narrowest

#: tables of more numbers in all are not looked at
MOST_VALUES: Final = 1 << 20
#: nor are lists put in order whose arrangements are more than these
MOST_TABLED: Final = 1 << 20
#: from this many lists that lie alike on the board their numbers are worked out together; with more than the second
#: number of lists each has code of its own
_ALIKE, _MOST_ALIKE = 4, 1024
#: a piece's name, and whose it has to be, where several may own it
Named = tuple[str, int | None]
#: a list of sites, and what is added to the numbers of its arrangements
Placed = tuple[Sequence[int], int]


class PatternPiece(Ludeme):
    """A piece that patterns distinguish, by its name; `player` is whose it has to be, where several may own it.

    Of pieces that nobody owns, those are a player's whose state is the player's number, as where pieces are turned
    over.
    """

    spellings = ("patternPiece",)
    piece: str
    player: int | None = named(None)


class Pattern(Ludeme):
    """What the pieces on some sites are worth: a number for each arrangement, for each of these lists of sites.

    An arrangement's number is that of its digits, the first site's first: 0 where none of the pieces stands, else the
    number, from 1, of the one that does. Of a stack the piece on top counts; the number of a site to which the number
    of the board's sites is added is the lowest level of the stack there, twice that number the next one, and so on.
    """

    spellings = ("pattern",)
    places: tuple[tuple[int, ...], ...]
    values: tuple[Number, ...]


class PatternValues(WeightedTerm):
    """What the arrangements of pieces are worth to the first of two players, and cost the second.

    A term of ludens's own, such as `ludens tune --seconds` writes. Patterns whose sites the board does not have, or of
    more or fewer numbers than they have arrangements, are of another game, and say nothing of this one.
    """

    spellings = ("patternValues",)
    pieces: tuple[PatternPiece, ...]
    patterns: tuple[Pattern, ...]

    def raw(self, c: Context, player: int) -> RealLike:
        return self._sum(c) * {1: 0.5, 2: -0.5}.get(player, 0.0)

    def lead(self, c: Context) -> RealLike:
        return super().lead(c) if self.transformation is not None else self._sum(c) * self.scale

    def _sum(self, c: Context) -> RealLike:
        s, total = c.s, c.s.var(0)
        fitting = [one for one in self.patterns if self._fits(c, one)]
        values = np.concatenate([np.array(one.values, np.float64) for one in fitting] or [np.zeros(0)])
        if not fitting or len(values) > MOST_VALUES:
            return 0.0
        unit = 1 if (values == np.rint(values)).all() else UNIT
        placed, table = _tabled(fitting, np.rint(values * unit).astype(np.int64), len(self.pieces) + 1)
        held = s.table(table)
        each_arrangement(
            c,
            [(one.piece, one.player) for one in self.pieces],
            placed,
            lambda _, number: total.set(total.get() + held[number]),
        )
        return s.real(total.get()) * (1.0 / unit)

    def _fits(self, c: Context, one: Pattern) -> bool:
        sizes = {len(place) for place in one.places}
        sites = {site for place in one.places for site in place}
        return (
            len(sizes) == 1 and len(sites) > 0 and all(0 <= site < _cells(c) for site in sites)
            and len(one.values) == (len(self.pieces) + 1) ** sizes.pop()
        )  # fmt: skip


def _tabled(
    patterns: Sequence[Pattern], values: npt.NDArray[np.int64], base: int
) -> tuple[list[Placed], npt.NDArray[np.int64]]:
    """The lists of sites of patterns, with where what their arrangements are worth begins in a table, and the table;
    `values` has those of all patterns.

    Each list is in the order of its sites, by which more of them lie alike, and what single sites are worth is added
    to a list that they are on; but not where the table would be too long then, nor where no pieces are told apart:
    there lists may be longer than an array has dimensions.
    """
    starts = np.cumsum([0, *(len(one.values) for one in patterns)])
    begun = list(zip(patterns, starts.tolist(), strict=False))
    if base == 1 or sum(len(one.values) * len(one.places) for one in patterns) > MOST_TABLED:
        return [(place, start) for one, start in begun for place in one.places], values
    worth = dict[tuple[int, ...], npt.NDArray[np.int64]]()
    for one, start in begun:
        own = values[start : start + len(one.values)].reshape((base,) * len(one.places[0]))
        for place in one.places:
            order = np.argsort(place, kind="stable")
            sites = tuple(place[i] for i in order)
            worth[sites] = worth.get(sites, 0) + own.transpose(order)
    on = {site: sites for sites in worth if len(set(sites)) > 1 for site in sites}
    for sites in [sites for sites in worth if len(sites) == 1 and sites[0] in on]:
        wider = on[sites[0]]
        shape = np.ones(len(wider), np.int64)
        shape[wider.index(sites[0])] = base
        worth[wider] = worth[wider] + worth.pop(sites).reshape(shape)
    firsts = dict[bytes, int]()
    parts, size, placed = list[npt.NDArray[np.int64]](), 0, list[Placed]()
    for sites, part in worth.items():
        key = part.tobytes()
        if key not in firsts:  # what symmetries make equal is there once: of the table, the more fits into a cache
            firsts[key], size = size, size + part.size
            parts.append(part.ravel())
        placed.append((sites, firsts[key]))
    return placed, np.concatenate(parts)


def each_arrangement(
    c: Context,
    pieces: Sequence[Named],
    placed: Sequence[Placed],
    body: Callable[[IntLike, IntLike], object],
) -> None:
    """Run `body(which, number)` for each list of sites that is placed: which it is, and the number of its arrangement,
    added to what stands beside the list."""
    s, base = c.s, len(pieces) + 1
    cells = {site for place, _ in placed for site in place}
    tops, levels = min(cells, default=0) < c.model.board_sites, max(cells, default=0) // c.model.board_sites
    digits = _digits(c, pieces, tops, levels)
    alike = dict[tuple[int, ...], list[int]]()
    for which, (place, _) in enumerate(placed):
        alike.setdefault(tuple(site - place[0] for site in place), []).append(which)
    others = list[int]()
    for shape, arrangements in alike.items():
        if len(arrangements) < _ALIKE or len(placed) > _MOST_ALIKE:
            others += arrangements
            continue
        origins = [placed[which][0][0] for which in arrangements]
        low, count, most = min(origins), max(origins) - min(origins) + 1, base ** len(shape) - 1
        element = narrowest(most)
        numbers = s.alloca(count * SIZES[element])
        s.write_numbers(numbers, s.offset(digits, low), shape, base, count, element)
        for which, origin in zip(arrangements, origins, strict=True):
            body(which, placed[which][1] + s.narrowed(s.load(numbers, origin - low, element), 0, most))
    _one_by_one(c, digits, base, placed, others, body)


def _one_by_one(
    c: Context,
    digits: Address,
    base: int,
    placed: Sequence[Placed],
    others: Sequence[int],
    body: Callable[[IntLike, IntLike], object],
) -> None:
    """The same of some of them, in loops over those of as many sites."""
    s, by_size = c.s, dict[int, list[int]]()
    for which in others:
        by_size.setdefault(len(placed[which][0]), []).append(which)
    for size, arrangements in by_size.items():
        sites = s.table([site for which in arrangements for site in placed[which][0]])
        firsts, names = s.table([placed[which][1] for which in arrangements]), s.table(arrangements)

        def look(
            i: IntLike,
            size: int = size,
            sites: Table[IntLike] = sites,
            firsts: Table[IntLike] = firsts,
            names: Table[IntLike] = names,
        ) -> None:
            number: IntLike = 0
            for k in range(size):
                number = number * base + s.narrowed(s.load(digits, sites[i * size + k], "u8"), 0, base - 1)
            body(names[i], firsts[i] + number)

        s.for_range(0, len(arrangements), look)


def _cells(c: Context) -> int:
    """How many numbers sites and levels have."""
    return c.model.board_sites * (1 + c.state.height if c.model.stacking else 1)


def _digits(c: Context, pieces: Sequence[Named], tops: bool, levels: int) -> Address:
    """For each site of the board, and so many levels of them, the number of the piece there, as bytes; only with `tops`
    for the sites, which have those of the uppermost ones."""
    s, sites, players = c.s, c.model.board_sites, c.model.num_players
    owners = players + 1
    kinds = [0] * (len(c.model.components) * owners)
    for number, (name, owner) in enumerate(pieces, 1):
        for x in c.model.components[1:]:
            if x.name == name:
                owned = 1 <= x.owner <= players
                whose = range(owners) if owned or owner is None else (owner,)
                for player in whose:
                    kinds[x.index * owners + player] = number
    shared = any(owner is not None for _, owner in pieces)
    table = s.table(kinds if shared else kinds[::owners])
    same = not shared and kinds[::owners] == list(range(len(c.model.components)))
    digits = s.alloca(sites * (1 + levels))

    def put(site: IntLike, cell: IntLike, level: IntLike | None) -> None:
        if level is None:
            kind = c.state.what(None, site)
        else:  # whether a stack is so high is hard to foresee for a branch
            piece = c.state.at_level(StateView.pieces, c.state.slot(None, site), level)
            kind = s.select(c.state.size(None, site) > level, piece, 0)
        if shared:
            kind = kind * owners + _owner(c, site, level)
        s.store(digits, cell, "u8", kind if same else table[kind])  # a plain copy is made at once

    def look(site: IntLike) -> None:
        if tops:
            put(site, site, None)
        for level in range(levels):
            put(site, site + sites * (level + 1), level)

    s.for_range(0, sites, look)
    return digits


def _owner(c: Context, site: IntLike, level: IntLike | None) -> IntLike:
    """Whose a piece is, among games in which not all have their owners for good; 0 for nobody's."""
    s, players = c.s, c.model.num_players
    owner = c.state.who(None, site, level)
    if c.state.states.present:
        state = c.state.piece_state(None, site, level)
        owner = s.select(owner == 0, state, owner)
    return s.select((owner >= 1) & (owner <= players), owner, 0)
