"""Hints of agents, and reviews of whole games by them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludens import agents, notation
from ludens.agents import Analysis, Searcher
from ludens.envs.tables.answers import Candidate, Hint, Judged, Review
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.envs.tables.table import check_agent, result_of
from ludens.game import Game, Move, State
from ludens.game.hidden import hides
from ludens.game.trial import Trial, first_played, follow

_CANDIDATES, _TURNS = 8, 3
#: the words for a move, by what it costs at least
_VERDICTS = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))


def hint(state: State, spec: str, bounds: Bounds, seconds: float, player: int) -> Hint:
    """What an agent would play for a player, by what that player may know, and what it thinks of the other moves."""
    game = state.game
    spec = spec or agents.allround()
    check_agent(spec, game, bounds)
    agent = agents.make(spec, game)
    if state.is_simultaneous or not isinstance(agent, Searcher):
        move = agent.choose_for(state, player) if state.is_simultaneous else agent.choose(state)
        return Hint(agent=spec, move=notation.name_of(state, move))
    analysis = agent.analyse(state, min(seconds, bounds.thinking_seconds))
    best = analysis.moves[0].move
    later = [] if hides(game) else analysis.line[1:]  # in hidden games the rest belongs to an invented state
    line = [notation.name_of(state, move) for move in (best, *later)]
    candidates = [
        Candidate(move=notation.name_of(state, one.move), value=_finite(one.value), visits=one.visits)
        for one in analysis.moves[:_CANDIDATES]
    ]
    return Hint(agent=spec, move=line[0], value=_finite(analysis.value), line=line, candidates=candidates)


def review(
    game: Game,
    trial: Trial,
    spec: str,
    bounds: Bounds,
    seconds: float,
    seats: Sequence[int],
    first: int,
    last: int | None,
) -> Review:
    """A recorded game, each move beside what an agent would have played. The time is for all of it together.

    Raises TrialError for a trial that the game does not play.
    """
    spec = spec or agents.allround()
    check_agent(spec, game, bounds)
    agent = agents.make(spec, game, seed=1)
    if not isinstance(agent, Searcher):
        raise Refused(f"{spec} does not say what moves are worth: name one that searches, such as {agents.allround()}")
    plies = len(trial.moves) - first_played(game, trial)
    if plies > bounds.plies:
        raise Refused(f"a game of {plies} plies is not reviewed here; {bounds.plies} at most")
    followed = follow(game, trial)
    if followed.error is not None:
        raise followed.error
    end = plies if last is None else min(last, plies)
    share = min(seconds, bounds.call_seconds * 0.8) / max(2 * (end - first + 1), 1)
    judge = _MoveJudge(agent, min(share, bounds.thinking_seconds))
    state, judged = game.start(rng_state=trial.rng_state), list[Judged]()
    for ply, numbers in enumerate(followed.numbers, 1):
        legal = state.legal_moves()
        moves = [legal[number] for number in numbers]
        if first <= ply <= end and (not seats or state.seats.seat(moves[0].mover) in seats):
            judged.append(judge.judge(state, moves, ply))
        state.play(moves)
    counted = sorted((one for one in judged if one.swing), key=lambda one: -(one.swing or 0.0))
    swings = defaultdict[int, list[float]](list)
    for one in judged:
        if one.swing is not None:
            swings[one.player].append(one.swing)
    return Review(
        game=game.name,
        agent=spec,
        seconds_per_move=round(2 * judge.seconds, 3),
        plies=plies,
        moves=judged,
        turning_points=counted[:_TURNS],
        mean_swing={player: round(sum(values) / len(values), 4) for player, values in sorted(swings.items())},
        result=result_of(state),
    )


@dataclass
class _MoveJudge:
    """An agent that thinks about each position for a number of seconds."""

    agent: Searcher
    seconds: float

    def judge(self, state: State, moves: Sequence[Move], ply: int) -> Judged:
        """Compare a move with the best one; `moves` are those that were made at once."""
        move, name = moves[0], notation.name_of(state, list(moves) if len(moves) > 1 else moves[0])
        facts: dict[str, Any] = {"ply": ply, "player": state.seats.seat(move.mover), "move": name}
        if state.is_simultaneous:
            return Judged(**facts, value=None, best="", best_value=None, swing=None, verdict="made at once: not judged")
        if len(state.legal_moves()) == 1:
            return Judged(**facts, value=None, best=name, best_value=None, swing=None, verdict="forced")
        analysis = self.agent.analyse(state, self.seconds)
        best, own = analysis.moves[0], next(one for one in analysis.moves if one.move == move)
        highest = _finite(best.value)
        value = highest if own is best else self._after(state, move, own.value)
        swing = None if value is None or highest is None else round(max(highest - value, 0.0), 4)
        best_name = notation.name_of(state, best.move)
        verdict = "best" if own is best else _verdict(swing)
        return Judged(**facts, value=value, best=best_name, best_value=highest, swing=swing, verdict=verdict)

    def _after(self, state: State, move: Move, estimate: float) -> float | None:
        """What a move is worth to its player: in games of two, a search of the position after it; else the estimate."""
        if state.game.num_players != 2 or state.game.is_stochastic:
            return _finite(estimate)
        after = state.copy()
        after.play(move)
        seat = state.seats.seat(move.mover)
        if after.is_over:
            return worth(after, after.seats.player(seat))
        analysis: Analysis = self.agent.analyse(after, self.seconds)
        value = _finite(analysis.value)
        return value if value is None or after.seat == seat else round(1 - value, 4)


def worth(state: State, player: int) -> float:
    """What a game that is over is worth to a player: 1 for the first rank, 0 for the last."""
    count = state.game.num_players
    return round((count - state.ranking[player - 1]) / max(count - 1, 1), 4)


def _verdict(swing: float | None) -> str:
    if swing is None:
        return "unclear"
    return next((word for least, word in _VERDICTS if swing >= least), "good")


def _finite(value: float) -> float | None:
    return round(value, 4) if math.isfinite(value) else None
