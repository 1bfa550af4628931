"""Wins by connection checked by the rules alone, pattern by pattern.

To play a win out against every defence is to look at as many positions as there are ways to lose. But a pattern holds
on every board if it holds on the worst one, on which the other player has all that is not of the pattern: one piece of
the other player less does no harm, as `ludens.solve.connection.ground` has made sure. So the worst board of each
pattern is set up and every reply within the carrier is made and answered there, by the rules, which also say who has
won. After each answer the next pattern has to be there, and its carrier to be smaller by two sites.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludens.solve.checking import Checked
from ludens.solve.connection.ground import stones_of
from ludens.solve.connection.sets import sites_of
from ludens.solve.connection.strategy import Answer, Pattern

if TYPE_CHECKING:
    from ludens.game import Move, State
    from ludens.game.state import Row


def move_to(state: State, site: int) -> Move:
    """The move to a site. Raises LookupError where that is not legal."""
    for move in state.legal_moves():
        if move.to_site == site:
            return move
    raise LookupError(f"the proof moves to site {site}, which is not legal")


class Checker:
    """Checks patterns of a player's win from a root on."""

    def __init__(self, root: State, player: int) -> None:
        self._root, self._player, self._stood = root, player, root.sites()
        self._pieces = {one: _piece_of(root, one) for one in (1, 2)}

    def check(self, first: Answer, respond: Callable[[Pattern, int], Answer], most: int) -> Checked:
        """Check the win: the first move, and all that follows, at most so many patterns."""
        state, todo = self._root.copy(), list[Pattern]()
        if first.site >= 0:
            wrong = self._move(state, first, None, todo)
            if wrong:
                return Checked(0, False, wrong)
        else:
            todo.append(first.pattern)
        seen, count = set(todo), 0
        while todo:
            if count == most:
                return Checked(count, False)
            count, pattern, new = count + 1, todo.pop(), list[Pattern]()
            wrong = self._wrong(pattern, respond, new)
            if wrong:
                return Checked(count, False, wrong)
            todo += [one for one in dict.fromkeys(new) if one not in seen]
            seen.update(new)
        return Checked(count, True)

    def _wrong(self, pattern: Pattern, respond: Callable[[Pattern, int], Answer], new: list[Pattern]) -> str:
        """What is wrong with a pattern on the worst board, "" for nothing; the patterns after it are added to `new`."""
        worst = self._worst(pattern)
        for reply in sites_of(pattern.carrier):
            state = worst.copy()
            state.play(move_to(state, reply))
            if state.is_over:
                return f"a reply ends the game without the win:\n{state}"
            wrong = self._move(state, respond(pattern, reply), pattern, new)
            if wrong:
                return wrong
        return ""

    def _move(self, state: State, answer: Answer, before: Pattern | None, new: list[Pattern]) -> str:
        """Make the winner's move; what is wrong with it."""
        state.play(move_to(state, answer.site))
        if state.is_over:
            return "" if state.winner == self._player else f"the winner's move ends the game without the win:\n{state}"
        stones, pattern = stones_of(state), answer.pattern
        if pattern.stones & ~stones.players[self._player - 1] or pattern.carrier & ~stones.empty or not pattern.carrier:
            return f"after the winner's move there is not what the win rests on:\n{state}"
        if before is not None and pattern.carrier.bit_count() > before.carrier.bit_count() - 2:
            return f"the winner's move comes no nearer to the win:\n{state}"
        new.append(pattern)
        return ""

    def _worst(self, pattern: Pattern) -> State:
        """The worst board that has the pattern, with the other player to move."""
        player = self._player
        there = stones_of(self._root)
        rows = [row for row in self._stood if row[4] not in (1, 2)]
        board = there.empty | there.players[0] | there.players[1]
        others = board & ~(pattern.stones | pattern.carrier)
        for owner, sites in ((player, pattern.stones), (3 - player, others)):
            kind, _, level, *rest = self._pieces[owner]
            rows += [(kind, site, level, *rest) for site in sites_of(sites)]  # type: ignore[misc]
        rows.sort(key=lambda row: row[1])
        return self._root.game.position(rows, mover=3 - player)


def _piece_of(root: State, player: int) -> Row:
    """What stands on a site where a player has moved."""
    state = root.copy()
    while True:
        move, mover = next(iter(state.legal_moves())), state.mover
        state.play(move)
        if mover == player:
            return next(row for row in state.sites() if row[1] == move.to_site)
