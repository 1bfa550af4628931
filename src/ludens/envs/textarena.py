"""Games as environments of TextArena: any description, for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens.envs import extra
from ludens.envs.episode import Episode, Reply
from ludens.envs.play import Source, game_of
from ludens.suite.prompts import Prompts

with extra("textarena"):
    import textarena as ta

__all__ = ["Environment", "make"]


def make(game: Source, **options: Any) -> Environment:
    """An environment of a game; the options are those of `Environment`."""
    return Environment(game, **options)


class Environment(ta.Env):
    """A game as TextArena plays it: players are numbered from 0, and write their moves in square brackets.

    Each player gets the rules once, and in each turn the position and the moves so far. An answer without a legal move
    may be given again, `allowance` times in a turn, with the reason; after that it loses. Rewards are what final ranks
    are worth. Where players move at once they are asked one after the other, and see no move before all have chosen.
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
        self.episode = Episode(self.game, prompts, max_plies=max_plies, tries=allowance + 1)

    def reset(self, num_players: int, seed: int | None = None) -> None:
        players = self.game.num_players
        if num_players != players:
            raise ValueError(f"{self.game.name} has {players} players, not {num_players}")
        self.episode.begin(seed)
        self.state = ta.State(num_players=players, seed=seed)
        roles = {number: f"Player {number + 1}" for number in range(players)}
        self.state.standard_resets({}, lambda player_id, game_state: self.episode.system(), roles)
        self._ask()

    def _ask(self) -> None:
        """Send the player to move the position."""
        if self.episode.is_done:
            self._end()
            return
        self.state.current_player_id = self.episode.awaited[0] - 1
        self._tell(self.episode.turn(), ta.ObservationType.GAME_BOARD)

    def _tell(self, message: str, kind: Any, to: int | None = None) -> None:
        number = self.state.current_player_id if to is None else to
        self.state.add_observation(message=message, observation_type=kind, to_id=number)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        state, player, before = self.state, self.state.current_player_id, len(self.episode.history)
        reply = self.episode.answer(action)
        if not reply.is_legal:
            return self._refuse(player, reply)
        state.game_info[player]["turn_count"] += 1
        made = self.episode.history[before:]
        if self.episode.tells_all and made:
            news = f"Player {player + 1} plays {', '.join(reply.moves)}."
            news = f"All play {', '.join(made)}." if tuple(made) != reply.moves else news
            self._tell(news, ta.ObservationType.GAME_ACTION_DESCRIPTION, -1)
        self._ask()
        done, info = state.step()
        return done, info

    def _refuse(self, player: int, reply: Reply) -> tuple[bool, dict[str, Any]]:
        if reply.again:
            self._tell(reply.message, ta.ObservationType.GAME_ADMIN)
        else:
            self.state.game_info[player]["invalid_move"] = True
            self._end()
        return not reply.again, {"reason": reply.reason}

    def _end(self) -> None:
        self.state.rewards, self.state.done = dict(enumerate(self.episode.rewards())), True
        for info in self.state.game_info.values():
            info["reason"] = self.episode.ending
