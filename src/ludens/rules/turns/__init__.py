"""The course of a game: legal moves, turns, ends, results."""
