"""Moves: decisions, operators, iterators and requirements (spec 5)."""
