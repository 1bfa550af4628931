"""Review a game: the value of each position, the cost of each move, the better move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ludens import agents, notation
from ludens.agents.agent import AgentError
from ludens.agents.clock import Clock
from ludens.agents.search import Searcher
from ludens.game import Game, IllegalMove, Move, State
from ludens.study.evaluation import (
    GLYPH_OF,
    Choice,
    Evaluation,
    Judgement,
    at_the_end,
    cost,
    flattery,
    judgement,
    seat_of,
)
from ludens.study.study import Study
from ludens.study.tree import Node, StudyError, Tree

#: of how many of the best moves lines are kept, and how long they are
LINES: Final = 3
LONGEST: Final = 12
#: estimates of two depths that differ by less do so as another player has the last move there
TEMPO: Final = 0.1
#: how many depths keep their values: two that differ by one, and others for searches that went further
DEPTHS: Final = 4


@dataclass(frozen=True)
class Reviewed:
    """A move of the line with its judgement; `seat` made it, as `player`.

    `lost` is what it cost, from 0 to 1; None if that is unknown.
    """

    node: int
    ply: int
    player: int
    name: str
    judgement: Judgement
    lost: float | None
    best: str
    line: tuple[str, ...]
    seat: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The review of the move, ready for JSON."""
        lost = None if self.lost is None else round(self.lost, 4)
        facts = {"node": self.node, "ply": self.ply, "player": self.player, "name": self.name}
        return facts | {"judgement": self.judgement, "lost": lost, "best": self.best, "line": list(self.line)}


def check(game: Game) -> None:
    """Raises StudyError where positions of a game have no value for who moves."""
    if game.num_players < 1:
        raise StudyError(f"{game.name} has no players: no move is better than another")
    if game.is_simultaneous:
        raise StudyError(f"in {game.name} all players move at once: a move has no value of its own")


def searcher(game: Game, spec: str = "") -> Searcher:
    """The agent that reviews a game: that of `spec`, else the strongest one that searches. Raises AgentError."""
    if spec:
        agent = agents.make(spec, game)
        if not isinstance(agent, Searcher):
            raise AgentError(f"{spec} does not search: it cannot say what a position is worth")
        return agent
    for name in (agents.strongest(game), agents.allround()):
        agent = agents.make(name, game)
        if isinstance(agent, Searcher):
            agent.lines = LINES
            return agent
    raise AgentError(f"no agent that searches plays {game.name}")


def review(
    study: Study,
    agent: Searcher,
    seconds: float,
    *,
    node: int = 0,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
    stop: threading.Event | None = None,
) -> list[Reviewed]:
    """Review the line of a node, with `seconds` for each position; the results stay in the tree.

    Positions that have an evaluation are not searched again. Ends early when `stop` is set. Raises StudyError.
    """
    check(study.game)
    line = [study.tree[0], *study.tree.line(node)]
    for number, one in enumerate(line):
        on_progress(number, len(line))
        if stop is not None and stop.is_set():
            break
        if one.evaluation is None:
            one.evaluation = evaluate(agent, study.state_at(one.id), seconds, stop=stop)
    on_progress(len(line), len(line))
    return reviews_of(study.tree, study.game.num_players, node)


def evaluate(agent: Searcher, state: State, seconds: float, *, stop: threading.Event | None = None) -> Evaluation:
    """The evaluation of a position by a search of `seconds`, or of the count that the agent is limited to."""
    moves = state.legal_moves()
    if state.is_over or not moves:
        return at_the_end(state, state.mover)
    search, clock, values = agent.begin(state), Clock(seconds, stop), dict[int, float]()

    def tell() -> None:
        analysis = search.analysis()
        if analysis.unit == "points":
            values[analysis.depth] = analysis.value

    with clock.guard():
        search.run(clock, agent.limit.count, tell)
    result = search.analysis()
    value = _smooth(result.value, values)
    numbers = {id(move): n for n, move in enumerate(search.state.legal_moves())}
    choices = list[Choice]()
    for number, one in enumerate(result.moves[:LINES]):
        line = result.line if number == 0 and result.line else search.line(numbers[id(one.move)])
        names = named(state, line or [one.move])
        if names:
            choices.append(Choice(names[0], one.value + value - result.value, tuple(names)))
    depths = tuple(sorted(values.items())[-DEPTHS:])
    seat = seat_of(state, state.mover)
    return Evaluation(state.mover, value, tuple(choices), result.unit, result.iterations, depths, seat)


def _smooth(value: float, values: Mapping[int, float]) -> float:
    """A value, or the mean of those of the last two depths: an estimate flatters who has the last move of a depth.

    Else a good move would seem to cost what the right to move is worth.

    >>> round(_smooth(0.54, {6: 0.5, 7: 0.54}), 3), _smooth(1.0, {2: 0.5, 3: 1.0})
    (0.52, 1.0)
    """
    last = [values[depth] for depth in sorted(values)[-2:]]
    return sum(last) / 2 if len(last) == 2 and max(*last, value) - min(*last, value) < TEMPO else value


def named(state: State, line: Sequence[Move]) -> list[str]:
    """The names of moves in turn, as far as they are legal one after the other."""
    style, here, names = notation.of(state.game), state.copy(), list[str]()
    for move in line[:LONGEST]:
        try:
            name = style.ply(here, move)
            here.play(move)
        except IllegalMove:
            break
        names.append(name)
    return names


def reviews_of(tree: Tree, num_players: int, node: int = 0) -> list[Reviewed]:
    """The reviews of the moves of a node's line, as far as their positions have evaluations."""
    reviews, before = list[Reviewed](), tree[0]
    usual = flattery(pairs_of(tree), num_players)
    for ply, after in enumerate(tree.line(node), 1):
        if before.evaluation is not None and after.ply is not None:
            reviews.append(_review_move(before.evaluation, after, ply, num_players, usual))
        before = after
    return reviews


def pairs_of(tree: Tree) -> Iterator[tuple[Evaluation, Evaluation]]:
    """The evaluations of a position and of the one after it, for each move of a tree that has both."""
    for node in tree.below(0):
        before = None if node.parent is None else tree[node.parent].evaluation
        if before is not None and node.evaluation is not None:
            yield before, node.evaluation


def _review_move(before: Evaluation, node: Node, ply: int, num_players: int, usual: float) -> Reviewed:
    lost = cost(before, node.evaluation, node.name, num_players, usual)
    word = judgement(node.name, before, lost)
    assert node.ply is not None
    return Reviewed(node.id, ply, node.ply.player, node.name, word, lost, before.best, before.line, before.who)


def annotate(tree: Tree, reviews: Sequence[Reviewed]) -> None:
    """Write reviews into a tree, as glyphs and comments, except where people have written some."""
    for one in reviews:
        node = tree[one.node]
        if one.judgement not in GLYPH_OF:
            continue
        node.glyph = node.glyph or GLYPH_OF[one.judgement]
        node.comment = node.comment or f"{one.judgement.capitalize()}: better was {' '.join(one.line)}."


def summary(reviews: Sequence[Reviewed]) -> dict[int, dict[str, float]]:
    """For each seat how many moves have which judgement, and what a move cost on average."""
    by_seat: dict[int, dict[str, float]] = {}
    for seat in sorted({one.seat or one.player for one in reviews}):
        own = [one for one in reviews if (one.seat or one.player) == seat]
        costs = [one.lost for one in own if one.lost is not None]
        counts = {word: sum(one.judgement == word for one in own) for word in ("blunder", "mistake", "inaccuracy")}
        by_seat[seat] = {"moves": len(own), **counts, "average_cost": sum(costs) / len(costs) if costs else 0.0}
    return by_seat


def curve(tree: Tree, num_players: int, seat: int = 1, node: int = 0) -> list[float | None]:
    """The value of each position of a line for a seat, from the start on; None where it is not known."""
    line = [tree[0], *tree.line(node)]
    return [None if one.evaluation is None else one.evaluation.value_for(seat, num_players) for one in line]
