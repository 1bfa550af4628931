"""Bots: programs elsewhere that play over HTTP, in the shape of lichess's bot API."""
