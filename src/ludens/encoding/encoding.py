"""The encoding of a game: its planes, the numbers of its moves, and what a player may know of a state."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.actions import Block, Numbering, Places
from ludens.encoding.geometry import Geometry, edges_of, geometry_of
from ludens.encoding.planes import Subject, features_of
from ludens.encoding.program import PLACE_WORDS, extension_of
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.hidden_sites import is_veiled
from ludens.game.single import SingleGame
from ludens.members import EncodingMembers
from ludens.native import WORKSPACE, Program
from ludens.rules.generation.records import LIST_CAPACITY

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
#: changes with the meaning of planes and numbers
_FORMAT = "2"
#: random games that are played to see how many moves agree in their sites
_SURVEYED, _SEED = 20, 1
#: how many legal moves an error names
_NAMED = 12


class Encoding(EncodingMembers):
    """How the states of a game are arrays, and its moves numbers. Equal games have equal encodings, on any machine.

    `observation_shape` is the planes' number and shape, `planes` their names, `num_actions` the number of numbers;
    `version` is another where any of this is.
    """

    def __init__(self, game: Game) -> None:
        if not isinstance(game, SingleGame):
            raise ValueError(f"{game.name} is a match: its games have encodings of their own, see Game.games")
        self.game = game
        self.geometry: Geometry = geometry_of(game.model)
        features = features_of(Subject(game.model, game.layout, self.geometry, is_veiled(game)))
        self.planes: tuple[str, ...] = tuple(name for feature in features for name in feature.names())
        #: the least and the greatest value of each plane
        self.bounds: tuple[tuple[float, float], ...] = tuple(f.bounds for f in features for _ in f.names())
        self.observation_shape: tuple[int, ...] = (len(self.planes), *self.geometry.shape)
        self.program = Program(game.extended(extension_of(game)))
        #: how many words native code keeps of a move
        self.record_words = 0
        self.numbering = self._survey()
        self.num_actions: int = self.numbering.count

    def _survey(self) -> Numbering:
        words, most = np.zeros(PLACE_WORDS, np.int32), np.zeros(3, np.int32)
        self.program.call("places", words)
        sites, *spans, self.record_words = words.tolist()
        self.program.run("survey", np.zeros(self.game.layout.size, np.uint8), WORKSPACE, _SEED, _SURVEYED, most)
        least = {Block.SITE: 1, Block.NOWHERE: 1}
        variants = tuple(max(int(most[block]), least.get(block, 0)) for block in Block)
        places = Places(sites, range(*spans[:2]), range(*spans[2:]))
        return Numbering(places, (variants[0], variants[1], variants[2]))

    @cached_property
    def version(self) -> str:
        """A short text that identifies the encoding."""
        text = "\n".join((_FORMAT, str(self.observation_shape), *self.planes, str(self.numbering.words)))
        return f"{_FORMAT}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    @cached_property
    def edges(self) -> npt.NDArray[np.int64]:
        """The pairs of adjacent places of a plane, flattened, both ways, of shape (2, pairs)."""
        return np.asarray(self.geometry.places, np.int64)[edges_of(self.game.model)]

    @cached_property
    def words(self) -> npt.NDArray[np.int32]:
        """The words that describe the numbers to native code."""
        return np.array(self.numbering.words, np.int32)

    # --- moves

    def actions(self, state: State) -> npt.NDArray[np.int32]:
        """The numbers of the legal moves, in their order."""
        return self._actions(state.tobytes())

    def _actions(self, position: bytes) -> npt.NDArray[np.int32]:
        return self.numbers(np.frombuffer(position, np.uint8).copy())

    def numbers(self, block: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
        """The numbers of the legal moves in a position, given by its bytes, in their order."""
        out = np.empty(LIST_CAPACITY, np.int32)
        return out[: self.program.run("numbers", block, WORKSPACE, self.words, out)]

    def action(self, move: Move) -> int:
        """The number of a legal move. Raises ValueError for one that was played or comes from a pickle."""
        if not isinstance(move, Move):
            raise TypeError(f"a move is expected, not {move!r}; `move` gives that of a number")
        if move.number < 0:
            raise ValueError(f"{move!r} is no legal move of a state: only these have numbers")
        return int(self._actions(move.position)[move.number])

    def move(self, state: State, action: int, *, player: int | None = None) -> Move:
        """The legal move of that number; where players move at once, the one of `player`.

        Raises IllegalMove, which names the state and the numbers that are legal.
        """
        moves, numbers = state.legal_moves(), self.actions(state)
        for move, number in zip(moves, numbers.tolist(), strict=True):
            if number == action and (player is None or move.mover == player):
                return move
        raise self.illegal(state, action)

    def illegal(self, state: State, action: int) -> IllegalMove:
        """The error for a number that a state does not allow."""
        names = [f"{n} ({name})" for n, name in zip(self.actions(state).tolist(), state.notations(), strict=True)]
        listing = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
        legal = f"legal are {listing}" if names else "the game is over"
        return IllegalMove(f"action {action} is not legal in {state!r}: {legal}", state.notations())

    def meaning(self, action: int) -> str:
        """The meaning of a number, in words. Raises ValueError for an unknown one."""
        kind, origin, target, variant = self.numbering.meaning(action)
        if kind == "spare":
            return f"spare {variant}"
        if kind == "nowhere":
            where = "without a site"
        else:
            where = f"at {self._label(target)}" if kind == "site" else f"{self._label(origin)}-{self._label(target)}"
        return where if self.numbering.variants[Block[kind.upper()]] == 1 else f"{where}, variant {variant}"

    def _label(self, site: int | None) -> str:
        assert site is not None
        model = self.game.model
        if site < model.board_sites:
            return model.topology.elements(model.default_site)[site].label
        return f"site {site}"

    # --- states

    def observation(self, state: State, player: int | None = None) -> Floats:
        """The planes as a player sees them: the mover, unless given."""
        out = np.empty(self.observation_shape, np.float32)
        self.program.run("observe", state, WORKSPACE, self.observer(state, player), out)
        return out

    def observe(self, states: npt.NDArray[np.uint8], observers: npt.NDArray[np.int32]) -> Floats:
        """The planes of many positions, given by their bytes, each as a player sees it."""
        out: Floats = np.empty((len(states), *self.observation_shape), np.float32)
        blocks, players = np.ascontiguousarray(states), np.ascontiguousarray(observers, np.int32)
        self.program.run("observe_rows", blocks, WORKSPACE, players, out, len(blocks))
        return out

    def observer(self, state: State, player: int | None) -> int:
        """The player who looks: the one given, else the mover. Raises ValueError for an unknown one."""
        n = max(self.game.num_players, 1)
        if player is None:
            return min(max(state.mover, 1), n)
        if not 1 <= player <= n:
            raise ValueError(f"{self.game.name} has the players 1 to {n}, not {player}")
        return player

    def mask(self, state: State, player: int | None = None) -> Mask:
        """Which numbers are legal; where players move at once, for `player` or for any of them."""
        mask = np.zeros(self.num_actions, np.bool_)
        numbers = self.actions(state)
        if player is not None:
            numbers = numbers[[move.mover == player for move in state.legal_moves()]]
        mask[numbers] = True
        return mask

    def to_dict(self) -> dict[str, Any]:
        """The encoding as `ludens describe --encoding` prints it, ready for JSON."""
        n = self.numbering
        spare = {"block": "spare", "first": n.first_spare, "places": self.num_actions - n.first_spare, "variants": 1}
        return {
            "game": self.game.name,
            "version": self.version,
            "observation": {"shape": list(self.observation_shape), "dtype": "float32", "planes": list(self.planes)},
            "geometry": "rows and columns" if self.geometry.is_grid else "nodes",
            "actions": {
                "count": self.num_actions,
                "blocks": [*(self._block(block) for block in Block if n.variants[block]), spare],
            },
        }

    def _block(self, block: Block) -> dict[str, Any]:
        n = self.numbering
        facts = {"first": n.starts[block], "places": n.places.counts[block], "variants": n.variants[block]}
        return {"block": block.name.lower(), **facts}

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has the game: its code is compiled where it is loaded."""
        return _of_game, (self.game,)

    def __repr__(self) -> str:
        shape = " x ".join(map(str, self.observation_shape))
        return f"<Encoding of {self.game.name}: {shape}, {self.num_actions} actions, version {self.version}>"


def _of_game(game: Game) -> Encoding:
    return game.encoding


def observation(state: State, player: int | None = None) -> Floats:
    """The planes of the encoding of a state's game, as a player sees them: the mover, unless given."""
    return state.game.encoding.observation(state, player)


def action_mask(state: State, player: int | None = None) -> Mask:
    """Which numbers of moves are legal; where players move at once, for `player` or for any of them."""
    return state.game.encoding.mask(state, player)
