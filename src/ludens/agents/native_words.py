"""What a depth-first search is told, in the information block behind the words of `ludens.agents.native`."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from ludens.agents.native import INFO_WORDS
from ludens.stage import Memory

#: plies that are searched at most, and how far moves that change material are followed beyond
MAX_DEPTH: Final = 40
MAX_PLIES: Final = 64
#: whose values may be searched one by one
MOST_PLAYERS: Final = 15


class SearchWord(IntEnum):
    """What one search has.

    The player it is for; the table, one less than the number of its buckets, which of its values are used, and the
    generation; what the broad key sees and what the exact one sees beside it (`native_table.KeyFields`); the memory of
    the order of moves; a 32-bit number that is not 0 where the search is to end; how many positions were looked at; the
    bytes of scratch memory for a ply; after how many positions that number is to be set; what it does
    (`native_node.Flag`); how many plies what changes material is followed at the leaves; where a state counts passes,
    -1 where it does not; whether anything is put into the table; and what threads tell each other
    (`native_shared`), 0 where there is one. Of the position that it is for (`native_root`): its moves, how many there
    are and their order; what is known of each; and how many of the best are to have exact values, with as many numbers
    for them, 0 for all.
    """

    PLAYER = INFO_WORDS
    TABLE = INFO_WORDS + 1
    MASK = INFO_WORDS + 2
    TRUST = INFO_WORDS + 3
    GENERATION = INFO_WORDS + 4
    BROAD = INFO_WORDS + 5
    BROADS = INFO_WORDS + 6
    LISTS = INFO_WORDS + 7
    LISTED = INFO_WORDS + 8
    PAST = INFO_WORDS + 9
    PASTS = INFO_WORDS + 10
    ORDER = INFO_WORDS + 11
    STOP = INFO_WORDS + 12
    NODES = INFO_WORDS + 13
    STRIDE = INFO_WORDS + 14
    MOST = INFO_WORDS + 15
    FLAGS = INFO_WORDS + 16
    QUIET = INFO_WORDS + 17
    PASSING = INFO_WORDS + 18
    TABLED = INFO_WORDS + 19
    SHARED = INFO_WORDS + 20
    MOVES = INFO_WORDS + 21
    COUNT = INFO_WORDS + 22
    FIRST = INFO_WORDS + 23
    VALUES = INFO_WORDS + 24
    LINES = INFO_WORDS + 25
    BEST = INFO_WORDS + 26


WORDS: Final = INFO_WORDS + len(SearchWord)
INFORMATION: Final = Memory("what is told of a search", 8 * WORDS)
