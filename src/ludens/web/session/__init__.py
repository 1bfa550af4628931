"""A session: a game being played, the connections that look at it, the agents that play in it."""
