"""Games as tasks of verifiers: a model plays a seat of a game in words against an agent, for evaluation and training.

A task is a play with a seed of its own; there is no end of them. The reward is what the final rank is worth, from -1 to
1. `ludens suite box GAME --for verifiers` writes the package by whose name `vf-eval` runs them.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence

from ludens.envs import extra
from ludens.envs.episode import Episode, against
from ludens.envs.play import game_of
from ludens.game import Game
from ludens.suite.prompts import Prompts
from ludens.suite.questions import Question, grade, question_set

with extra("verifiers"):
    import verifiers.v1 as vf
    from verifiers.v1.harnesses.null import NullHarnessConfig

__all__ = ["GameEnv", "GameTaskset", "QuestionTaskset", "taskset"]


class GameConfig(vf.TasksetConfig):
    """Which game, and how it is played: `--env.taskset.game`, `--env.taskset.opponent` ..."""

    game: str = "Tic-Tac-Toe"
    """The name of a library game, or a `.lud` file."""
    options: list[str] = []
    """Options of the game, as "Heading/Item"."""
    opponent: str = "random"
    """The agent in the other seats."""
    tries: int = 2
    """How often an answer without a legal move may be given in a turn, in all."""
    max_plies: int = 0
    """A play is cut off after so many plies; 0 for as many as there may be."""
    legal_moves: bool = False
    """Whether a turn lists the legal moves."""
    seed: int = 0
    """The seed of the first task."""


class GameData(vf.TaskData):
    """A play: what its game is, and the model's seat in it."""

    settings: dict[str, object]
    seat: int
    seed: int


class GameTask(vf.Task[GameData]):
    """A play of a game."""


class GameEnvConfig(vf.EnvConfig):
    """The one role: the model, which needs no tools and no sandbox."""

    player: vf.AgentConfig = vf.AgentConfig(harness=NullHarnessConfig(id="null"), runtime=vf.SubprocessConfig())


class GameEnv(vf.Env[GameEnvConfig]):
    """Ask the model until the play is over."""

    async def run(self, task: GameTask, agents: vf.Agents) -> None:
        data, tried = task.data, 0
        config = GameConfig.model_validate(data.settings)
        episode = _episode(game_of(config.game, config.options), config, data.seat, data.seed)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated and not episode.is_done:
                reply = episode.answer(segment.last_reply)
                tried += not reply.is_legal
                if not episode.is_done:
                    turn = episode.turn()
                    segment = await interaction.turn(turn if reply.is_legal else f"{reply.message}\n\n{turn}")
        trace = interaction.trace
        trace.record_reward("rank", episode.rewards()[data.seat - 1], 1.0)
        trace.record_metric("illegal_answers", float(tried))
        trace.record_metric("plies", float(len(episode.history)))
        trace.info["ending"] = episode.ending


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    """The plays of a game, the model in each seat in turn."""

    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        config = self.config
        settings = {name: getattr(config, name) for name in _SETTINGS}
        game = game_of(config.game, config.options)
        for number in itertools.count():
            seat, seed = 1 + number % game.num_players, config.seed + number // game.num_players
            episode = _episode(game, config, seat, seed)
            if episode.is_done:  # nothing is asked in it
                continue
            data = GameData(
                name=f"{config.game}#{number}", prompt=episode.turn(), system_prompt=episode.system(),
                settings=settings, seat=seat, seed=seed,
            )  # fmt: skip
            yield GameTask(data, config.task)


_SETTINGS = ("game", "options", "opponent", "tries", "max_plies", "legal_moves")


def _episode(game: Game, config: GameConfig, seat: int, seed: int) -> Episode:
    prompts, max_plies = Prompts(moves=config.legal_moves), config.max_plies or None
    return against(game, seat, config.opponent, prompts, max_plies, config.tries, seed)


def taskset(source: str | os.PathLike[str], chosen: Sequence[str] = ()) -> type[GameTaskset]:
    """A taskset of one game, for a package of its own: the package exports it together with `GameEnv`."""

    class Config(GameConfig):
        game: str = os.fspath(source)
        options: list[str] = list(chosen)

    class OneGame(GameTaskset, vf.Taskset[GameTask, Config]):
        """The plays of a game."""

    return OneGame


class QuestionConfig(vf.TasksetConfig):
    """Which questions are asked: `--env.taskset.level`, `--env.taskset.n` ..."""

    games: list[str] = ["Tic-Tac-Toe", "Hex", "Breakthrough"]
    """Library games, or `.lud` files."""
    level: int = 1
    n: int = 1000
    seed: int = 0


class QuestionData(vf.TaskData):
    """A question, as `ludens.suite.Question` has it."""

    question: dict[str, object]


class QuestionTask(vf.Task[QuestionData]):
    """A question about rules, whose answer the engine grades."""

    @vf.reward(weight=1.0)
    async def right(self, trace: vf.Trace) -> float:
        return grade(Question.from_dict(self.data.question), trace.last_reply or "")


class QuestionTaskset(vf.Taskset[QuestionTask, QuestionConfig]):
    """Questions about the rules of games."""

    def load(self) -> Iterator[QuestionTask]:
        config = self.config
        for number, one in enumerate(question_set(config.games, config.n, level=config.level, seed=config.seed)):
            data = QuestionData(name=f"{one.game} {one.kind} {number}", prompt=one.prompt, question=one.to_dict())
            yield QuestionTask(data, config.task)
