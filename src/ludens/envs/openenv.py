"""Games as environments of OpenEnv: a server that steps one seat of a game in words, against an agent in the others.

`app("Breakthrough")` is what `uvicorn` or a container runs; `environment` is the class of its sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from ludens.envs import extra
from ludens.envs.episode import Reply, against
from ludens.envs.play import Source, game_of
from ludens.game import Game
from ludens.suite.prompts import Prompts

with extra("openenv"):
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field

__all__ = ["GameAction", "GameEnvironment", "GameObservation", "GameState", "app", "environment"]


class GameAction(Action):
    """The answer of a player."""

    message: str = Field(description="a move, or a whole answer that names one, best in square brackets")


class GameObservation(Observation):
    """What a player is shown; `done` and `reward` are OpenEnv's own."""

    system: str = Field(default="", description="the rules, and how to answer; the same for the whole play")
    prompt: str = Field(default="", description="the position as the player sees it, and the moves so far")
    moves: list[str] = Field(default_factory=list, description="what was read of the last answer")
    reason: str = Field(default="", description="why the last answer is no move: illegal, unreadable")
    trouble: str = Field(default="", description="the same in words")


class GameState(State):
    """Where a play stands."""

    game: str = ""
    board: str = ""
    history: list[str] = Field(default_factory=list)
    ending: str = ""


class GameEnvironment(Environment[GameAction, GameObservation, GameState]):
    """One seat of a game. An answer without a legal move may be given again, `tries` times in all, and then loses."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        game: Game,
        seat: int = 1,
        opponent: str = "random",
        prompts: Prompts | None = None,
        max_plies: int | None = None,
        tries: int = 2,
    ) -> None:
        super().__init__()
        self.episode, self.seat = against(game, seat, opponent, prompts, max_plies, tries), seat
        self._id, self._steps = str(uuid4()), 0

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> GameObservation:
        """A new play; equal seeds give equal ones."""
        self.episode.begin(seed)
        self._id, self._steps = episode_id or str(uuid4()), 0
        return self._observed(Reply(), 0.0)

    def step(self, action: GameAction, timeout_s: float | None = None, **options: Any) -> GameObservation:
        """Take an answer. Once the play is over nothing changes any more."""
        if self.episode.is_done:
            return self._observed(Reply(), 0.0)
        self._steps += 1
        reply = self.episode.answer(action.message)
        return self._observed(reply, self.episode.rewards()[self.seat - 1])

    def _observed(self, reply: Reply, reward: float) -> GameObservation:
        episode = self.episode
        prompt = episode.ending if episode.is_done else episode.turn()
        if reply.again:
            prompt = f"{reply.message}\n\n{prompt}"
        return GameObservation(
            system=episode.system(), prompt=prompt, moves=list(reply.moves), reason=reply.reason,
            trouble=reply.trouble, done=episode.is_done, reward=reward,
        )  # fmt: skip

    @property
    def state(self) -> GameState:
        episode = self.episode
        return GameState(
            episode_id=self._id, step_count=self._steps, game=episode.game.name, board=episode.board(self.seat),
            history=list(episode.history) if episode.tells_all else [], ending=episode.ending,
        )  # fmt: skip

    def get_metadata(self) -> EnvironmentMetadata:
        game = self.episode.game
        about = game.metadata.text("description") or f"{game.name}, played from its description by ludens."
        return EnvironmentMetadata(name=game.name, description=about, version="1.0.0")


def environment(game: Source, *, options: Sequence[str] = (), **settings: Any) -> Callable[[], GameEnvironment]:
    """What makes an environment for each session; `settings` are those of `GameEnvironment`."""
    loaded = game_of(game, options)
    GameEnvironment(loaded, **settings)  # settings that make no sense are refused here
    return lambda: GameEnvironment(loaded, **settings)


def app(game: Source, *, options: Sequence[str] = (), sessions: int = 16, **settings: Any) -> Any:
    """A web application of OpenEnv for a game, with so many sessions at once."""
    from openenv.core.env_server.http_server import create_app

    make = environment(game, options=options, **settings)
    name = make().get_metadata().name
    return create_app(make, GameAction, GameObservation, env_name=name, max_concurrent_envs=sessions)
