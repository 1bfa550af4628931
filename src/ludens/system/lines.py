"""Lines of other programs, for messages to people."""

from typing import Final

_SHOWN: Final = 60


def plain(text: str) -> str:
    """A line with an escape in the place of each character that is not seen as it is."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def quoted(text: str) -> str:
    """`text` for a message to people: quoted, without control characters, and not long."""
    text = text.removesuffix("\n")
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")
