"""Moves: decisions, operators, iterators and requirements (manual: moves)."""
