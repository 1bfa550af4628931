"""Games as environments of PettingZoo: every seat is an agent.

`env` gives the form in which agents act one after the other (AEC), `raw_env` the same without PettingZoo's usual
wrappers, `parallel_env` the one in which all act in every step. They take a game as for `ludens.load`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludens.encoding import Encoding
from ludens.encoding.encoding import Floats
from ludens.envs import extra
from ludens.envs.play import WORST, Illegal, Play, Source, game_of, number_of, raises
from ludens.game import IllegalMove, State

with extra("pettingzoo"):
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

    from ludens.envs.display import RENDER_FPS, RENDER_MODES, Pixels, check_mode, observation_space, shown

__all__ = ["ParallelEnvironment", "TurnEnvironment", "env", "parallel_env", "raw_env"]

Observation = dict[str, Any]
Info = dict[str, Any]


def env(game: Source, **options: Any) -> wrappers.OrderEnforcingWrapper[str, Observation, Any]:
    """`raw_env` in PettingZoo's usual wrappers: who acts illegally loses with -1, and the others get nothing."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=WORST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: Source, **options: Any) -> TurnEnvironment:
    """Agents act one after the other; the options are those of `TurnEnvironment`."""
    return TurnEnvironment(game, **options)


def parallel_env(game: Source, **options: Any) -> ParallelEnvironment:
    """All agents act in every step; the options are those of `ParallelEnvironment`."""
    return ParallelEnvironment(game, **options)


class _SeatedEnvironment:
    """What both forms share: the agents, their spaces, the play, and how it is shown.

    An agent is called after its seat: `player_1`. It observes the planes of the game's encoding as its seat sees them,
    and a mask with 1 for what it may do now, which is nothing when others are to move. `form` has the options of
    `ludens.encoding.Form`, as in `{"compact": True}`.
    """

    def __init__(
        self,
        game: Source,
        *,
        options: Sequence[str] = (),
        max_plies: int | None = None,
        render_mode: str | None = None,
        form: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game_of(game, options)
        self.render_mode = check_mode(render_mode)
        self._play = Play(self.game, max_plies, form)
        self._seats = {f"player_{seat}": seat for seat in self._play.players}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.metadata = {
            "name": f"{_plain(self.game.name)}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": True,
        }
        planes, count = observation_space(self._play.form), self._play.form.num_actions
        mask = spaces.Box(0, 1, (count,), np.int8)
        own: dict[str, spaces.Space[Any]] = {"observation": planes, "action_mask": mask}
        self._observation_spaces = {agent: spaces.Dict(own) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        low, high = (np.concatenate([bound] * len(self._seats)) for bound in (planes.low, planes.high))
        self.state_space = spaces.Box(low, high, dtype=np.float32)
        self._rng: np.random.Generator | None = None

    @property
    def encoding(self) -> Encoding:
        """What observations and actions mean."""
        return self._play.encoding

    @property
    def game_state(self) -> State:
        """A copy of the state that the environment is in."""
        return self._play.state

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self._action_spaces[agent]

    def state(self) -> Floats:
        """What all players see, one behind the other: for learning with a common critic."""
        return np.concatenate([self._play.observation(seat) for seat in self._play.players])

    def render(self) -> str | Pixels | None:
        """The position, with all that is on it, in the environment's `render_mode`."""
        return shown(self._play.state, self.render_mode)

    def _show(self) -> None:
        """Show the position to people without a call of `render`."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is left open."""

    # --- the play

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new play: from `"state"` or `"rng_state"` where the options have one, else at random."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        settings = options or {}
        start = self.game.start(rng_state=settings["rng_state"]) if "rng_state" in settings else settings.get("state")
        if start is None:
            self._play.start(int(self._rng.integers(1 << 63)))
        else:
            self._play.begin_at(start)
        self.agents = list(self.possible_agents)

    def _observation(self, agent: str, *, may_act: bool = True) -> Observation:
        seat = self._seats[agent]
        mask = self._play.mask(seat) if may_act else np.zeros(self._play.form.num_actions, np.bool_)
        return {"observation": self._play.observation(seat), "action_mask": mask.view(np.int8)}

    def _name(self, seat: int) -> str:
        return self.possible_agents[seat - 1]

    def _rewards(self) -> dict[str, float]:
        return {agent: self._play.reward(seat) for agent, seat in self._seats.items()}


class TurnEnvironment(_SeatedEnvironment, AECEnv[str, Observation, Any]):
    """A game in which agents act one after the other.

    The rewards, in the last step, are what final ranks are worth: 1 for the first and -1 for the last. Players who move
    at once choose in turn, and none sees what the others chose. `options` choose those of the game, `max_plies`
    truncates, `render_mode` is `"human"`, `"ansi"`, `"svg"` or `"rgb_array"`. An action that is not legal raises
    IllegalMove, which names the state and what is legal, and changes nothing; in `env` it loses.

    `reset(options=...)` knows `"state"` and `"rng_state"`, from which the play begins.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: Info() for agent in self.agents}
        vars(self).pop("_skip_agent_selection", None)  # PettingZoo keeps it of a play that was left
        self._await()
        self._show()

    def _await(self) -> None:
        """Wait for the actions of those who choose now, from the first on."""
        self._choices: dict[int, int] = {}
        self.agent_selection = self._name(self._play.mover)

    def observe(self, agent: str) -> Observation:
        return self._observation(agent, may_act=agent == self.agent_selection)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, number = self._seats[agent], number_of(action)
        if not self._play.is_legal(seat, number):
            raise IllegalMove(self._play.objection(seat, number))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._choices[seat] = number
        waiting = [other for other in self._play.active if other not in self._choices]
        if waiting:
            self.agent_selection = self._name(waiting[0])
        else:
            self._move(seat)
        self._accumulate_rewards()

    def _move(self, last: int) -> None:
        """Make the moves that were chosen."""
        self._play.step(self._choices)
        self.rewards = self._rewards()
        self.terminations = dict.fromkeys(self.agents, self._play.terminated)
        self.truncations = dict.fromkeys(self.agents, self._play.truncated)
        self._await()
        if self._play.is_done:
            self.agent_selection = self._name(last % len(self.agents) + 1)
        self._show()


class ParallelEnvironment(_SeatedEnvironment, ParallelEnv[str, Observation, Any]):
    """A game in which all agents act in every step.

    Where players move at once, each step takes an action of each of them. Elsewhere it is one ply: the masks of all but
    the mover are empty, and what these agents do is ignored, or left out. Rewards, options and `reset` are those of
    `TurnEnvironment`. An action that is not legal ends the play: who made it has the reward -1, and `infos` has the
    state and what was legal as `"illegal"`; with `illegal="raise"` it raises IllegalMove and changes nothing.
    """

    def __init__(self, game: Source, *, illegal: Illegal = "lose", **options: Any) -> None:
        super().__init__(game, **options)
        self._raises = raises(illegal)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        self._begin(seed, options)
        self._show()
        return self._observations(), {agent: Info() for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        play, infos = self._play, {agent: Info() for agent in self.agents}
        choices = {seat: self._action_of(actions, seat) for seat in play.active}
        wrong = {seat: play.objection(seat, n) for seat, n in choices.items() if not play.is_legal(seat, n)}
        if wrong:
            if self._raises:
                raise IllegalMove("; ".join(wrong.values()))
            for seat, objection in wrong.items():
                infos[self._name(seat)]["illegal"] = objection
            play.abandon()
        else:
            play.step(choices)
        rewards = {agent: WORST if seat in wrong else play.reward(seat) for agent, seat in self._seats.items()}
        terminations = dict.fromkeys(self.agents, play.terminated)
        truncations = dict.fromkeys(self.agents, play.truncated)
        observations = self._observations()
        if play.is_done:
            self.agents = []
        self._show()
        return observations, rewards, terminations, truncations, infos

    def _action_of(self, actions: dict[str, Any], seat: int) -> int:
        """The action of an agent that is to move. Raises KeyError if it is left out."""
        agent = self._name(seat)
        if actions.get(agent) is None:
            raise KeyError(f"an action of {agent} is needed, who moves in {self.game_state!r}")
        return number_of(actions[agent])


def _plain(name: str) -> str:
    """A game's name in small letters, words joined."""
    return "_".join("".join(c if c.isalnum() else " " for c in name.lower().replace("'", "")).split())
