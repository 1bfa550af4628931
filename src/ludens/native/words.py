"""The words that methods made by LLVM share with Python, and the structs of the objects that they work on."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

_WORD: Final = 8
#: what every object begins with, the `PyObject` of the stable ABI: its count of references and its type
HEADER: Final = 2 * _WORD


class Hall(IntEnum):
    """Words that all calls share: the first free desk, how many desks are in use, the word that counts blocks of
    `Limits`, the stop word, types, and objects; behind them the methods as Python has them, by `Method`."""

    FREE = 0
    BUSY = 1
    BLOCKS = 2
    STOP = 3
    STATE = 4
    MOVES = 5
    MOVE = 6
    INT = 7
    LIST = 8
    NONE = 9
    TRUE = 10
    FALSE = 11
    METHODS = 12


class Method(IntEnum):
    """What is left to Python where it is unusual."""

    LEGAL_MOVES = 0
    PLAY = 1
    COPY = 2
    ITEM = 3
    IS_OVER = 4
    MOVER = 5
    NEXT = 6
    WINNER = 7


class Desk(IntEnum):
    """Words of a desk: the next free one, its environment, list and arena, the position (an object, owned) whose
    records are in the list, and how many they are."""

    BEHIND = 0
    ENV = 1
    RECORDS = 2
    ARENA = 3
    POSITION = 4
    COUNT = 5


class Entry(IntEnum):
    """Words of a game: the bytes of a state; where its history begins and where the history's length is kept, 0 for
    none; its functions; what lets other threads run once the fuel of a call is spent, 0 where they always run; that
    fuel; where fields are."""

    SIZE = 0
    HISTORY = 1
    LENGTH = 2
    LEGAL = 3
    PLAY = 4
    HOOK = 5
    BUDGET = 6
    IS_OVER = 7
    MOVER = 8
    NEXT = 9
    WINNER = 10


class Struct:
    """The layout of a struct, which begins as objects of Python do: fields of a word each, objects and a number."""

    def __init__(self, name: str, *objects: str, number: str | None = None) -> None:
        self.name, self.objects, self.number = name, objects, number
        self.names = objects if number is None else (*objects, number)
        #: how many bytes behind the start each field lies
        self.at = {field: HEADER + _WORD * place for place, field in enumerate(self.names)}
        self.size = HEADER + _WORD * len(self.names)


STATE: Final = Struct(
    "State", "game", "_source", "_block", "_entry", "_moves", "_undo", "_notations", "_array", "_fields_read"
)
MOVES: Final = Struct("Moves", "_source", "_position", "_made", number="_count")
MOVE: Final = Struct(
    "Move",
    "_source",
    "_position",
    "_legal",
    "mover",
    "from_site",
    "to_site",
    "_logged",
    "_actions",
    "_record",
    number="_index",
)
