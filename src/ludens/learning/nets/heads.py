"""Where in a net's outputs the number of each move is found.

On boards with rows and columns a move from site to site is a step: how far it goes in rows and columns. The net has a
plane of origins and one of targets for each step and variant, which lie over the board; a move's logit is the sum of
two of their places. So what is learned of a step holds everywhere. Moves on one site have a plane of their own for each
variant, what concerns no site of the board is read from what the net gathers of the whole board. On other boards each
site has a query and a key for each variant, and a move from site to site is the product of the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludens.encoding import Encoding

Indices = npt.NDArray[np.int64]
#: steps are looked for in so many random games from a fixed seed, in so many plies; those not seen share a plane
_GAMES, _PLIES, _SEED = 32, 200, 1
#: with more planes than this, moves from site to site are products of queries and keys on every board
MOST_PLANES = 1024
_RARE = "rare"


@dataclass(frozen=True)
class Heads:
    """Where logits come from. A logit is `first` + `second` + `product`, each a place in a flattened output.

    `first` and `second` are places in the planes (`planes` of them, each as large as the board), then in `whole`
    outputs of the whole board, then a zero. `pairs` are places in products of `variants` queries and keys of `sites`
    sites, with a zero behind them; it is empty where no move is such a product.
    """

    planes: int
    whole: int
    first: Indices
    second: Indices
    variants: int
    sites: int
    pairs: Indices


_heads: WeakKeyDictionary[Encoding, Heads] = WeakKeyDictionary()


def heads_of(encoding: Encoding) -> Heads:
    """The heads for the numbers of a game's moves."""
    if encoding not in _heads:
        _heads[encoding] = _Builder(encoding).build()
    return _heads[encoding]


def _legal_numbers(encoding: Encoding) -> list[int]:
    """The numbers of the moves that are legal in some random games."""
    vector = encoding.game.vector(_GAMES, seed=_SEED, threads=1)
    is_legal = np.zeros(encoding.num_actions, np.bool_)
    for ply in range(_PLIES):
        is_legal |= vector.mask.any(axis=0)
        vector.step(vector.random_actions(seed=ply))
    return np.flatnonzero(is_legal).tolist()


class _Builder:
    def __init__(self, encoding: Encoding) -> None:
        self.encoding, self.numbering = encoding, encoding.numbering
        geometry = encoding.geometry
        self.size = geometry.size
        self.columns = geometry.shape[1] if geometry.is_grid else 0
        self.places = geometry.places
        self.channels: dict[object, int] = {}
        self.rest: dict[object, int] = {}

    def build(self) -> Heads:
        count, numbering = self.encoding.num_actions, self.numbering
        variants = numbering.variants[1]
        meanings = [numbering.meaning(number) for number in range(count)]
        kinds = {self._step(a, b) for kind, a, b, _ in meanings if kind == "pair"}
        common = {
            self._step(a, b)
            for kind, a, b, _ in map(numbering.meaning, _legal_numbers(self.encoding))
            if kind == "pair"
        }
        steps = {step if step in common else _RARE for step in kinds}
        products = bool(steps) and (not self.columns or len(steps) * variants * 2 > MOST_PLANES)
        sites = max(numbering.places.sites, len(self.places)) if products else 0
        first = np.full((count, 3), -1, np.int64)  # plane, place; or, with plane -1, the number of the rest
        second = np.full((count, 3), -1, np.int64)
        pairs = np.full(count, sites * sites * variants, np.int64)
        for number, (kind, origin, target, variant) in enumerate(meanings):
            if kind == "pair" and products:
                assert origin is not None and target is not None
                pairs[number] = (variant * sites + origin) * sites + target
            elif kind == "pair":
                step = self._step(origin, target)
                step = step if step in common else _RARE
                first[number] = self._at(("from", step, variant), origin)
                second[number] = self._at(("to", step, variant), target)
            else:
                first[number] = self._at((kind, variant), target)
        planes, whole = len(self.channels), len(self.rest)

        def flat(at: Indices) -> Indices:
            on_board = at[:, 0] * self.size + at[:, 1]
            whole_board = planes * self.size + at[:, 2]
            nothing = planes * self.size + whole
            return np.where(at[:, 0] >= 0, on_board, np.where(at[:, 2] >= 0, whole_board, nothing))

        pair_numbers = pairs if products else pairs[:0]
        return Heads(planes, whole, flat(first), flat(second), variants if products else 0, sites, pair_numbers)

    def _place(self, site: int | None) -> int:
        return self.places[site] if site is not None and site < len(self.places) else -1

    def _step(self, origin: int | None, target: int | None) -> object:
        """What moves from one site to another have in common; a site that is not on the board is its own."""
        a, b = self._place(origin), self._place(target)
        if a < 0 or b < 0:
            return (origin if a < 0 else None, target if b < 0 else None)
        if not self.columns:
            return "board"
        return divmod(b, self.columns)[0] - divmod(a, self.columns)[0], b % self.columns - a % self.columns, "step"

    def _at(self, plane: object, site: int | None) -> tuple[int, int, int]:
        """Where a plane is read at a site; the rest has what has no place on the board."""
        place = self._place(site)
        if place >= 0:
            return self.channels.setdefault(plane, len(self.channels)), place, -1
        return -1, -1, self.rest.setdefault((plane, site), len(self.rest))
