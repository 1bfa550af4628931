"""One net for all games: it reads the graph encoding, so what it has learnt of some games it brings to others."""
