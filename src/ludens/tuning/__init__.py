"""Heuristics that ludens learns by playing a game against itself, for the agent `tuned` (`ludens tune --seconds`)."""

from ludens.tuning.learner import check, tune

__all__ = ["check", "tune"]
