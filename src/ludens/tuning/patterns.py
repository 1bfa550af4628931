"""What stands on small sets of sites, as numbers: on each site, in rows, and around the middle between two neighbours.

Such patterns tell a position of Othello best (Buro, "From simple features to sophisticated evaluation functions",
1999); these are found on any board.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludens.agents.fitting import Values
from ludens.encoding import Symmetry
from ludens.game import State
from ludens.game.compiler import Compiler
from ludens.game.programs import Extension
from ludens.game.single import SingleGame
from ludens.ludemes.metadata.heuristics.patterns import each_arrangement
from ludens.native import WORKSPACE, Program, own_choices
from ludens.rules.state.model import Component
from ludens.stage import Address, IntLike, Memory
from ludens.tuning.cell_lists import CellList, Cells, cells

Numbers = npt.NDArray[np.int64]
#: random positions that tell who owns pieces that anybody may own, and how many plies on the last one is
_POSITIONS, _PLIES = 60, 120


class Patterns:
    """The patterns of a game for two: `places` are lists of sites.

    An arrangement's number is that of the first one of its list, `firsts`, and its own. Each is of two classes: its
    own one and that of its shape, wherever on the board it lies; arrangements that symmetries carry to one another are
    of the same classes. `classes`, of shape (2, `total`), has their numbers below `size`, which stands for what is as
    good for both players, and `signs` 1 or -1, where it is the contrary of its class's first, as by symmetries that
    exchange the players.
    """

    def __init__(
        self, game: SingleGame, places: Sequence[CellList] | None = None, *, like: Patterns | None = None
    ) -> None:
        """All patterns of the game, or those on the `places`, with the cells and pieces of others of the game `like`
        these, if there are any."""
        self.game = game
        self.pieces: list[tuple[Component, int]] = _pieces(game) if like is None else like.pieces
        self.cells: Cells = cells(game) if like is None else like.cells
        self.base = len(self.pieces) + 1
        self.places = self.cells.places(self.base) if places is None else list(places)
        self.firsts: Numbers = np.cumsum([0, *(self.base ** len(place) for place in self.places)]).astype(np.int64)
        self.total = int(self.firsts[-1])
        self._which = {frozenset(place): which for which, place in enumerate(self.places)}
        self._symmetries = [one for one in game.encoding.symmetries if self._moved(one) is not None]
        own, shapes = self._joined(np.arange(self.total)), self._joined(self._first_of_shape())
        self.size = own.size + shapes.size
        self.classes = np.stack([own.numbered(0, self.size), shapes.numbered(own.size, self.size)])
        self.signs = np.stack([own.signs, shapes.signs])
        variant = hashlib.sha256(repr((self.places, self._pieces_text())).encode()).hexdigest()
        #: its function `arrangements(state, env, out)` writes the numbers of a position's arrangements
        self.program = Program(game.extended(Extension("tuning", self._emit, variant=variant, plays=False)))

    def varying(self, rows: Numbers) -> Patterns:
        """Those of them that are not the same in all of these rows."""
        places = [place for place, row in zip(self.places, rows.T, strict=True) if (row != row[0]).any()]
        return Patterns(self.game, places, like=self)

    def sites(self) -> Patterns:
        """Those of one site."""
        return Patterns(self.game, [place for place in self.places if len(place) == 1], like=self)

    def row(self, state: State) -> npt.NDArray[np.int32]:
        """The number of the arrangement on each list of sites."""
        numbers = np.zeros(len(self.places), np.int32)
        self.program.run("arrangements", state, WORKSPACE, numbers)
        return numbers

    def values(self, weights: Values) -> Values:
        """What each arrangement is worth to the first player by the weights of classes, by its number."""
        values: Values = (np.append(weights, 0.0)[self.classes] * self.signs).sum(axis=0)
        return values

    def _emit(self, compiler: Compiler) -> None:
        s = compiler.s
        pieces = [(x.name, p if _is_shared(x) else None) for x, p in self.pieces]
        placed = [(place, int(first)) for place, first in zip(self.places, self.firsts, strict=False)]

        def write(state: Address, env: Address, out: Address) -> None:
            c = compiler.context(state, env)

            def put(which: IntLike, number: IntLike) -> None:
                s.store(out, which, "i32", number)

            each_arrangement(c, pieces, placed, put)

        kinds = [*compiler.places, Memory("the numbers of arrangements", 4 * max(1, len(placed)))]
        s.function("arrangements", kinds, None, write, exported=True)

    # --- symmetries

    def _moved(self, symmetry: Symmetry) -> Numbers | None:
        """The digit that each digit becomes; None where a piece becomes none."""
        moved = [0]
        for piece, player in self.pieces:
            to = symmetry.players[player - 1]
            for digit, (other, whose) in enumerate(self.pieces, 1):
                same = other.index == piece.index if _is_shared(piece) else other.base_name == piece.base_name
                if same and whose == to:
                    moved.append(digit)
                    break
            else:
                return None
        return np.array(moved)

    def _images(self, symmetry: Symmetry) -> Numbers | None:
        """The number that each arrangement's number becomes; None where lists are carried elsewhere."""
        moved, images = self._moved(symmetry), np.zeros(self.total, np.int64)
        assert moved is not None
        for place, first in zip(self.places, self.firsts, strict=False):
            carried = self._carried(symmetry, place)
            number = self._which.get(frozenset(carried))
            if number is None:
                return None
            target, size = self.places[number], len(place)
            numbers = np.arange(self.base**size)
            digits = moved[numbers[:, None] // self.base ** np.arange(size - 1, -1, -1) % self.base]
            weights = [self.base ** (size - 1 - target.index(site)) for site in carried]
            images[first : first + len(numbers)] = self.firsts[number] + digits @ np.array(weights)
        return images

    def _carried(self, symmetry: Symmetry, place: CellList) -> list[int]:
        """The cells that those of a list become."""
        n = self.cells.sites
        return [symmetry.sites[cell % n] + cell // n * n for cell in place]

    def _first_of_shape(self) -> Numbers:
        """For each arrangement the number of the same one on the first sites that lie to one another as its own do."""
        firsts = dict[tuple[float, ...], int]()
        numbers = np.arange(self.total)
        for place, first in zip(self.places, self.firsts, strict=False):
            shape = self.cells.shape(place)
            numbers[first : first + self.base ** len(place)] += firsts.setdefault(shape, int(first)) - first
        return numbers

    def _joined(self, kinds: Numbers) -> _Classes:
        """The classes of arrangements, of which those are alike that have the same kind or an image of it."""
        least, signs, even = kinds.copy(), np.ones(self.total), np.zeros(self.total, bool)
        for symmetry in self._symmetries:
            images = self._images(symmetry)
            if images is not None:
                sign, carried = -1.0 if symmetry.moves_players else 1.0, kinds[images]
                even |= (carried == kinds) & (sign < 0)
                signs = np.where(carried < least, sign, signs)
                least = np.minimum(carried, least)
        return _Classes(least, signs, even)

    # --- as text

    def terms(self, values: Values, unit: float) -> list[str]:
        """The term of heuristics by which arrangements are worth so much, to a `unit`, if any is worth something."""
        whole = np.rint(values / unit).astype(np.int64)
        groups: dict[bytes, tuple[list[CellList], Numbers]] = {}
        for place, first in zip(self.places, self.firsts, strict=False):
            sites, own = self._same(place, whole[first : first + self.base ** len(place)], groups)
            groups.setdefault(own.tobytes(), ([], own))[0].append(sites)
        patterns = " ".join(
            f"(pattern {{{' '.join(_braced(place) for place in sites)}}} {_braced(own)})"
            for sites, own in groups.values()
            if own.any()
        )
        return [f"(patternValues weight:{unit:.4g} {{{self._pieces_text()}}} {{{patterns}}})"] if patterns else []

    def _same(
        self, place: CellList, values: Numbers, groups: dict[bytes, tuple[list[CellList], Numbers]]
    ) -> tuple[CellList, Numbers]:
        """A list of sites in the order in which its values are known already, else as it is."""
        size = len(place)
        shape = values.reshape((self.base,) * size)
        for symmetry in self._symmetries:
            if symmetry.moves_players:
                continue
            carried = self._carried(symmetry, place)
            which = self._which.get(frozenset(carried))
            if which is None:
                continue
            order = [carried.index(site) for site in self.places[which]]
            turned = np.ascontiguousarray(shape.transpose(order)).reshape(-1)
            if turned.tobytes() in groups:
                return tuple(place[k] for k in order), turned
        return place, values

    def _pieces_text(self) -> str:
        return " ".join(f'(patternPiece "{x.name}"{f" player:{p}" if _is_shared(x) else ""})' for x, p in self.pieces)


@dataclass(frozen=True)
class _Classes:
    """For each arrangement the least that it is like, its sign to it, and whether it is as good for both players."""

    least: Numbers
    signs: Values
    even: npt.NDArray[np.bool_]

    @property
    def size(self) -> int:
        """How many classes there are."""
        return len(np.unique(self.least[~self.even]))

    def numbered(self, first: int, none: int) -> Numbers:
        """The numbers of the classes, from `first` on; `none` for what is as good for both players."""
        numbers = np.full(len(self.least), none)
        numbers[~self.even] = first + np.unique(self.least[~self.even], return_inverse=True)[1]
        return numbers


def _pieces(game: SingleGame) -> list[tuple[Component, int]]:
    """The pieces that are told apart, and whose they are; such as anybody may own count where somebody does in random
    games, and obstacles do not."""
    pieces = game.model.components[1:]
    owned = _owned(game) if any(map(_is_shared, pieces)) else set()
    return [
        (piece, player)
        for piece in pieces
        for player in (1, 2)
        if piece.owner == player or (_is_shared(piece) and (piece.index, player) in owned)
    ]


def _owned(game: SingleGame) -> set[tuple[int, int]]:
    """Which pieces stand for which players in some random positions: a piece of nobody's is who its state names."""
    pairs = set[tuple[int, int]]()
    with own_choices(1):
        for seed in range(_POSITIONS):
            state = game.start(seed=seed)
            game.fast.playout(state, seed * _PLIES // _POSITIONS)
            pairs.update((what, who or piece_state) for _, _, _, what, who, _, piece_state, *_ in state.sites())
    return pairs


def _is_shared(piece: Component) -> bool:
    return piece.owner not in (1, 2)


def _braced(numbers: Sequence[int] | Numbers) -> str:
    return f"{{{' '.join(map(str, numbers))}}}"
