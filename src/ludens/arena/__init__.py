"""Matches and tournaments between agents, bots as processes, ratings, and records that survive a crash."""
