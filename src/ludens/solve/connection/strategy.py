"""How a proved win by connection is played, whatever the other player does.

A *pattern* is what the win rests on while the other player is to move: some pieces of the winner, and the empty sites
of the carrier. It wins on every board that has the pattern, also on the worst, where the other player has all the rest.
A reply within the carrier is answered by the virtual win that is seen there; else as the search has refuted that reply,
or any other reply whose refutation does not need the site; where it knows none, a win is looked for. A reply outside of
the carrier is answered like any of those within it, a move ahead.

After each reply and answer the carrier has two sites less, so that a win takes as many plies as the carrier has sites,
at most.
"""

from __future__ import annotations

from typing import NamedTuple

from ludens.solve.connection.ground import Stones
from ludens.solve.connection.mustplay import MustPlay, Place
from ludens.solve.connection.sets import sites_of
from ludens.solve.connection.virtual import won_virtually


class Pattern(NamedTuple):
    """The winner's pieces and the carrier, as sets, with the other player to move."""

    stones: int
    carrier: int

    @property
    def plies(self) -> int:
        """In how many plies it is won, at most."""
        return self.carrier.bit_count() & ~1


class Answer(NamedTuple):
    """The winner's move, and the pattern after it."""

    site: int
    pattern: Pattern


class _Refutation(NamedTuple):
    """A move of the winner after some reply, the carrier of what it wins by, and the position after both, if known."""

    site: int
    carrier: int
    after: Place | None


class Strategy:
    """Plays the win that `search` has found from a root on."""

    def __init__(self, search: MustPlay, root: Place) -> None:
        self._search, self._root = search, root
        self._answers: dict[tuple[Pattern, int], Answer] = {}
        #: the patterns that came up, each with a position, of the other player to move, of which the search knows it
        self._patterns: dict[Pattern, Place | None] = {}
        self._refutations: dict[Place, list[_Refutation]] = {}
        self.first = self._first()

    def _first(self) -> Answer:
        """The first move, -1 where the other player is to move, and the pattern of the win."""
        outcome, own = self._search.solve(self._root), self._root.own(self._search.player)
        if outcome.winner != self._search.player:
            raise LookupError("no win was proved")
        if self._root.mover == self._search.player:
            return self._after(own, outcome.zone, outcome.move, self._root.after(outcome.move))
        return Answer(-1, self._pattern_of(own, outcome.zone, self._root))

    @property
    def plies(self) -> int:
        """In how many plies the root is won, at most."""
        return self.first.pattern.plies + (self.first.site >= 0)

    def _after(self, own: int, zone: int, site: int, after: Place | None) -> Answer:
        return Answer(site, self._pattern_of(own | 1 << site, zone & ~(1 << site), after))

    def _pattern_of(self, own: int, carrier: int, place: Place | None) -> Pattern:
        """The pattern of a carrier: of the pieces those groups that it is beside."""
        pattern = Pattern(self._search.ground.touching(own, carrier) if carrier else own, carrier)
        if self._patterns.get(pattern) is None:
            self._patterns[pattern] = place if place in self._search.outcomes else None
        return pattern

    def respond(self, pattern: Pattern, reply: int) -> Answer:
        """The answer to a reply within the carrier."""
        answer = self._answers.get((pattern, reply))
        if answer is None:
            worst = self._worst(pattern, reply)
            seen = self._search.outcome_at_sight(worst)
            answer = None if seen is not None else self._refuted(pattern, reply)
            if answer is None:
                answer = self._answer_on(pattern, worst)
            self._answers[pattern, reply] = answer
        return answer

    def _refuted(self, pattern: Pattern, reply: int) -> Answer | None:
        """The answer by what the search knows of a position that has the pattern."""
        place = self._patterns.get(pattern)
        if place is None:
            return None
        lost = 1 << reply | ~pattern.carrier
        fitting = [one for one in self._all_refutations(place) if not one.carrier & lost]
        if not fitting:
            return None
        best = min(fitting, key=lambda one: one.carrier.bit_count())
        return self._after(place.own(self._search.player), best.carrier, best.site, best.after)

    def _all_refutations(self, place: Place) -> list[_Refutation]:
        """What wins after replies in a position: after those that were looked at, and what threatens to win anyway."""
        refutations = self._refutations.get(place)
        if refutations is None:
            search, refutations = self._search, list[_Refutation]()
            empty, own = search.board & ~(place.first | place.second), place.own(search.player)
            for reply in sites_of(empty):
                after = place.after(reply)
                outcome = search.outcomes.get(after)
                if outcome is not None and outcome.winner == search.player:
                    refutations.append(_Refutation(outcome.move, outcome.zone, after.after(outcome.move)))
            for semi in won_virtually(search.ground, search.player, own, empty).first:
                refutations.append(_Refutation(semi.begin, semi.carrier, None))
            self._refutations[place] = refutations
        return refutations

    def _worst(self, pattern: Pattern, reply: int) -> Place:
        """The worst board that has the pattern, after the reply."""
        player = self._search.player
        others = self._search.board & ~(pattern.stones | pattern.carrier) | 1 << reply
        return Place(pattern.stones, others, 1) if player == 1 else Place(others, pattern.stones, 2)

    def _answer_on(self, pattern: Pattern, worst: Place) -> Answer:
        """The answer that is found on the worst board."""
        outcome = self._search.solve(worst)
        if outcome.winner != self._search.player:
            raise AssertionError("a pattern that was proved does not win")
        return self._after(pattern.stones, outcome.zone, outcome.move, worst.after(outcome.move))

    def answer(self, stones: Stones) -> Answer:
        """The winner's move in a position that play by the strategy comes to.

        Raises LookupError for another one.
        """
        own, free = stones.players[self._search.player - 1], stones.empty
        if self._root == self._place(stones):
            return self.first
        best, best_pattern = 1 << 30, None
        for pattern in self._patterns:
            size = pattern.carrier.bit_count()
            missing, lost = pattern.stones & ~own, pattern.carrier & ~(own | free)
            if not missing and not lost & (lost - 1) and size and size - 2 < best:
                best, best_pattern = size - 2, (pattern, -1, lost)
            elif missing and not missing & (missing - 1) and missing & free and not lost and size < best:
                best, best_pattern = size, (pattern, missing.bit_length() - 1, 0)
        if best_pattern is None:
            raise LookupError("the proof does not have this position")
        pattern, site, lost = best_pattern
        return Answer(site, pattern) if site >= 0 else self._ahead(pattern, lost, free)

    def _ahead(self, pattern: Pattern, lost: int, free: int) -> Answer:
        """The answer to a reply in a carrier, or where there was none there, to the first that is possible.

        Where the answer stands on the board already, the next one is made as well.
        """
        while pattern.carrier:
            reply = lost or pattern.carrier & -pattern.carrier
            site, pattern = self.respond(pattern, reply.bit_length() - 1)
            if free >> site & 1:
                return Answer(site, pattern)
            lost = 0
        raise LookupError("the proof does not have this position")

    def _place(self, stones: Stones) -> Place:
        return Place(*stones.players, self._search.player)

    def longest(self, stones: Stones) -> int:
        """The other player's move that leaves the largest carrier after the answer to it."""
        own, free = stones.players[self._search.player - 1], stones.empty
        fitting = [p for p in self._patterns if not p.stones & ~own and not p.carrier & ~(own | free)]
        pattern = min(fitting, key=lambda one: one.carrier.bit_count())
        replies = list(sites_of(pattern.carrier & free)) or list(sites_of(free))
        if not pattern.carrier & free:
            return replies[0]
        return max(replies, key=lambda reply: self.respond(pattern, reply).pattern.carrier.bit_count())
