"""Escapes in the text of others that a terminal would obey."""

import re

#: what a terminal may obey: control characters but tab and line end, line ends that only some know, turns of the
#: writing direction, half characters that no file can hold
OBEYED = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printed(text: str) -> str:
    """`text` with an escape in the place of each character that a terminal may obey, line ends excepted.

    >>> printed("red: \\x1b[31m, wrong: \\u202e")
    'red: \\\\x1b[31m, wrong: \\\\u202e'
    """
    return OBEYED.sub(lambda match: ascii(match[0])[1:-1], text)
