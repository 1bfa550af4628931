"""What cannot be solved, and why."""


class SolveError(ValueError):
    """A game or a position that cannot be solved, or a folder that has none solved."""
