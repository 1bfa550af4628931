"""A session's game, wherever it is played: in this process, or in one of its own that may die."""
