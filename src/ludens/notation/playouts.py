"""Which stones are dead, by playing a position of Go on at random, without filling eyes: what is taken most often."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ludens.game import State
    from ludens.notation.go import Go

#: how many games are played on
GAMES: Final = 50
#: the part of them in which the points of a dead group end as the other player's
_SHARE: Final = 0.75


def dead_stones(style: Go, state: State, games: int = GAMES, seed: int = 0) -> list[int]:
    """The stones whose points are the other player's after most random games: equal seeds give equal answers."""
    owners = {row[1]: row[4] for row in state.sites()}
    ends = ownership(style, owners, state.mover, games, seed)
    dead = list[int]()
    seen = set[int]()
    for site, owner in owners.items():
        if site not in seen:
            group = style.group(owners, site)
            seen |= group
            lost = sum(ends[one][2 - owner] for one in group) / (games * len(group))
            dead += sorted(group) if lost >= _SHARE else []
    return dead


def ownership(style: Go, owners: dict[int, int], mover: int, games: int, seed: int = 0) -> dict[int, list[int]]:
    """How often each point is player 1's, and player 2's, after random games from a position on."""
    chance = random.Random(seed)
    ends = {site: [0, 0] for site in style.near}
    for number in range(games):
        board = _Board(style, owners)
        board.play_out(1 + (mover + number) % 2, chance)
        for site, owner in board.ends():
            ends[site][owner - 1] += 1
    return ends


class _Board:
    """A position that is played on at random. A player does not fill an own eye: a point that own stones surround.

    What can be taken where the other has just played is taken, and what is about to be taken there is saved.
    """

    def __init__(self, style: Go, owners: dict[int, int]) -> None:
        self.near = style.near
        self.owners = [owners.get(site, 0) for site in range(len(self.near))]
        self.free = [site for site, owner in enumerate(self.owners) if not owner]
        self.barred = self.last = -1

    def play_out(self, mover: int, chance: random.Random) -> None:
        left, passes = 2 * len(self.near), 0
        while passes < 2 and left:
            left -= 1
            passes = 0 if self._moves(mover, chance) else passes + 1
            mover = 3 - mover

    def ends(self) -> Iterable[tuple[int, int]]:
        """The owners of points at the end, those of eyes too."""
        for site, owner in enumerate(self.owners):
            around = {self.owners[one] for one in self.near[site]}
            if owner or (len(around) == 1 and around != {0}):
                yield site, owner or around.pop()

    def _moves(self, mover: int, chance: random.Random) -> bool:
        if any(self._put(site, mover) for site in self._urgent(mover)):
            return True
        free, tried = self.free, len(self.free)
        while tried:
            number = chance.randrange(tried)
            tried -= 1
            site = free[number]
            free[number], free[tried] = free[tried], site
            if not self._is_eye(site, mover) and self._put(site, mover):
                return True
        self.barred = self.last = -1
        return False

    def _urgent(self, mover: int) -> list[int]:
        """The points that take or save stones next to the last one."""
        if self.last < 0:
            return []
        groups = [self.last, *(one for one in self.near[self.last] if self.owners[one] == mover)]
        liberties = [self._liberties(site) for site in groups]
        return [site for group in liberties if len(group) == 1 for site in group if not self._is_eye(site, mover)]

    def _is_eye(self, site: int, mover: int) -> bool:
        return all(self.owners[one] == mover for one in self.near[site])

    def _put(self, site: int, mover: int) -> bool:
        owners, near = self.owners, self.near
        if site == self.barred or owners[site]:
            return False
        owners[site] = mover
        taken = list[int]()
        for one in near[site]:
            if owners[one] == 3 - mover and not self._liberties(one, 1):
                taken += self._take(one)
        if not taken and not self._liberties(site, 1):
            owners[site] = 0
            return False
        self.free.remove(site)
        self.free += taken
        self.barred = taken[0] if len(taken) == 1 and not any(owners[one] == mover for one in near[site]) else -1
        self.last = site
        return True

    def _liberties(self, site: int, most: int = 2) -> set[int]:
        """The liberties of the group on a site, or `most` of them."""
        owners, near, owner = self.owners, self.near, self.owners[site]
        todo, seen, liberties = [site], {site}, set[int]()
        for here in todo:
            for one in near[here]:
                if not owners[one]:
                    liberties.add(one)
                    if len(liberties) == most:
                        return liberties
                elif owners[one] == owner and one not in seen:
                    seen.add(one)
                    todo.append(one)
        return liberties

    def _take(self, site: int) -> list[int]:
        owner, group = self.owners[site], [site]
        self.owners[site] = 0
        for here in group:
            for one in self.near[here]:
                if self.owners[one] == owner:
                    self.owners[one] = 0
                    group.append(one)
        return group
