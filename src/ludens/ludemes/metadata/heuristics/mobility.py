"""Terms that look at the legal moves: how many there are, where they lead, and what they threaten."""

from __future__ import annotations

from ludens.ludemes.metadata.heuristics.base import WeightedTerm
from ludens.ludemes.metadata.heuristics.pieces import PieceTerm, each_on_board
from ludens.rules.generation import sinks
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion
from ludens.rules.turns import legal
from ludens.stage import IntLike, Real, RealLike


def _moves(c: Context) -> RealLike:
    return c.s.real(sinks.count_moves(c, lambda sink: legal.legal_moves(c, sink)))


class _Targets(Sink):
    """The sites that moves lead to."""

    def __init__(self, c: Context) -> None:
        self.sites = BitRegion.empty(c)

    def push(self, move: Candidate) -> None:
        to = move.to
        if isinstance(to, int):
            if to >= 0:
                self.sites.add(to)
        else:
            move.c.s.if_(to >= 0, lambda: self.sites.add(to))


def _targets(c: Context) -> BitRegion:
    sink = _Targets(c)
    legal.legal_moves(c, sink)
    return sink.sites


class MobilitySimple(WeightedTerm):
    """The number of legal moves, if the player is to move."""

    spellings = ("mobilitySimple",)

    def raw(self, c: Context, player: int) -> RealLike:
        s, value = c.s, c.s.var(0.0, Real)
        s.if_(c.mover == player, lambda: value.set(_moves(c)))
        return value.get()


class MobilityAdvanced(WeightedTerm):
    """The number of legal moves that the player has, or would have to move."""

    spellings = ("mobilityAdvanced",)

    def raw(self, c: Context, player: int) -> RealLike:
        return _moves(c.bind(mover=player))


class Influence(WeightedTerm):
    """How many sites the player can move to, of all, if the player is to move."""

    spellings = ("influence",)

    def raw(self, c: Context, player: int) -> RealLike:
        s, value = c.s, c.s.var(0.0, Real)
        s.if_(c.mover == player, lambda: value.set(_reached(c)))
        return value.get()


class InfluenceAdvanced(WeightedTerm):
    """How many sites the player can move to, of all, or could if to move."""

    spellings = ("influenceAdvanced",)

    def raw(self, c: Context, player: int) -> RealLike:
        return _reached(c.bind(mover=player))


def _reached(c: Context) -> RealLike:
    return c.s.real(_targets(c).count()) * (1.0 / max(1, c.model.total_sites))


class UnthreatenedMaterial(PieceTerm):
    """The pieces that no opponent threatens: none could come to their sites. Who is to move threatens nothing, as the
    reference has it."""

    spellings = ("unthreatenedMaterial",)

    def raw(self, c: Context, player: int) -> RealLike:
        s, total = c.s, c.s.var(0.0, Real)
        threats = BitRegion.empty(c)

        def threaten(other: int) -> None:
            s.if_(c.mover != other, lambda: _targets(c.bind(mover=other)).each(threats.add))

        for other in range(1, c.model.num_players + 1):
            if other != player:
                threaten(other)
        for component, weight in self.weighed(c, player):

            def count(site: IntLike, weight: float = weight) -> None:
                total.set(total.get() + s.select(threats.contains(site), 0.0, weight))

            each_on_board(c, component, count)
        return total.get()
