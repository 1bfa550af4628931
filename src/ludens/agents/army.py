"""What the pieces of a royal piece's army are worth by how they move, whatever random games may tell: a prior.

In chess and its kin a royal piece decides and the others serve it. Random games hardly tell what these are worth: most
are drawn, or decided by where the royal piece strays to. How many sites a piece reaches from where it may stand, with
others in its way, is what players count where nothing else is known: a queen reaches more than a rook, a rook more than
a bishop (Euler 1776 counted on an empty board; Taylor, "On the relative values of the pieces in chess", 1876, with
others in the way).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ludens.agents.material import FROM, PLY_LIMIT, TO, played

if TYPE_CHECKING:
    from ludens.game.single import SingleGame
    from ludens.game.state import Row

#: positions in which the moves of a kind are counted
_PLACED: Final = 160
#: positions of random games in which pieces are, and the plies of these games together, about
_LOOKS: Final = (40, 400)
_PLIES: Final = 10_000
#: the share of the sites that others stand on
_CROWD: Final = 0.3
#: what a piece is worth that cannot move, where 1 is the mean: it stands in the way, and may become another
_STILL: Final = 0.15

#: the name of a kind, and the owner
Piece = tuple[str, int]


@dataclass(frozen=True)
class Army:
    """The kinds of pieces of two players: those that are `royal`, of which some player has exactly one as long as the
    game goes on, and what the others are worth, 1 on average."""

    royal: frozenset[str]
    worth: Mapping[str, float]


def army_of(game: SingleGame, kinds: Sequence[str]) -> Army | None:
    """The army of a game of two players; None where nothing is royal, where nobody has several other kinds, or where
    pieces cannot be put down to try how they move."""
    if game.num_players != 2 or game.is_stochastic or game.model.stacking or len(kinds) < 3:
        return None
    numbers = {(one.base_name, one.owner): one.index for one in game.components if one.base_name in kinds and one.owner}
    royal = _royal(game, numbers)
    servants = [kind for kind in kinds if kind not in royal]
    if not royal or max(sum((kind, player) in numbers for kind in servants) for player in (1, 2)) < 2:
        return None
    try:
        worth = _Reach(game, numbers, royal).worth(servants)
    except ValueError:  # the game cannot hold such a position
        return None
    return Army(royal, worth) if worth else None


def _royal(game: SingleGame, numbers: Mapping[Piece, int]) -> frozenset[str]:
    """The kinds of which some player has exactly one in all positions of random games."""
    rng, counts = np.random.default_rng(1), {piece: set[int]() for piece in numbers}
    usual = float(np.mean([played(game, game.start(seed=n), PLY_LIMIT) for n in range(8)]))
    for number in range(int(np.clip(_PLIES / usual, *_LOOKS))):
        state = game.start(seed=number)
        played(game, state, max(1, int(usual * rng.uniform(FROM, TO))))
        if not state.is_over:
            here = [row[3] for row in state.sites()]
            for piece, index in numbers.items():
                counts[piece].add(here.count(index))
    return frozenset(kind for (kind, _), met in counts.items() if met == {1})


class _Reach:
    """How many sites pieces come to that are put down somewhere, where royal ones stand as at the start."""

    def __init__(self, game: SingleGame, numbers: Mapping[Piece, int], royal: frozenset[str]) -> None:
        self.game, self.numbers = game, numbers
        self._owners = {index: owner for (_, owner), index in numbers.items()}
        thrones = {index for (kind, _), index in numbers.items() if kind in royal}
        self._thrones = {row[1]: row[3] for row in game.start(seed=0).sites() if row[3] in thrones}

    def worth(self, kinds: Sequence[str]) -> dict[str, float]:
        """What kinds are worth, 1 on average; nothing where none of them comes anywhere."""
        alone = self._reached(kinds, ())
        least = [self._least(alone, player) for player in (1, 2)]
        among = self._reached(kinds, [one for one in least if one])
        mean = float(np.mean(list(among.values())))
        return {kind: count / mean * (1 - _STILL) + _STILL for kind, count in among.items()} if mean else {}

    def _least(self, reached: Mapping[str, float], player: int) -> Piece | None:
        """The piece of a player that reaches least, so that it threatens least."""
        own = [kind for kind, count in reached.items() if count and (kind, player) in self.numbers]
        return (min(own, key=reached.__getitem__), player) if own else None

    def _reached(self, kinds: Sequence[str], crowd: Sequence[Piece]) -> dict[str, float]:
        """How many sites each kind comes to on average, put down somewhere in a crowd."""
        rng, means = np.random.default_rng(1), dict[str, float]()
        for kind in kinds:
            owners = [player for player in (1, 2) if (kind, player) in self.numbers]
            counts = [self._moves((kind, owners[n % len(owners)]), crowd, rng) for n in range(_PLACED)]
            means[kind] = float(np.mean(counts))
        return means

    def _moves(self, piece: Piece, crowd: Sequence[Piece], rng: np.random.Generator) -> int:
        """How many sites a piece comes to that is put down somewhere in a crowd."""
        model = self.game.model
        free = [site for site in rng.permutation(model.board_sites).tolist() if site not in self._thrones]
        others = int(_CROWD * model.board_sites) if crowd else 0
        pieces = [self.numbers[piece], *(self.numbers[crowd[n % len(crowd)]] for n in range(others))]
        rows: list[Row] = [
            (model.default_site[0], site, 0, index, self._owners[index], 1, 0, 0, 0)
            for site, index in [*self._thrones.items(), *zip(free, pieces, strict=False)]
        ]
        state = self.game.position(rows, mover=piece[1], seed=1)
        moves = state.legal_moves()
        return len({move.to_site for move in moves if move.from_site == free[0] != move.to_site})
