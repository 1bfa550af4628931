"""The people at a table: who holds which seat, what they agree on, their clocks, and what they say."""
