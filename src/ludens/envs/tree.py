"""The tree of a game: positions of players, positions of chance, and what each player has seen so far."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Literal, Self

import numpy as np
import numpy.typing as npt

from ludens.encoding import Encoding
from ludens.encoding.chance import MOST_OUTCOMES, Chance, Outcome
from ludens.game import Game, LimitExceeded, State
from ludens.ludemes.ends import Result
from ludens.rules.enums import ResultType
from ludens.rules.roles import fixed_index, is_team
from ludens.rules.state.players import told_utility
from ludens.rules.turns.ends import MAX_MOVES

Mode = Literal["none", "explicit", "sampled"]
Floats = npt.NDArray[np.float32]
#: the most numbers of a tensor of all that was seen
MOST_RECALLED: Final = 1 << 18
#: random games that are played to see whether outcomes can be listed, and their plies
_PROBED, _PROBED_PLIES = 2, 60


class TreeRules:
    """The rules of a tree. Players are numbered from 0, and are those who sit there (`State.seats`).

    `chance` is "explicit" where chance has a branch for each outcome, "sampled" where it has one only that is drawn
    when it is taken, "none" where nothing is drawn; "auto" is explicit where random games show no outcomes too many to
    list. A game that lasts `max_length` plies ends there, worth nothing to anybody. Raises ValueError for a match.
    """

    def __init__(self, game: Game, chance: str = "auto", max_length: int | None = None) -> None:
        if chance not in ("auto", "explicit", "sampled"):
            raise ValueError(f"chance is auto, explicit or sampled, not {chance!r}")
        if max_length is not None and max_length < 1:
            raise ValueError(f"a game lasts 1 ply or more, not {max_length}")
        self.game, self.encoding = game, Encoding(game)
        self.players = max(game.num_players, 1)
        self.max_length = MAX_MOVES if max_length is None else min(max_length, MAX_MOVES)
        self.chance = Chance(game)
        self.hides = "hidden" in game.layout
        #: what players see does not tell all their moves: it is told with them
        self.is_open = not self.hides and not self.chance.is_drawn
        self.mode: Mode = "none" if not self.chance.is_drawn else "sampled" if chance == "sampled" else "explicit"
        if self.mode == "explicit" and chance == "auto" and not self._can_be_listed():
            self.mode = "sampled"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def _can_be_listed(self) -> bool:
        rng = np.random.default_rng(0)
        try:
            for _ in range(_PROBED):
                node = Node.root(self)
                while not node.is_terminal and node.plies < _PROBED_PLIES:
                    node = node.random_child(rng)
        except LimitExceeded:
            return False
        return True

    @cached_property
    def root(self) -> Node:
        return Node.root(self)

    @property
    def max_outcomes(self) -> int:
        return {"none": 0, "explicit": MOST_OUTCOMES, "sampled": 1}[self.mode]

    @property
    def recalled_shape(self) -> tuple[int, int] | None:
        """The shape of all that a player may have seen and done; None where that is too much.

        There is a row for each ply and one for the position reached: observation, and the own action there.
        """
        width = int(np.prod(self.encoding.observation_shape)) + self.encoding.num_actions
        shape = self.max_length + 1, width
        return shape if shape[0] * shape[1] <= MOST_RECALLED else None

    @cached_property
    def is_zero_sum(self) -> bool:
        """Whether what one player gains the others lose, however a game ends."""
        n = self.game.num_players
        return n > 1 and not any(isinstance(one, Result) and _shares(one, n) for one in self.game.ludemes())

    def worth(self, state: State) -> list[float]:
        """The worth of the ranks of a position to each seat."""
        return [told_utility(rank, self.players) for rank in state.seats.by_seat(state.ranking)] or [0.0]


def _shares(result: Result, players: int) -> bool:
    """Whether several players may win or lose together."""
    if is_team(result.role):
        return True
    if result.outcome in (ResultType.Tie, ResultType.Abandon, ResultType.Crash):
        return players > 2
    together = result.role.value in ("All", "Each", "Shared") or fixed_index(result.role) == players + 1
    return together and result.outcome is not ResultType.Draw


class Past:
    """What happened before a position: the one before it, and the numbers of the moves made there, by player."""

    def __init__(self, rules: TreeRules, before: Past | None, state: State, actions: Mapping[int, int]) -> None:
        self.rules, self.before, self.state, self.actions = rules, before, state, actions
        self._digests: dict[int, bytes] = {}

    def digest(self, player: int) -> bytes:
        """Equal where a player has seen the same positions and made the same moves."""
        open_: list[Past] = []
        past: Past | None = self
        while past is not None and player not in past._digests:
            open_.append(past)
            past = past.before
        value = b"" if past is None else past._digests[player]
        for past in reversed(open_):
            text = f"{seen(past.rules, past.state, player)}{past.actions.get(player)}"
            value = past._digests[player] = hashlib.sha256(value + text.encode()).digest()
        return value

    def chain(self) -> list[Past]:
        """All positions before, from the start."""
        pasts: list[Past] = []
        past: Past | None = self
        while past is not None:
            pasts.append(past)
            past = past.before
        return pasts[::-1]


def seen(rules: TreeRules, state: State, player: int) -> str:
    """What a player sees of a position, as a text; the player to move also sees what is legal."""
    played = state.seats.player(player + 1)
    text = state.information_state(played)
    if rules.is_open or state.is_over:
        return text
    moves = zip(state.legal_moves(), rules.encoding.actions(state).tolist(), strict=True)
    return f"{text}{sorted(number for move, number in moves if move.mover == played)}"


class Node:
    """A position in the tree of a game, which never changes: the players choose, or chance decides, or it is over.

    Where chance decides, `state` is the position that `chosen` was chosen in, both None before the start: chosen are
    the places of the moves among the legal ones.
    """

    def __init__(
        self,
        rules: TreeRules,
        state: State | None,
        past: Past | None = None,
        plies: int = 0,
        chosen: tuple[int, ...] | None = None,
    ) -> None:
        self.rules, self.state, self.past, self.plies, self.chosen = rules, state, past, plies, chosen
        self._texts: dict[int, str] = {}

    @classmethod
    def root(cls, rules: TreeRules) -> Node:
        """The start."""
        return cls(rules, None)._decided()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        chain = [] if self.past is None else [(past.state, past.actions) for past in self.past.chain()]
        return _restored, (self.rules, self.state, chain, self.plies, self.chosen)

    # --- what it is

    @property
    def is_chance(self) -> bool:
        return self.state is None or self.chosen is not None

    @property
    def is_terminal(self) -> bool:
        return self.state is not None and not self.is_chance and (self.state.is_over or self._is_late)

    @property
    def _is_late(self) -> bool:
        return self.plies >= self.rules.max_length

    @property
    def player(self) -> int:
        """Who moves, where the players move in turn."""
        assert self.state is not None
        return self.state.seats.seat(self.rules.encoding.observer(self.state, None)) - 1

    @property
    def returns(self) -> list[float]:
        """What the game has brought each player."""
        if self.state is None or not self.is_terminal or not self.state.is_over:
            return [0.0] * self.rules.players
        return self.rules.worth(self.state)

    # --- moves

    @cached_property
    def moves(self) -> dict[tuple[int, int], int]:
        """The places of the legal moves by player and number; where players move in turn all are the mover's."""
        if self.state is None or self.is_chance or self.is_terminal:
            return {}
        numbers = self.rules.encoding.actions(self.state).tolist()
        players = [self.player] * len(numbers)
        if self.rules.game.is_simultaneous:
            players = [self.state.seats.seat(move.mover) - 1 for move in self.state.legal_moves()]
        return {one: place for place, one in enumerate(zip(players, numbers, strict=True))}

    @cached_property
    def _by_player(self) -> dict[int, list[int]]:
        numbers: dict[int, list[int]] = {}
        for player, number in sorted(self.moves):
            numbers.setdefault(player, []).append(number)
        return numbers

    def legal(self, player: int) -> list[int]:
        """The numbers of a player's legal moves, in order."""
        return self._by_player.get(player, [])

    @cached_property
    def names(self) -> dict[tuple[int, int], str]:
        """The names of the legal moves."""
        if self.state is None:
            return {}
        return dict(zip(self.moves, self.state.notations(), strict=True)) if self.moves else {}

    def child(self, actions: Mapping[int, int]) -> Node:
        """The node after a move of each player who has one; other players are ignored. Raises IllegalMove."""
        assert self.state is not None
        choices = {player: actions.get(player, -1) for player in self._by_player}
        for player, number in choices.items():
            if (player, number) not in self.moves:
                raise self.rules.encoding.illegal(self.state, number)
        past = Past(self.rules, self.past, self.state, choices)
        places = tuple(self.moves[one] for one in sorted(choices.items()))
        return Node(self.rules, self.state, past, self.plies + 1, places)._decided()

    # --- chance

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Every outcome of chance. Raises LimitExceeded if there are too many."""
        if self.state is None:
            return self.rules.chance.start()
        return self.rules.chance.outcomes(self.state, self.chosen or ())

    def sample(self, seed: int) -> Outcome:
        """An outcome of chance; equal seeds give equal ones."""
        return self.rules.chance.sample(self.state, self.chosen or (), seed)

    def decided(self, outcome: Outcome) -> Node:
        """The node after an outcome of chance."""
        return Node(self.rules, outcome.state, self.past, self.plies)

    def _decided(self) -> Node:
        """The node after a choice that chance has no part in."""
        if self.rules.mode == "sampled":
            outcome = self.sample(0)
            return self if outcome.drawn else self.decided(outcome)
        return self.decided(self.outcomes[0]) if len(self.outcomes) == 1 else self

    def random_child(self, rng: np.random.Generator) -> Node:
        """A node after this one, each move and outcome equally likely."""
        if self.is_chance:
            return self.decided(self.outcomes[int(rng.integers(len(self.outcomes)))])
        return self.child({player: int(rng.choice(numbers)) for player, numbers in self._by_player.items()})

    # --- what is seen

    def observation(self, player: int) -> Floats:
        """The planes; zeros before the start."""
        if self.state is None:
            return np.zeros(self.rules.encoding.observation_shape, np.float32)
        return self.rules.encoding.observation(self.state, self.state.seats.player(player + 1))

    def observation_text(self, player: int) -> str:
        """What a player sees now."""
        if self.state is None:
            return "before the start"
        if player not in self._texts:
            self._texts[player] = seen(self.rules, self.state, player)
        return self._texts[player]

    def recalled_text(self, player: int) -> str:
        """What a player sees now, and a digest of all that this player has seen and done before."""
        digest = "" if self.past is None else self.past.digest(player).hex()[:32]
        return f"{self.observation_text(player)} {digest}"

    def recalled(self, player: int) -> Floats:
        """All that a player has seen and done, see `TreeRules.recalled_shape`."""
        shape, cells = self.rules.recalled_shape, int(np.prod(self.rules.encoding.observation_shape))
        assert shape is not None
        tensor = np.zeros(shape, np.float32)
        for row, past in enumerate(self.past.chain() if self.past else ()):
            tensor[row, :cells] = self.rules.encoding.observation(
                past.state, past.state.seats.player(player + 1)
            ).ravel()
            if player in past.actions:
                tensor[row, cells + past.actions[player]] = 1
        if self.past is None or not self.is_chance:
            tensor[self.plies, :cells] = self.observation(player).ravel()
        return tensor

    def resampled(self, player: int, seed: int) -> Node:
        """A node that a player cannot tell from this one, drawn at random."""
        if self.state is None:
            return self
        return Node(
            self.rules,
            self.state.resample(self.state.seats.player(player + 1), seed),
            self.past,
            self.plies,
            self.chosen,
        )

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        """The board, and what else decides how it goes on, as a digest."""
        if self.state is None:
            return "before the start"
        digest = hashlib.sha256(self.state.tobytes()).hexdigest()[:12]
        rest = f"{digest} after {self.plies} plies" if self.rules.max_length < MAX_MOVES else digest
        if self.is_chance:
            names = self.state.notation([self.state.legal_moves()[place] for place in self.chosen or ()])
            return f"{self.state}\n{rest}, chance decides after {names}"
        return f"{self.state}\n{rest}"


def _restored(
    rules: TreeRules,
    state: State | None,
    chain: Sequence[tuple[State, Mapping[int, int]]],
    plies: int,
    chosen: tuple[int, ...] | None,
) -> Node:
    past: Past | None = None
    for before, actions in chain:
        past = Past(rules, past, before, actions)
    return Node(rules, state, past, plies, chosen)
