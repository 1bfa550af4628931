"""What comes before and after a move is applied: phases, histories, the change of turn (manual: runtime 7.3)."""

from __future__ import annotations

from ludens.rules.actions import kinds
from ludens.rules.generation import last_move
from ludens.rules.roles import index_of
from ludens.rules.state import hashing, players
from ludens.rules.state.context import Context
from ludens.rules.structure import NextPhase
from ludens.rules.turns import phases, repeats, results
from ludens.rules.turns.ends import check_limits, evaluate_end, evaluate_phase_end
from ludens.stage import IntLike


def begin_move(c: Context) -> None:
    p = c.state
    p.acted.set(0)
    if p.next_was_set.present:
        p.next_was_set.set(0)
    if p.latest_from.present:
        p.latest_from.set(-1)
        p.latest_to.set(-1)
    if p.last_from_sites.present:
        p.last_from_sites.clear()
        p.last_to_sites.clear()


def finish_move(c: Context, mover: IntLike) -> None:
    """What follows the application: ends, phases, histories, the change of turn (manual: runtime 7.3)."""
    p, s = c.state, c.s
    last_move.store_latest(c)
    last_move.settle_recent(c)
    repeats.note_turn(c, mover)
    s.if_(p.active.get() != 0, lambda: evaluate_phase_end(c))
    end = phases.END.of(c.model)
    if end is not None:
        s.if_(p.over.get() == 0, lambda: evaluate_end(c, end))
    s.if_(p.active.get() != 0, lambda: check_limits(c))
    s.if_(p.active.get() == 0, lambda: p.prev.set(mover), lambda: update_phases(c))
    p.counter.add(1)
    hashing.store_after_move(c, mover)
    s.if_(p.active.get() != 0, lambda: change_turn(c, mover))
    if p.dice_sum.present:
        update_dice_sums(c)


def update_phases(c: Context) -> None:
    """Phase changes, player by player (manual: runtime 9.5)."""
    if any(phase.next_phases for phase in phases.phases(c)):
        results.each_real(c, lambda player: phases.for_phase(c, player, lambda phase: next_phase(c, player, phase)))


def next_phase(c: Context, player: IntLike, phase: phases.PhaseRules) -> None:
    s = c.s

    def attempt(rest: list[NextPhase]) -> None:
        if not rest:
            return
        rule = rest[0]
        who, n = phase_role(c, rule), c.model.num_players
        concerned = s.any_of(lambda: who == n + 1, lambda: who == player)
        holds = s.all_of(lambda: concerned, lambda: rule.if_.emit(c.unbound()) if rule.if_ is not None else True)
        s.if_(holds, lambda: c.state.phase.set(target_phase(c, rule, who, player), player), lambda: attempt(rest[1:]))

    attempt(list(phase.next_phases))


def phase_role(c: Context, rule: NextPhase) -> IntLike:
    return c.model.num_players + 1 if rule.who is None else index_of(c.unbound(), rule.who)


def target_phase(c: Context, rule: NextPhase, who: IntLike, player: IntLike) -> IntLike:
    """Where a rule for `who` takes a player: the named phase, else the one after his.

    Where it is for everybody, it is the one after the mover's, which may just have changed.
    """
    rules, p, s = phases.phases(c), c.state, c.s
    if rule.phase is not None:
        # A name that no phase has is an error in the reference when it is reached: here the player's phase stays.
        return next((i for i, phase in enumerate(rules) if phase.name == rule.phase), p.phase.get(player))
    n = c.model.num_players
    of = s.select(who == n + 1, p.mover.get(), who)
    following = p.phase.get(of) + 1
    return s.select(following >= len(rules), 0, following)


def change_turn(c: Context, mover: IntLike) -> None:
    """Visited sites, mover and next, the counters of turns and passes (manual: runtime 7.3)."""
    p, s = c.state, c.s
    following = p.next.get()
    if p.visited.present:
        update_visited(c, mover, following)
    p.prev.set(mover)
    p.mover.set(following)
    same = s.all_of(lambda: following == mover, lambda: s.not_(kinds.is_swap(c)))

    def new_turn() -> None:
        p.turn_moves.set(0)
        p.turn.add(1)

    s.if_(same, lambda: p.turn_moves.add(1), new_turn)
    p.next.set(players.next_active(c, following))
    p.passes.set(s.select(kinds.is_pass(c), p.passes.get() + 1, 0))


def update_visited(c: Context, mover: IntLike, following: IntLike) -> None:
    """The sites of the current player's moves of this turn (manual: runtime 9.6)."""
    p, s = c.state, c.s
    capacity = -(-c.model.count("Cell") // 64) * 64

    def visit(site: IntLike) -> None:
        def mark() -> None:
            bit = s.bit(site & 63)
            p.visited.set(p.visited.get(site >> 6) | bit, site >> 6)

        s.if_(s.all_of(lambda: site >= 0, lambda: site < capacity), mark)

    def same_turn() -> None:
        visit(p.last_from.get())
        visit(p.last_to.get())

    s.if_(mover != following, lambda: p.visited.clear(), same_turn)


def update_dice_sums(c: Context) -> None:
    """Each dice container's sum of faces (manual: runtime 9.7)."""
    p, s = c.state, c.s
    for k, dice in enumerate(c.model.dice()):
        total = s.var(0)
        for i, site in enumerate(dice.sites):
            face = s.table(dice.faces[i])[p.piece_state("Cell", site)]
            total.set(total.get() + face)
        p.dice_sum.set(total.get(), k)
