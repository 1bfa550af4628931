"""One played move, whole: what comes before and after applying it (spec 10, 7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.ludemes.base import Need
from ludens.ludemes.core import hashing, history, pending, results, rules
from ludens.stage import BoolLike, IntLike

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludens.ludemes.core.context import Context
    from ludens.ludemes.core.model import Model
    from ludens.ludemes.structure import End, NextPhase


MAX_TURNS = 1250
MAX_MOVES = 10_000


def play(c: Context, is_pass: BoolLike, apply: Callable[[], object]) -> None:
    """Play a move: `apply` applies its actions and consequents; `is_pass` is whether it is a pass as chosen."""
    p, s = c.state, c.s
    mover = p.get("mover")
    if p.has("decided"):
        p.set("decided", -1)
    if uses_stalemate(c):
        s.if_(
            s.all_of(lambda: is_pass, lambda: s.not_(rules.is_stalemated(c, mover))),
            lambda: rules.test_stalemate(c),
        )
    if p.has("pending"):
        pending.begin(c)
    begin_move(c)
    apply()
    finish_move(c, mover)


def begin_move(c: Context) -> None:
    p = c.state
    p.set("acted", 0)
    if p.has("next_was_set"):
        p.set("next_was_set", 0)
    if p.has("latest_from"):
        p.set("latest_from", -1)
        p.set("latest_to", -1)
    for name in ("last_from_sites", "last_to_sites"):
        if p.has(name):
            c.s.clear(p.field(name), 8 * p.layout.fields[name].length)


def uses_stalemate(c: Context) -> bool:
    """Whether anything can see the stalemate flags, or the draws that testing for them makes."""
    return c.state.has("stalemated")


def finish_move(c: Context, mover: IntLike) -> None:
    """What follows the application: ends, phases, histories, the change of turn (spec 10, 7.3, steps 5 to 8)."""
    p, s = c.state, c.s
    history.store_latest(c)
    remember_recent(c)
    s.if_(p.get("active") != 0, lambda: evaluate_phase_end(c))
    end = c.model.extra.get("end")
    if end is not None:
        s.if_(p.get("over") == 0, lambda: evaluate_end(c, end))
    s.if_(p.get("active") != 0, lambda: check_limits(c))
    s.if_(p.get("active") == 0, lambda: p.set("prev", mover), lambda: update_phases(c))
    p.add("counter", 1)
    hashing.store_after_move(c, mover)
    s.if_(p.get("active") != 0, lambda: change_turn(c, mover))
    if p.has("dice_sum"):
        update_dice_sums(c)


def remember_recent(c: Context) -> None:
    """Keep mover and kind of the latest moves, for the test whether everybody passed."""
    p = c.state
    if not p.has("recent_mover"):
        return
    size = p.layout.fields["recent_mover"].length
    at = p.get("recent_count").remainder(size)
    p.set("recent_mover", p.get("last_mover"), at)
    p.set("recent_pass", c.s.to_int(history.is_pass(c)), at)
    p.add("recent_count", 1)


def draws_when_all_pass(model: Model) -> bool:
    """Whether a game ends in a draw when all have passed; one for a single player that offers passing does not."""
    alone = model.num_players == 1 and Need.PASS in model.needs
    return Need.NOT_ALL_PASS not in model.needs and not alone


def all_passed(c: Context) -> BoolLike:
    """Whether each of the last n turns was a pass (spec 10, 9.2)."""

    def body(c: Context) -> BoolLike:
        return all_passed_walk(c) if c.model.num_players > 1 else history.is_pass(c)

    from ludens.stage import Bool

    result: BoolLike = c.unbound().outline("all_passed", body, Bool, key="all_passed")
    return result


def all_passed_walk(c: Context) -> BoolLike:
    """Walk back through the moves; placements count as moves of player 0."""
    from ludens.stage import Bool

    p, s, n = c.state, c.s, c.model.num_players
    size = p.layout.fields["recent_mover"].length
    total = p.get("recent_count")
    taken, current, was_pass, answer = s.var(0), s.var(p.get("mover")), s.var(False, Bool), s.var(True, Bool)
    rounds, counted = s.var(0), s.var(0)

    def walk(out: object) -> None:
        def step() -> None:
            def run_out() -> None:
                answer.set(was_pass.get())
                s.leave(out)  # type: ignore[arg-type]

            s.if_(s.any_of(lambda: taken.get() >= total, lambda: taken.get() >= size), run_out)
            s.if_(counted.get() > 1, lambda: (answer.set(False), s.leave(out)))  # type: ignore[arg-type]
            taken.set(taken.get() + 1)
            at = (total - taken.get()).remainder(size)
            mover, passed = p.get("recent_mover", at), p.get("recent_pass", at) != 0

            def new_turn() -> None:
                s.if_(s.not_(was_pass.get()), lambda: (answer.set(False), s.leave(out)))  # type: ignore[arg-type]
                current.set(mover)
                counted.set(0)
                was_pass.set(passed)
                rounds.set(rounds.get() + 1)

            def same_turn() -> None:
                counted.set(counted.get() + 1)
                was_pass.set(passed)

            s.if_(mover != current.get(), new_turn, same_turn)

        s.while_(lambda: rounds.get() < n, step)

    s.scope(walk)
    return answer.get()  # type: ignore[no-any-return]


def evaluate_phase_end(c: Context) -> None:
    if any(phase.end is not None for phase in rules.phases(c)):
        rules.for_phase(c, c.state.get("mover"), lambda phase: evaluate_end(c, phase.end) if phase.end else None)


def evaluate_end(c: Context, end: End) -> None:
    """Every rule of an end block, then the draw when everybody passed."""
    p, s = c.state, c.s
    ending = c.unbound()
    for rule in end.listed:
        rule.emit(ending)
    if draws_when_all_pass(c.model) and c.model.mode == "Alternating":
        s.if_(
            s.all_of(lambda: p.get("over") == 0, lambda: history.is_pass(c), lambda: all_passed(c)),
            lambda: results.draw(c),
        )
    p.set("losses_decided", 0)


def check_limits(c: Context) -> None:
    p, s = c.state, c.s
    turns = p.get("turn") >= MAX_TURNS * max(c.model.num_players, 1)
    moves = p.get("num_moves") >= c.model.extra.get("max_moves", MAX_MOVES)
    s.if_(s.any_of(lambda: turns, lambda: moves), lambda: results.limit_reached(c))


def update_phases(c: Context) -> None:
    """Phase changes, player by player (spec 10, 9.5)."""
    if any(phase.next_phases for phase in rules.phases(c)):
        results.each_real(c, lambda player: rules.for_phase(c, player, lambda phase: next_phase(c, player, phase)))


def next_phase(c: Context, player: IntLike, phase: rules.PhaseRules) -> None:
    s = c.s

    def attempt(rest: list[NextPhase]) -> None:
        if not rest:
            return
        rule = rest[0]
        who, n = phase_role(c, rule), c.model.num_players
        concerned = s.any_of(lambda: who == n + 1, lambda: who == player)
        holds = s.all_of(lambda: concerned, lambda: rule.if_.emit(c.unbound()) if rule.if_ is not None else True)
        s.if_(holds, lambda: c.state.set("phase", target_phase(c, rule, who), player), lambda: attempt(rest[1:]))

    attempt(list(phase.next_phases))


def phase_role(c: Context, rule: NextPhase) -> IntLike:
    from ludens.ludemes.roles import index_of

    return c.model.num_players + 1 if rule.who is None else index_of(c.unbound(), rule.who)


def target_phase(c: Context, rule: NextPhase, who: IntLike) -> IntLike:
    """The named phase, else the one after the player's (for everybody: the mover's, which may just have changed)."""
    listed, p, s = rules.phases(c), c.state, c.s
    if rule.phase is not None:
        return next(i for i, phase in enumerate(listed) if phase.name == rule.phase)
    n = c.model.num_players
    of = s.select(who == n + 1, p.get("mover"), who)
    following = p.get("phase", of) + 1
    result: IntLike = s.select(following >= len(listed), 0, following)
    return result


def change_turn(c: Context, mover: IntLike) -> None:
    """Visited sites, mover and next, the counters of turns and passes (spec 10, 7.3, step 7)."""
    p, s = c.state, c.s
    following = p.get("next")
    if p.has("visited"):
        update_visited(c, mover, following)
    p.set("prev", mover)
    p.set("mover", following)
    same = s.all_of(lambda: following == mover, lambda: s.not_(history.is_swap(c)))

    def new_turn() -> None:
        p.set("turn_moves", 0)
        p.add("turn", 1)

    s.if_(same, lambda: p.add("turn_moves", 1), new_turn)
    p.set("next", rules.next_active(c, following))
    p.set("passes", s.select(history.is_pass(c), p.get("passes") + 1, 0))


def update_visited(c: Context, mover: IntLike, following: IntLike) -> None:
    """The sites of the current player's moves of this turn (spec 10, 9.6)."""
    p, s = c.state, c.s
    field = p.layout.fields["visited"]
    capacity = -(-c.model.count("Cell") // 64) * 64

    def visit(site: IntLike) -> None:
        from ludens.stage import Long

        def mark() -> None:
            bit = Long(s, "1") << s.unsigned(site & 63)
            p.set("visited", p.get("visited", site >> 6) | bit, site >> 6)

        s.if_(s.all_of(lambda: site >= 0, lambda: site < capacity), mark)

    def same_turn() -> None:
        visit(p.get("last_from"))
        visit(p.get("last_to"))

    s.if_(mover != following, lambda: s.clear(p.field("visited"), 8 * field.length), same_turn)


def update_dice_sums(c: Context) -> None:
    """Each dice container's sum of faces (spec 10, 9.7)."""
    p, s = c.state, c.s
    for k, dice in enumerate(c.model.dice()):
        total = s.var(0)
        for i, site in enumerate(dice.sites):
            face = s.table(dice.faces[i])[p.piece_state("Cell", site)]
            total.set(total.get() + face)
        p.set("dice_sum", total.get(), k)
