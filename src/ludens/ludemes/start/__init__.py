"""Start rules: the starting position (manual: structure 4)."""
