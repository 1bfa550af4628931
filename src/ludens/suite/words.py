"""Words that mean nothing."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

_STARTS = [
    "b",
    "bl",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "k",
    "kl",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "r",
    "s",
    "sk",
    "t",
    "tr",
    "v",
    "z",
]
_VOWELS = ["a", "e", "i", "o", "u", "oo"]
_ENDS = ["b", "d", "ff", "g", "k", "l", "m", "mp", "n", "nt", "p", "rk", "sh", "st", "t", "x"]
#: names that hold these mean something to the language
_MEANING = ("die", "domino", "card")


def words(seed: int, taken: Collection[str] = ()) -> Iterator[str]:
    """Ever more words, all different, none of which begins as another one does; none of `taken`, whatever its case.

    >>> import itertools
    >>> list(itertools.islice(words(1), 3))
    ['Garash', 'Traplimp', 'Zepoob']
    """
    rng, used = random.Random(seed), {word.casefold() for word in taken}
    while True:
        inner = "".join(rng.choice(_STARTS) + rng.choice(_VOWELS) for _ in range(rng.randint(0, 1)))
        word = inner + rng.choice(_STARTS) + rng.choice(_VOWELS) + rng.choice(_ENDS)
        alike = any(word.startswith(other) or other.startswith(word) for other in used)
        if len(word) > 3 and not alike and not any(part in word for part in _MEANING):
            used.add(word)
            yield word.capitalize()
