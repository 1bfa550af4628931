"""Games as environments of Kaggle Environments: specification, interpreter, renderer, player, and a harness for models.

>>> from ludens.envs import kaggle
>>> kaggle.make("Tic-Tac-Toe").specification["agents"]
[2]

Nothing of Kaggle's is needed to make one; `register` gives it to `kaggle_environments.make`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens import render
from ludens.envs import extra
from ludens.envs.episode import Episode
from ludens.envs.play import Source, game_of
from ludens.game import Game
from ludens.suite.move_reader import Unread, read_turn
from ludens.suite.prompts import Prompts, move_text

__all__ = ["Environment", "Harness", "make", "register", "slug"]

#: what the observation says where all move at once, as OpenSpiel does
SIMULTANEOUS = -2
_FAULTS = ("ERROR", "INVALID", "TIMEOUT")
_SIZE = 360


def slug(name: str) -> str:
    """A game's name as modules are called.

    >>> slug("Pong Hau K'i")
    'ludens_pong_hau_k_i'
    """
    return "ludens_" + (re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "game")


def make(game: Source, *, options: Sequence[str] = (), name: str | None = None, **settings: Any) -> Environment:
    """An environment of a game; `settings` are `prompts`, `max_plies`."""
    loaded = game_of(game, options)
    return Environment(loaded, name or slug(loaded.name), **settings)


def register(game: Source, *, options: Sequence[str] = (), name: str | None = None, **settings: Any) -> str:
    """Give a game to Kaggle Environments; returns the name for its `make`. Raises ImportError without it."""
    with extra("kaggle"):
        import kaggle_environments

    environment = make(game, options=options, name=name, **settings)
    kaggle_environments.register(environment.name, environment.parts())
    return environment.name


@dataclass
class Environment:
    """What Kaggle Environments asks of an environment.

    An agent answers with the number of a legal move (as `legalActions` has them), with a move as a text, or with the
    whole answer of a model; also as `{"submission": ...}`. Who answers with no legal move, fails, or is late has lost,
    and the others have won. Hidden fields of the observation, which agents do not get, carry what a replay shows.
    """

    game: Game
    name: str
    prompts: Prompts | None = None
    max_plies: int | None = None
    specification: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self._empty = Episode(self.game, self.prompts, max_plies=self.max_plies)
        self.specification = _specification(self.game, self.name, self._empty)

    def parts(self) -> dict[str, Any]:
        """The five parts under the names that `kaggle_environments.register` takes."""
        return {
            "specification": self.specification, "interpreter": self.interpreter, "renderer": self.renderer,
            "html_renderer": self.html_renderer, "agents": self.agents,
        }  # fmt: skip

    @property
    def interpreter(self) -> Callable[[Any, Any], Any]:
        def interpreter(state: Any, env: Any) -> Any:
            """Begin a play, or make the moves of the agents that were asked."""
            if env.done:
                self._begin(state, env)
            else:
                self._step(state, env)
            return state

        return interpreter

    @property
    def renderer(self) -> Callable[[Any, Any], str]:
        def renderer(state: Any, env: Any) -> str:
            """The position as text."""
            return str(state[0].observation.get("replayText", ""))

        return renderer

    @property
    def html_renderer(self) -> Callable[[], str]:
        def html_renderer() -> str:
            """The player of replays: each step with its picture, and what agents thought of it."""
            return _PLAYER

        return html_renderer

    @property
    def agents(self) -> dict[str, Callable[..., Any]]:
        """Agents that need no model: `random` draws a legal move, `first` takes the first."""

        def draw(observation: Any, configuration: Any) -> Any:
            return random.choice(observation["legalActions"])

        def first(observation: Any, configuration: Any) -> Any:
            return observation["legalActions"][0]

        return {"random": draw, "first": first}

    # --- a play

    def _begin(self, state: Any, env: Any) -> None:
        own = env.configuration.get("seed")
        seed = random.randrange(1 << 31) if own is None else int(own)
        episode = env.ludens = self._new(seed)
        for number, agent in enumerate(state):
            agent.observation["playerId"] = number
        state[0].observation["startSeed"] = seed
        self._show(state, episode, [])

    def _new(self, seed: int) -> Episode:
        return Episode(self.game, self.prompts, max_plies=self.max_plies, seed=seed)

    def _episode(self, env: Any) -> Episode:
        """The play of an environment; of one that was made from steps, played again from what these say."""
        episode: Episode | None = getattr(env, "ludens", None)
        if episode is None:
            last = env.steps[-1][0].observation
            episode = self._new(last["startSeed"])
            for seat, answer in last["answers"]:
                episode.answer(answer, seat)
            env.ludens = episode
        return episode

    def _step(self, state: Any, env: Any) -> None:
        episode, answers = self._episode(env), [*state[0].observation["answers"]]
        failed = [number for number, agent in enumerate(state) if agent.status in _FAULTS]
        for seat in () if failed else episode.awaited:
            answer = _text(state[seat - 1].action, episode.legal(seat))
            reply = episode.answer(answer, seat)
            if not reply.is_legal:
                failed = [seat - 1]
                state[seat - 1].status = "INVALID"
                state[seat - 1].info["trouble"] = reply.trouble
                break
            answers.append([seat, reply.moves[0] if len(reply.moves) == 1 else answer])
        self._show(state, episode, answers, failed)

    def _show(self, state: Any, episode: Episode, answers: list[Any], failed: Sequence[int] = ()) -> None:
        """What the agents see, and what the step is worth."""
        done = episode.is_done or bool(failed)
        awaited = () if done else episode.awaited
        current = -1 if done else SIMULTANEOUS if episode.state.is_simultaneous else awaited[0] - 1
        rewards = episode.rewards()
        for number, agent in enumerate(state):
            active, seen = number + 1 in awaited, agent.observation
            if failed and number not in failed:
                rewards[number] = 1.0
            legal = episode.legal(number + 1) if active else []
            seen["currentPlayer"], seen["isTerminal"] = current, done
            seen["system"] = episode.system() if active else ""
            seen["prompt"] = episode.turn(number + 1) if active else ""
            seen["legalActions"], seen["legalActionStrings"] = [*range(len(legal))], legal
            seen["moveHistory"] = [*episode.history] if episode.tells_all else []
            seen["position"] = episode.seen(number + 1).tobytes().hex() if active else ""
            if number not in failed:
                agent.status = "DONE" if done else "ACTIVE" if active else "INACTIVE"
                agent.reward = rewards[number]
        shown = state[0].observation
        shown["answers"], shown["replayText"] = answers, episode.board()
        shown["picture"] = render.svg(episode.state, coordinates=True, viewer=None, size=_SIZE)
        shown["ending"] = episode.ending


def _text(action: Any, legal: Sequence[str]) -> str:
    """An action as the answer that it stands for."""
    if isinstance(action, Mapping):
        action = action.get("submission")
    if isinstance(action, int) and not isinstance(action, bool):
        return legal[action] if 0 <= action < len(legal) else ""
    return action if isinstance(action, str) else ""


def _specification(game: Game, name: str, episode: Episode) -> dict[str, Any]:
    def hidden(kind: str, default: Any, about: str) -> dict[str, Any]:
        return {"description": about, "type": kind, "default": default, "hidden": True}

    plies = episode.max_plies
    return {
        "name": name,
        "title": game.name,
        "description": f"{game.name}, played from its description by ludens.",
        "version": "1.0.0",
        "agents": [game.num_players],
        "configuration": {
            "episodeSteps": {"description": "The most steps.", "type": "integer", "minimum": 2, "default": plies + 2},
            "actTimeout": {"description": "Seconds for an action.", "type": "number", "minimum": 0, "default": 3600},
            "runTimeout": {"description": "Seconds for a play.", "type": "number", "minimum": 0, "default": 86400},
            "seed": {"description": "Equal seeds give equal starts and dice.", "type": ["integer", "null"]},
            "illegalMoveForfeit": {"description": "No legal move loses.", "type": "boolean", "default": True},
        },
        "reward": {"description": "-1 for the last place, 1 for the first.", "type": ["number", "null"], "default": 0},
        "observation": {
            "playerId": {"description": "The agent's number, from 0.", "type": "integer", "default": 0},
            "currentPlayer": {"description": "Who moves; -2 all, -1 nobody.", "type": "integer", "default": -1},
            "isTerminal": {"description": "Whether the play is over.", "type": "boolean", "default": False},
            "system": {"description": "The rules, and how to answer.", "type": "string", "default": ""},
            "prompt": {"description": "The turn, as the agent sees it.", "type": "string", "default": ""},
            "legalActions": {"description": "Numbers of legal moves.", "type": "array", "default": []},
            "legalActionStrings": {"description": "The legal moves.", "type": "array", "default": []},
            "moveHistory": {"description": "The moves so far, where all see them.", "type": "array", "default": []},
            "position": {"description": "A state as the agent knows it.", "type": "string", "default": ""},
            "remainingOverageTime": 60,
            "startSeed": hidden("integer", 0, "What the start and the dice were drawn from."),
            "answers": hidden("array", [], "What each seat answered."),
            "replayText": hidden("string", "", "The whole position as text."),
            "picture": hidden("string", "", "The whole position as a picture."),
            "ending": hidden("string", "", "How the play ended."),
        },
        "action": {
            "description": "The number of a legal move, a move, or a model's answer; or an object with `submission`.",
            "type": ["integer", "string", "object", "null"],
            "default": "",
        },
    }  # fmt: skip


class Harness:
    """A game for `kaggle_environments.core_harness.create_agent_fn`: it makes prompts, and reads what models answer.

    No legal moves are listed in the prompt. The answer is read as `ludens.suite.read_turn` does.
    """

    def __init__(self, game: Source, options: Sequence[str] = ()) -> None:
        self.game = game_of(game, options)

    def get_legal_moves(self, observation: Mapping[str, Any]) -> dict[int, str]:
        """The legal moves by their numbers."""
        return dict(zip(observation["legalActions"], observation["legalActionStrings"], strict=True))

    def make_prompt(
        self,
        observation: Mapping[str, Any],
        move_history: list[str],
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        """The rules and the turn, and the second time what was wrong."""
        prompt = f"{observation['system']}\n\n{observation['prompt']}"
        if previous_response is None:
            return prompt
        trouble = f"{previous_action!r} is not a legal move here" if previous_action else "the answer names no move"
        return f"{prompt}\n\nYou answered:\n\n{previous_response[-500:]}\n\nThat is no legal move: {trouble}."

    generate_prompt = make_prompt

    def parse_response(
        self, response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any]
    ) -> Any:
        """The move of an answer, as Kaggle's `ParseResult`."""
        with extra("kaggle"):
            from kaggle_environments.core_harness import ParseResult

        move, raw = self._read(response, observation)
        return ParseResult(legal_action=move, raw_action=raw, thoughts=response)

    def _read(self, response: str, observation: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """The move of an answer; else the text that was meant as one."""
        state = self.game.from_bytes(bytes.fromhex(observation["position"]))
        player = observation["playerId"] + 1 if state.is_simultaneous else None
        try:
            return move_text(state, read_turn(state, response, player)[0]), None
        except Unread as error:
            return None, error.text or None


_PLAYER = """async function renderer({ environment, step, parent }) {
  const seen = environment.steps[step][0].observation;
  const text = document.createElement("pre"), picture = document.createElement("div");
  picture.innerHTML = seen.picture || "";
  const last = (seen.moveHistory || []).slice(-1)[0];
  const words = environment.steps[step].map((agent) => agent.action && agent.action.thoughts).filter(Boolean);
  text.textContent = [last ? "Last move: " + last : "", seen.ending || "", ...words].filter(Boolean).join("\\n\\n");
  text.style.cssText = "white-space: pre-wrap; font: 14px sans-serif";
  parent.replaceChildren(picture, text);
}
"""
