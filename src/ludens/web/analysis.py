"""Agents at a table: which ones may play there, how they choose, what they tell of a position."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from ludens import agents, render
from ludens.agents.agent import Agent, AgentError
from ludens.agents.joint import JointSearch
from ludens.agents.search import Clock, Examined, Search, Searcher
from ludens.game import Game, State
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.moves import refs_of
from ludens.web.visibility import HUMAN

_SHOWN_MOVES = 60

Tell = Callable[[dict[str, Any]], None]


def agents_json(game: Game | None = None) -> list[dict[str, Any]]:
    """The agents, or those that play a game, as they declare themselves; the strongest first."""
    kinds = agents.kinds()
    return [_agent_json(name, kinds[name]) for name in agents.names(game)]


def _agent_json(name: str, kind: type[Agent]) -> dict[str, Any]:
    return {
        "name": name,
        "title": kind.title,
        "about": kind.about(),
        "quick": kind.quick,
        "limits": list(kind.limits),
        "allround": kind.allround,
    }


def prepare(game: Game) -> None:
    """Compile what the agents of a game need, so that no move waits for it."""
    for name in agents.names(game):
        agents.make(name, game)


def searches(spec: str) -> bool:
    """Whether an agent takes its time."""
    return issubclass(agents.kind_of(spec), Searcher)


def strongest(game: Game) -> str:
    """The agent that plays a game best, thinking a second a move where it thinks."""
    return agents.kinds()[agents.strongest(game)].quick


def check_players(players: Sequence[str], game: Game, limits: Limits) -> tuple[str, ...]:
    """The seats of a game: those wanted, the rest human. Raises ApiError."""
    if len(players) > game.num_players:
        raise ApiError("malformed", f"{game.name} has {game.num_players} players, not {len(players)}")
    for spec in players:
        if spec != HUMAN:
            _check_agent(spec, game, limits)
    return (*players, *[HUMAN] * (game.num_players - len(players)))


def _check_agent(spec: str, game: Game, limits: Limits) -> None:
    try:
        limit = agents.check(spec, game)
    except AgentError as error:
        raise ApiError("agent", str(error)) from None
    if limit.seconds is not None and limit.seconds > limits.thinking_seconds:
        raise ApiError("limit", f"an agent may think {limits.thinking_seconds:g} seconds here")
    plies = agents.kind_of(spec).counts == "plies"
    most = limits.thinking_plies if plies else limits.thinking_iterations
    if limit.count is not None and limit.count > most:
        raise ApiError("limit", f"{spec} is beyond {most}, the limit here")


def choose(agent: Agent, state: State, stop: threading.Event, most: float, tell: Tell | None = None) -> int:
    """The number of the legal move that an agent chooses, after at most so many seconds, or when it is stopped."""
    legal = state.legal_moves()
    if len(legal) <= 1:
        return 0
    if not isinstance(agent, Searcher):
        move = agent.choose(state)
        return next(n for n, one in enumerate(legal) if one is move)
    return _search(agent, state, Clock(min(agent.seconds, most), stop), agent.limit.count, tell)


def choose_at_once(agent: Agent, state: State, player: int, stop: threading.Event, most: float) -> int:
    """The number of the move that an agent chooses for one of the players who move at once. Ends as `choose` does."""
    legal = state.legal_moves()
    own = [number for number, move in enumerate(legal) if move.mover == player]
    if len(own) == 1:
        return own[0]
    seconds = agent.seconds if isinstance(agent, Searcher) else most
    move = agent.choose_for(state, player, Clock(min(seconds, most), stop))
    return next(n for n in own if legal[n] is move)


def analyst(game: Game, players: Sequence[str]) -> Searcher:
    """Who analyses: an agent like the one that plays, where one that searches does, else the usual one."""
    for spec in (*(p.partition(":")[0] for p in players if p != HUMAN), agents.allround()):
        agent = agents.make(spec, game)
        if isinstance(agent, Searcher):
            return agent
    raise AssertionError("the agent that plays any game searches")


def analyse(
    agent: Searcher, state: State, seconds: float, stop: threading.Event, tell: Tell, player: int | None = None
) -> int:
    """Tell what an agent finds in a position, until the time is over; gives the number of the best move.

    Where players move at once, it is the best one of `player`, or of the first.
    """
    return _search(agent, state, Clock(seconds, stop), None, tell, player)


def _search(
    agent: Searcher, state: State, clock: Clock, count: int | None, tell: Tell | None, player: int | None = None
) -> int:
    search, told = agent.begin(state), time.perf_counter()
    names = state.notations() if tell else []

    def progress() -> None:
        nonlocal told
        if tell is not None and time.perf_counter() - told >= 0.2:
            tell(_analysis_json(search, names, done=False))
            told = time.perf_counter()

    search.run(clock, count, progress)
    if tell is not None:
        tell(_analysis_json(search, names, done=True))
    return search.best(player) if isinstance(search, JointSearch) else search.best()


def _analysis_json(search: Search, names: Sequence[str], *, done: bool) -> dict[str, Any]:
    analysis = search.analysis()
    numbers = {id(move): n for n, move in enumerate(search.state.legal_moves())}
    moves = [(numbers[id(one.move)], one) for one in analysis.moves[:_SHOWN_MOVES]]
    line = [render.notation(search.state.game, move) for move in analysis.line]
    if moves and line:
        line[0] = names[moves[0][0]]
    return {
        "type": "analysis",
        "done": done,
        "iterations": analysis.iterations,
        "depth": analysis.depth,
        "value": _finite(analysis.value),
        "line": line,
        "moves": [_move_json(search.state, n, names[n], one) for n, one in moves],
    }


def _move_json(state: State, number: int, name: str, one: Examined) -> dict[str, Any]:
    from_ref, to_ref = refs_of(state.game, one.move)
    return {
        "index": number,
        "name": name,
        "from": from_ref,
        "to": to_ref,
        "visits": one.visits,
        "value": _finite(one.value),
    }


def _finite(value: float) -> float:
    return round(value, 4) if math.isfinite(value) else 0.5
