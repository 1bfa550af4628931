"""A game of Ludo between four players, turn by turn."""

from __future__ import annotations

import logging
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.founding.ludo.compiled import FACES, LudoTurn, compiled_ludo
from ludens.founding.ludo.players import LudoPlayer
from ludens.founding.ludo.positions import GOAL, HOME, NUM_PLAYERS, NUM_TOKENS, Positions, seen_from
from ludens.founding.ludo.state import LudoState, next_states
from ludens.game import State

log = logging.getLogger(__name__)


class LudoGame:
    """A game between four players; player 0 begins.

    `state` is where it begins, as player 0 sees it: by default all tokens are at home. With `info` each turn is written
    to standard output. The dice are the compiled game's, seeded by `seed`, or by Python's `random` where that is not
    given, so that `random.seed` decides a whole game; or `dice` gives the rolls, one a turn.
    """

    def __init__(
        self,
        players: Sequence[LudoPlayer],
        state: npt.ArrayLike | None = None,
        info: bool = False,
        *,
        seed: int | None = None,
        dice: Iterable[int] | None = None,
    ) -> None:
        if len(players) != NUM_PLAYERS:
            raise ValueError(f"Ludo has {NUM_PLAYERS} players, not {len(players)}")
        for player in players:
            if not callable(getattr(player, "play", None)):
                raise TypeError(f"{player!r} is no player: it has no method play(state, dice_roll, next_states)")
        self.players, self.info = list(players), info
        self._dice: Iterator[int] | None = None if dice is None else iter(dice)
        word = random.getrandbits(64) if seed is None else seed
        self._block = (
            compiled_ludo().start(word) if state is None else compiled_ludo().block(LudoState(state).state, seed=word)
        )
        self._positions = compiled_ludo().positions(self._block[None])[0]
        self._over = bool(compiled_ludo().fields(self._block)["over"])
        #: the latest roll, 0 before the first turn
        self.dice_roll = 0
        self._latest: tuple[LudoTurn, int, Positions] | None = None
        #: how often each player named a token that it could not move
        self.forfeits = [0] * NUM_PLAYERS

    # --- what there is to see

    @property
    def state(self) -> LudoState:
        """The tokens' positions, as player 0 sees them."""
        return LudoState(self._positions)

    @property
    def current_player(self) -> int:
        """Whose turn it is; whose the last turn was once the game is over."""
        return int(compiled_ludo().fields(self._block)["mover"]) - 1

    @property
    def is_over(self) -> bool:
        return self._over

    @property
    def news(self) -> str:
        """What happened in the latest turn, in words; positions are as player 0 sees them."""
        return "" if self._latest is None else _describe(*self._latest)

    @property
    def board(self) -> State:
        """The state of the compiled game, a copy of it, for drawing or searching."""
        return compiled_ludo().shown(self._block)

    def get_winner(self) -> int:
        """The winner; -1 as long as there is none, and where the compiled game gave up after 5000 turns."""
        return max(int(compiled_ludo().fields(self._block)["winner"]), 0) - 1 if self.is_over else -1

    # --- playing

    def play_full_game(self) -> int:
        """Play to the end; gives the winner."""
        while not self.is_over:
            self.step()
        return self.get_winner()

    def step(self) -> None:
        """Play a turn: roll, ask the player, move; a player who cannot move is skipped. Nothing once the game is over.

        A player who names a token that cannot be moved moves the first that can be. Raises TypeError for an answer that
        is no index, ValueError where `dice` gives no roll from 1 to 6.
        """
        if self.is_over:
            return
        turn = compiled_ludo().turn(self._block, self._given_roll())
        self.dice_roll = turn.roll
        token = self._choose(turn) if turn.choices else -1
        number = turn.choices.get(token, 0)
        self._latest = turn, token, self._positions
        self._block, self._over = turn.blocks[number], bool(turn.is_over[number])
        if turn.choices:
            self._positions = turn.positions[number]
        if self.info:
            sys.stdout.write(self.news + "\n")

    def _given_roll(self) -> int | None:
        if self._dice is None:
            return None
        roll = next(self._dice, None)
        if roll is None:
            raise ValueError("the given dice are used up, and the game is not over")
        if roll not in range(1, FACES + 1):
            raise ValueError(f"the given dice show {roll!r}; a roll is 1 to {FACES}")
        return int(roll)

    def _choose(self, turn: LudoTurn) -> int:
        """The token that the player moves."""
        player = self.players[turn.player]
        seen = seen_from(self._positions, turn.player).view(LudoState)
        answer = player.play(seen, turn.roll, next_states(turn))
        token = _index(answer)
        if token is None:
            who = f"player {turn.player} ({type(player).__name__})"
            raise TypeError(f"{who} has to name a token by an index from 0 to {NUM_TOKENS - 1}, not by {answer!r}")
        if token in turn.choices:
            return token
        first = min(turn.choices)
        self.forfeits[turn.player] += 1
        log.warning("player %d cannot move token %r; its token %d moves instead", turn.player, token, first)
        return first


def _index(answer: Any) -> int | None:
    """An answer as an index; arrays of one number, as `np.argwhere` gives them, count. None for everything else."""
    number = np.asarray(answer)
    return int(number.reshape(())) if number.size == 1 and number.dtype.kind in "iu" else None


def _describe(turn: LudoTurn, token: int, before: Positions) -> str:
    """A turn in words."""
    text = f"player {turn.player} rolls {turn.roll}"
    if token < 0:
        return f"{text} and cannot move"
    after, names = turn.positions[turn.choices[token]], {HOME: "home", GOAL: "the goal"}
    old, new = (int(x[turn.player, token]) for x in (before, after))
    text += f" and moves token {token} from {names.get(old, old)} to {names.get(new, new)}"
    sent = np.argwhere((before != HOME) & (after == HOME)).tolist()
    losses = [f"token {k} of player {p}" for p, k in sent if p != turn.player]
    return text + (f", sending {' and '.join(losses)} home" if losses else "")
