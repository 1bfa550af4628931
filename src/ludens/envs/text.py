"""Games in words: prompts for language models and their answers, as environments of Gymnasium.

`TextTable` is the game in words for all its players, which other arenas of language models stand on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludens import agents
from ludens.arena.match import PLY_LIMIT
from ludens.envs import extra
from ludens.envs.play import WORST, Source, game_of
from ludens.game import Game, State
from ludens.rules.state.players import told_utility
from ludens.suite.move_reader import Unread, read_turn
from ludens.suite.prompts import Prompts, move_text, tells_all

with extra("gym"):
    import gymnasium as gym
    from gymnasium import spaces

__all__ = ["TextEnvironment", "TextTable", "make"]

#: the longest texts, and the characters that they may have
LONGEST_OBSERVATION, LONGEST_ACTION = 200_000, 20_000
CHARACTERS = frozenset("\n\t") | frozenset(map(chr, range(32, 0x3000)))


def make(game: Source, **options: Any) -> TextEnvironment:
    """An environment of a game in words; the options are those of `TextEnvironment`."""
    return TextEnvironment(game, **options)


class TextTable:
    """A play of a game in words: the prompts of each player, and the moves that answers contain."""

    def __init__(self, game: Game, prompts: Prompts, max_plies: int | None = None) -> None:
        if game.is_simultaneous or game.num_players < 1 or len(game.games) > 1:
            raise ValueError(f"{game.name} is no game of players who move in turn")
        self.game, self.prompts, self.max_plies = game, prompts, max_plies or PLY_LIMIT
        self.begin(game.start(seed=0))

    def begin(self, state: State) -> None:
        """A new play."""
        self.state, self.history = state, list[str]()

    @property
    def player(self) -> int:
        """Who is to move."""
        return self.state.mover

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def is_cut_off(self) -> bool:
        """Whether it has lasted as long as it may."""
        return not self.is_over and len(self.history) >= self.max_plies

    def system(self) -> str:
        """What stays the same for the play: the rules, and how to answer."""
        return self.prompts.system(self.state)

    def turn(self) -> str:
        """The prompt of the player to move: the position as that player sees it, and the moves before it."""
        return self.prompts.turn(self.state, self.history if tells_all(self.game) else ())

    def act(self, answer: str) -> list[str]:
        """Make the moves of an answer: one, or a whole turn; returns their names. Raises Unread."""
        names = list[str]()
        for move in read_turn(self.state, answer):
            names.append(move_text(self.state, move))
            self.state.play(move)
        self.history += names
        return names

    def rewards(self) -> list[float]:
        """What the play is worth to each player: 1 for the first place, -1 for the last, 0 while it goes on."""
        if not self.is_over:
            return [0.0] * self.game.num_players
        return [told_utility(rank, self.game.num_players) for rank in self.state.ranking]


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
        self.game = game_of(game, options)
        agents.check(opponent, self.game)
        if not 1 <= seat <= self.game.num_players:
            raise ValueError(f"{self.game.name} has the seats 1 to {self.game.num_players}, not {seat}")
        self.table = TextTable(self.game, prompts or Prompts(), max_plies)
        self.seat, self.render_mode, self._opponent = seat, render_mode, opponent
        self.observation_space = spaces.Text(LONGEST_OBSERVATION, min_length=0, charset=CHARACTERS)
        self.action_space = spaces.Text(LONGEST_ACTION, min_length=0, charset=CHARACTERS)
        self._is_done = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.begin(self.game.start(seed=int(self.np_random.integers(1 << 63))))
        self._agent = agents.make(self._opponent, self.game, seed=int(self.np_random.integers(1 << 63)))
        self._is_done = False
        self._let_play()
        return self._seen(), {"system": self.table.system()}

    def _let_play(self) -> None:
        table = self.table
        while not (table.is_over or table.is_cut_off) and table.player != self.seat:
            move = self._agent.choose(table.state)
            table.history.append(move_text(table.state, move))
            table.state.play(move)

    def _seen(self) -> str:
        return "" if self.table.is_over else self.table.turn()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        if self._is_done:
            raise gym.error.ResetNeeded(f"the play of {self.game.name} is over, or has not begun: call reset")
        try:
            moves = self.table.act(action)
        except Unread as error:
            self._is_done = True
            return self._seen(), WORST, True, False, {"reason": error.reason, "trouble": str(error)}
        self._let_play()
        self._is_done = self.table.is_over or self.table.is_cut_off
        reward = float(np.float32(self.table.rewards()[self.seat - 1]))
        return self._seen(), reward, self.table.is_over, self.table.is_cut_off, {"moves": moves}

    def render(self) -> str | None:
        return str(self.table.state) if self.render_mode == "ansi" else None
