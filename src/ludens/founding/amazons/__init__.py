"""The Game of the Amazons: whole turns as text, positions, records, territory and scores."""
