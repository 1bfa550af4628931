"""Games in words: prompts for language models and their answers, as environments of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens.envs import extra
from ludens.envs.episode import against
from ludens.envs.play import Source, game_of
from ludens.suite.prompts import Prompts

with extra("gym"):
    import gymnasium as gym
    from gymnasium import spaces

__all__ = ["TextEnvironment", "make"]

#: the longest texts, and the characters that they may have
LONGEST_OBSERVATION, LONGEST_ACTION = 200_000, 20_000
CHARACTERS = frozenset("\n\t") | frozenset(map(chr, range(32, 0x3000)))


def make(game: Source, **options: Any) -> TextEnvironment:
    """An environment of a game in words; the options are those of `TextEnvironment`."""
    return TextEnvironment(game, **options)


class TextEnvironment(gym.Env[str, str]):
    """One seat of a game in words, against an agent in the others.

    An observation is the seat's prompt in its turn; `info["system"]` has the rules and how to answer, the same for
    the whole play. An action is an answer, from which the move is read as `ludens.suite.read_turn` does; one that says
    no legal move ends the play with the reward -1, and `info` has the `reason` and the `trouble`. `prompts` are those
    of `ludens.suite`, `opponent` is the name of an agent.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Source,
        *,
        opponent: str = "random",
        seat: int = 1,
        options: Sequence[str] = (),
        max_plies: int | None = None,
        prompts: Prompts | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.episode = against(game_of(game, options), seat, opponent, prompts, max_plies)
        self.seat, self.render_mode = seat, render_mode
        self.observation_space = spaces.Text(LONGEST_OBSERVATION, min_length=0, charset=CHARACTERS)
        self.action_space = spaces.Text(LONGEST_ACTION, min_length=0, charset=CHARACTERS)
        self._is_done = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        super().reset(seed=seed)
        self.episode.begin(int(self.np_random.integers(1 << 62)))
        self._is_done = False
        return self._seen(), {"system": self.episode.system()}

    def _seen(self) -> str:
        return "" if self.episode.is_over else self.episode.turn()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        if self._is_done:
            raise gym.error.ResetNeeded(f"the play of {episode.game.name} is over, or has not begun: call reset")
        reply = episode.answer(action)
        self._is_done = episode.is_done
        info = {"moves": [*reply.moves]} if reply.is_legal else {"reason": reply.reason, "trouble": reply.trouble}
        return self._seen(), episode.rewards()[self.seat - 1], episode.is_over, episode.is_cut_off, info

    def render(self) -> str | None:
        return str(self.episode.state) if self.render_mode == "ansi" else None
