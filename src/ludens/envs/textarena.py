"""Games as environments of TextArena: any description, for any number of players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ludens.envs import extra
from ludens.envs.play import WORST, Source, game_of
from ludens.suite.move_reader import Unread
from ludens.suite.prompts import Prompts, tells_all

with extra("textarena"):
    import textarena as ta

    from ludens.envs.text import TextTable

__all__ = ["Environment", "make"]


def make(game: Source, **options: Any) -> Environment:
    """An environment of a game; the options are those of `Environment`."""
    return Environment(game, **options)


class Environment(ta.Env):
    """A game as TextArena plays it: players are numbered from 0, and write their moves in square brackets.

    Each player gets the rules once, and in each turn the position and the moves so far. An answer without a legal move
    may be given again, `allowance` times in a turn, with the reason; after that it loses. Rewards are what final ranks
    are worth.
    """

    def __init__(
        self,
        game: Source,
        *,
        options: Sequence[str] = (),
        max_plies: int | None = None,
        prompts: Prompts | None = None,
        allowance: int = 1,
    ) -> None:
        self.game = game_of(game, options)
        self.table = TextTable(self.game, prompts or Prompts(), max_plies)
        self.allowance, self._errors = allowance, 0

    def reset(self, num_players: int, seed: int | None = None) -> None:
        players = self.game.num_players
        if num_players != players:
            raise ValueError(f"{self.game.name} has {players} players, not {num_players}")
        self.table.begin(self.game.start(seed=random.randrange(1 << 62) if seed is None else seed))
        self.state = ta.State(num_players=players, seed=seed)
        roles = {number: f"Player {number + 1}" for number in range(players)}
        self.state.standard_resets({}, lambda player_id, game_state: self.table.system(), roles)
        self._ask()

    def _ask(self) -> None:
        """Send the player to move the position."""
        self._errors = 0
        self.state.current_player_id = self.table.player - 1
        self._tell(self.table.turn(), ta.ObservationType.GAME_BOARD)

    def _tell(self, message: str, kind: Any, to: int | None = None) -> None:
        number = self.state.current_player_id if to is None else to
        self.state.add_observation(message=message, observation_type=kind, to_id=number)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        state, player = self.state, self.state.current_player_id
        try:
            moves = self.table.act(action)
        except Unread as error:
            return self._refuse(player, error)
        state.game_info[player]["turn_count"] += 1
        if tells_all(self.game):
            news = f"Player {player + 1} plays {', '.join(moves)}."
            self._tell(news, ta.ObservationType.GAME_ACTION_DESCRIPTION, -1)
        if self.table.is_over or self.table.is_cut_off:
            reason = "the rules have ended the game" if self.table.is_over else "the game was cut off"
            self._end(dict(enumerate(self.table.rewards())), reason)
        else:
            self._ask()
        done, info = state.step()
        return done, info

    def _refuse(self, player: int, error: Unread) -> tuple[bool, dict[str, Any]]:
        self._errors += 1
        if self._errors <= self.allowance:
            self._tell(f"That is no legal move: {error}. Answer once more.", ta.ObservationType.GAME_ADMIN)
            return False, {"reason": error.reason}
        others = -WORST if self.game.num_players == 2 else 0.0
        self.state.game_info[player]["invalid_move"] = True
        self._end({n: WORST if n == player else others for n in range(self.game.num_players)}, f"{error}")
        return True, {"reason": error.reason}

    def _end(self, rewards: dict[int, float], reason: str) -> None:
        self.state.rewards, self.state.done = rewards, True
        for info in self.state.game_info.values():
            info["reason"] = reason
