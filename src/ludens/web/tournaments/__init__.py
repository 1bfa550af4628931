"""Tournaments of people and bots: who plays whom in each round, how all stand, and the tables that come of it."""
