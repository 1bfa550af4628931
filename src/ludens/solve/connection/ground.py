"""Games of connection: which these are, and what there is to know of one.

They are recognised by their rules. Two players in turn put a piece of their own on any empty site, and nothing else
happens; who connects regions by pieces of the own wins. No piece is ever taken away or moved, so that one more of the
own, or one less of the other's, does no harm. And no two players can have connected at once (`ludens.solve.connection.
planar`), so that who has connected cannot have been too late.

What is read from the rules is tried in random games before it is trusted.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludens.game.builder import blank_context
from ludens.game.single import SingleGame
from ludens.ludemes.booleans.connection import IsConnected
from ludens.ludemes.booleans.region_groups import owned_groups
from ludens.ludemes.ends import EndIf, Result
from ludens.ludemes.integers.names import IdOfPiece
from ludens.ludemes.meta import Swap
from ludens.ludemes.moves.add import AddPieces
from ludens.ludemes.regions.content import EmptySites
from ludens.rules.base import Need
from ludens.rules.categories import IntConstant
from ludens.rules.enums import ResultType, RoleType
from ludens.rules.state.fields.links import steps_between
from ludens.solve.connection.planar import excludes
from ludens.solve.connection.sets import beside_any, joined, set_of, sites_of

if TYPE_CHECKING:
    from ludens.game import State
    from ludens.rules.structure import Rules

#: random games in which the rules are tried
_TRIED: Final = 10
_ODD: Final = frozenset({Need.LARGE_PIECE, Need.DEDUCTION, Need.HIDDEN, Need.STOCHASTIC})


@dataclass(frozen=True)
class Ground:
    """The sites of a board, by number: what is beside each as a set, and for each player, the first and the second,
    the regions to connect."""

    beside: tuple[int, ...]
    regions: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def count(self) -> int:
        """How many sites there are."""
        return len(self.beside)

    def connects(self, stones: int, player: int) -> bool:
        """Whether one group of these sites touches all regions of a player."""
        first, *others = self.regions[player - 1]
        left = stones & first
        while left:
            group = joined(left & -left, stones, self.beside)
            if all(group & region for region in others):
                return True
            left &= ~group
        return False

    def groups(self, stones: int) -> list[int]:
        """The groups of some sites, each as a set."""
        groups = list[int]()
        while stones:
            groups.append(joined(stones & -stones, stones, self.beside))
            stones &= ~groups[-1]
        return groups

    def touching(self, stones: int, sites: int) -> int:
        """The groups of some stones that touch one of some sites, all together."""
        return joined(beside_any(sites, self.beside), stones, self.beside)


@dataclass(frozen=True)
class Stones:
    """What stands where: the sets of the sites of each player's pieces, and of those that are empty."""

    players: tuple[int, int]
    empty: int


def stones_of(state: State) -> Stones:
    """The pieces of a position on the sites of its board."""
    model = state.game.model
    stones, occupied = [0, 0], 0
    for kind, site, _, what, who, *_ in state.sites():
        assert kind == model.default_site[0] and what
        occupied |= 1 << site
        if 1 <= who <= 2:
            stones[who - 1] |= 1 << site
    return Stones((stones[0], stones[1]), (1 << model.board_sites) - 1 & ~occupied)


def ground_of(root: State) -> Ground | None:
    """The ground of the game that goes on from a position; None where it is no game of connection.

    A game in which sides may be swapped is one once that is past.
    """
    game = root.game
    if not isinstance(game, SingleGame):
        return None
    ground = _read(game)
    return ground if ground is not None and _is_played_so(root, ground) else None


def _read(game: SingleGame) -> Ground | None:
    """What the rules say, where they say nothing else."""
    model, rules = game.model, game.rulebook.rules
    if game.num_players != 2 or model.mode != "Alternating" or model.stacking or model.boardless:
        return None
    if len(model.containers) > 1 or not model.needs.isdisjoint(_ODD) or not _only_puts(rules):
        return None
    condition = _asked_at_the_end(rules)
    return None if condition is None else _connecting(game, condition)


def _only_puts(rules: Rules) -> bool:
    """Whether a move is to put down a piece of one's own, on any empty site of the board, and no more."""
    if rules.phases is not None or rules.play is None:
        return False
    if rules.meta is not None and not all(isinstance(rule, Swap) for rule in rules.meta.listed):
        return False
    move = rules.play.moves
    if type(move) is not AddPieces or move.count is not None or move.stack or move.then is not None:
        return False
    piece, to = move.piece, move.to
    if piece is not None and not (
        isinstance(piece.which, IdOfPiece) and piece.which.role is RoleType.Mover and piece.state is None
    ):
        return False
    more = (to.site_type, to.level, to.rotations, to.if_, to.apply)
    plain = type(to.where) is EmptySites and to.where.container is None and to.where.site_type is None
    return plain and all(part is None for part in more)


def _asked_at_the_end(rules: Rules) -> IsConnected | None:
    """The condition whose mover wins, where that is the only end."""
    if rules.end is None or len(rules.end.listed) != 1:
        return None
    (rule,) = rules.end.listed
    if type(rule) is not EndIf or rule.cases is not None or type(rule.condition) is not IsConnected:
        return None
    result = rule.result
    if type(result) is not Result or result.role is not RoleType.Mover or result.outcome is not ResultType.Win:
        return None
    return rule.condition


def _connecting(game: SingleGame, condition: IsConnected) -> Ground | None:
    """The ground, where all regions have to be connected and both cannot have done so."""
    model = game.model
    c = blank_context(model)
    names = condition.beside(c)
    if names is None or condition.at is not None:
        return None
    regions = _regions(game, condition)
    if regions is None:
        return None
    number = condition.number
    count = len(regions[0]) if number is None else number.value if isinstance(number, IntConstant) else 0
    if any(len(own) != count or not all(own) for own in regions):
        return None
    steps = [sorted({t for t in row if t != site}) for site, row in enumerate(steps_between(model, names))]
    if any(site not in steps[t] for site, near in enumerate(steps) for t in near):
        return None
    places = [complex(*place[:2]) for place in game.topology.positions(model.default_site)]
    if not excludes(steps, places, regions):
        return None
    first, second = (tuple(map(set_of, own)) for own in regions)
    return Ground(tuple(map(set_of, steps)), (first, second))


def _regions(game: SingleGame, condition: IsConnected) -> list[list[tuple[int, ...]]] | None:
    """The regions that each player has to connect; None where they are not known."""
    c = blank_context(game.model)
    if condition.role is not None:
        if condition.role is not RoleType.Mover:
            return None
        return [[tuple(group) for group in owned_groups(c, player)] for player in (1, 2)]
    shared = condition.known_regions(c)
    return None if shared is None else [list(shared), list(shared)]


def _is_played_so(root: State, ground: Ground) -> bool:
    """Whether random games from a position on go as they have to."""
    start = stones_of(root)
    if root.is_over or any(ground.connects(start.players[player - 1], player) for player in (1, 2)):
        return False
    return all(_is_game(root.copy(), ground, random.Random(seed)) for seed in range(_TRIED))


def _is_game(state: State, ground: Ground, choose: random.Random) -> bool:
    before = stones_of(state)
    while not state.is_over:
        mover, moves = state.mover, list(state.legal_moves())
        if sorted(move.to_site for move in moves) != list(sites_of(before.empty)):
            return False
        move = choose.choice(moves)
        state.play(move)
        after = stones_of(state)
        own = list(before.players)
        own[mover - 1] |= 1 << move.to_site
        if after != Stones((own[0], own[1]), before.empty & ~(1 << move.to_site)):
            return False
        won = ground.connects(own[mover - 1], mover)
        if won:
            return state.is_over and state.winner == mover
        if not after.empty:
            # who cannot move may pass before it ends
            return state.winner not in (1, 2)
        if state.is_over or state.mover != 3 - mover:
            return False
        before = after
    return True
