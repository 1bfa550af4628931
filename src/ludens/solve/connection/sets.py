"""Sets of sites as whole numbers: site `n` is in a set whose bit `n` is 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def set_of(sites: Iterable[int]) -> int:
    """The set of some sites.

    >>> bin(set_of([0, 3]))
    '0b1001'
    """
    bits = 0
    for site in sites:
        bits |= 1 << site
    return bits


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
    union = 0
    for site in sites_of(members):
        union |= beside[site]
    return union


def joined(seed: int, within: int, beside: Sequence[int]) -> int:
    """What steps within a set reach from the sites of a seed that are in it."""
    reached = new = seed & within
    while new:
        new = beside_any(new, beside) & within & ~reached
        reached |= new
    return reached
