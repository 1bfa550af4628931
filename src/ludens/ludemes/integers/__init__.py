"""The integers of the language (spec 8, sections 2 to 11)."""
