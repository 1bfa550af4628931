"""When an effect's moves may be applied as they are found, instead of being listed first (manual: moves 2.1).

Decided from what ludemes read and write, here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from ludens.rules.generation.candidates import Generator


def can_fuse(effect: Generator) -> bool:
    """Whether nothing that generating the effect's moves reads is written by applying them."""
    parts = effect.parts()
    if parts is None:
        return False
    if any(not can_fuse(part) for part in parts):
        return False
    return independent(parts)


def independent(effects: Sequence[Generator]) -> bool:
    """Whether applying each effect changes nothing that a later one reads."""
    written: set[str] = set()
    for effect in effects:
        if not disjoint(written, effect.all_reads):
            return False
        written |= effect.all_writes
    return True


def disjoint(writes: Set[str], reads: Set[str]) -> bool:
    if "*" in reads:
        return not writes
    if "*" in writes:
        return not reads
    return not (writes & reads)
