"""Legal moves: the play rules of the mover's phase, filtered by the meta rules, or a forced pass (spec 10, 8)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludens.ludemes.base import MovesLudeme
from ludens.ludemes.core import hashing, memory
from ludens.ludemes.core.acts import Act, Acted, Logged, Pass, set_next_player
from ludens.ludemes.core.context import Context
from ludens.ludemes.core.moves import Candidate, CountSink, Sink, execute, exists, is_pass, passes_tests
from ludens.ludemes.core.trace import PLAIN
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable

if TYPE_CHECKING:
    from ludens.ludemes.structure import End, NextPhase


@dataclass(frozen=True)
class PhaseRules:
    """One phase: its name, the player it belongs to (None: everybody), and its rules."""

    name: str
    owner: int | None
    play: MovesLudeme
    end: End | None = None
    next_phases: Sequence[NextPhase] = ()


@dataclass(frozen=True)
class MetaRules:
    """The switches that meta rules set."""

    swap: bool = False
    repetition: str | None = None
    no_suicide: bool = False
    gravity: bool = False
    automove: bool = False
    pin: bool = False
    no_stack_on: bool = False
    extra: dict[str, Any] = field(default_factory=dict, compare=False)


def with_copy(c: Context, body: Callable[[Context], Any], *, whole: bool = False) -> Any:
    """Run the body on a copy of the position, and free it. The histories are shared, not copied, unless `whole`."""
    p = c.state
    start = memory.mark(c)
    size = p.layout.size if whole else p.layout.core_size
    address = memory.allocate(c, size)
    c.s.copy(address, p.address, size)
    result = body(c.at(p.moved(address, None if whole else p.root)))
    memory.release(c, start)
    return result


def with_changes(c: Context, touched: Sequence[tuple[str, IntLike]], body: Callable[[Context], Any]) -> Any:
    """Run the body on the position itself, as if on a copy: afterwards the elements it may change are as before."""
    start, p = memory.mark(c), c.state
    before = [(name, index, p.get(name, index)) for name, index in touched]
    result = body(c.at(p))
    for name, index, value in reversed(before):
        p.set(name, value, index)
    memory.release(c, start)
    return result


def phases(c: Context) -> Sequence[PhaseRules]:
    listed: Sequence[PhaseRules] = c.model.phases
    return listed


def meta_rules(c: Context) -> MetaRules:
    rules: MetaRules = c.model.extra.get("meta", MetaRules())
    return rules


def for_phase(c: Context, player: IntLike, body: Callable[[PhaseRules], object]) -> None:
    """Run the body for the phase that a player is in."""
    listed = phases(c)
    current = c.state.get("phase", player) if len(listed) > 1 else 0
    c.s.switch(current, [lambda p=p: body(p) for p in listed])  # type: ignore[misc]


def play_rules(c: Context, sink: Sink) -> None:
    """The moves of the play rules of the mover's phase, unfiltered."""
    for_phase(c, c.mover, lambda phase: phase.play.emit(c, sink))


def is_filtered(c: Context) -> bool:
    meta = meta_rules(c)
    return meta.repetition is not None or meta.no_suicide


def filtered(c: Context, sink: Sink) -> Sink:
    """A sink that keeps the moves which the repetition and suicide rules allow (spec 10, 8.2)."""
    return sink.filtered(allowed) if is_filtered(c) else sink


def allowed(move: Candidate) -> BoolLike:
    """Whether the repetition and suicide rules allow a move."""
    meta, s = meta_rules(move.c), move.c.s
    tests: list[Callable[[], BoolLike]] = []
    if meta.repetition is not None:
        tests.append(lambda: s.not_(repeats(move, str(meta.repetition))))
    if meta.no_suicide:
        tests.append(lambda: s.not_(is_suicide(move)))
    return s.all_of(*tests)


def outline_move(move: Candidate, name: str, body: Callable[[Candidate], BoolLike], test: Hashable = None) -> BoolLike:
    """Emit a test of a move out of line; `test` tells apart the tests of one name."""
    move = move.in_slots()
    key = None if move.key is None else (move.key, test)
    result: BoolLike = move.c.outline(name, lambda c: body(move.seen_from(c)), Bool, key=key)
    return result


def repeats(move: Candidate, kind: str) -> BoolLike:
    """Whether the position after a move is one that the repetition rule forbids."""

    def test(m: Candidate) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            if is_pass(execute(m.seen_from(c), store=True)):
                return False
            return hashing.is_stored(c, kind)

        result: BoolLike = with_copy(m.c, on_copy)
        return result

    return outline_move(move, "repeats", test)


def is_suicide(move: Candidate) -> BoolLike:
    """Whether the mover is among the losers when a move has been played completely."""
    from ludens.ludemes.core.turn import finish_move

    def test(m: Candidate) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            mover = c.state.get("mover")
            c.state.set("pending_count", 0) if c.state.has("pending_count") else None
            execute(m.seen_from(c), store=True)
            finish_move(c, mover)
            lost = ((c.state.get("losers") >> mover) & 1) != 0
            return lost & c.s.not_(c.state.is_active(mover))  # type: ignore[no-any-return]

        result: BoolLike = with_copy(m.c, on_copy, whole=True)
        return result

    return outline_move(move, "suicide", test)


def legal_moves(c: Context, sink: Sink) -> None:
    """The legal moves of an alternating game, but the forced pass."""
    from ludens.ludemes.core import metas

    play_rules(c, metas.extended(c, filtered(c, sink)))
    if meta_rules(c).swap:
        c.s.if_(may_swap(c), lambda: sink.push(swap_move(c)))


def draw_for_legal_moves(c: Context) -> None:
    """Draw the random numbers that finding the legal moves draws; without finding them, where rules allow that."""
    if draws_alone(c):
        for_phase(c, c.mover, lambda phase: phase.play.draw(c))
    else:
        count_moves(c, lambda sink: legal_moves(c, sink))


def draws_alone(c: Context) -> bool:
    """Whether what finding the legal moves draws can be drawn without finding them."""
    own = [piece.moves for piece in c.model.components if piece.moves is not None]
    bare = meta_rules(c) == MetaRules() and all("rng" not in moves.all_writes for moves in own)
    return bare and c.model.mode == "Alternating" and all(phase.play.draws_alone for phase in phases(c))


def may_swap(c: Context) -> BoolLike:
    """Whether the swap rule offers its move (spec 10, 8.3)."""
    second = c.state.get("num_moves") == c.model.num_players - 1
    return second & (c.state.get("last_mover") != c.mover)  # type: ignore[no-any-return]


def swap_move(c: Context) -> Candidate:
    def build(c: Context) -> list[Act]:
        other = c.state.get("last_mover")
        return [swap_players(c.mover, other), set_next_player(c.mover)]

    return Candidate(c, build, mover=c.mover)


class SwapAct(Logged):
    """`[Swap:player1,player2]`, always a decision: two players exchange their seats (spec 6, 2.6)."""

    def kind(self, decided: bool) -> Acted:
        return Acted.SWAP | Acted.DECIDED_SWAP if decided else Acted.SWAP


def swap_players(first: IntLike, second: IntLike) -> SwapAct:
    def effect(c: Context) -> None:
        p, s = c.state, c.s
        if not p.has("player_order"):
            return

        def seat(i: IntLike) -> None:
            now = p.get("player_order", i)
            p.set("player_order", s.select(now == first, second, s.select(now == second, first, now)), i)

        s.for_range(1, c.model.num_players + 1, seat)

    printed = (("player1", PLAIN, first), ("player2", PLAIN, second))
    return SwapAct("Swap", printed, effect, decision=True)


def forced_pass(c: Context, mover: IntLike | None = None) -> Candidate:
    """The move of a player who has none."""
    return Candidate(c, lambda c: [Pass(forced=True, decision=True)], mover=c.mover if mover is None else mover)


def can_move(c: Context, generator: MovesLudeme) -> BoolLike:
    """Whether a generator yields a move that the filters allow (spec 10, 8.5)."""
    return exists(c, lambda sink: generator.emit(c, filtered(c, sink)))


def can_reach(c: Context, generator: MovesLudeme, site: IntLike) -> BoolLike:
    """Whether some generated move's declared destination is a site (spec 5, 3.6)."""

    def body(c: Context) -> BoolLike:
        return reaches(c, c.get("reach.site"), lambda sink: generator.emit(c, sink))

    found: BoolLike = c.bind(**{"reach.site": site}).outline(
        "can_reach", body, Bool, key=("can_reach", generator.identity)
    )
    return found


@dataclass
class ReachSink(Sink):
    """Leaves the scope at the first move to a site; conditions are tested for those moves only."""

    site: IntLike
    found: Variable
    out: Scope

    @property
    def defers(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        s = move.c.s
        hit: Callable[[], object] = lambda: (self.found.set(True), s.leave(self.out))  # noqa: E731
        s.if_(move.to == self.site, lambda: s.if_(passes_tests(move), hit))


def reaches(c: Context, site: IntLike, generate: Callable[[Sink], object]) -> BoolLike:
    """Whether a generator has a move to a site."""
    found, start = c.s.var(False, Bool), memory.mark(c)
    c.s.scope(lambda out: generate(ReachSink(site, found, out)))
    memory.release(c, start)
    return found.get()  # type: ignore[no-any-return]


def mover_can_move(c: Context) -> BoolLike:
    """Whether the mover's play rules yield an allowed move; the swap rule counts where it applies."""

    def body(c: Context) -> BoolLike:
        def test() -> BoolLike:
            return exists(c, lambda sink: play_rules(c, filtered(c, sink)))

        if not meta_rules(c).swap:
            return test()
        return c.s.any_of(lambda: c.state.get("num_moves") == c.model.num_players - 1, test)

    result: BoolLike = c.unbound().outline("mover_can_move", body, Bool, key="mover_can_move")
    return result


def test_stalemate(c: Context) -> None:
    """Recompute the stalemate flag of the mover (spec 10, 8.5). Where nothing reads it, only the draws are made."""
    if not c.model.extra.get("stalemate_read", True) and draws_alone(c):
        draw_for_legal_moves(c)
        return
    stuck = c.s.not_(mover_can_move(c))
    set_stalemated(c, c.state.get("mover"), stuck)


def set_stalemated(c: Context, player: IntLike, stuck: BoolLike) -> None:
    bits = c.state.get("stalemated")
    bit = (bits * 0 + 1) << player
    c.state.set("stalemated", c.s.select(stuck, bits | bit, bits & (bit ^ -1)))


def is_stalemated(c: Context, player: IntLike) -> BoolLike:
    return ((c.state.get("stalemated") >> player) & 1) != 0  # type: ignore[no-any-return]


def next_is_stalemated(c: Context) -> BoolLike:
    """`(no Moves Next)`: the test is made with the next player to move (spec 10, 8.5)."""

    def body(c: Context) -> BoolLike:
        p, s = c.state, c.s
        mover, following, previous = p.get("mover"), p.get("next"), p.get("prev")

        def test() -> None:
            p.set("mover", following)
            p.set("prev", mover)
            p.set("next", next_active(c, following))
            test_stalemate(c.guarded("no moves next"))
            p.set("mover", mover)
            p.set("next", following)
            p.set("prev", previous)

        s.if_(p.get("over") == 0, test)
        return is_stalemated(c, following)

    if "no moves next" in c.guards:
        return False
    result: BoolLike = c.unbound().outline("next_is_stalemated", body, Bool, key="next_is_stalemated")
    return result


def next_active(c: Context, player: IntLike) -> IntLike:
    """The first active player after a player, cyclically (spec 10, 7.3 step 7d)."""
    n, s, p = c.model.num_players, c.s, c.state
    if n <= 1:
        return 1
    found = s.var(s.select(player >= n, 1, player + 1))
    s.while_(
        lambda: s.all_of(lambda: p.get("active") != 0, lambda: s.not_(p.is_active(found.get()))),
        lambda: found.set(s.select(found.get() >= n, 1, found.get() + 1)),
    )
    following: IntLike = found.get()
    return following


def count_moves(c: Context, generate: Callable[[Sink], object]) -> IntLike:
    """How many moves a generator yields."""
    sink = CountSink(c)
    generate(sink)
    total: IntLike = sink.total.get()
    return total
