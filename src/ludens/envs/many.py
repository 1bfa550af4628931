"""Many plays of a game as one environment of Gymnasium, stepped together in native code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding import Encoding, Vector
from ludens.encoding.encoding import Floats, Mask
from ludens.encoding.form import FormMemory
from ludens.envs import extra
from ludens.envs.display import RENDER_FPS, RENDER_MODES, Pixels, check_mode, observation_space, shown
from ludens.envs.opponents import Opponent, Opponents, Rows, legal
from ludens.envs.play import (
    BEGINNINGS,
    FLAT,
    WORST,
    Illegal,
    Seat,
    Source,
    checked_seat,
    form_of,
    game_of,
    raises,
    unmoved,
)
from ludens.game import IllegalMove
from ludens.native import WORKSPACE

with extra("gym"):
    import gymnasium as gym
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Rewards = npt.NDArray[np.float64]
Step = tuple[Floats, Rewards, Mask, Mask, dict[str, Any]]


class VectorEnvironment(VectorEnv[Floats, npt.ArrayLike, Any]):
    """Plays of a game, a row each, in which one seat learns against opponents in all others.

    Observations, actions, rewards and `info` are those of `Environment` with an axis for the rows before them, and so
    are the options, but for these. A function as opponent receives the observations and masks of all rows in which its
    seat is to move, and gives an action for each. Without an opponent (`None`) a step is one ply of each row, by
    whoever is to move there: `info["seat"]` is that seat, and the reward is that of the seat that has just moved;
    `info["rewards"]` has those of all players.

    `autoreset` is what becomes of a row whose play is over, as Gymnasium calls it: `"NextStep"` begins anew in the next
    step, in which its action is ignored and its reward 0; `"SameStep"` in the same step, and what was seen last is in
    `info["final_obs"]` and `info["final_info"]`; after `"Disabled"` `reset(options={"reset_mask": rows})` does it.

    Where plays are over, `info["final_mask"]` has what was legal in their last positions, which is nothing unless they
    were cut off; with `"SameStep"` it is in `info["final_info"]`.

    What the rows draw at random depends on the seed and their numbers, not on `threads`, the most that are used. With
    `copy=False` observations may be the same array each time, written anew.
    """

    def __init__(
        self,
        game: Source,
        num_envs: int = 1,
        *,
        opponent: Opponent | Mapping[int, Opponent] | None = "random",
        seat: Seat = 1,
        options: Sequence[str] = (),
        max_plies: int | None = None,
        illegal: Illegal = "lose",
        autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        form: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game_of(game, options)
        self.num_envs, self.copy = num_envs, copy
        if num_envs < 1:
            raise ValueError(f"there are at least 1 rows, not {num_envs}")
        self.render_mode, self._raises = check_mode(render_mode), raises(illegal)
        self._mode = AutoresetMode(autoreset)
        self.metadata = {"autoreset_mode": self._mode, "render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}
        self._wanted_seat = checked_seat(self.game, seat)
        self._is_joint = self.game.is_simultaneous
        if opponent is None and self._is_joint:
            raise ValueError(f"in {self.game.name} all players move at once: an opponent is needed, or `game.vector`")
        self._opponents = None if opponent is None else Opponents(self.game, opponent)
        self._vector = self.game.vector(num_envs, seed=0, threads=threads, max_plies=max_plies, autoreset=False)
        #: what observations and actions are made of
        self.form = form_of(self.encoding, form)
        self._memory = None if self.form.is_plain else FormMemory(self.form, num_envs)
        self.single_observation_space = observation_space(self.form)
        self.single_action_space = spaces.Discrete(self.form.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._seats = np.ones(num_envs, np.int64)
        self._rewards, self._everyones = np.zeros(num_envs), np.zeros_like(self._vector.reward)
        self._terminated, self._truncated = np.ones(num_envs, np.bool_), np.zeros(num_envs, np.bool_)
        self._is_begun = False
        self._actions = np.zeros_like(self._vector.random_actions(seed=0))

    @property
    def encoding(self) -> Encoding:
        """What observations and actions mean."""
        return self._vector.encoding

    @property
    def vector(self) -> Vector:
        """The plays, for reading: `vector.row(i)` is a copy of a state."""
        return self._vector

    @property
    def _done(self) -> Mask:
        """The rows whose plays are over."""
        return self._terminated | self._truncated

    @property
    def _movers(self) -> Rows:
        """Who is to move in each row."""
        return np.clip(self._vector.seat, 1, max(self.game.num_players, 1)).astype(np.int64)

    # --- beginning

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a play in each row, or in those of the `"reset_mask"` of the options.

        Raises ValueError where the learner's seat does not get to move.
        """
        super().reset(seed=seed)
        rows = (options or {}).get("reset_mask")
        if rows is None:
            self._vector.reset(seed=int(self.np_random.integers(1 << 63)))
            rows = np.ones(self.num_envs, np.bool_)
        rows = self._checked_rows(rows)
        if self._opponents is not None:
            self._opponents.begin(self.np_random)
        self._begin(rows)
        self._everyones[rows], self._is_begun = 0.0, True
        return self._observations(), self._info()

    def _checked_rows(self, mask: Any) -> Mask:
        rows = np.asarray(mask)
        if rows.shape != (self.num_envs,) or rows.dtype != np.bool_:
            own = f"{np.dtype(np.bool_)} of shape {(self.num_envs,)}"
            raise ValueError(f"reset_mask is {rows.dtype} of shape {rows.shape}, not {own}")
        return rows

    def _begin(self, rows: Mask) -> None:
        """New plays in some rows, up to where the learner is to move."""
        unbegun = rows.copy()
        for _ in range(BEGINNINGS):
            self._vector.reset_rows(unbegun)
            self._note(unbegun, begin=True)
            self._terminated[unbegun] = self._truncated[unbegun] = False
            self._take_seats(unbegun)
            self._let_play()
            unbegun &= self._done
            if not unbegun.any():
                self._rewards[rows] = 0.0
                return
        raise unmoved(self.game, int(self._seats[unbegun][0]))

    def _take_seats(self, rows: Mask) -> None:
        """The learner's seats in new plays."""
        if self._opponents is None:
            self._seats[rows] = self._movers[rows]
        elif self._wanted_seat == "random":
            self._seats[rows] = self.np_random.integers(1, max(self.game.num_players, 1) + 1, int(rows.sum()))
        else:
            self._seats[rows] = self._wanted_seat

    # --- playing

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action in each row, and let the opponents play.

        Raises ValueError for actions of another shape, TypeError for what are no whole numbers, IllegalMove for numbers
        that no action has (and, with `illegal="raise"`, for what is not legal), which names the row, the state and what
        is legal: nothing is played then. Raises gymnasium.error.ResetNeeded for rows that are over and not reset.
        """
        resting = self._done
        if resting.any() and (self._mode is AutoresetMode.DISABLED or not self._is_begun):
            rows = np.flatnonzero(resting).tolist()
            raise gym.error.ResetNeeded(f"the plays in the rows {rows} are over, or have not begun: reset them")
        numbers = self._stable(self._checked(actions))
        illegal = self._refuse(numbers, ~resting)
        objections = {row: str(self._objection(row, int(numbers[row]))) for row in np.flatnonzero(illegal).tolist()}
        self._rewards[:] = 0.0
        if resting.any():
            self._begin(resting)
        self._move(numbers, ~(resting | illegal))
        self._let_play()
        self._everyones[...] = self._vector.reward
        self._rewards[illegal], self._terminated[illegal] = WORST, True
        self._everyones[illegal, self._seats[illegal] - 1] = WORST
        if self._mode is AutoresetMode.SAME_STEP and self._done.any():
            return self._end_step(objections)
        terminated, truncated = self._terminated.copy(), self._truncated.copy()
        return self._observations(), self._rewards.copy(), terminated, truncated, self._info(objections)

    def _end_step(self, objections: dict[int, str]) -> Step:
        """The end of a step in which plays ended and others begin in their rows."""
        done, seen, final_info = self._done, self._observations(), self._info(objections)
        final = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(done).tolist():
            final[row] = seen[row].copy()
        final_info |= {name: flags & done for name, flags in final_info.items() if name.startswith("_")}
        rewards, terminated, truncated = self._rewards.copy(), self._terminated.copy(), self._truncated.copy()
        self._begin(done)
        info = self._info() | {"final_obs": final, "_final_obs": done, "final_info": final_info, "_final_info": done}
        return self._observations(), rewards, terminated, truncated, info

    def _checked(self, actions: npt.ArrayLike) -> Rows:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,):
            raise ValueError(f"actions has shape {array.shape}, not {(self.num_envs,)}")
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions has dtype {array.dtype}, not whole numbers as {np.dtype(np.int64)}")
        return array.astype(np.int64)

    def _refuse(self, actions: Rows, rows: Mask) -> Mask:
        """The rows whose actions are not legal. Raises IllegalMove where they are not to be played on."""
        refused: Mask = rows & ~legal(self._masks(), actions)
        unknown = refused & ((actions < 0) | (actions >= self.encoding.num_actions))
        for row in np.flatnonzero(refused if self._raises else unknown).tolist():
            error = self._objection(row, int(actions[row]))
            raise IllegalMove(f"row {row}: {error}", error.candidates)
        return refused

    def _objection(self, row: int, action: int) -> IllegalMove:
        return self.encoding.illegal(self._vector.row(row), action)

    def _move(self, actions: Rows, rows: Mask) -> None:
        """The learner's moves in some rows; where players move at once, the others' too."""
        if self._is_joint:
            self._choose(rows)
            self._actions[self._rows, self._seats - 1] = actions
            actions = self._actions
        self._advance(actions, rows)
        if self._opponents is None:
            under_way = rows & ~self._done
            self._seats[under_way] = self._movers[under_way]

    def _let_play(self) -> None:
        """Opponents play until the learner is to move in every row."""
        while self._opponents is not None:
            waiting = ~self._done & ~self._is_to_move(self._seats)
            if not waiting.any():
                return
            self._choose(waiting)
            self._advance(self._actions, waiting)

    def _is_to_move(self, seats: Rows) -> Mask:
        """Whether a seat of each row is to move there."""
        if self._is_joint:
            return np.asarray(self._vector.mask[self._rows, seats - 1].any(axis=1))
        return np.asarray(self._movers == seats)

    def _choose(self, rows: Mask) -> None:
        """What the opponents do in some rows."""
        assert self._opponents is not None
        self._actions[...] = self._vector.random_actions(seed=int(self.np_random.integers(1 << 63)))
        for seat in self._opponents.thinking:
            own = rows & self._is_to_move(np.full(self.num_envs, seat))
            if self._is_joint:
                own &= self._seats != seat
            numbers = np.flatnonzero(own)
            if len(numbers):
                at = (numbers, seat - 1) if self._is_joint else (numbers,)
                self._actions[at] = self._opponents.choose(self._vector, seat, numbers, self._view)

    def _view(self, seat: int, rows: Rows) -> tuple[Floats, Mask, Callable[[Rows], Rows]]:
        """What a seat sees and may do in some rows."""
        at = (rows, seat - 1) if self._is_joint else (rows,)
        if self._memory is None:
            seen = np.asarray(self._vector.observation[at])
        else:
            seen = self._memory.seen(self._vector.states, np.full(self.num_envs, seat))[rows]
        return seen, self.form.mask(np.asarray(self._vector.mask[at])), self._stable

    def _stable(self, actions: Rows) -> Rows:
        """Actions as the vector numbers them; -1 for those that there are not."""
        return actions if self.form.numbering is None else self.form.numbering.stable_all(actions)

    def _note(self, rows: Mask, *, begin: bool = False) -> None:
        """Remember the positions of rows, if the form has a history."""
        if self._memory is not None:
            self._memory.note(self._vector.states, np.flatnonzero(rows), begin=begin)

    def _advance(self, actions: Rows, rows: Mask) -> None:
        """Make moves in some rows, and note the results of their plays."""
        if not rows.any():
            return
        *_, reward, terminated, truncated = self._vector.step(actions, where=rows)
        self._note(rows)
        self._terminated |= terminated
        self._truncated |= truncated
        ended = np.flatnonzero(terminated)
        self._rewards[ended] = reward[ended, self._seats[ended] - 1]

    # --- answers

    def _observations(self) -> Floats:
        """What the learner sees in each row."""
        if self._memory is not None:
            return self._memory.seen(self._vector.states, self._seats)
        if self._is_joint:
            return np.asarray(self._vector.observation[self._rows, self._seats - 1])
        over = np.flatnonzero(self._done & (self._movers != self._seats))
        if not (self.copy or len(over)):
            return self._vector.observation
        seen = self._vector.observation.copy()
        for row in over.tolist():
            player = self._vector.row(row).seats.player(int(self._seats[row]))
            self.encoding.program.run("observe", self._vector.states[row], WORKSPACE, player, seen[row])
        return seen

    def _masks(self) -> Mask:
        """What the learner may do in each row."""
        masks: Mask = self._vector.mask[self._rows, self._seats - 1] if self._is_joint else self._vector.mask.copy()
        masks[self._done] = False
        return masks

    def _last_masks(self) -> Mask:
        """What was legal where plays are over, for who was to move: none where they were not cut off."""
        masks: Mask = self._vector.mask[self._rows, self._seats - 1] if self._is_joint else self._vector.mask.copy()
        masks[~self._done] = False
        return self.form.mask(masks)

    def action_masks(self) -> Mask:
        """Which actions are legal in each row; none where the play is over."""
        return self.form.mask(self._masks())

    def _info(self, illegal: Mapping[int, str] | None = None) -> dict[str, Any]:
        """The `info` of Gymnasium's vector environments: each name beside the rows that have it."""
        info: dict[str, Any] = {"action_mask": self.action_masks().view(np.int8), "seat": self._seats.copy()}
        if self._opponents is None:
            info["rewards"] = self._everyones.copy()
        info |= {f"_{name}": np.ones(self.num_envs, np.bool_) for name in list(info)}
        if self._is_begun and self._done.any():
            info |= {"final_mask": self._last_masks().view(np.int8), "_final_mask": self._done}
        if illegal:
            texts, flags = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
            for row, text in illegal.items():
                texts[row], flags[row] = text, True
            info |= {"illegal": texts, "_illegal": flags}
        return info

    def render(self) -> tuple[str | Pixels, ...] | None:
        """The positions as the learner sees them, in the environment's `render_mode`."""
        mode, rows = self.render_mode, range(self.num_envs if self.render_mode else 1)
        states = [self._vector.row(row) for row in rows]
        drawn = [
            shown(state, mode, state.seats.player(int(self._seats[row])))
            for row, state in zip(rows, states, strict=True)
        ]
        return tuple(one for one in drawn if one is not None) or None


def flat_environment(
    game: Source, n: int, autoreset: str, form: Mapping[str, Any] | None, options: Mapping[str, Any], why: str
) -> VectorEnvironment:
    """An environment for a library that decides when plays begin anew: flat and normalised unless a form is given.

    Raises TypeError, which says `why`, if the options have `autoreset`.
    """
    if "autoreset" in options:
        raise TypeError(f"{why}: autoreset is no option")
    return VectorEnvironment(game, n, autoreset=autoreset, form=FLAT if form is None else form, **options)
