"""The integers of the language (manual: integers 2 to 11)."""
