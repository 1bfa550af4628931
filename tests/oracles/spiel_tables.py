"""OpenSpiel beside games of the library in which pieces stand anywhere or cards and dice are hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

import ludens
from ludens.game import State
from ludens.notation.turns import Turn
from tests.oracles.lockstep import Comparison, compare
from tests.oracles.spiel import Pairing, Spiel

_SIDE = 10  # cells from the middle of the board to its border
_STEPS = {"-": (1, 0), "/": (1, 1), "\\": (0, -1)}  # behind the neighbour's name; before it they lead the other way
_INSECT = re.compile(r"([wb])([A-Z])(\d?)")
_KINDS = {"Queen": "Q", "Beetle": "B", "Hopper": "G", "Spider": "S", "Ant": "A"}


class Insects(Spiel):
    """Hive: a move is a kind of piece with where it came from and goes, seen from the first piece."""

    def __init__(self) -> None:
        game = pyspiel.load_game("hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)")
        super().__init__(Pairing("", tuple, lambda *_: None, whole=False), game.new_initial_state())
        self.places: dict[str, tuple[int, int]] = {}

    def _read(self, text: str) -> tuple[str, tuple[int, int]] | None:
        words = text.split()
        if words[0] == "pass":
            return None
        if len(words) == 1:
            return words[0], (0, 0)
        match = _INSECT.search(words[1])
        assert match is not None
        column, row = self.places[match[0]]
        before, after = words[1][: match.start()], words[1][match.end() :]
        across, up = _STEPS[after] if after else _STEPS[before] if before else (0, 0)
        sign = -1 if before else 1
        return words[0], (column + sign * across, row + sign * up)

    def turns(self) -> Mapping[Any, tuple[int, ...]]:
        found: dict[Any, tuple[int, ...]] = {}
        player = self.state.current_player()
        for action in self.state.legal_actions():
            move = self._read(self.state.action_to_string(player, action))
            if move is None:
                found["pass"] = (action,)
            elif max(*map(abs, move[1]), abs(move[1][0] - move[1][1])) <= _SIDE and self._leaves_one(move[0]):
                found[move[0][1], self.places.get(move[0]), move[1]] = (action,)
        return found

    def _leaves_one(self, piece: str) -> bool:
        """Whether the others hang together without it, which OpenSpiel does not always ask."""
        left = {place for name, place in self.places.items() if name != piece}
        todo = list(left)[:1]
        while todo:
            column, row = todo.pop()
            if (column, row) in left:
                left.discard((column, row))
                todo += [(column + s * x, row + s * y) for x, y in ((1, 0), (1, 1), (0, 1)) for s in (1, -1)]
        return not left

    def play(self, turn: Sequence[int]) -> None:
        move = self._read(self.state.action_to_string(self.state.current_player(), turn[0]))
        if move:
            self.places[move[0]] = move[1]
        super().play(turn)

    def key(self, state: State, turn: Turn, after: State) -> Any:
        origin, target = turn[0].from_site, turn[0].to_site
        if target < 0:
            return "pass"
        top = max(row[2:4] for row in after.sites() if row[1] == target)[1]
        name = next(c.name for c in state.game.components if c.index == top)
        return _KINDS[name[:-1]], None if origin == target else _place(origin), _place(target)


def _place(site: int) -> tuple[int, int]:
    """Column and row from the middle of the hexagon, so that a step to the upper left keeps the column."""
    row = -_SIDE
    while site >= (length := 2 * _SIDE + 1 - abs(row)):
        site, row = site - length, row + 1
    return site + max(row, 0) - _SIDE, row


class Poker(Spiel):
    """Kuhn's poker and liar's dice: what lies hidden with us is dealt there."""

    def __init__(self, load: str, state: State, dealt: Sequence[int], words: Mapping[int, str]) -> None:
        super().__init__(Pairing("", tuple, lambda *_: None, whole=False), pyspiel.load_game(load).new_initial_state())
        self.words = words
        for action in dealt:
            self.state.apply_action(action)

    def turns(self) -> Mapping[Any, tuple[int, ...]]:
        player = self.state.current_player()
        return {self.state.action_to_string(player, action): (action,) for action in self.state.legal_actions()}

    def key(self, state: State, turn: Turn, after: State) -> Any:
        called = turn[0].to_site in {row[1] for row in state.sites()}
        return "Liar" if called else self.words[turn[0].to_site]


NAMES = ["Bees and Beetles", "Kuhn Poker", "Liar's Dice"]
_BIDS = {site: f"{site // 6 + 1}-{site % 6 + 1}" for site in range(60)}


def against(name: str, games: int, seed: int = 1, plies: int = 300) -> Comparison:
    """Random games of one of these in both programs."""
    game = ludens.load(name)

    def begin(choose: random.Random) -> tuple[State, Spiel]:
        state = game.start(seed=choose.randrange(1 << 30))
        if name == "Bees and Beetles":
            return state, Insects()
        if name == "Liar's Dice":
            state.play(state.legal_moves()[0])
        shown = {row[1]: row[6] - 1 for row in state.sites()}
        if name == "Kuhn Poker":
            return state, Poker("kuhn_poker", state, [shown[0], shown[1]], {2: "Pass", 3: "Bet"})
        dice = [shown[site] for site in range(60, 70)]
        return state, Poker("liars_dice(numdice=5)", state, dice, _BIDS)

    return compare(game, begin, games, seed, plies)
