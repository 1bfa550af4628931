"""The state while rules are compiled: sites, players, memory, trace, and the context that sees them."""
