"""Games for OpenSpiel: `load` gives a `pyspiel.Game`, on which its algorithms run.

`pyspiel.load_game("python_ludens(game=Kalah)")` finds games, too, once this module is imported.
"""

from __future__ import annotations

import base64
import os
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ludens import library
from ludens.envs import extra
from ludens.envs.structs import ActionStruct, StateStruct, action_of, observed
from ludens.envs.tree import Floats, Node, TreeRules
from ludens.game import Game, State
from ludens.rules.state.random import scrambled_word

with extra("openspiel"):
    import pyspiel

__all__ = ["SHORT_NAME", "SpielGame", "SpielState", "load"]

#: the name of ludens' games in OpenSpiel
SHORT_NAME = "python_ludens"
_PARAMETERS = {"game": "Tic-Tac-Toe", "options": "", "chance": "auto", "max_game_length": 0, "rng_seed": -1}
#: texts that OpenSpiel's parameters hold as they are; others are packed behind a mark
_PLAIN = re.compile(r"(?!True$|False$)[A-Za-z][\w .'/;-]*")
_PACKED = "packed:"
#: separates options
_BETWEEN = ";"


def load(
    source: str | os.PathLike[str] | Mapping[str, Any] | Game,
    options: Sequence[str] = (),
    *,
    chance: str = "auto",
    max_game_length: int | None = None,
    rng_seed: int | None = None,
) -> SpielGame:
    """A game for OpenSpiel: what `ludens.load` takes, or a game.

    `chance` is "explicit" for chance nodes that list their outcomes with exact probabilities, "sampled" for those with
    one outcome that is drawn when it is taken (OpenSpiel's "sampled stochastic"; `rng_seed` seeds it), "auto" for the
    first where random games show that it can be. A game that lasts `max_game_length` moves ends there, as a draw.

    Raises LudError for a description with an error, ValueError for a match and for values that make no sense.
    """
    if isinstance(source, Game):
        text, options = source.description.source.text, source.options
    elif isinstance(source, str) and _PLAIN.fullmatch(source) and _is_in_library(source):
        text = source
    else:
        text = library.load(source, options).description.source.text
    parameters = {
        "game": _encode(text),
        "options": _encode(_BETWEEN.join(options)),
        "chance": chance,
        "max_game_length": 0 if max_game_length is None else max_game_length,
        "rng_seed": -1 if rng_seed is None else rng_seed,
    }
    return SpielGame(parameters)


def _is_in_library(name: str) -> bool:
    try:
        library.find(name)
    except library.UnknownGame:
        return False
    return True


def _encode(text: str) -> str:
    """A text as a parameter."""
    if not text or _PLAIN.fullmatch(text):
        return text
    return _PACKED + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _decode(spelled: str) -> str:
    """The text of a parameter."""
    if not spelled.startswith(_PACKED):
        return spelled
    packed = spelled.removeprefix(_PACKED)
    return zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))).decode()


@lru_cache(maxsize=64)
def _rules(game: str, options: str, chance: str, max_length: int) -> _SpielRules:
    return _SpielRules(game, options, chance, max_length)


class _SpielRules(TreeRules):
    """The rules that parameters name; a pickle holds the parameters."""

    def __init__(self, game: str, options: str, chance: str, max_length: int) -> None:
        self._named = game, options, chance, max_length
        items = [option for option in _decode(options).split(_BETWEEN) if option]
        super().__init__(library.load(_decode(game), items), chance, max_length or None)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules, self._named


def _type(name: str, rules: TreeRules | None) -> Any:
    """The OpenSpiel type of a game; without rules, that of all games of ludens together."""
    kinds = pyspiel.GameType
    dynamics, mode = kinds.Dynamics.SEQUENTIAL, "none"
    utility, information, players, recalls = (
        kinds.Utility.GENERAL_SUM,
        kinds.Information.PERFECT_INFORMATION,
        None,
        True,
    )
    if rules is not None:
        players, mode, recalls = rules.players, rules.mode, rules.recalled_shape is not None
        if rules.game.is_simultaneous:
            dynamics = kinds.Dynamics.SIMULTANEOUS
        if rules.is_zero_sum:
            utility = kinds.Utility.ZERO_SUM
        if rules.hides:
            information = kinds.Information.IMPERFECT_INFORMATION
    modes = {
        "none": kinds.ChanceMode.DETERMINISTIC,
        "explicit": kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        "sampled": kinds.ChanceMode.SAMPLED_STOCHASTIC,
    }
    return kinds(
        short_name=SHORT_NAME,
        long_name=name,
        dynamics=dynamics,
        chance_mode=modes[mode],
        information=information,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players or 16,
        min_num_players=players or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class SpielGame(pyspiel.Game):
    """A game of ludens as OpenSpiel knows games: `load` makes it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        parameters = {**_PARAMETERS, **(params or {})}
        rules = _rules(parameters["game"], parameters["options"], parameters["chance"], parameters["max_game_length"])
        self.rules: TreeRules = rules
        seed = parameters["rng_seed"]
        #: draws what chance brings, where that is sampled
        self.rng = np.random.default_rng(None if seed == -1 else scrambled_word(seed))
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.encoding.num_actions,
            max_chance_outcomes=rules.max_outcomes,
            num_players=rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if rules.is_zero_sum else None,
            max_game_length=rules.max_length,
        )
        super().__init__(_type(rules.game.name, rules), info, parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        return SpielGame, (self.get_parameters(),)

    @property
    def ludens(self) -> Game:
        """The game."""
        return self.rules.game

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 0 if self.rules.mode == "none" else self.rules.max_length + 1

    def action_struct_spec(self) -> tuple[str, str]:
        """How an action is written as JSON, and an example."""
        return '{"move": string}', '{"move": "A1"}'

    def ActionStruct(self, given: object) -> ActionStruct:  # noqa: N802  as OpenSpiel's games call it
        """An action from its JSON. Raises ValueError."""
        return action_of(given)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        if params:
            raise ValueError(f"observations have no parameters, such as {sorted(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.rules, recalls=kind.perfect_recall)


class SpielState(pyspiel.State):
    """A position of a game of ludens as OpenSpiel knows states."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: Node = game.rules.root

    @property
    def ludens(self) -> State | None:
        """A copy of the position; None before chance has decided on the start."""
        return None if self.node.state is None else self.node.state.copy()

    # --- whose turn it is

    def current_player(self) -> Any:
        if self.node.is_terminal:
            return pyspiel.PlayerId.TERMINAL
        if self.node.is_chance:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.SIMULTANEOUS if self.node.rules.game.is_simultaneous else self.node.player

    def is_terminal(self) -> bool:
        return self.node.is_terminal

    def returns(self) -> list[float]:
        return self.node.returns

    # --- moves

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.node.rules.mode == "sampled":
            return [(0, 1.0)]
        return [(number, outcome.probability) for number, outcome in enumerate(self.node.outcomes)]

    def _apply_action(self, action: int) -> None:
        if not self.node.is_chance:
            self.node = self.node.child({self.node.player: action})
        elif self.node.rules.mode == "sampled":
            self.node = self.node.decided(self.node.sample(int(self.get_game().rng.integers(1 << 63))))
        else:
            self.node = self.node.decided(self.node.outcomes[action])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.node = self.node.child(dict(enumerate(actions)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.node.names.get((player, action)) or self.node.rules.encoding.meaning(action)
        if self.node.rules.mode == "sampled":
            return "Chance"
        drawn = self.node.outcomes[action].drawn
        return "Chance: " + ", ".join(f"{draw.value} of {draw.bound}" for draw in drawn)

    # --- as data

    def to_struct(self) -> StateStruct:
        """The whole position."""
        return self._observed(None)

    def to_json(self) -> str:
        return self.to_struct().to_json()

    def to_dict(self) -> dict[str, Any]:
        return self.to_struct().to_dict()

    def to_observation_struct(self, player: int | None = None) -> StateStruct:
        """The position as a player sees it: the one to move, unless given."""
        return self._observed(max(int(self.current_player()), 0) if player is None else player)

    def _observed(self, player: int | None) -> StateStruct:
        name, current = self.get_game().ludens.name, int(self.current_player())
        return observed(self.node.state, name, current, list(self.returns()), player)

    def action_to_struct(self, *arguments: int) -> ActionStruct:
        """An action of a player, of the one to move where none is given."""
        *player, action = arguments
        return ActionStruct(self.action_to_string(player[0] if player else self.current_player(), action))

    def struct_to_actions(self, struct: object) -> list[int]:
        """The legal actions that a struct names. Raises ValueError where it is none, or names none."""
        move, player = action_of(struct).move, self.current_player()
        actions = [a for a in self.legal_actions(player) if self.action_to_string(player, a) == move]
        if not actions:
            raise ValueError(f"{move!r} is no legal move here")
        return actions

    def validate_action_struct(self, struct: object) -> Any:
        try:
            self.struct_to_actions(struct)
        except ValueError as error:
            return pyspiel.error_status(str(error))
        return pyspiel.ok_status()

    def apply_action_struct(self, struct: object) -> Any:
        """Make the move of a struct; what is none changes nothing, and the status says why."""
        status = self.validate_action_struct(struct)
        if status.ok():
            for action in self.struct_to_actions(struct):
                self.apply_action(action)
        return status

    # --- what players know

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that a player cannot tell from this one; `sampler` gives numbers from 0 to 1."""
        other: SpielState = self.clone()
        other.node = self.node.resampled(player, int(sampler() * (1 << 53)))
        return other

    def __str__(self) -> str:
        return str(self.node)


class SpielObserver:
    """What a player sees; with `recalls` also all that this player has seen and done before."""

    def __init__(self, rules: TreeRules, *, recalls: bool) -> None:
        shape = rules.recalled_shape if recalls else rules.encoding.observation_shape
        self._recalls = recalls
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if shape is not None:
            self.tensor = np.zeros(int(np.prod(shape)), np.float32)
            self.dict = {"info_state" if recalls else "observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = (state.node.recalled(player) if self._recalls else state.node.observation(player)).ravel()

    def string_from(self, state: SpielState, player: int) -> str:
        return state.node.recalled_text(player) if self._recalls else state.node.observation_text(player)


pyspiel.register_game(_type("Games of ludens", None), SpielGame)
