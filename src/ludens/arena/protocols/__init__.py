"""Other people's interfaces. Nothing is imported here: a bot has to start fast."""
