"""Games as multi-agent environments of RLlib, with masks as its action-masking modules read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludens.envs import extra
from ludens.envs.play import FLAT, WORST, Play, Source, game_of, number_of

with extra("rllib"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from ray.rllib.env.multi_agent_env import MultiAgentEnv

    from ludens.envs.display import observation_space

__all__ = ["MultiAgentEnvironment", "env_creator"]


def env_creator(config: Mapping[str, Any]) -> MultiAgentEnvironment:
    """What `ray.tune.register_env` takes: the game is `config["game"]`, the rest are options."""
    options = dict(config)
    return MultiAgentEnvironment(options.pop("game"), **options)


class MultiAgentEnvironment(MultiAgentEnv):
    """A game in which every seat is an agent, `player_1` and so on; only those who are to move observe and act.

    An observation has `observations`, what the seat sees, and `action_mask`, 1 for what it may do, as RLlib's
    `ActionMaskingTorchRLModule` reads them. `form` is that of `ludens.encoding.Form`: flat, normalised and compact
    unless another is given. `max_plies` truncates. Who acts illegally has the reward -1, and the play ends; `infos` say
    what was legal.
    """

    def __init__(
        self,
        game: Source,
        *,
        options: Sequence[str] = (),
        max_plies: int | None = None,
        form: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.game = game_of(game, options)
        self._play = Play(self.game, max_plies, FLAT if form is None else form)
        self._seats = {f"player_{seat}": seat for seat in self._play.players}
        self.possible_agents = list(self._seats)
        self.agents = list(self._seats)
        count = self._play.form.num_actions
        mask = spaces.Box(0.0, 1.0, (count,), np.float32)
        own = spaces.Dict({"observations": observation_space(self._play.form), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, own)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(count))
        self._rng: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self._play.start(int(self._rng.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        return self._observations(self._play.active), {}

    def _observations(self, seats: Sequence[int]) -> dict[str, Any]:
        play = self._play
        return {
            self.possible_agents[seat - 1]: {
                "observations": play.observation(seat), "action_mask": play.mask(seat).astype(np.float32),
            }
            for seat in seats
        }  # fmt: skip

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        play = self._play
        actions = {seat: number_of(action_dict[self.possible_agents[seat - 1]]) for seat in play.active}
        wrong = {seat: play.objection(seat, n) for seat, n in actions.items() if not play.is_legal(seat, n)}
        infos: dict[str, Any] = {}
        if wrong:
            play.abandon()
            rewards = {agent: WORST if seat in wrong else 0.0 for agent, seat in self._seats.items()}
        else:
            play.step(actions)
            rewards = {agent: play.reward(seat) for agent, seat in self._seats.items()}
        over = play.is_done
        seen = self._observations(list(play.players) if over else play.active)  # the last one is for values
        if not over:
            rewards = {agent: reward for agent, reward in rewards.items() if agent in seen or reward}
        infos |= {self.possible_agents[seat - 1]: {"illegal": text} for seat, text in wrong.items()}
        terminated = dict.fromkeys(self.possible_agents if over else (), play.terminated)
        truncated = dict.fromkeys(self.possible_agents if over else (), play.truncated)
        if over:
            self.agents = []
        return (
            seen, rewards, terminated | {"__all__": play.terminated}, truncated | {"__all__": play.truncated}, infos,
        )  # fmt: skip

    def get_observation_space(self, agent_id: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent_id]

    def get_action_space(self, agent_id: str) -> spaces.Space[Any]:
        return self.action_spaces[agent_id]
