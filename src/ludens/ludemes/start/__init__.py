"""Start rules: the starting position (spec 4, section 4)."""
