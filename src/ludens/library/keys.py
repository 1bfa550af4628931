"""What a game is found by, however its name is written."""

from __future__ import annotations


def key(name: str) -> str:
    """`name` with nothing but its letters and digits, without case and accents: what a game is found by.

    >>> key("Nine Men's Morris")
    'ninemensmorris'
    """
    import unicodedata  # a game from a file is not looked up

    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(character for character in plain if character.isalnum())
