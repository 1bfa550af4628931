"""The archive: finished games in an open format, their positions, ratings, and what playtests tell."""
