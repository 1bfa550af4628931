"""The compiled game of Ludo for the classes of this room: its moves by token, its states as arrays."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens import library
from ludens.founding.ludo.positions import GOAL, HOME, NUM_PLAYERS, NUM_TOKENS, Positions
from ludens.game import Game, State, compile_text

NAME = "Ludo"
FACES = 6

_FIRST_GOAL = 72
_FIRST_HOME = 76
_ENOUGH_SEEDS = 10_000

Block = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class LudoTurn:
    """The choices of a player after a roll: for each token that can be moved, the number of the next state.

    If none can be moved, state number 0 follows the skipped turn. `is_over` says for each state if the
    game is over.
    """

    player: int
    roll: int
    choices: dict[int, int]
    blocks: Block
    is_over: Sequence[int]

    @functools.cached_property
    def positions(self) -> Positions:
        """The positions in each state, as player 0 sees them, of shape (n, 4, 4)."""
        return compiled_ludo().positions(self.blocks)


class CompiledLudo:
    """The compiled game. Blocks are the bytes of its states, positions those of all tokens as player 0 sees them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._dtype = game.layout.dtype
        self._names = [component.name for component in game.components]
        self._tokens = [self._names.index(f"Token{player + 1}") + 1 for player in range(NUM_PLAYERS)]
        self._die_site = next(c.first_site for c in game.containers if c.kind == "dice")
        self._places = np.array([_place(site) for site in range(self._die_site)])

    def fields(self, block: Block) -> Any:
        """A block as a structure; of several blocks, of shape (n, size), the structures, of shape (n,)."""
        return block.view(self._dtype)[..., 0]

    # --- turns

    def turn(self, block: Block, roll: int | None = None) -> LudoTurn:
        """What the player to move may do after a roll; by default after the one that the state's generator gives."""
        before = block.copy()
        if roll is not None:
            self.fields(before)["rng_legal"] = self._seeds[roll]
        after = self._followers(before)
        player, fields = int(self.fields(before)["mover"]) - 1, self.fields(after)
        origins, choices = fields["last_from"], dict[int, int]()
        if origins[0] >= 0:
            tokens = self.fields(before)["state"][origins, fields["last_level_from"]]
            choices = {token: number for number, token in enumerate(tokens.tolist())}
        rolled, over = int(fields["dice_value"][0, 0]), fields["over"].tolist()
        return LudoTurn(player, rolled, choices, after, over)

    def _followers(self, block: Block) -> Block:
        """The states after each legal move."""
        program = self.game.fast
        records = program.legal(block)
        after = np.repeat(block[None], len(records), axis=0)
        for state, record in zip(after, records, strict=True):
            program.play(state, record)
        return after

    @functools.cached_property
    def _seeds(self) -> dict[int, int]:
        """For each roll a state of the generator that gives it, found by rolling."""
        block, seeds = self.start(0), dict[int, int]()
        for seed in range(_ENOUGH_SEEDS):
            self.fields(block)["rng_legal"] = seed
            seeds.setdefault(int(self.fields(self._followers(block))["dice_value"][0, 0]), seed)
            if len(seeds) == FACES:
                return seeds
        raise AssertionError(f"{_ENOUGH_SEEDS} rolls show only {sorted(seeds)}")

    def turn_of(self, positions: Positions, roll: int) -> LudoTurn:
        """What player 0 may do after a roll in a position, as player 0 sees it."""
        if roll not in range(1, FACES + 1):
            raise ValueError(f"a roll is 1 to {FACES}, not {roll!r}")
        return self.turn(self.block(positions), roll)

    # --- states

    def start(self, seed: int) -> Block:
        """The block of the start."""
        return np.frombuffer(self.game.start(seed).tobytes(), np.uint8).copy()

    def block(self, positions: Positions, player: int = 0, seed: int = 0) -> Block:
        """The block of a position, as player 0 sees it, with a player to move."""
        placed = self.game.position(self._rows(positions.tolist()), mover=player + 1, seed=seed)
        return np.frombuffer(placed.tobytes(), np.uint8).copy()

    def _rows(self, state: Sequence[Sequence[int]]) -> list[Any]:
        """The rows of `Game.position`: the tokens, the stacks from below, and the die."""
        rows, levels = [], dict[int, int]()
        for player, tokens in enumerate(state):
            for token, at in enumerate(tokens):
                site = _site(at, player, token)
                level = levels[site] = levels.get(site, -1) + 1
                rows.append(("V", site, level, self._tokens[player], player + 1, 1, token, 0, 0))
        die = self._names.index("Die1") + 1
        return [*rows, ("C", self._die_site, 0, die, NUM_PLAYERS + 1, 1, 0, 0, 0)]

    def positions(self, blocks: Block) -> Positions:
        """The tokens' positions in blocks of shape (n, size), as player 0 sees them: of shape (n, 4, 4)."""
        f, rows = self.fields(blocks), np.arange(len(blocks))[:, None, None]
        first, last = self._tokens[0], self._tokens[-1] + 1
        sites = f["owned_slot"][:, first:last, :NUM_TOKENS]
        tokens = f["state"][rows, sites, f["owned_level"][:, first:last, :NUM_TOKENS]]
        by_token = np.empty(sites.shape, np.int64)
        by_token[rows, np.arange(NUM_PLAYERS)[:, None], tokens] = self._places[sites]
        return by_token

    def shown(self, block: Block) -> State:
        """A state of the compiled game, to be drawn for example."""
        return self.game.from_bytes(block.tobytes())


def _place(site: int) -> int:
    """The position of a token on a site, as player 0 sees it."""
    return site if site < _FIRST_GOAL else GOAL if site < _FIRST_HOME else HOME


def _site(position: int, player: int, token: int) -> int:
    """The site of a token at a position, as player 0 sees it."""
    if position == HOME:
        return _FIRST_HOME + NUM_TOKENS * player + token
    return _FIRST_GOAL + player if position == GOAL else position


@functools.cache
def compiled_ludo() -> CompiledLudo:
    """The compiled game; it is compiled when first asked for."""
    return CompiledLudo(compile_text(library.read(NAME), f"{NAME}.lud"))
