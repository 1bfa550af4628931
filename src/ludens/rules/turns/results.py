"""Results and the ranking arithmetic (manual: runtime 9.4).

Winners and losers are counted in `num_winners` and `num_losers`; `losers` has a bit for each loser. Ranks are doubles,
0.0 while undecided.
"""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike, Real, RealLike


def each_real(c: Context, body: Callable[[IntLike], object]) -> None:
    c.s.for_range(1, c.model.num_players + 1, body)


def rank(c: Context, player: IntLike) -> RealLike:
    return c.state.ranking.get(player)


def set_rank(c: Context, player: IntLike, value: RealLike) -> None:
    c.state.ranking.set(value, player)


def deactivate(c: Context, player: IntLike) -> None:
    bits = c.state.active.get()
    c.state.active.set(bits & ((bits * 0 + 1 << player) ^ -1))


def deactivate_all(c: Context) -> None:
    c.state.active.set(0)


def num_active(c: Context) -> IntLike:
    return c.s.popcount(c.s.unsigned(c.state.active.get()))


def finish(c: Context, winner: IntLike) -> None:
    """The game is over, with a winner: a player, 0 for nobody, n+1 for a tie, -1 for abandoned."""
    c.state.over.set(1)
    c.state.winner.set(winner)


def first_with(c: Context, place: RealLike) -> IntLike:
    """The lowest player of a rank, -1 if there is none."""
    player = c.s.var(-1)
    c.s.for_down(c.model.num_players + 1, 1, lambda p: c.s.if_(rank(c, p) == place, lambda: player.set(p)))
    return player.get()


def finish_with_first(c: Context) -> None:
    """S(first with 1): over, won by the lowest player of rank 1, if there is one."""
    best = first_with(c, 1.0)
    c.s.if_(best != -1, lambda: finish(c, best))


def last_active(c: Context) -> IntLike:
    """The only active player, where one is left."""
    player = c.s.var(0)
    each_real(c, lambda p: c.s.if_(c.state.is_active(p), lambda: player.set(p)))
    return player.get()


def win(c: Context, player: IntLike) -> None:
    """A single player wins."""
    p, s = c.state, c.s
    deactivate(c, player)
    place = p.num_winners.get() + 1
    set_rank(c, player, s.real(place))
    p.num_winners.set(place)
    left = num_active(c)

    def last_one_loses() -> None:
        q = last_active(c)
        set_rank(c, q, rank(c, player) + 1.0)
        add_loser(c, q)
        finish_with_first(c)
        deactivate(c, q)

    s.if_(left == 1, last_one_loses)
    s.if_(left == 0, lambda: finish_with_first(c))


def add_loser(c: Context, player: IntLike) -> None:
    bits = c.state.losers.get()
    c.state.losers.set(bits | (bits * 0 + 1 << player))
    c.state.num_losers.add(1)


def win_all(c: Context) -> None:
    """Everybody who has no rank yet wins."""
    if c.model.num_players > 1:
        each_real(c, lambda p: c.s.if_(rank(c, p) == 0.0, lambda: (set_rank(c, p, 1.0), c.state.num_winners.add(1))))
    deactivate_all(c)
    finish(c, 0)


def lose(c: Context, player: IntLike) -> None:
    """A single player loses. Players who lose in the same end block share the mean rank."""
    p, s, n = c.state, c.s, c.model.num_players
    deactivate(c, player)
    if n == 1:
        deactivate_all(c)
        finish(c, 0)
        return
    s.if_(p.next.get() == player, lambda: p.next.set(first_active_from(c, player)))
    together = s.real(p.losses_decided.get())
    place = s.real(n - p.num_losers.get()) + together * 0.5
    set_rank(c, player, place)
    add_loser(c, player)
    each_real(c, lambda q: s.if_(rank(c, q) == place + 0.5, lambda: set_rank(c, q, place)))
    left = num_active(c)

    def last_one_wins() -> None:
        q = last_active(c)
        set_rank(c, q, s.real(p.num_winners.get() + 1))
        best = lowest_minimal(c)
        finish(c, best)
        p.num_winners.add(1)
        deactivate(c, q)

    s.if_(left == 0, lambda: finish_with_first(c))
    s.if_(left == 1, last_one_wins)
    p.losses_decided.add(1)


def lowest_minimal(c: Context) -> IntLike:
    """The lowest player whose rank is the least of all."""
    least = c.s.var(1e9, Real)
    each_real(c, lambda p: c.s.if_(rank(c, p) < least.get(), lambda: least.set(rank(c, p))))
    return first_with(c, least.get())


def first_active_from(c: Context, player: IntLike) -> IntLike:
    """The first active player at or after a player, cyclically; the player itself where nobody is active."""
    n, s = c.model.num_players, c.s
    active, steps = s.var(player), s.var(0)

    def advance() -> None:
        active.set(s.select(active.get() >= n, 1, active.get() + 1))
        steps.set(steps.get() + 1)

    goes_on = lambda: s.all_of(lambda: s.not_(c.state.is_active(active.get())), lambda: steps.get() < n)  # noqa: E731
    s.while_(goes_on, advance, rounds=n)
    return active.get()


def lose_all(c: Context) -> None:
    """Everybody who has no rank yet gets the last one."""
    n = c.model.num_players
    if n > 1:
        each_real(c, lambda p: c.s.if_(rank(c, p) == 0.0, lambda: set_rank(c, p, float(n))))
    deactivate_all(c)
    finish(c, 0)


def draw(c: Context) -> None:
    """Everybody who has no rank yet shares the mean of the ranks that are left."""
    s = c.s
    if c.model.num_players > 1:
        place = (s.real(num_active(c)) + 1.0) * 0.5 + s.real(c.state.num_winners.get())
        each_real(c, lambda p: s.if_(rank(c, p) == 0.0, lambda: set_rank(c, p, place)))
    deactivate_all(c)
    finish(c, 0)
    each_real(c, lambda p: s.if_(rank(c, p) == 1.0, lambda: finish(c, p)))


def end_without_ranks(c: Context, winner: int) -> None:
    """Tie, Abandon, Crash: over, ranks as they are."""
    deactivate_all(c)
    finish(c, winner)


def rank_by(c: Context, value: Callable[[IntLike], RealLike], *, ascending: bool) -> None:
    """Order all players by a value; equal ones share the mean rank (manual: runtime 9.4)."""
    s = c.s
    deactivate_all(c)

    def place(player: IntLike) -> None:
        mine = value(player)
        better, equal = s.var(0), s.var(0)

        def compare(other: IntLike) -> None:
            theirs = value(other)
            ahead = theirs < mine if ascending else theirs > mine
            s.if_(ahead, lambda: better.set(better.get() + 1))
            s.if_(theirs == mine, lambda: equal.set(equal.get() + 1))

        each_real(c, compare)
        set_rank(c, player, (s.real(better.get() * 2 + 2 + equal.get() - 1)) * 0.5)

    each_real(c, place)
    best = first_with(c, 1.0)
    s.if_(best != -1, lambda: c.state.num_winners.add(1))
    finish(c, s.maximum(best, 0))


def limit_reached(c: Context) -> None:
    """A turn or move limit ends the game (manual: runtime 9.3)."""
    s, n = c.s, c.model.num_players
    if n > 1:
        place = s.real(num_active(c) + 1) * 0.5 + s.real(c.state.num_winners.get())
        winner = s.var(0)
        each_real(c, lambda p: s.if_(rank(c, p) == 1.0, lambda: winner.set(p)))
        each_real(c, lambda p: s.if_(rank(c, p) == 0.0, lambda: set_rank(c, p, place)))
        finish(c, winner.get())
    else:
        finish(c, 0)
    deactivate_all(c)


def is_active_or_shared(c: Context, player: IntLike) -> BoolLike:
    """Whether a result for that index counts: an active player, or n+1."""
    n = c.model.num_players
    return c.s.any_of(
        lambda: player == n + 1,
        lambda: c.s.all_of(lambda: player >= 1, lambda: player <= n, lambda: c.state.is_active(player)),
    )


def team_win(c: Context, team: IntLike) -> None:
    """All members of a team win (manual: runtime 9.4): the smallest unused rank; the last team left gets the next
    one."""
    s, p = c.s, c.state
    if not p.team.present:
        win(c, team)
        return
    place = s.var(1.0, Real)
    s.while_(lambda: first_with(c, place.get()) != -1, lambda: place.set(place.get() + 1.0))
    size = s.var(0)

    def member(q: IntLike) -> None:
        def wins() -> None:
            deactivate(c, q)
            set_rank(c, q, place.get())
            p.num_winners.add(1)
            size.set(size.get() + 1)

        s.if_(p.team.get(q) == team, wins)

    each_real(c, member)
    other, several = s.var(-1), s.var(0)

    def survey(q: IntLike) -> None:
        def look() -> None:
            mine = p.team.get(q)
            s.if_(s.all_of(lambda: other.get() != -1, lambda: other.get() != mine), lambda: several.set(1))
            other.set(mine)

        s.if_(p.is_active(q), look)

    each_real(c, survey)

    def rank_the_rest() -> None:
        following = place.get() + s.real(size.get())
        each_real(c, lambda q: s.if_(p.team.get(q) == other.get(), lambda: set_rank(c, q, following)))
        finish_with_first(c)

    s.if_(s.all_of(lambda: other.get() != -1, lambda: several.get() == 0), rank_the_rest)
    s.if_(other.get() == -1, lambda: finish_with_first(c))
