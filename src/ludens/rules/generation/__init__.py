"""Moves from where they are found to where they are applied: candidates, sinks, records, chains."""
