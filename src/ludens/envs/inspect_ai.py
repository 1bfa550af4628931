"""Games as tasks of Inspect: a model plays a seat of a game in words, or answers questions about its rules.

`inspect eval` runs what `game_task` and `question_task` give, and its logs hold every prompt and answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ludens.envs import extra
from ludens.envs.episode import Episode, against
from ludens.envs.play import Source, game_of
from ludens.game import Game
from ludens.suite.prompts import Prompts
from ludens.suite.questions import Question, grade, questions

with extra("inspect"):
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver

__all__ = ["game_task", "question_task"]


def game_task(
    game: Source,
    *,
    options: Sequence[str] = (),
    plays: int = 10,
    seed: int = 0,
    opponent: str = "random",
    prompts: Prompts | None = None,
    max_plies: int | None = None,
    tries: int = 2,
) -> Task:
    """A task of so many plays against an agent; the model's seat is another one in each.

    The score is the model's share of the points: 1 for a win, 0.5 for a draw. A play that was cut off is a draw.
    """
    loaded = game_of(game, options)
    samples = [
        Sample(input=f"Play {loaded.name}.", id=f"{loaded.name} {at + 1}", metadata={"seed": seed + at, "seat": at})
        for at in range(plays)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=loaded.name),
        solver=_player(loaded, opponent, prompts, max_plies, tries),
        scorer=_points(),
        name=f"ludens_{loaded.name}".replace(" ", "_"),
    )


@solver(name="ludens_player")
def _player(game: Game, opponent: str, prompts: Prompts | None, max_plies: int | None, tries: int) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seat = 1 + state.metadata["seat"] % game.num_players
        episode = against(game, seat, opponent, prompts, max_plies, tries, state.metadata["seed"])
        system = ChatMessageSystem(content=episode.system())
        state.messages = [system]
        while not episode.is_done and not state.completed:
            # a turn has all that is to know: the turns before it are not sent again
            state.messages = [system, ChatMessageUser(content=episode.turn())]
            await _turn(episode, state, generate)
        state.metadata |= {"reward": episode.rewards()[seat - 1], "ending": episode.ending, "moves": episode.history}
        return state

    return solve


async def _turn(episode: Episode, state: TaskState, generate: Generate) -> None:
    """Ask for a move until one is legal, or the play is over."""
    while not episode.is_done:
        await generate(state)
        if state.completed:
            return
        reply = episode.answer(state.output.completion)
        if reply.is_legal or not reply.again:
            return
        state.messages.append(ChatMessageUser(content=reply.message))


@scorer(metrics=[mean(), stderr()], name="points")
def _points() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        reward, ending = state.metadata.get("reward", 0.0), state.metadata.get("ending", "")
        return Score(value=(reward + 1) / 2, answer=" ".join(state.metadata.get("moves", ())), explanation=ending)

    return score


def question_task(
    game: Source,
    *,
    options: Sequence[str] = (),
    n: int = 100,
    level: int = 2,
    kinds: Collection[str] = (),
    seed: int = 0,
) -> Task:
    """A task of questions about a game's rules, which the engine grades."""
    drawn = list(questions(game_of(game, options), n, level=level, kinds=kinds, seed=seed))
    samples = [
        Sample(input=one.prompt, target=one.answer, id=number, metadata={"question": one.to_dict()})
        for number, one in enumerate(drawn, 1)
    ]
    return Task(dataset=MemoryDataset(samples, name="questions"), scorer=_graded(), name="ludens_questions")


@scorer(metrics=[mean(), stderr()], name="right")
def _graded() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        question: dict[str, Any] = state.metadata["question"]
        return Score(value=grade(Question.from_dict(question), state.output.completion), answer=state.output.completion)

    return score
