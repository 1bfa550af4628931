"""Pattern tables: what each arrangement of pieces on some sites is worth (n-tuples: Bledsoe and Browning 1959; of
evaluations: Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from ludens.ludemes.base import Ludeme, Number, named
from ludens.ludemes.metadata.heuristics.base import WeightedTerm
from ludens.ludemes.metadata.heuristics.pieces import UNIT
from ludens.ludemes.runtime.context import Context
from ludens.stage import Address, IntLike, RealLike, Table

#: tables of more numbers in all are not looked at
MOST_VALUES: Final = 1 << 20
#: a piece's name, and whose it has to be, where several may own it
Named = tuple[str, int | None]


class PatternPiece(Ludeme):
    """A piece that patterns tell from others, by its name; `player` is whose it has to be, where several may own it.

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
        table = s.table(np.rint(values * unit).astype(np.int64))
        firsts = np.cumsum([0, *(len(one.values) for one in fitting)])
        placed = [(place, int(first)) for one, first in zip(fitting, firsts, strict=False) for place in one.places]
        each_arrangement(
            c,
            [(one.piece, one.player) for one in self.pieces],
            placed,
            lambda _, number: total.set(total.get() + table[number]),
        )
        return s.real(total.get()) * (1.0 / unit)

    def _fits(self, c: Context, one: Pattern) -> bool:
        sizes = {len(place) for place in one.places}
        sites = {site for place in one.places for site in place}
        return (
            len(sizes) == 1 and all(0 <= site < _cells(c) for site in sites)
            and len(one.values) == (len(self.pieces) + 1) ** sizes.pop()
        )  # fmt: skip


def each_arrangement(
    c: Context,
    pieces: Sequence[Named],
    placed: Sequence[tuple[Sequence[int], int]],
    body: Callable[[IntLike, IntLike], object],
) -> None:
    """Run `body(which, number)` for each list of sites that is placed: which it is, and the number of its arrangement,
    added to what stands beside the list."""
    s, base = c.s, len(pieces) + 1
    digits = _digits(c, pieces, max((site for place, _ in placed for site in place), default=0) // c.model.board_sites)
    by_size: dict[int, list[int]] = {}
    for which, (place, _) in enumerate(placed):
        by_size.setdefault(len(place), []).append(which)
    for size, listed in by_size.items():
        sites = s.table([site for which in listed for site in placed[which][0]])
        firsts, names = s.table([placed[which][1] for which in listed]), s.table(listed)

        def look(
            i: IntLike,
            size: int = size,
            sites: Table[IntLike] = sites,
            firsts: Table[IntLike] = firsts,
            names: Table[IntLike] = names,
        ) -> None:
            number: IntLike = 0
            for k in range(size):
                number = number * base + s.to_int(s.load_integer(digits, sites[i * size + k], "u8"))
            body(names[i], firsts[i] + number)

        s.for_range(0, len(listed), look)


def _cells(c: Context) -> int:
    """How many numbers sites and levels have."""
    return c.model.board_sites * (1 + c.state.height if c.model.stacking else 1)


def _digits(c: Context, pieces: Sequence[Named], levels: int) -> Address:
    """For each site of the board, and so many levels of them, the number of the piece there, as bytes."""
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
    digits = s.alloca(sites * (1 + levels))

    def put(site: IntLike, cell: IntLike, level: IntLike | None) -> None:
        kind = c.state.what(None, site, level)
        if shared:
            kind = kind * owners + _owner(c, site, level)
        s.store(digits, cell, "u8", table[kind])

    def look(site: IntLike) -> None:
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
