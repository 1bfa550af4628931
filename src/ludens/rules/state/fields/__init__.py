"""The fields of a state, by what they are about: each is declared once, and read and written through its handles."""
