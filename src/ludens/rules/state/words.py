"""Words of 64 bits, known while compiling."""

from __future__ import annotations


def signed(word: int) -> int:
    """A word of 64 bits as the signed number that stands for it in memory."""
    return word - (1 << 64) if word >> 63 else word
