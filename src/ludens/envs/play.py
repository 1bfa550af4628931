"""One play of a game, stepped by the numbers of moves: what the environments of single games share."""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np

from ludens import library
from ludens.encoding import Encoding
from ludens.encoding.encoding import Floats, Mask
from ludens.encoding.form import Form, FormMemory
from ludens.game import Game, State
from ludens.game.match import Match
from ludens.native import WORKSPACE

Source = Game | str | os.PathLike[str] | Mapping[str, Any]

#: the form for networks of plain layers: actions without spare numbers, values of one scale, and one axis
FLAT: Final[Mapping[str, Any]] = {"compact": True, "normalised": True, "flat": True}
#: what an action that is not legal is worth
WORST = -1.0
#: what may become of a play in which somebody acts illegally
Illegal = Literal["lose", "raise"]
#: a learner's seat: a player, or another one in each play
Seat = int | Literal["random"]
#: how many plays are begun to find one in which the learner gets to move
BEGINNINGS = 100


def game_of(source: Source, options: Sequence[str] = ()) -> Game:
    """A game, or what `ludens.load` takes; the games of the library that were loaded last are cached.

    Raises LudError as `ludens.load` does, ValueError for a match, and for options of a game that is loaded already.
    """
    if isinstance(source, Game):
        if options:
            raise ValueError(f"{source.name} is loaded already: give its options to ludens.load")
        game = source
    elif isinstance(source, str) and not {"/", os.sep} & set(source) and not source.endswith(".lud"):
        game = _load(source, tuple(options))
    else:
        game = library.load(source, options)
    if isinstance(game, Match):
        raise ValueError(f"{game.name} is a match: each of its games is an environment of its own, see Game.games")
    return game


@lru_cache(maxsize=16)
def _load(source: str, options: tuple[str, ...]) -> Game:
    return library.load(source, options)


def form_of(encoding: Encoding, options: Mapping[str, Any] | None) -> Form:
    """A form, given by its options. Raises TypeError for one that there is not."""
    try:
        return Form(encoding, **(options or {}))
    except TypeError:
        names = list(Form(encoding).options())
        wrong = sorted(set(options or {}) - set(names))
        raise TypeError(f"a form has {', '.join(names)}, not {', '.join(wrong)}") from None


def number_of(action: Any) -> int:
    """An action as a number. Raises TypeError for what is no whole number."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {action!r}") from None


def raises(illegal: Illegal) -> bool:
    """Whether an illegal action is to raise. Raises ValueError for any other value."""
    if illegal not in ("lose", "raise"):
        raise ValueError(f"illegal is 'lose' or 'raise', not {illegal!r}")
    return illegal == "raise"


def checked_seat(game: Game, seat: Any) -> Seat:
    """A seat of a game. Raises ValueError for anything else."""
    players = max(game.num_players, 1)
    if seat == "random":
        return "random"
    if not isinstance(seat, int | np.integer) or not 1 <= seat <= players:
        raise ValueError(f"{game.name} has the seats 1 to {players}, and 'random', not {seat!r}")
    return int(seat)


def unmoved(game: Game, seat: int) -> ValueError:
    """The error for a learner whose plays are over before it moves."""
    return ValueError(f"player {seat} of {game.name} does not get to move before the play ends")


class Play:
    """A play of a game: who is to move, what each player sees and may do, and what it is worth to each in the end.

    Players are those who sit there: who swaps sides goes on as the other player of the rules (`State.seats`).
    Actions are numbers of moves. It can be pickled and copied, random numbers included.
    """

    def __init__(self, game: Game, max_plies: int | None = None, form: Mapping[str, Any] | None = None) -> None:
        if max_plies is not None and max_plies < 1:
            raise ValueError(f"max_plies is at least 1, not {max_plies}")
        self.game, self.max_plies = game, max_plies
        self._vector = game.vector(1, seed=0, threads=1, max_plies=max_plies, autoreset=False)
        self.encoding: Encoding = self._vector.encoding
        #: what is seen, and how actions are numbered
        self.form = form_of(self.encoding, form)
        self._rows = None if self.form.is_plain else FormMemory(self.form, 1)
        self.is_joint = game.is_simultaneous
        #: the players, from 1
        self.players = range(1, max(game.num_players, 1) + 1)
        self.terminated = self.truncated = False
        #: the player to move; where players move at once, the first of them
        self.mover = 1
        #: the players who choose now: the mover, or all that move at once; none once it is over, or before `start`
        self.active: list[int] = []
        self.abandon()

    # --- starting

    def start(self, word: int) -> None:
        """Begin anew, with random numbers from a word."""
        self._vector.reset(seed=word)
        self._note(begin=True)
        self._look(False, False)

    def begin_at(self, state: State) -> None:
        """Go on from a copy of a state. Raises ValueError for one of another game, or one that is over."""
        if state.game != self.game:
            raise ValueError(f"this is an environment of {self.game.name}, not of {state.game.name}")
        if state.is_over:
            raise ValueError(f"nothing can be played from {state!r}")
        self._vector.set_row(0, state)
        self._note(begin=True)
        self._look(False, False)

    def _note(self, *, begin: bool = False) -> None:
        """Remember the position, if the form has a history."""
        if self._rows is not None:
            self._rows.note(self._vector.states, np.zeros(1, np.int64), begin=begin)

    # --- reading

    @property
    def is_done(self) -> bool:
        """Whether nobody moves any more."""
        return self.terminated or self.truncated

    def _look(self, terminated: bool, truncated: bool) -> None:
        """Note who is to move now."""
        self.terminated, self.truncated = terminated, truncated
        if self.is_joint:
            self.active = [player for player in self.players if self._vector.mask[0, player - 1].any()]
            self.mover = self.active[0] if self.active else 1
        else:
            self.mover = min(max(int(self._vector.seat[0]), 1), len(self.players))
            self.active = [self.mover]
        if self.is_done:
            self.active = []

    @property
    def state(self) -> State:
        """A copy of the state."""
        return self._vector.row(0)

    def observation(self, player: int) -> Floats:
        """What a player sees, in an array of its own."""
        if self._rows is not None:
            return np.asarray(self._rows.seen(self._vector.states, np.array([player]))[0])
        if self.is_joint:
            return np.array(self._vector.observation[0, player - 1])
        if player == self.mover:
            return np.array(self._vector.observation[0])
        out = np.empty(self.encoding.observation_shape, np.float32)
        seen_by = self.state.seats.player(player)
        self.encoding.program.run("observe", self._vector.states[0], WORKSPACE, seen_by, out)
        return out

    def mask(self, player: int) -> Mask:
        """Which actions are legal for a player, in an array of its own; none for one who does not move."""
        own = self._mask(player)
        return np.zeros(self.form.num_actions, np.bool_) if own is None else self.form.mask(own).copy()

    def last_mask(self, player: int) -> Mask:
        """What is legal in the position for who is to move, also where the play was cut off.

        Where players move at once it is what is legal for this player.
        """
        own = np.asarray(self._vector.mask[0, player - 1] if self.is_joint else self._vector.mask[0])
        return self.form.mask(own).copy()

    def _mask(self, player: int) -> Mask | None:
        if player not in self.active:
            return None
        return np.asarray(self._vector.mask[0, player - 1] if self.is_joint else self._vector.mask[0])

    def is_legal(self, player: int, action: int) -> bool:
        """Whether a player may choose an action now."""
        mask, action = self._mask(player), self.form.stable(action)
        return mask is not None and 0 <= action < len(mask) and bool(mask[action])

    def objection(self, player: int, action: int) -> str:
        """Why an action is not legal: the state, and the actions that are."""
        state = self.state
        if player not in self.active:
            return f"player {player} does not move in {state!r}"
        return str(self.encoding.illegal(state, self.form.stable(action)))

    def reward(self, player: int) -> float:
        """What the last step was worth to a player: what its rank is once the game is over, and 0 before."""
        return float(self._vector.reward[0, player - 1])

    # --- playing

    def step(self, actions: Mapping[int, int]) -> None:
        """Play the action of each active player. Raises IllegalMove, which names the state and what is legal."""
        if self.is_joint:
            numbers = [self.form.stable(actions.get(player, 0)) for player in self.players]
            *_, terminated, truncated = self._vector.step(np.array([numbers]))
        else:
            *_, terminated, truncated = self._vector.step(np.array([self.form.stable(actions[self.mover])]))
        self._note()
        self._look(bool(terminated[0]), bool(truncated[0]))

    def abandon(self) -> None:
        """End the play here: nobody moves any more, and nobody has won."""
        self.terminated, self.active = True, []

    def random_actions(self, rng: np.random.Generator) -> dict[int, int]:
        """A random legal action of each active player."""
        drawn = np.atleast_1d(self._vector.random_actions(seed=int(rng.integers(1 << 63)))[0])
        return {player: self.form.action(int(drawn[player - 1 if self.is_joint else 0])) for player in self.active}

    # --- pickles

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("_vector", "encoding", "form", "_rows")
        fields = {name: value for name, value in vars(self).items() if name not in left_out}
        rows = None if self._rows is None else self._rows.save()
        return fields | {"saved": self._vector.save(), "form": self.form.options(), "rows": rows}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        saved, rows = fields.pop("saved"), fields.pop("rows")
        Play.__init__(self, fields["game"], fields["max_plies"], fields.pop("form"))
        if self._rows is not None:
            self._rows.restore(rows)
        self._vector.restore(saved)
        vars(self).update(fields)
