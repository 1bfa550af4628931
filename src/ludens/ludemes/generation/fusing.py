"""When an effect's moves may be applied as they are found, instead of being listed first (manual: moves 2.1).

Decided from what ludemes read and write, here and nowhere else.
"""

from __future__ import annotations

from ludens.ludemes.generation.candidates import Generator


def can_fuse(effect: Generator) -> bool:
    """Whether nothing that generating the effect's moves reads is written by applying them."""
    parts = effect.parts()
    if parts is None:
        return False
    if any(not can_fuse(part) for part in parts):
        return False
    return all(independent(a, b) for i, a in enumerate(parts) for b in parts[i + 1 :])


def independent(earlier: Generator, later: Generator) -> bool:
    """Whether applying the earlier effect changes nothing that the later one reads."""
    return disjoint(earlier.all_writes, later.all_reads)


def disjoint(writes: frozenset[str], reads: frozenset[str]) -> bool:
    if "*" in reads:
        return not writes
    if "*" in writes:
        return not reads
    return not (writes & reads)
