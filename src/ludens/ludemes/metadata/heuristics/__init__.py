"""Heuristics: what an agent may think of a position (manual: metadata 4), and what their terms come to in play."""

from ludens.ludemes.metadata.heuristics.base import Heuristics, HeuristicTerm, Pair, Transformation

__all__ = ["HeuristicTerm", "Heuristics", "Pair", "Transformation"]
