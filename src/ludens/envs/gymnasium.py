"""Games as environments of Gymnasium: one seat learns, built-in opponents play the others.

`make` gives one environment, `make_vec` many that are stepped together in native code. Importing this module registers
the games of the library, so that `gymnasium.make("ludens/Hex-v0", opponent="uct:50")` finds them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludens import agents, library
from ludens.agents import Searcher
from ludens.encoding import Encoding
from ludens.encoding.encoding import Floats, Mask
from ludens.encoding.form import Form
from ludens.envs import extra
from ludens.envs.display import RENDER_FPS, RENDER_MODES, Pixels, check_mode, observation_space, shown
from ludens.envs.many import VectorEnvironment
from ludens.envs.opponents import Opponent, Opponents
from ludens.envs.play import (
    BEGINNINGS,
    WORST,
    Illegal,
    Play,
    Seat,
    Source,
    checked_seat,
    game_of,
    number_of,
    raises,
    unmoved,
)
from ludens.game import Game, IllegalMove, State

with extra("gym"):
    import gymnasium as gym
    from gymnasium import spaces
    from gymnasium.envs.registration import EnvSpec

__all__ = ["Environment", "VectorEnvironment", "make", "make_vec", "register"]

#: the name of any game outside the library
_ANY = "Game"


def make(game: Source, **options: Any) -> Environment:
    """An environment of a game, as `ludens.load` takes it; the options are those of `Environment`.

    Raises LudError for an unknown game, AgentError for an opponent that is unknown or does not play it.
    """
    env = Environment(game, **options)
    env.spec = _spec_of(game, env, options)
    return env


def make_vec(game: Source, n: int, **options: Any) -> VectorEnvironment:
    """n plays of a game as one environment; the options are those of `VectorEnvironment`. Raises what `make` does."""
    return VectorEnvironment(game, n, **options)


class Environment(gym.Env[Floats, np.int64]):
    """One seat of a game, against opponents in all others.

    Observations are the planes of the game's encoding as the seat sees them, actions the numbers of moves. A step is a
    move of the seat; after it, opponents play until the seat is to move again, or the play is over. The reward is what
    the final rank is worth, 1 for the first and -1 for the last, and 0 before. `info` has `action_mask` (1 for what is
    legal; `action_masks()` is the same as truth values) and `seat`; where the play is over `final_mask` has what was
    legal in its last position, which is nothing unless it was cut off.

    `opponent` is the name of an agent with its limit (`uct:50`), an agent, or a function of an observation and a mask
    that gives an action; a mapping gives each seat its own. `seat` is the learner's, `"random"` another in each play.
    `max_plies` truncates. An action that is not legal ends the play with the reward -1, and `info["illegal"]` names the
    state and what was legal; with `illegal="raise"` it raises IllegalMove and changes nothing. `render_mode` is
    `"human"` (text on the standard output), `"ansi"`, `"svg"` or `"rgb_array"`, which needs the extra `png`.

    `form` has the options of `ludens.encoding.Form`: `{"compact": True, "flat": True, "history": 3}`.

    `reset(options=...)` knows `"seat"`, and `"state"` or `"rng_state"`, from which the play begins.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}

    def __init__(
        self,
        game: Source,
        *,
        opponent: Opponent | Mapping[int, Opponent] = "random",
        seat: Seat = 1,
        options: Sequence[str] = (),
        max_plies: int | None = None,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        form: Mapping[str, Any] | None = None,
    ) -> None:
        self.game: Game = game_of(game, options)
        self.render_mode, self._raises = check_mode(render_mode), raises(illegal)
        self._wanted_seat = checked_seat(self.game, seat)
        self._opponents = Opponents(self.game, opponent)
        self._play = Play(self.game, max_plies, form)
        self.observation_space = observation_space(self.form)
        self.action_space = spaces.Discrete(self.form.num_actions)
        #: the learner's seat in the current play
        self.seat = 1

    @property
    def encoding(self) -> Encoding:
        """What observations and actions mean."""
        return self._play.encoding

    @property
    def form(self) -> Form:
        """What observations and actions are made of."""
        return self._play.form

    @property
    def state(self) -> State:
        """A copy of the state that the environment is in."""
        return self._play.state

    # --- playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a play; opponents who come first have moved.

        A play that ends before the seat has moved at all is not shown, another one is begun. Raises ValueError where
        the seat does not get to move.
        """
        super().reset(seed=seed)
        settings = options or {}
        seat = checked_seat(self.game, settings["seat"]) if "seat" in settings else self._wanted_seat
        start = settings.get("state")
        if "rng_state" in settings:
            start = self.game.start(rng_state=settings["rng_state"])
        for _ in range(BEGINNINGS if start is None else 1):
            self.seat = self._draw_seat(seat)
            self._begin(start)
            if not self._play.is_done:
                self._show()
                return self._observation(), self._info()
        raise unmoved(self.game, self.seat)

    def _draw_seat(self, seat: Seat) -> int:
        return int(self.np_random.choice(self._play.players)) if seat == "random" else seat

    def _begin(self, start: State | None) -> None:
        self._opponents.begin(self.np_random)
        if start is None:
            self._play.start(int(self.np_random.integers(1 << 63)))
        else:
            self._play.begin_at(start)
        self._let_play()

    def _let_play(self) -> None:
        """Opponents play until the seat is to move."""
        play = self._play
        while not play.is_done and self.seat not in play.active:
            play.step(self._opponents.actions(play, play.active, self.np_random))

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat, and let the opponents play.

        Raises IllegalMove for a number that no action has (and, with `illegal="raise"`, for one that is not legal),
        TypeError for what is no whole number, gymnasium.error.ResetNeeded once the play is over.
        """
        play = self._play
        if play.is_done:
            raise gym.error.ResetNeeded(f"the play of {self.game.name} is over, or has not begun: call reset")
        number = number_of(action)
        if not play.is_legal(self.seat, number):
            return self._refuse(number)
        others = self._opponents.actions(play, [p for p in play.active if p != self.seat], self.np_random)
        play.step({self.seat: number, **others})
        self._let_play()
        self._show()
        return self._observation(), play.reward(self.seat), play.terminated, play.truncated, self._info()

    def _refuse(self, number: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """The end of a play in which an action was not legal."""
        objection = self._play.objection(self.seat, number)
        if self._raises or not 0 <= number < self.form.num_actions:
            raise IllegalMove(objection)
        self._play.abandon()
        return self._observation(), WORST, True, False, self._info() | {"illegal": objection}

    def _observation(self) -> Floats:
        return self._play.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.action_masks().view(np.int8), "seat": self.seat}
        if self._play.is_done:
            info["final_mask"] = self._play.last_mask(self.seat).view(np.int8)
        return info

    def action_masks(self) -> Mask:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for it; none once the play is over."""
        return self._play.mask(self.seat)

    # --- showing

    def render(self) -> str | Pixels | None:
        """The position as the seat sees it, in the environment's `render_mode`."""
        return shown(self._play.state, self.render_mode, self._play.state.seats.player(self.seat))

    def _show(self) -> None:
        """Show the position to people without a call of `render`."""
        if self.render_mode == "human":
            self.render()


# --- names for Gymnasium


def register() -> list[str]:
    """Register the library's games except matches with Gymnasium, as `ludens/NAME-v0`; returns these names.

    A name is the game's, without the characters that such names may not have: `ludens/NineMensMorris-v0`. Any other
    game is `ludens/Game-v0` with `game=`, which is what `make` takes.
    """
    names = [name for name in library.names() if "match" not in library.traits(name)]
    arguments = {_identifier(name): {"game": name} for name in names} | {_identifier(_ANY): dict[str, str]()}
    for identifier, kwargs in arguments.items():
        if identifier not in gym.registry:
            gym.register(
                identifier, f"{__name__}:Environment", kwargs=kwargs, vector_entry_point=f"{__name__}:VectorEnvironment"
            )
    return sorted(arguments)


def _identifier(name: str) -> str:
    """The name of a game in Gymnasium."""
    letters = "".join(character for character in name if character.isalnum() or character == "-")
    return f"ludens/{letters}-v0"


def _spec_of(game: Source, env: Environment, options: Mapping[str, Any]) -> EnvSpec:
    """The specification of an environment, which Gymnasium's wrappers and checks need."""
    name = env.game.name if isinstance(game, str) and env.game.name in library.names() else _ANY
    arguments = {"game": game, **options}
    timed = any(isinstance(one, str) and _is_timed(one, env.game) for one in _each(options.get("opponent")))
    return EnvSpec(_identifier(name), f"{__name__}:Environment", nondeterministic=timed, kwargs=arguments)


def _each(opponent: Any) -> list[Any]:
    return list(opponent.values()) if isinstance(opponent, Mapping) else [opponent]


def _is_timed(spec: str, game: Game) -> bool:
    """Whether the clock decides how far an agent thinks."""
    return issubclass(agents.kind_of(spec), Searcher) and agents.check(spec, game).count is None


register()
