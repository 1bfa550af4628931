"""Whether a game keeps what its interface promises: one suite for every game and every match."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ludens.game import Game, IllegalMove, Move, State

#: moves of a position that are looked at closely, and games of a batch
MOVES: Final = 5
BATCH: Final = 4


class BrokenPromise(AssertionError):
    """A game does not do what its interface promises; the message says what, and where.

    `kind` is the kind of promise, and `held` how many of each kind had been kept before.
    """

    def __init__(self, message: str, kind: str, held: Counter[str]) -> None:
        super().__init__(message)
        self.kind, self.held = kind, held


#: what games promise, by kind
ANSWERS, RESTORED, UNDONE, NOTATION, SEEDS, BATCHES = "answers", "restored", "undone", "notation", "seeds", "batches"
KINDS: Final = (ANSWERS, RESTORED, UNDONE, NOTATION, SEEDS, BATCHES)


def check(game: Game, *, seed: int = 1, plies: int = 40) -> int:
    """Play a random game of so many plies and hold everything on the way to what the interface promises.

    Gives how many promises were tested. Raises BrokenPromise for what does not hold, and lets through whatever the game
    raises.
    """
    return counts(game, seed=seed, plies=plies).total()


def counts(game: Game, *, seed: int = 1, plies: int = 40) -> Counter[str]:
    """The same, and how many promises of each kind (`KINDS`) were tested."""
    suite = _Suite(game, seed)
    suite.run(plies)
    return suite.held


class _Suite:
    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed, self.place, self.held = game, seed, "the start", Counter[str]()

    def run(self, plies: int) -> None:
        self.the_game()
        for state in self.positions(plies):
            self.a_state(state)
            self.its_text(state)
            self.its_moves(state)
        self.random_games()
        if self.game is self.game.games[0] and not self.game.is_simultaneous:
            self.a_batch()

    def hold(self, promise: bool, what: str, kind: str = ANSWERS) -> None:
        if not promise:
            raise BrokenPromise(f"{self.game.name}, {self.place}: {what}", kind, self.held)
        self.held[kind] += 1

    def positions(self, plies: int) -> Iterator[State]:
        """The state at the start, after 1, 2, 4, ... random moves, and at the end; each move is undone once."""
        rng, state = np.random.default_rng(self.seed), self.game.start(seed=self.seed)
        self.hold(state == self.game.start(seed=self.seed), "equal seeds start equally", SEEDS)
        for ply in range(plies):
            self.place = f"after {ply} plies with seed {self.seed}"
            if ply & (ply - 1) == 0 or state.is_over:
                yield state
            if state.is_over:
                return
            self.a_ply(state, random_choice(state, rng))

    def a_ply(self, state: State, moves: list[Move]) -> None:
        """Make moves, take them back, and make them again."""
        before, first = state.copy(), state.play(moves)
        after = state.copy()
        state.undo()
        self.hold(state == before, "undo goes back to the same state", UNDONE)
        self.hold(state.play(moves) == first and state == after, "the same moves lead to the same state", UNDONE)

    # --- promises of a game

    def the_game(self) -> None:
        game = self.game
        for name in _public(game):
            self.answers(name)
        self.hold(next(game.ludemes()) is not None, "a game is made of ludemes")
        again = (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)))
        self.hold(
            all(one == game and hash(one) == hash(game) for one in again), "a game is equal to its copies", RESTORED
        )
        self.hold(type(game).__name__ != repr(game) and game.name in repr(game), "repr names the game")
        self.hold(game._repr_svg_().startswith("<svg"), "the empty board is an SVG picture")
        json.dumps(game.to_dict())

    def answers(self, name: str) -> None:
        """A match may have no answer, but has to say so."""
        try:
            getattr(self.game, name)
        except ValueError as error:
            self.hold(self.game is not self.game.games[0], f"{name} raises {error}")

    # --- promises of a state

    def a_state(self, state: State) -> None:
        game = self.game
        data = json.loads(json.dumps(state.to_dict()))
        copies = {
            "copy": state.copy(),
            "copy.copy": copy.copy(state),
            "copy.deepcopy": copy.deepcopy(state),
            "pickle": pickle.loads(pickle.dumps(state)),
            "from_bytes": game.from_bytes(state.tobytes()),
            "from_dict": game.from_dict(data),
        }
        texts = [move.to_trial() for move in state.legal_moves()]
        for how, other in copies.items():
            self.hold(other == state and hash(other) == hash(state), f"the state of {how} is equal", RESTORED)
            self.hold(
                [m.to_trial() for m in other.legal_moves()] == texts, f"the state of {how} has the same moves", RESTORED
            )
        for name in _public(state):
            getattr(state, name)
        self.hold(len(state.ranking) == len(state.scores) == game.num_players, "each player has a rank and a score")
        self.hold(state.is_over == (not texts), "there are moves until the game is over")

    def its_text(self, state: State) -> None:
        self.hold(state.game.name in repr(state), "repr names the game")
        self.hold(isinstance(str(state), str), "the board is drawn as text")
        self.hold(state._repr_svg_().startswith("<svg"), "the board is drawn as an SVG picture")

    def its_moves(self, state: State) -> None:
        moves, names = state.legal_moves(), state.notations()
        self.hold(len(set(names)) == len(names) == len(moves), "every legal move has a notation of its own", NOTATION)
        for move, name in zip(moves, names, strict=True):
            self.hold(
                state.notation(move) == name and state.parse(name) is move, f"{name} is read as it is written", NOTATION
            )
        for move in _spread(moves):
            self.hold(state.parse(move.to_trial()) == move, f"{move} is read in trial format", NOTATION)
            again = pickle.loads(pickle.dumps(move))
            self.hold(again == move and hash(again) == hash(move), f"{move} is equal to its pickle", RESTORED)
            if not state.is_simultaneous:
                self.hold(_after(state, again) == _after(state, move), f"{move} does the same from a pickle", RESTORED)
        if moves:
            chosen = random_choice(state, np.random.default_rng(self.seed))
            self.hold(
                state.parse_all(state.notation(chosen)) == chosen, "what all play is read as it is written", NOTATION
            )
        try:
            state.parse("no such move")
        except IllegalMove:
            return
        self.hold(False, "what is no move is refused", NOTATION)

    # --- promises of many games

    def random_games(self) -> None:
        self.place = f"random games with seed {self.seed}"
        played = self.game.playouts(BATCH, seed=self.seed)
        self.hold(played == self.game.playouts(BATCH, seed=self.seed, threads=2), "threads make no difference", SEEDS)
        self.hold(set(played.winners.tolist()) <= {*range(-1, self.game.num_players + 2)}, "random games have a result")

    def a_batch(self) -> None:
        """A batch plays as its states do, each by itself."""
        rng, batch = np.random.default_rng(self.seed), self.game.batch(BATCH, seed=self.seed)
        states = [batch.state(row) for row in range(BATCH)]
        for ply in range(MOVES):
            self.place = f"a batch after {ply} plies with seed {self.seed}"
            counts = [len(state.legal_moves()) for state in states]
            self.hold(batch.count_moves().tolist() == counts, "a batch counts the moves of its states", BATCHES)
            choices = [int(rng.integers(n)) if n else -1 for n in counts]
            batch.play(choices)
            for state, choice in zip(states, choices, strict=True):
                if choice >= 0:
                    self.both_modules(state, choice)
                    state.play(state.legal_moves()[choice])
            self.hold([batch.state(row) for row in range(BATCH)] == states, "a batch plays as its states do", BATCHES)

    def both_modules(self, state: State, choice: int) -> None:
        """A move leads to the same state in the code that logs and in the code that does not."""
        one, other = state.copy(), state.copy()
        for program, after in ((self.game.traced, one), (self.game.fast, other)):
            program.play(after, program.legal(after)[choice])
        self.hold(one == other, "code that logs and code that does not play alike", BATCHES)


def _public(thing: Game | State) -> list[str]:
    """The names of what may be asked of a game or a state."""
    return [name for name in dir(type(thing)) if not name.startswith("_")]


def _after(state: State, move: Move) -> State:
    following = state.copy()
    following.play(move)
    return following


def random_choice(state: State, rng: np.random.Generator) -> list[Move]:
    """A random move, or one of each player's where they move at once."""
    moves = list(state.legal_moves())
    if not state.is_simultaneous:
        return [moves[int(rng.integers(len(moves)))]]
    own = [[move for move in moves if move.mover == player] for player in sorted({move.mover for move in moves})]
    return [of_player[int(rng.integers(len(of_player)))] for of_player in own]


def _spread(moves: Sequence[Move]) -> list[Move]:
    """Some of the moves, from the first to the last."""
    return [moves[n] for n in sorted({int(n) for n in np.linspace(0, len(moves) - 1, MOVES)})] if moves else []
