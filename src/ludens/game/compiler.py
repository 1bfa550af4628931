"""The functions that every game has, emitted into one module: start, legal, play, describe, playouts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from ludens.board import SiteType
from ludens.game.builder import Rulebook
from ludens.game.drawing import Drawing, explored
from ludens.native import Signatures, signatures_of
from ludens.rules.base import Need
from ludens.rules.generation.execution import MoveFamily
from ludens.rules.generation.foresight import Foresight
from ludens.rules.generation.recording import Recorder
from ludens.rules.generation.records import (
    RECORD,
    RECORDS,
    MoveList,
)
from ludens.rules.generation.sinks import CountOrListSink, find_nth
from ludens.rules.state import (
    deduction,
    hashing,
    memory,
    pieces,
)
from ludens.rules.state.constants import DirectContext
from ludens.rules.state.context import Context, Slots
from ludens.rules.state.fields.histories import in_use
from ludens.rules.state.memory import CHOICE_RNG, WORKSPACE
from ludens.rules.state.random import APART, choice, scrambled
from ludens.rules.state.trace import Forms, Tracer
from ludens.rules.state.view import StateView, reset
from ludens.rules.turns import (
    joint,
    legal,
    placement,
    playing,
    repeats,
    stalemate,
)
from ludens.stage import Address, BoolLike, Function, Int, IntLike, Long, LongLike, Parameter, Stage
from ludens.stage.checks import Site
from ludens.stage.direct import DirectStage
from ludens.stage.ir import Module as IRModule
from ludens.stage.ir.llvm import assembly
from ludens.stage.ir.rules import only

#: how deep positions are counted; the arena ends before
DEEPEST_COUNT = 400
#: what a row for `set_up` holds, 32-bit words
ROW = ("type", "site", "what", "who", "count", "state", "rotation", "value")
ROW_BYTES = 4 * len(ROW)
#: the type of a row that is a die, which lies there already and shows a face
DIE = -1


@dataclass(frozen=True)
class Emitted:
    """A module, how its functions are called, how its log is read, and what it verifies.

    No more than `longest` lines run without a draw on the fuel where moves are listed and played.
    """

    module: IRModule
    signatures: Signatures
    forms: Forms
    checks: list[Site] | None
    longest: int = 0

    @cached_property
    def ir(self) -> str:
        """The module as LLVM assembly."""
        return assembly(self.module)

    def part(self, names: Collection[str]) -> str:
        """The assembly of what these functions need."""
        return assembly(only(self.module, names))


def emit(book: Rulebook, *, traced: bool, rules: Collection[str] | None = None) -> Emitted:
    """Emit a game's module: the fast one, or the one that logs every action."""
    stage, tracer = Stage(rules=rules), Tracer() if traced else None
    compiler = Compiler(book, stage, tracer)
    compiler.start()
    compiler.legal_and_play()
    if traced:
        compiler.set_up()
    else:
        compiler.playouts()
        compiler.perft()
        compiler.batch()
    compiler.finish()
    return Emitted(
        stage.result, signatures_of(stage), tracer.forms if tracer else Forms(), stage.checks, compiler.longest
    )


def emit_extended(
    book: Rulebook,
    extend: Callable[[Compiler], object],
    *,
    logs_draws: bool = False,
    picks: bool = False,
    plays: bool = True,
    most_moves: int | None = None,
) -> Emitted:
    """Emit a module that plays without logging actions, if it does, and what `extend` adds; its records begin with
    `HEADER`."""
    stage = Stage()
    compiler = Compiler(book, stage, headed=True, logs_draws=logs_draws, picks=picks, most_moves=most_moves)
    if plays:
        compiler.start()
        compiler.legal_and_play()
    extend(compiler)
    compiler.finish()
    return Emitted(stage.result, signatures_of(stage), Forms(), stage.checks, compiler.longest)


class Picked(NamedTuple):
    """A move that was found by its number: its place in the records, and how many legal moves there are."""

    place: IntLike
    total: IntLike


class Compiler:
    """Emits the functions of one module; those that others call are in `functions`.

    Where it is `headed`, every record of a move tells its mover and its sites, see `records.HEADER`; with `logs_draws`
    what random numbers are drawn is logged. Where it `picks`, random play may find a move without finding all; random
    games are then those of the fast module, which does so. Lists have room for `most_moves`, or for as many as usual.
    """

    def __init__(
        self,
        book: Rulebook,
        stage: Stage,
        tracer: Tracer | None = None,
        *,
        headed: bool = False,
        logs_draws: bool = False,
        picks: bool | None = None,
        most_moves: int | None = None,
    ) -> None:
        self.book, self.s, self.tracer, self.headed = book, stage, tracer, headed or tracer is not None
        self._may_pick = not self.headed if picks is None else picks
        self.functions: dict[str, Any] = {}
        #: what every function takes first
        self.places: list[Parameter] = [book.layout.whole, WORKSPACE]
        model = book.model
        self.stochastic = Need.STOCHASTIC in model.needs
        null = Address(stage, "null")
        anchor = StateView(stage, model, book.layout, null, null)
        kind = DirectContext if isinstance(stage, DirectStage) else Context
        room = most_moves or memory.LIST_CAPACITY
        self.base = kind(stage, model, anchor, null, Slots(), tracer, logs_draws=logs_draws, most_moves=room)

    def context(self, state: Address, env: Address) -> Context:
        position = StateView(self.s, self.book.model, self.book.layout, state, env)
        return replace(self.base, state=position, env=env)

    @property
    def longest(self) -> int:
        """How many lines run without a draw on the fuel where moves are listed and played, at most."""
        functions = [self.functions[name] for name in ("legal", "play") if name in self.functions]
        return max(map(self.s.longest, functions), default=0)

    def start(self) -> None:
        """start(state, env): the position after the start rules; `rng` is kept, everything else reset."""

        layout = self.book.layout
        used, _ = in_use(layout)

        def begin(state: Address, env: Address) -> None:
            c = self._blank(state, env, used)
            placement.place_decks(c)
            for rule in self.book.rules.start.listed if self.book.rules.start else ():
                rule.emit(c)
            self._started(c)

        def start(state: Address, env: Address) -> None:
            self.s.clear(self.s.offset(state, used), layout.size - used)
            self.s.call(self.functions["begin"], state, env)

        if used == layout.size:
            self.functions["begin"] = self.s.function("start", self.places, None, begin, exported=True)
            self.functions["start"] = self.functions["begin"]
        else:  # the same, but what is not in use stays as it is, as nobody looks at it
            self.functions["begin"] = self.s.function("begin", self.places, None, begin)
            self.functions["start"] = self.s.function("start", self.places, None, start, exported=True)

    def finish(self) -> None:
        """What can be emitted only when everything else is."""
        Recorder.of(self.base).define()

    def set_up(self) -> None:
        """set_up(state, env, rows, count, mover, next): the position with these pieces and nothing else (`game.setup`).

        The start rules are left out; whatever follows them at a start follows here.
        """

        def body(state: Address, env: Address, rows: Address, count: Int, mover: Int, following: Int) -> None:
            c = self._blank(state, env, self.book.layout.size)
            listed = self.s.object_at(rows, "the rows", lambda: count * ROW_BYTES)
            self.s.for_range(0, count, lambda i: self._put_row(c, self.s.offset(listed, i * ROW_BYTES)))
            c.state.mover.set(mover)
            c.state.next.set(following)
            self._started(c)

        self.s.function("set_up", [*self.places, Address, Int, Int, Int], None, body, exported=True)

    def _put_row(self, c: Context, row: Address) -> None:
        """Put down what a row says; its first word is the index of the site's type, as the game uses them."""
        kind, site, what, who, count, state, rotation, value = (self.s.load(row, i, "i32") for i in range(len(ROW)))

        def put(site_type: SiteType | None) -> None:
            placement.put(c, site_type, site, what, count=count, state=state, rotation=rotation, value=value)
            pieces.set_content(c, StateView.owners, site_type, site, -1, who)

        for index, site_type in enumerate((None, *self.book.model.site_types[1:])):
            self.s.if_(kind == index, partial(put, site_type))
        if self.book.model.dice():
            self.s.if_(kind == DIE, lambda: pieces.set_content(c, StateView.states, "Cell", site, -1, state))

    def _blank(self, state: Address, env: Address, used: int) -> Context:
        """Of the first `used` bytes everything reset but `rng`; what lies there before any start rule has been put
        down."""
        c = self.context(state, env)
        rng = c.state.rng.get()
        self.s.clear(state, used)
        c.state.rng.set(rng)
        reset(c.state, self.book.fields)
        deduction.initial(c)
        placement.fill_dominoes(c)
        placement.place_dice(c)
        return c

    def _started(self, c: Context) -> None:
        """Start positions, dice sums, histories, and the first legal moves of a game of chance (manual: runtime
        6.2)."""
        p = c.state
        if p.start_what.present:
            top = lambda slot: p.start_what.set(p.what(None, slot), slot)  # noqa: E731
            self.s.for_range(0, c.model.board_sites, top)
        if p.dice_sum.present:
            placement.first_dice_values(c)
        hashing.store_at_start(c)
        repeats.note_start(c)
        self._draw_ahead(c)

    def _draw_ahead(self, c: Context) -> None:
        """Games of chance draw for their next legal moves as soon as a position is reached (manual: runtime 8.6).

        A simulation is over as soon as it cannot go on.
        """
        if not (self.stochastic or joint.is_simulation(c)):
            return

        def draw(state: Address, env: Address) -> None:
            c = self.context(state, env)
            if self.stochastic:
                c.state.rng_legal.set(c.state.rng.get())
            joint.draw_for_moves(c)

        if "draw" not in self.functions:
            self.functions["draw"] = self.s.function("draw", self.places, None, draw)
        call = lambda: self.s.call(self.functions["draw"], c.state.address, c.env)  # noqa: E731
        self.s.if_(c.state.over.get() == 0, call)

    def legal_and_play(self) -> None:
        """legal(state, env, list) -> number of moves; play(state, env, record); describe(state, env, record)."""
        family: MoveFamily | joint.JointFamily
        if joint.is_joint(self.base):
            family = joint.JointFamily(self.base)
        else:
            family = MoveFamily(self.base, store=True, headed=self.headed)
        self.family = family

        def generate(state: Address, env: Address, records: Address) -> IntLike:
            c = self.context(state, env)
            listed = MoveList(c, family, records, lazy=True)
            self.s.if_(c.state.over.get() == 0, lambda: self.listed(c, listed))
            total: IntLike = listed.count.get()
            return total

        def legal(state: Address, env: Address, records: Address) -> IntLike:
            c = self.context(state, env)
            listed = MoveList(c, family, records)
            listed.count.set(self.s.call(self.functions["generate"], state, env, records))
            if family.has_tests:
                self._drop_forbidden(c, listed)
            if c.model.mode == "Alternating":
                self.s.if_(c.state.over.get() == 0, lambda: self.pass_if_stuck(c, listed))
            total: IntLike = listed.count.get()
            return total

        def play(state: Address, env: Address, record: Address) -> None:
            c = self.context(state, env)
            self.play(c, family.is_pass(c, record), lambda: family.execute(c, record))

        def describe(state: Address, env: Address, record: Address) -> None:
            family.describe(self.context(state, env), record)

        self.functions["generate"] = self.s.function("generate", [*self.places, RECORDS], Int, generate)
        self.functions["legal"] = self.s.function("legal", [*self.places, RECORDS], Int, legal, exported=True)
        self.picks = self._may_pick and (self._pick_lazily() or self._pick())
        self.functions["play"] = self.s.function("play", [*self.places, RECORD], None, play, exported=True)
        if isinstance(family, joint.JointFamily):
            self._joint(family)
        if self.tracer is not None:
            self.s.function("describe", [*self.places, RECORD], None, describe, exported=True)

    def _joint(self, family: joint.JointFamily) -> None:
        """play_joint(state, env, records, count): one move of each active player, in player order."""

        def play_joint(state: Address, env: Address, records: Address, count: Int) -> None:
            c = self.context(state, env)
            listed = self.s.object_at(records, "the records", lambda: count * RECORD.size)
            self.play(c, False, lambda: family.execute_joint(c, listed, count, RECORD.size))

        kinds: list[Parameter] = [*self.places, Address, Int]
        self.functions["play_joint"] = self.s.function("play_joint", kinds, None, play_joint, exported=True)

    def listed(self, c: Context, listed: MoveList) -> None:
        """Push the legal moves of a position to a list, some of them still to be tested; but the forced pass."""
        p = c.state
        rng = p.rng.get()
        if self.stochastic:
            p.rng.set(p.rng_legal.get())
        if joint.is_joint(c):
            joint.joint_moves(c, listed)
        elif joint.is_simulation(c):
            joint.simulated_move(c, listed)
        else:
            legal.legal_moves(c, listed)
        if self.stochastic:
            p.rng.set(rng)

    def _drop_forbidden(self, c: Context, listed: MoveList) -> None:
        """Test what was deferred; the moves that pass keep their order."""
        count, family = self.s.var(0), self.family
        foresight = Foresight.of(family) if isinstance(family, MoveFamily) else None
        ahead = foresight.ahead(c, listed.count.get()) if foresight is not None else None
        test = ahead.test if ahead is not None else family.test

        def look(i: IntLike) -> None:
            def keep() -> None:
                self.s.move(listed.record(count.get()), listed.record(i), RECORD.size)
                count.set(count.get() + 1)

            self.s.if_(test(c, listed.record(i)), keep)

        self.s.for_range(0, listed.count.get(), look)  # draws for each: a test may be long
        listed.count.set(count.get())

    def pass_if_stuck(self, c: Context, listed: MoveList) -> None:
        """The forced pass where nothing else is legal (manual: runtime 8.1)."""
        self.s.if_(listed.count.get() == 0, lambda: listed.push(legal.forced_pass(c)))

    def play(self, c: Context, is_pass: BoolLike, apply: Callable[[], object]) -> None:
        """Play a move that was listed; `apply` applies its actions.

        Where moves were listed the mover is not stalemated (manual: runtime 8.1). To say so is left to the move that is
        played, so that to list moves, which a state may do any number of times, changes nothing.
        """
        if c.state.stalemated.present and c.model.mode == "Alternating":
            stalemate.set_stalemated(c, c.state.mover.get(), False)
        playing.play(c, is_pass, apply)
        self._draw_ahead(c)

    def playouts(self) -> None:
        """playout(state, env, records, limit): random moves until the game is over; returns how many were made.

        playouts(state, env, records, first, count, seed, winners, lengths): whole games, numbers `first` on.
        """
        kinds: list[Parameter] = [*self.places, RECORDS, Int]
        self.functions["playout"] = self.s.function("playout", kinds, Int, self._playout, exported=True)
        kinds = [*self.places, RECORDS, Int, Int, Long, Address, Address]
        self.s.function("playouts", kinds, None, self._playouts, exported=True)

    def perft(self) -> None:
        """perft(state, env, depth, bulk): leaves after `depth` plies; games that ended earlier are not counted.

        Where `bulk` is not 0 the moves of the last ply are counted, and not made.
        """
        recursive: Function[Long] = Function("perft", Long, (*self.places, Int, Int))

        def body(state: Address, env: Address, depth: Int, bulk: Int) -> LongLike:
            return memory.nested(self.context(state, env), lambda: below(state, env, depth, bulk), DEEPEST_COUNT)

        def below(state: Address, env: Address, depth: Int, bulk: Int) -> LongLike:
            s, c, leaves = self.s, self.context(state, env), self.s.var(0, Long)
            start = memory.mark(c)
            records = memory.allocate(c, RECORDS.size)
            child = memory.allocate(c, self.book.layout.size)

            def visit(i: IntLike) -> None:
                s.copy(child, state, self.book.layout.size)
                s.call(self.functions["play"], child, env, s.offset(records, i * RECORD.size))
                leaves.set(leaves.get() + s.call(recursive, child, env, depth - 1, bulk))

            def expand() -> None:
                count = s.call(self.functions["legal"], state, env, records)
                is_last = s.all_of(lambda: depth == 1, lambda: bulk != 0)
                s.if_(is_last, lambda: leaves.set(s.long(count)), lambda: s.for_range(0, count, visit))

            s.if_(depth == 0, lambda: leaves.set(1), expand)
            memory.release(c, start)
            return leaves.get()

        self.s.function("perft", recursive.parameters, Long, body, exported=True)

    def batch(self) -> None:
        """Functions over n states that lie one behind the other.

        batch_start(states, n, env, seed); batch_count(states, n, env, records, counts): numbers of legal moves;
        batch_play(states, n, env, records, choices): the legal move of that index, none where it is negative;
        batch_random(states, n, env, records, seed): one random move each.
        """
        s, size = self.s, self.book.layout.size

        def each(states: Address, n: IntLike, body: Any) -> None:
            listed = s.object_at(states, "the states", lambda: s.long(n) * size)
            s.for_range(0, n, lambda i: body(i, s.offset(listed, s.long(i) * size)))

        def start(states: Address, n: Int, env: Address, seed: Long) -> None:
            def one(i: IntLike, state: Address) -> None:
                c = self.context(state, env)
                c.state.rng.set(scrambled(seed + s.unsigned(i) * APART))
                s.call(self.functions["start"], state, env)

            each(states, n, one)

        def count(states: Address, n: Int, env: Address, records: Address, counts: Address) -> None:
            counted = s.object_at(counts, "the counts", lambda: n * 4)
            each(
                states,
                n,
                lambda i, state: s.store(counted, i, "i32", s.call(self.functions["legal"], state, env, records)),
            )

        def play(states: Address, n: Int, env: Address, records: Address, choices: Address) -> None:
            indices = s.object_at(choices, "the choices", lambda: n * 4)

            def one(i: IntLike, state: Address) -> None:
                chosen = s.load(indices, i, "i32")
                total = s.var(0)
                s.if_(chosen >= 0, lambda: total.set(s.call(self.functions["legal"], state, env, records)))
                made = lambda: s.call(self.functions["play"], state, env, s.offset(records, chosen * RECORD.size))  # noqa: E731
                s.if_(s.all_of(lambda: chosen >= 0, lambda: chosen < total.get()), made)

            each(states, n, one)

        def random(states: Address, n: Int, env: Address, records: Address, seed: Long) -> None:
            s.store(env, CHOICE_RNG // 8, "i64", scrambled(seed))

            def one(i: IntLike, state: Address) -> None:
                total = s.call(self.functions["legal"], state, env, records)

                def made() -> None:
                    record = s.offset(records, choice(s, env, total) * RECORD.size)
                    s.call(self.functions["play"], state, env, record)

                s.if_(total > 0, made)

            each(states, n, one)

        s.function("batch_start", [Address, Int, WORKSPACE, Long], None, start, exported=True)
        s.function("batch_count", [Address, Int, WORKSPACE, RECORDS, Address], None, count, exported=True)
        s.function("batch_play", [Address, Int, WORKSPACE, RECORDS, Address], None, play, exported=True)
        s.function("batch_random", [Address, Int, WORKSPACE, RECORDS, Long], None, random, exported=True)

    def _playout(self, state: Address, env: Address, records: Address, limit: Int) -> IntLike:
        s, c = self.s, self.context(state, env)
        made = s.var(0)

        def step() -> None:
            self.random_step(c, records, s.call(self.functions["legal"], state, env, records))
            made.set(made.get() + 1)

        def pick_step() -> None:
            place = s.call(self.functions["pick"], state, env, records)
            self.play_found(c, s.offset(records, place * RECORD.size))
            made.set(made.get() + 1)

        if self.picks:
            s.while_(lambda: (c.state.over.get() == 0) & (made.get() < limit), pick_step)
        else:
            s.while_(lambda: (c.state.over.get() == 0) & (made.get() < limit), step)
        total: IntLike = made.get()
        return total

    @property
    def may_pick(self) -> bool:
        """Whether random play may find a move without finding all: neither chance nor the others have a part in it."""
        return not self.stochastic and self.book.model.mode == "Alternating"

    def _pick(self) -> bool:
        """pick(state, env, records): the place of a random legal move in `records`, found by counting sets of moves.

        Those found in loops are listed. False where all are, which is then cheaper.
        """
        if not self.may_pick:
            return False
        is_drawn: list[bool] = []
        members = len(self.family.members)

        def pick(state: Address, env: Address, records: Address) -> IntLike:
            c = self.context(state, env)
            picked = self.find(c, records, lambda total: choice(self.s, env, total))
            is_drawn.append(picked is not None)
            return 0 if picked is None else picked.place

        function = self.s.function("pick", [*self.places, RECORDS], Int, pick)
        self.functions["pick"] = function
        if not is_drawn[0]:
            self.family.forget(members)
        return is_drawn[0]

    def find(self, c: Context, records: Address, choose: Callable[[IntLike], IntLike]) -> Picked | None:
        """Find the legal move of the number that `choose` gives for how many there are, or the forced pass.

        None where all of them are found in loops.
        """
        seen = explored(c, defers=False)
        if seen.in_loops and not seen.in_sets:
            return None
        s, listed, place = self.s, MoveList(c, self.family, records), self.s.var(0)
        counted = CountOrListSink(c, listed)
        legal.legal_moves(c, counted)
        in_list = listed.count.get()
        total = counted.total.get() + in_list
        chosen = choose(total)
        behind = chosen - in_list
        listed.count.set(0)
        in_loops = True if counted.sets_in_loops else in_list != 0

        def search() -> None:
            find_nth(c, listed, behind, lambda sink: legal.legal_moves(c, sink), in_loops)

        if counted.in_loops:
            s.if_(behind >= 0, search, lambda: place.set(chosen))
        else:
            search()
        listed.count.set(total)
        self.pass_if_stuck(c, listed)
        return Picked(place.get(), listed.count.get())

    def _pick_lazily(self) -> bool:
        """pick(state, env, records): the place of a random legal move; conditions are tested for those drawn.

        False where no condition can be deferred.
        """
        if not self.family.has_tests or not self.may_pick:
            return False
        drawing = Drawing(self.family, self.functions["generate"], self.context)
        members, in_sets = len(self.family.members), False

        def pick(state: Address, env: Address, records: Address) -> IntLike:
            nonlocal in_sets
            c, chosen = self.context(state, env), self.s.var(-1)
            in_sets = drawing.from_sets(c, records, chosen)
            if not in_sets:
                return 0
            self.s.if_(chosen.get() < 0, lambda: drawing.from_list(c, records, chosen))
            return self._place(c, records, chosen.get())

        def pick_listed(state: Address, env: Address, records: Address) -> IntLike:
            c, chosen = self.context(state, env), self.s.var(-1)
            drawing.from_list(c, records, chosen)
            return self._place(c, records, chosen.get())

        function = self.s.function("pick", [*self.places, RECORDS], Int, pick)
        if not in_sets:
            self.family.forget(members)
            function = self.s.function("pick", [*self.places, RECORDS], Int, pick_listed)
        self.functions["pick"] = function
        return True

    def _place(self, c: Context, records: Address, chosen: IntLike) -> IntLike:
        """The place of the move of that number; where it is -1, of the forced pass."""
        listed = MoveList(c, self.family, records)
        listed.count.set(chosen + 1)
        self.pass_if_stuck(c, listed)
        return self.s.maximum(chosen, 0)

    def random_step(self, c: Context, records: Address, count: IntLike) -> None:
        """Make one of the legal moves, which are listed; where players move at once, one of each."""
        if joint.is_joint(c):
            self._joint_step(c, records, count)
            return
        chosen = choice(self.s, c.env, count)
        self.play_found(c, self.s.offset(records, chosen * RECORD.size))

    def play_found(self, c: Context, record: Address) -> None:
        """Make a move, unless finding it ended in an error."""
        play = lambda: self.s.call(self.functions["play"], c.state.address, c.env, record)  # noqa: E731
        self.s.if_(memory.is_sound(c), play)

    def _joint_step(self, c: Context, records: Address, count: IntLike) -> None:
        """One random move of each active player; those chosen are copied behind the list."""
        s, chosen = self.s, self.s.var(0)
        behind = s.offset(records, count * RECORD.size)

        def player(p: IntLike) -> None:
            seen, pick = s.var(0), s.var(-1)

            def look(i: IntLike) -> None:
                def mine() -> None:
                    seen.set(seen.get() + 1)
                    s.if_(choice(s, c.env, seen.get()) == 0, lambda: pick.set(i))

                s.if_(s.load(s.offset(records, i * RECORD.size), 1, "i32") == p, mine)

            def take() -> None:
                target = s.offset(behind, chosen.get() * RECORD.size)
                s.copy(target, s.offset(records, pick.get() * RECORD.size), RECORD.size)
                chosen.set(chosen.get() + 1)

            s.for_range(0, count, look)
            s.if_(pick.get() >= 0, take)

        s.for_range(1, c.model.num_players + 1, player)
        s.call(self.functions["play_joint"], c.state.address, c.env, behind, chosen.get())

    def start_numbered(self, c: Context, number: IntLike, seed: Long, by: str = "start") -> None:
        """Start the game of that number of the series that a seed gives, with choices of its own.

        By `begin` what is not in use of the state stays as it is.
        """
        start_seed = scrambled(seed + self.s.unsigned(number) * APART)
        self.s.store(c.env, CHOICE_RNG // 8, "i64", start_seed)
        c.state.rng.set(scrambled(start_seed))
        self.s.call(self.functions[by], c.state.address, c.env)

    def _playouts(
        self,
        state: Address,
        env: Address,
        records: Address,
        first: Int,
        count: Int,
        seed: Long,
        winners: Address,
        lengths: Address,
    ) -> None:
        s, c = self.s, self.context(state, env)
        ends = s.object_at(winners, "the winners", lambda: count * 4)
        plies = s.object_at(lengths, "the lengths", lambda: count * 4)

        def one(i: IntLike) -> None:
            self.start_numbered(c, first + i, seed, by="begin")
            made = s.call(self.functions["playout"], state, env, records, 1 << 30)
            s.store(plies, i, "i32", made)
            s.store(ends, i, "i32", c.state.winner.get())

        s.for_range(0, count, one)
