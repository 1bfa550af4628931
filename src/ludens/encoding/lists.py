"""The legal moves of a state with their numbers, as generated code lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ludens.encoding import actions
from ludens.encoding.actions import NUMBERING_WORDS, Counters, Places
from ludens.game.compiler import Compiler
from ludens.rules.generation.records import LIST_CAPACITY, RECORD, RECORDS
from ludens.rules.state import memory
from ludens.rules.state.memory import Workspace
from ludens.rules.turns import joint
from ludens.stage import Address, Int, IntLike, Memory, Stage

NUMBERS = Memory("numbers of moves", 4 * LIST_CAPACITY)
NUMBERING = Memory("a numbering", 4 * NUMBERING_WORDS)


@dataclass(frozen=True)
class Moves:
    """The legal moves of one state after another, with their numbers, in memory of the workspace."""

    s: Stage
    records: Address
    numbers: Address

    def number(self, index: IntLike) -> IntLike:
        return self.s.load(self.numbers, index, "i32")

    def record(self, index: IntLike) -> Address:
        return record_of(self.s, self.records, index)

    def mover(self, index: IntLike) -> IntLike:
        return self.s.load(self.record(index), actions.MOVER, "i32")


class Lister:
    """Lists and numbers the moves of a game."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler, self.s = compiler, compiler.s
        model = compiler.book.model
        self.places: Places = actions.places_of(model, (move for move, _ in compiler.family.members))
        self.is_joint = joint.is_joint(compiler.base)
        self.players = max(model.num_players, 1)
        #: how many words of a record are written, of those that all kinds of moves have
        self.width = 1 + max((len(captured) for _, captured in compiler.family.members), default=0)
        #: how functions take the counters
        self.counters_memory = Memory("counters of moves", 4 * Counters.words(self.places))
        #: how many moves a list has room for
        self.most_moves = compiler.base.most_moves
        kinds = [*compiler.places, RECORDS, NUMBERING, self.counters_memory, NUMBERS]
        self._function = self.s.function("number", kinds, Int, self._number, inline=False)

    def room(self, env: Address) -> Moves:
        """Memory for the moves of a state."""
        workspace = Workspace(self.s, env)
        return Moves(self.s, self.records(env), memory.allocate(workspace, 4 * self.most_moves))

    def records(self, env: Address) -> Address:
        """Memory for a list of moves."""
        return memory.allocate(Workspace(self.s, env), RECORD.size * self.most_moves)

    def counters(self, env: Address) -> Counters:
        """Counters of the workspace."""
        size = self.counters_memory.size
        address = memory.allocate(Workspace(self.s, env), size)
        self.s.clear(address, size)
        return Counters(self.s, self.places, address)

    def listed(self, moves: Moves, state: Address, env: Address, words: Address, counters: Counters) -> IntLike:
        """List the moves of a state and number them; returns how many there are."""
        return self.s.call(self._function, state, env, moves.records, words, counters.address, moves.numbers)

    def _number(
        self, state: Address, env: Address, records: Address, words: Address, counters: Address, out: Address
    ) -> IntLike:
        s, seen = self.s, Counters(self.s, self.places, counters)
        count: IntLike = s.call(self.compiler.functions["legal"], state, env, records)
        record = partial(record_of, s, records)

        def of(player: IntLike | None) -> None:
            spare = s.var(0)

            def mine(i: IntLike, body: Callable[[], object]) -> None:
                if player is None:
                    body()
                else:
                    s.if_(s.load(record(i), actions.MOVER, "i32") == player, body)

            def number(i: IntLike) -> None:
                block, place, variant = seen.count(record(i))
                value = actions.number_of(s, words, block, place, variant, spare.get())
                room = s.load(words, 3 + block, "i32")
                s.if_(variant >= room, lambda: spare.set(spare.get() + 1))
                s.if_(value < 0, lambda: memory.fail(Workspace(s, env), 2))
                s.store(out, i, "i32", value)

            s.for_range(0, count, lambda i: mine(i, lambda: number(i)), rounds=LIST_CAPACITY)
            s.for_range(0, count, lambda i: mine(i, lambda: seen.forget(record(i))), rounds=LIST_CAPACITY)

        if self.is_joint:
            s.for_range(1, self.players + 1, of)
        else:
            of(None)
        return count


def record_of(s: Stage, records: Address, index: IntLike) -> Address:
    """A record of a list."""
    return s.offset(records, index * RECORD.size)
