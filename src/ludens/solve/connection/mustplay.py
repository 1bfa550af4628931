"""Who connects from a position on: a search whose replies are those in the must-play region.

What is known of a position is who wins, and the zone: the empty sites that the proof looks at. Where the mover's move
does not win, the zone of the other's proof is where another move has to be: moves elsewhere lose for the same reason.
So the region where one has to play shrinks with every move that fails, and where it is empty all moves lose (Hayward,
Björnsson, Johanson, Kan, Po and van Rijswijck, "Solving 7x7 Hex with domination, fill-in, and virtual connections",
Theoretical Computer Science 349, 2005). A virtual win that the other player threatens makes it smaller before any move
is tried.

The first moves to be tried are those that count most (`pivotal`). As a wrong one may take long, moves get a share of
the effort each, and then a larger one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ludens.solve.connection.ground import Ground
from ludens.solve.connection.pivotal import by_weight
from ludens.solve.connection.virtual import Won, won_virtually

#: how much more effort moves get where no move won before
_MORE: Final = 4
#: effort without end
WHATEVER: Final = 1 << 62


@dataclass(frozen=True, order=True)
class Place:
    """A position: the pieces of both players, as sets, and who is to move."""

    first: int
    second: int
    mover: int

    def own(self, player: int) -> int:
        """The pieces of a player."""
        return self.first if player == 1 else self.second

    def after(self, site: int) -> Place:
        """The position after a move of the mover."""
        if self.mover == 1:
            return Place(self.first | 1 << site, self.second, 2)
        return Place(self.first, self.second | 1 << site, 1)


@dataclass(frozen=True)
class Outcome:
    """Who wins a position, which empty sites that rests on, and where who wins as the mover is to move.

    The player whose win is looked for wins by connecting, the other one by preventing that.
    """

    winner: int
    zone: int
    move: int = -1


@dataclass
class Open:
    """A position that is looked at: where the mover has to play, what that rests on, and the moves in order, if they
    are known."""

    must: int
    zone: int = 0
    moves: list[int] = field(default_factory=list)


class MustPlay:
    """Searches for wins of a player on the sites of `board` of a ground; all that is found is kept.

    `watch` is called before a position is looked at, and may raise what ends the search, to be taken up again.
    """

    def __init__(self, ground: Ground, board: int, player: int, watch: Callable[[], object] = lambda: None) -> None:
        self.ground, self.board, self.player, self.watch = ground, board, player, watch
        self.outcomes: dict[Place, Outcome] = {}
        self.open: dict[Place, Open] = {}
        self.looked = 0
        self._draw = random.Random(1)

    @property
    def size(self) -> int:
        """How many positions are kept."""
        return len(self.outcomes) + len(self.open)

    def solve(self, place: Place) -> Outcome:
        """Who wins a position."""
        outcome, _ = self._search(place, WHATEVER)
        assert outcome is not None
        return outcome

    def outcome_at_sight(self, place: Place) -> Outcome | None:
        """Who wins a position, if that is known or seen without making moves."""
        return self._search(place, 1)[0]

    def _empty(self, place: Place) -> int:
        return self.board & ~(place.first | place.second)

    def _search(self, place: Place, effort: int) -> tuple[Outcome | None, int]:
        """Who wins, None where so much effort did not tell; and how much it took."""
        outcome = self.outcomes.get(place)
        if outcome is not None:
            return outcome, 0
        spent = 0
        if place not in self.open:
            self.watch()
            self.looked += 1
            spent = 1
            outcome = self._at_once(place)
        if outcome is None:
            outcome, looked = self._moves(place, self.open[place], effort - spent)
            spent += looked
        if outcome is not None:
            self.outcomes[place] = outcome
            self.open.pop(place, None)
        return outcome, spent

    def _at_once(self, place: Place) -> Outcome | None:
        """Who wins, if that is seen; else the position is opened."""
        me, other, empty = place.mover, 3 - place.mover, self._empty(place)
        if not self.ground.connects(place.own(self.player) | empty, self.player):
            return Outcome(3 - self.player, 0, _any_of(empty))
        own = won_virtually(self.ground, me, place.own(me), empty)
        if own.first or own.second:
            return _first_win(me, own)
        against = won_virtually(self.ground, other, place.own(other), empty)
        if against.second:
            return Outcome(other, min(against.second, key=int.bit_count))
        node = Open(empty)
        for semi in sorted(against.first, key=lambda one: one.carrier.bit_count()):
            if node.must & ~semi.carrier:
                node.must &= semi.carrier
                node.zone |= semi.carrier
        if not node.must:
            return Outcome(other, node.zone)
        self.open[place] = node
        return None

    def _moves(self, place: Place, node: Open, effort: int) -> tuple[Outcome | None, int]:
        """Try the moves of an open position, each with a share of the effort that grows."""
        spent, share = 0, 1
        if not node.moves:
            own = place.own(self.player)
            order = by_weight(self.ground, self.player, own, self._empty(place), self._draw)
            node.moves = [site for site in order if node.must >> site & 1]
        while True:
            for site in node.moves:
                if not node.must >> site & 1:
                    continue
                is_last = node.must == 1 << site
                left = effort - spent
                outcome, more = self._after(place, site, left if is_last else min(share, left))
                spent += more
                if outcome is not None and outcome.winner == place.mover:
                    return Outcome(place.mover, outcome.zone | 1 << site, site), spent
                if outcome is not None:
                    node.zone |= outcome.zone
                    node.must &= outcome.zone & ~(1 << site)
                    if not node.must:
                        return Outcome(3 - place.mover, node.zone), spent
                if spent >= effort:
                    return None, spent
            share *= _MORE

    def _after(self, place: Place, site: int, effort: int) -> tuple[Outcome | None, int]:
        """Who wins after a move."""
        after = place.after(site)
        if self.ground.connects(after.own(place.mover), place.mover):
            return Outcome(place.mover, 0), 1
        return self._search(after, effort)


def _any_of(empty: int) -> int:
    return (empty & -empty).bit_length() - 1


def _first_win(player: int, won: Won) -> Outcome:
    """A virtual win of the mover, with a carrier as small as can be."""
    semi = min(won.first, key=lambda one: one.carrier.bit_count(), default=None)
    full = min(won.second, key=int.bit_count, default=None)
    if semi is not None and (full is None or semi.carrier.bit_count() <= full.bit_count()):
        return Outcome(player, semi.carrier, semi.begin)
    assert full is not None
    return Outcome(player, full, _any_of(full))
