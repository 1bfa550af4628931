"""Lines and neighbours of square boards, as sites and as bitboards (Python integers, one bit a site)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@cache
def rays(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each site the sites in each of the eight directions, nearest first."""
    return tuple(tuple(_ray(site, size, *direction) for direction in DIRECTIONS) for site in range(size * size))


def _ray(site: int, size: int, right: int, up: int) -> tuple[int, ...]:
    column, row = site % size + right, site // size + up
    sites = []
    while 0 <= column < size and 0 <= row < size:
        sites.append(row * size + column)
        column, row = column + right, row + up
    return tuple(sites)


@cache
def neighbours(size: int) -> tuple[int, ...]:
    """For each site the bitboard of the up to eight sites beside it."""
    return tuple(sum(1 << ray[0] for ray in directions if ray) for directions in rays(size))


def bits(board: int) -> Iterator[int]:
    """The sites of a bitboard, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def reach(size: int, site: int, free: int) -> int:
    """The bitboard of the sites that a queen on `site` reaches in one move over the sites of `free`."""
    reached = 0
    for ray in rays(size)[site]:
        for other in ray:
            if not free >> other & 1:
                break
            reached |= 1 << other
    return reached


def border(size: int, board: int) -> int:
    """The sites beside some site of a bitboard, that site itself included where another is beside it."""
    around, beside = 0, neighbours(size)
    for site in bits(board):
        around |= beside[site]
    return around


def flood(size: int, seeds: int, within: int) -> int:
    """The sites of `within` that steps of a king from `seeds` over `within` get to."""
    reached, fresh = 0, border(size, seeds) & within
    while fresh:
        reached |= fresh
        fresh = border(size, fresh) & within & ~reached
    return reached


def components(size: int, board: int) -> Iterator[int]:
    """The parts of a bitboard that steps of a king connect, by their lowest sites."""
    while board:
        low = board & -board
        part = low | flood(size, low, board)
        yield part
        board &= ~part
