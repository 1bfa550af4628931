"""The seats of a session: which agents may take them, and who does unless asked otherwise."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ludens import agents
from ludens.agents.agent import Agent, AgentError
from ludens.agents.search import Searcher
from ludens.game import Game
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.schemas.objects import AgentInfo, Character
from ludens.words import game_name, say, term

HUMAN = "human"


def agent_infos(game: Game | None = None) -> list[AgentInfo]:
    """The agents, or those that play a game, as they declare themselves; the strongest first."""
    kinds = agents.kinds()
    return [_agent_info(name, kinds[name]) for name in agents.names(game)]


def _agent_info(name: str, kind: type[Agent]) -> AgentInfo:
    return AgentInfo(
        name=name,
        title=term(kind.title),
        about=term(kind.about()),
        quick=kind.quick,
        limits=list(kind.limits),
        allround=kind.allround,
        characters=[Character(term(one.name), term(one.word), term(one.about)) for one in kind.characters],
    )


def prepare(game: Game) -> None:
    """Compile what the agents of a game need, so that no move waits for it; those that err search as others do."""
    for name in agents.names(game):
        if not agents.kinds()[name].fallible:
            agents.make(name, game)


def searches(spec: str) -> bool:
    """Whether an agent takes its time.

    >>> searches("uct:1s"), searches("random")
    (True, False)
    """
    return issubclass(agents.kind_of(spec), Searcher)


def advises(spec: str) -> bool:
    """Whether what an agent thinks is worth to be told: it searches, and does not err on purpose.

    >>> advises("uct:1s"), advises("level:3")
    (True, False)
    """
    return searches(spec) and not agents.kind_of(spec).fallible


def strongest(game: Game) -> str:
    """The agent that plays a game best, thinking a second a move where it thinks."""
    return agents.kinds()[agents.strongest(game)].quick


def default_players(game: Game) -> list[str]:
    """One human, and the strongest agents against them."""
    return [HUMAN, *[strongest(game)] * (game.num_players - 1)][: game.num_players]


def check_players(players: Sequence[str], game: Game, limits: Limits) -> tuple[str, ...]:
    """Who plays a game: those wanted, the rest human. Raises ApiError."""
    if len(players) > game.num_players:
        raise ApiError(
            "malformed",
            say("players: {0} has {1} players, not {2}", game_name(game.name), game.num_players, len(players)),
        )
    for spec in players:
        if spec != HUMAN:
            _check_agent(spec, game, limits)
    return (*players, *[HUMAN] * (game.num_players - len(players)))


def seated(players: Sequence[str], names: Collection[str], count: int) -> tuple[str, ...]:
    """Who sits on so many seats after a restart: those stored, humans in place of agents not among `names`."""
    stored = [*players, *[HUMAN] * count][:count]
    return tuple(spec if _is_known(spec, names) else HUMAN for spec in stored)


def _is_known(spec: str, names: Collection[str]) -> bool:
    if spec == HUMAN:
        return True
    try:
        kind = agents.kind_of(spec)
        kind.parse(spec.partition(":")[2])
    except AgentError:
        return False
    return any(agents.kinds().get(name) is kind for name in names)


def _check_agent(spec: str, game: Game, limits: Limits) -> None:
    try:
        if agents.kind_of(spec).from_file:
            raise ApiError(
                "agent", say("{0} reads a file: the server has to offer it under a name", spec.partition(":")[0])
            )
        limit = agents.check(spec, game)
    except AgentError as error:
        raise ApiError("agent", str(error)) from None
    if limit.threads > 1:
        raise ApiError("limit", say("an agent thinks on one thread here"))
    if limit.longest is not None and limit.longest > limits.thinking_seconds:
        raise ApiError("limit", say("an agent may think {0} seconds here", f"{limits.thinking_seconds:g}"))
    plies = agents.kind_of(spec).counts == "plies"
    most = limits.thinking_plies if plies else limits.thinking_iterations
    if limit.count is not None and limit.count > most:
        raise ApiError("limit", say("{0} is beyond {1}, the limit here", spec, most))
