"""The commands about Amazons."""
