"""The kinds of questions about a position. Each takes pains that no answer is likelier than another.

A kind is given positions and a number, which says which answer is looked for: they come in turn. It gives None where
the positions that it has drawn do not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.game import Move, State
from ludens.suite.move_reader import Unread, read_move
from ludens.suite.questions.pool import Pool, Position
from ludens.suite.questions.question import NO, YES

#: positions that are looked at for one win, and for one question; how many positions with an answer are put by
_BUDGET, _SEARCHED, _PUT_BY = 4_000, 120_000, 12
#: positions in which another move is looked for
_OTHERS = 8


@dataclass(frozen=True)
class Problem:
    """What is asked of a position, the answer, and the answers that there may be; none where it is a number."""

    position: Position
    text: str
    answer: str
    choices: tuple[str, ...] = ()


Kind = Callable[[Pool, int], Problem | None]


def legal(pool: Pool, turn: int) -> Problem | None:
    """Is a move legal? It is legal in one of two positions, and asked of the one or the other: it tells nothing."""
    here = pool.draw()
    move = pool.rng.choice(here.legal)
    name, way = here.name(move), (move.from_site, move.to_site)
    for other in pool.others(_OTHERS):
        if other.state.mover == here.state.mover and way not in other.ways and not _is_read(other.state, name):
            text = f"Is the move {name} legal? Answer yes or no."
            return Problem(other if turn % 2 else here, text, NO if turn % 2 else YES, (YES, NO))
    return None


def _is_read(state: State, name: str) -> bool:
    try:
        read_move(state, name)
    except Unread:
        return False
    return True


def count(pool: Pool, turn: int) -> Problem:
    """How many legal moves are there; beyond the first level those of one piece."""
    here = pool.draw()
    moving = sorted({move.from_site for move in here.legal if 0 <= move.from_site != move.to_site})
    on_board = [site for site in moving if site < pool.game.containers[0].num_sites]
    if pool.level == 1 or not on_board:
        return Problem(here, "How many legal moves are there? Answer with a number.", str(len(here.legal)))
    site = pool.rng.choice(on_board)
    number = sum(move.from_site == site for move in here.legal)
    return Problem(here, f"How many legal moves begin on {_label(pool, site)}? Answer with a number.", str(number))


def _label(pool: Pool, site: int) -> str:
    return pool.game.topology.elements(pool.game.model.default_site)[site].label


def after(pool: Pool, turn: int) -> Problem | None:
    """What stands on a site after some moves: each piece as often as the next one, and nothing as often as any."""
    if pool.game.model.stacking:
        return None
    here = pool.draw()
    line = _line(here, pool.level)
    options = [*pool.pieces, "nothing"]
    target = options[turn % len(options)]
    before, then = _board(pool, here.state), _board(pool, here.trail.states[here.at + len(line)])
    sites = [site for site in range(pool.game.topology.count(pool.game.model.default_site))
             if then.get(site, "nothing") == target]  # fmt: skip
    changed = [site for site in sites if before.get(site, "nothing") != target]
    if not sites:
        return None
    site = pool.rng.choice(changed if changed and turn // len(options) % 2 else sites)
    text = f"{_made(here, line)} What stands on {_label(pool, site)} then? Answer with one of: {', '.join(options)}."
    return Problem(here, text, target, tuple(options))


def _line(here: Position, plies: int) -> list[Move]:
    """The moves that follow in the position's game: so many, fewer where it is over."""
    return here.trail.moves[here.at : here.at + plies]


def _made(here: Position, line: list[Move]) -> str:
    names = here.trail.names(here.at + len(line))[here.at :]
    return f"The move {names[0]} is made." if len(names) == 1 else f"The moves {', '.join(names)} are made, in turn."


def _board(pool: Pool, state: State) -> dict[int, str]:
    """What stands on the sites of the board that are of its main type."""
    names = {component.index: component.name for component in pool.game.components}
    kind, most = pool.game.model.default_site[0], pool.game.topology.count(pool.game.model.default_site)
    return {row[1]: names[row[3]] for row in state.sites() if row[0] == kind and row[1] < most and row[3] in names}


def ended(pool: Pool, turn: int) -> Problem | None:
    """Who has won after some moves: as often as not nobody has, though the end is near."""
    here = pool.late(pool.level) if turn % 2 else pool.before_end(pool.level)
    if here is None:
        return None
    line = _line(here, pool.level)
    last = here.trail.states[here.at + len(line)]
    answer = "nobody" if not last.is_over else f"player {last.winner}" if 0 < last.winner <= 2 else "draw"
    text = "Who has won then? Answer player 1, player 2, draw, or nobody where the game goes on."
    return Problem(here, f"{_made(here, line)} {text}", answer, ("player 1", "player 2", "draw", "nobody"))


def wins(pool: Pool, turn: int) -> Problem | None:
    """Whether who is to move can win in one move; beyond the first level in one or two."""
    choices: tuple[str, ...] = (YES, NO) if pool.level == 1 else ("1", "2", NO)
    if pool.level == 1:
        text = "Can the player to move win with the next move? Answer yes or no."
    else:
        text = (
            "Can the player to move win with the next move, or with the next but one whatever the other player does? "
            "Answer 1 or 2, the fewest own moves that it takes, or no."
        )
    answer = choices[turn % len(choices)]
    here = _with_a_win(pool, {YES: 1, "1": 1, "2": 2}.get(answer, 0))
    return None if here is None else Problem(here, text, answer, choices)


def _with_a_win(pool: Pool, moves: int) -> Position | None:
    """A late position whose player wins in so many moves, 0 for not soon; others are put by for later questions."""
    deepest, left = 1 if pool.level == 1 else 2, _SEARCHED
    while left > 0:
        if pool.put_by[moves]:
            return pool.put_by[moves].pop()
        here = pool.late(0) if pool.rng.random() < 0.5 else pool.before_end(pool.rng.choice((1, 3)))
        left -= _BUDGET // 40
        if here is None:
            continue
        budget = [_BUDGET]
        try:
            fewest = fewest_moves(here.state, deepest, budget)
        except TooMany:
            fewest = -1
        left -= _BUDGET - budget[0]
        if fewest >= 0 and len(pool.put_by[fewest]) < _PUT_BY:
            pool.put_by[fewest].append(here)
    return None


class TooMany(Exception):
    """More positions than are worth looking at."""


def fewest_moves(state: State, most: int, left: list[int]) -> int:
    """The fewest own moves, so many at most, with which who is to move wins, whatever the other one does; or 0.

    Looks at so many positions as are `left`. Raises TooMany.
    """
    player = state.mover
    return next((moves for moves in range(1, most + 1) if _forces(state, player, moves, left)), 0)


def _forces(state: State, player: int, moves: int, left: list[int]) -> bool:
    """Whether a player wins with so many own moves, at most, whatever the other one does."""
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    if state.is_over:
        return state.winner == player
    own = state.mover == player
    if own and not moves:
        return False
    for move in state.legal_moves():
        behind = state.copy()
        behind.play(move)
        if _forces(behind, player, moves - own, left) == own:
            return own
    return not own
