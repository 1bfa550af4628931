"""Alpha-beta search with heuristics: those of the description, or such as its rules and random games suggest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludens.agents import depth_first, heuristics, material
from ludens.agents.agent import AgentError
from ludens.agents.alphabeta import AlphaBeta
from ludens.agents.proposing import asked_at_the_end, proposed
from ludens.agents.simple import Random
from ludens.game.hidden import hides
from ludens.game.single import SingleGame
from ludens.language import to_text
from ludens.ludemes.booleans.connection import IsConnected
from ludens.ludemes.booleans.line import IsLine
from ludens.ludemes.metadata.heuristics import HeuristicTerm
from ludens.ludemes.metadata.heuristics.connection import Connection
from ludens.ludemes.metadata.heuristics.lines import LineCompletion
from ludens.ludemes.metadata.heuristics.pieces import Material
from ludens.ludemes.metadata.heuristics.places import PlayerSiteMapCount
from ludens.ludemes.metadata.heuristics.players import ExpectedScore, ScoreTerm

if TYPE_CHECKING:
    from ludens.game import Game

#: heuristics that tell results of random games no better are not relied on where pieces are put down, or are moved
TELLING, TELLING_OF_MOVED = 0.25, 0.18
#: pieces that are worth as much as this share of the others count as these
ALIKE = 0.9
#: terms that look at rows or at connections; else what tells is where pieces stand, which is little
SHAPES = (LineCompletion, Connection)
#: terms that look at pieces or at a score, as `alphabeta` does: what else tells is less
TAKEN = (Material, ScoreTerm, ExpectedScore, PlayerSiteMapCount)


class Informed(AlphaBeta):
    """Alpha-beta with the heuristics of the description, or terms fitted to random games. Limits: as `alphabeta`."""

    kind, quick = "informed", "informed:1s"
    title = "Alpha-beta search with heuristics"
    strength = 45
    settable = depth_first.SELECTIVE

    @classmethod
    def check(cls, game: Game) -> None:
        super().check(game)
        if not isinstance(game, SingleGame) or game.num_players < 2:
            raise AgentError(f"there are no heuristics for {game.name}")

    @classmethod
    def suits(cls, game: Game) -> bool:
        if game.num_players != 2 or hides(game) or not isinstance(game, SingleGame):
            return False
        if heuristics.of_description(game) is not None:
            return True
        has_material = super().suits(game)
        moved = has_material or _is_of_moves(game)
        proposal = proposed(game) if moved or _is_of_shapes(game) else None
        if proposal is None or proposal.by_rules:
            return proposal is not None
        terms = heuristics.read(proposal.text).listed
        if not moved:
            return proposal.telling >= TELLING and _has(terms, SHAPES)
        sees = _has(terms, TAKEN) or not has_material
        return proposal.telling >= TELLING_OF_MOVED and sees and not _counts(terms)

    def evaluation(self) -> heuristics.Evaluation | None:
        """By what positions are judged."""
        return evaluation_of(self.game)


def evaluation_of(game: Game) -> heuristics.Evaluation | None:
    """The evaluation by the heuristics of the description, or by those that are proposed; None without any."""
    if not isinstance(game, SingleGame):
        return None
    own = heuristics.of_description(game)
    proposal = proposed(game) if own is None else None
    text = to_text(own.node) if own is not None else proposal.text if proposal is not None else None
    return heuristics.evaluation(game, text) if text is not None else None


def _is_of_moves(game: SingleGame) -> bool:
    """Whether pieces are moved rather than put down, and count whole: of a stack the terms see the top alone, and where
    the last move decides random games tell little."""
    sample = material.sampled(Random(game))
    moved = sample is not None and sample.added <= material.PLACING
    return moved and not game.model.stacking and not material.is_of_last_moves(game)


def _is_of_shapes(game: SingleGame) -> bool:
    """Whether end rules look at rows of pieces or at a connection of a player's regions, which tells what is to come
    where pieces are only put down, too.

    Of connections of a number of regions out of several it does not tell enough: Y lost 6 of 8 games to `uct`.
    """
    conditions = asked_at_the_end(game)
    return any(isinstance(one, IsLine) or (isinstance(one, IsConnected) and one.number is None) for one in conditions)


def _counts(terms: Sequence[HeuristicTerm]) -> bool:
    """Whether terms come to the number of pieces alone, which `alphabeta` counts faster."""
    weights = [float(pair.weight) for term in terms if isinstance(term, Material) for pair in term.piece_weights or ()]
    return all(isinstance(term, Material) for term in terms) and min(weights) > ALIKE * max(weights)


def _has(terms: Sequence[HeuristicTerm], kinds: tuple[type[HeuristicTerm], ...]) -> bool:
    return any(isinstance(term, kinds) for term in terms)
