"""Sets of sites as whole numbers: site `n` is in a set whose bit `n` is 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def set_of(sites: Iterable[int]) -> int:
    """The set of some sites.

    >>> bin(set_of([0, 3]))
    '0b1001'
    """
    found = 0
    for site in sites:
        found |= 1 << site
    return found


def sites_of(members: int) -> Iterator[int]:
    """The sites of a set, from the lowest.

    >>> list(sites_of(0b1001))
    [0, 3]
    """
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


def beside_any(members: int, beside: Sequence[int]) -> int:
    """All that is beside some site of a set; `beside` has the set of each site."""
    found = 0
    for site in sites_of(members):
        found |= beside[site]
    return found


def joined(seed: int, within: int, beside: Sequence[int]) -> int:
    """What steps within a set reach from the sites of a seed that are in it."""
    found = new = seed & within
    while new:
        new = beside_any(new, beside) & within & ~found
        found |= new
    return found
