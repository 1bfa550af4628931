"""The native code of a game: its two modules, called with states.

A *block* is the bytes of a state as an array; whatever has one as its attribute `block` is taken for it. A *record* is
a legal move as native code writes it, `RECORD_WORDS` words of 32 bits, as an array or as bytes. Every call raises
LimitExceeded where a limit of the engine is hit.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ludens.native.package import Package
from ludens.native.program import Block, HasBlock, Program
from ludens.native.workspace import POSITION_WORK, Workspace, fresh, workspace
from ludens.rules.state.trace import (
    Form,
    Forms,
    LoggedMove,
    read_log,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Records: TypeAlias = "npt.NDArray[np.int32]"
Record: TypeAlias = "bytes | Records"
#: the functions that random games need
PLAYED: Final = frozenset({"playouts"})
#: more plies than any game lasts
ENDLESS: Final = 1 << 30
_MASK: Final = (1 << 64) - 1


State: TypeAlias = "HasBlock | Block | bytearray"
#: what can be written to, as arrays
Writable: TypeAlias = "npt.NDArray[Any] | bytearray | memoryview"


def _place(state: State | Writable) -> int:
    """Where a state, or what can be written to, lies."""
    given: Any = state
    return ctypes.addressof(ctypes.c_char.from_buffer(getattr(given, "block", given)))


def _bytes(record: Record) -> bytes:
    return record if isinstance(record, bytes) else record.tobytes()


class _GameProgram(Program):
    """What both modules of a game have."""

    def __init__(self, package: Package) -> None:
        super().__init__(package)
        self._start, self._legal, self._play = (self._if_there(name) for name in ("start", "legal", "play"))
        self._play_joint = self._function("play_joint") if self.is_joint else None

    def _if_there(self, name: str) -> Callable[..., Any]:
        """A function that a module of random games alone may lack (`PLAYED`)."""
        return self._function(name) if name in self else partial(self._function, name)

    @property
    def is_joint(self) -> bool:
        """Whether the players move at once."""
        return "play_joint" in self

    def start(self, state: State) -> None:
        """Set a state to the start; its random numbers go on from where they are."""
        space = fresh(POSITION_WORK)
        self._start(_place(state), space.address)
        space.check()

    def legal(self, state: State, *, clean: bool = False) -> Records:
        """The records of the legal moves, one a row; none once the game is over.

        What a record has no use for is anything, unless they are to be `clean`, to be compared: then it is zero.
        """
        space = fresh(POSITION_WORK)
        if clean:
            space.records[:] = 0
        count: int = self._legal(_place(state), space.address, space.list_address)
        space.check()
        return space.records[:count].copy()

    def _made(self, state: State, record: Record) -> Workspace:
        space = fresh(POSITION_WORK)
        self._play(_place(state), space.address, _bytes(record))
        space.check()
        return space

    def _made_jointly(self, state: State, records: Sequence[Record]) -> Workspace:
        if self._play_joint is None:
            raise TypeError("in this game the players move in turn")
        space = fresh(POSITION_WORK)
        self._play_joint(_place(state), space.address, b"".join(map(_bytes, records)), len(records))
        space.check()
        return space


class FastProgram(_GameProgram):
    """The module that logs nothing: for playouts, searches and batches."""

    def __init__(self, package: Package) -> None:
        super().__init__(package)
        self._playout = self._if_there("playout")
        #: the most lines that run without a draw on the fuel
        self.longest: int = package.extra["longest"]

    def play(self, state: State, record: Record) -> None:
        """Make a legal move."""
        self._made(state, record)

    def play_joint(self, state: State, records: Sequence[Record]) -> None:
        """Make one legal move of each active player, in the order of the players."""
        self._made_jointly(state, records)

    def playout(self, state: State, limit: int = ENDLESS) -> int:
        """Make random moves until the game is over, `limit` at most; gives their number.

        They are drawn from the thread's generator: see `seed_choices`.
        """
        space = fresh()
        made: int = self._playout(_place(state), space.address, space.list_address, limit)
        space.check()
        return made

    def playouts(self, state: State, first: int, seed: int, winners: Writable, lengths: Writable) -> None:
        """Play random games, number `first` on of those that `seed` gives, and write down each winner and length.

        The state is where they are played; winners and lengths are words of 32 bits, one for each game.
        """
        if not len(winners):
            return
        space = fresh()
        places = (_place(state), space.address, space.list_address)
        written = (_place(winners), _place(lengths))
        self._function("playouts")(*places, first, len(winners), seed & _MASK, *written)
        space.check()

    def perft(self, state: State, depth: int, bulk: bool) -> int:
        """The number of positions after `depth` plies, without games that ended earlier; see `Game.perft`."""
        space = fresh()
        leaves: int = self._function("perft")(_place(state), space.address, depth, bulk)
        space.check()
        return leaves

    # --- many states, one a row

    def start_all(self, blocks: Block, seed: int) -> None:
        """Set all states to starts of their own."""
        space = fresh()
        self._function("batch_start")(blocks.ctypes.data, len(blocks), space.address, seed & _MASK)
        space.check()

    def count_all(self, blocks: Block) -> npt.NDArray[np.int32]:
        """The number of legal moves in each state."""
        import numpy as np

        space, counts = fresh(), np.zeros(len(blocks), np.int32)
        places = (space.address, space.list_address, counts.ctypes.data)
        self._function("batch_count")(blocks.ctypes.data, len(blocks), *places)
        space.check()
        return counts

    def play_all(self, blocks: Block, choices: npt.NDArray[np.int32]) -> None:
        """Make in each state the legal move of that index; nothing where it is negative or there is no such move."""
        space = fresh()
        places = (space.address, space.list_address, choices.ctypes.data)
        self._function("batch_play")(blocks.ctypes.data, len(blocks), *places)
        space.check()

    def play_all_at_random(self, blocks: Block, seed: int) -> None:
        """Make a random move in each state that is not over."""
        space = fresh()
        places = (space.address, space.list_address)
        self._function("batch_random")(blocks.ctypes.data, len(blocks), *places, seed & _MASK)
        space.check()


class TracedProgram(_GameProgram):
    """The module that logs what happens."""

    def __init__(self, package: Package) -> None:
        super().__init__(package)
        self._forms = forms_from(package.extra["forms"])
        self._describe = self._function("describe")

    def placements(self, state: State) -> list[LoggedMove]:
        """Set a state to the start; gives the moves of the start rules."""
        self.start(state)
        return self._logged(workspace())

    def set_up(self, state: State, rows: npt.NDArray[np.int32], mover: int, following: int) -> None:
        """Set a state to a position of these rows, as `ludens.game.compiler.ROW` tells, with a player to move."""
        space = fresh(POSITION_WORK)
        self._function("set_up")(_place(state), space.address, rows.ctypes.data, len(rows), mover, following)
        space.check()

    def play(self, state: State, record: Record) -> LoggedMove:
        """Make a legal move; gives it with its consequences."""
        return self._logged(self._made(state, record))[0]

    def play_joint(self, state: State, records: Sequence[Record]) -> LoggedMove:
        """Make one legal move of each active player, in the order of the players; gives them as one."""
        return self._logged(self._made_jointly(state, records))[0]

    def describe(self, state: State, record: Record) -> LoggedMove:
        """A legal move, as generated."""
        space = fresh(POSITION_WORK)
        self._describe(_place(state), space.address, _bytes(record))
        space.check()
        return self._logged(space)[0]

    def _logged(self, space: Workspace) -> list[LoggedMove]:
        return read_log(self._forms, space.logged())


def forms_to(forms: Forms) -> list[Any]:
    """The forms of a log as JSON says them."""
    return [[form.name, form.fields] for form in forms.forms]


def forms_from(listed: Iterable[Any]) -> Forms:
    """What `forms_to` gave."""
    return Forms([Form(name, tuple((key, how, value) for key, how, value in fields)) for name, fields in listed])
