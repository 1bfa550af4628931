"""What stands where, as numbers: for each kind of piece and each class of sites that symmetries carry to one another,
how many more pieces the first of two players has there than the second."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ludens.agents.fitting import Values
from ludens.encoding import Symmetry
from ludens.game import State
from ludens.game.notation import SITE_TYPES
from ludens.game.single import SingleGame
from ludens.ludemes.runtime.model import Component


class Squares:
    """The squares of a game for two. `size` is how many numbers tell a position."""

    def __init__(self, game: SingleGame) -> None:
        self.game = game
        self._sites = game.model.board_sites
        self._components = {x.index: x for x in game.model.components[1:]}
        #: a component and whose it is, to where its sites begin
        self._firsts = {
            (x.index, p): n * self._sites
            for n, (x, p) in enumerate((x, p) for x in self._components.values() for p in self._owners(x))
        }
        self._classes = self._joined()
        self.size = int(self._classes.max(initial=-1)) + 1

    def _owners(self, piece: Component) -> list[int]:
        """Whose a piece may be."""
        return [piece.owner] if piece.owner in (1, 2) else [1, 2]

    def _joined(self) -> npt.NDArray[np.int64]:
        """The class of each site of each kind of piece, from 0."""
        parents = np.arange(len(self._firsts) * self._sites)

        def first(number: int) -> int:
            while parents[number] != number:
                number = parents[number]
            return number

        for symmetry in self.game.encoding.symmetries:
            for here, there in self._carried(symmetry):
                for site in range(self._sites):
                    one, other = sorted((first(here + site), first(there + symmetry.sites[site])))
                    parents[other] = one
        firsts = [first(number) for number in range(len(parents))]
        return np.unique(firsts, return_inverse=True)[1].astype(np.int64)

    def _carried(self, symmetry: Symmetry) -> Iterator[tuple[int, int]]:
        """Where the sites of a kind of piece begin, and those of the kind that a symmetry makes of it."""
        for (index, player), here in self._firsts.items():
            piece, to = self._components[index], symmetry.players[player - 1]
            for other in self._components.values():
                alike = other.index == index if piece.owner not in (1, 2) else other.base_name == piece.base_name
                if alike and (other.index, to) in self._firsts:
                    yield here, self._firsts[other.index, to]
                    break

    def lead(self, state: State) -> Values:
        """What the first player has more of on each class of sites, of shape (size,)."""
        found, tops = np.zeros(self.size), dict[int, tuple[int, int, int, int]]()
        for letter, site, level, what, who, count, mark, *_ in state.sites():
            if (
                SITE_TYPES[letter] == self.game.model.default_site
                and site < self._sites
                and level >= tops.get(site, (0,))[0]
            ):
                tops[site] = level, what, who or mark, count
        for site, (_, what, player, count) in tops.items():
            first = self._firsts.get((what, player))
            if first is not None:
                found[self._classes[first + site]] += max(count, 1) * (1 if player == 1 else -1)
        return found

    def told(self, weights: Values) -> str:
        """A term of heuristics by which classes weigh so much."""
        pieces = list[str]()
        for (index, player), first in self._firsts.items():
            piece, values = self._components[index], weights[self._classes[first : first + self._sites]]
            whose = "" if piece.owner in (1, 2) else f" player:{player}"
            listed = " ".join(f"{value:.3g}" for value in values + 0.0)
            pieces.append(f'(siteValue "{piece.name}" {{{listed}}}{whose})')
        return f"(siteValues {{{' '.join(pieces)}}})"
