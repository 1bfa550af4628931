"""Language models as players: a game and its positions in words, and the move in an answer."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludens import notation
from ludens.game import Game, IllegalMove, Move, State
from ludens.suite.evaluating import Maker
from ludens.suite.layout import laid_out

#: gives a model's answer to a prompt
Ask = Callable[[str], str]


def rules_text(game: Game) -> str:
    """The rules as the `.lud` language says them, with the options chosen, without comments and pictures."""
    return laid_out(game.description.game)


def position_text(state: State) -> str:
    """A position as the player to move sees it, and the legal moves."""
    game = state.game
    lines = [f"You are player {state.mover} of {game.num_players}, and it is your turn.", "", str(state)]
    if any(state.scores):
        lines.append("Scores: " + ", ".join(f"player {p}: {score}" for p, score in enumerate(state.scores, 1)))
    if any(any(dice) for dice in state.rolled):
        lines.append("Dice: " + " ".join(str(value) for dice in state.rolled for value in dice))
    return "\n".join([*lines, "", "Legal moves: " + ", ".join(notation.names_of(state))])


def prompt(state: State) -> str:
    """All that a model needs to choose a move: the rules, the position, and how to answer."""
    return "\n\n".join(
        [
            f"You play {state.game.name}. Its rules, in the .lud language for board games:",
            rules_text(state.game),
            position_text(state),
            "Choose one of the legal moves. Write it alone on the last line of your answer, as it is written above.",
        ]
    )


def move_in(state: State, answer: str) -> Move:
    """The move on the last line of an answer, the first one of a turn of several plies.

    Labels are read, and what players of the game write: `Nf3`, `7g7f`, `8/5 6/5`. Raises IllegalMove, which names what
    came close.
    """
    return _turn_in(state, answer)[0]


def _turn_in(state: State, answer: str) -> Sequence[Move]:
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    if not lines:
        raise IllegalMove("the answer is empty: a legal move is expected on its last line", notation.names_of(state))
    last = lines[-1].strip("*`\"'.")
    text = last.partition(":")[2].strip() if last.lower().startswith("move:") else last
    return notation.read_turn(state, text)


@dataclass(frozen=True)
class Speaker:
    """A player that asks for each move; answers without a legal move are told why, and asked again.

    Of a turn of several plies the rest is played without another question.
    """

    ask: Ask
    tries: int = 3
    #: the plies that are to come, each with the position that it was meant for
    _rest: list[tuple[bytes, Move]] = field(default_factory=list, init=False, repr=False, compare=False)

    def choose(self, state: State) -> Move:
        """The move that was answered. Raises IllegalMove after the last try."""
        if self._rest:
            here, move = self._rest.pop(0)
            if here == state.tobytes():
                return move
            self._rest.clear()
        asked = prompt(state)
        for left in reversed(range(self.tries)):
            answer = self.ask(asked)
            try:
                return self._begun(state, _turn_in(state, answer))
            except IllegalMove as error:
                if not left:
                    raise
                asked = f"{asked}\n\nYou answered:\n\n{answer}\n\nThat is no legal move: {error}"
        raise ValueError("a speaker wants tries >= 1")

    def _begun(self, state: State, turn: Sequence[Move]) -> Move:
        """The first ply of a turn; the others are remembered."""
        here = state.copy()
        for before, move in itertools.pairwise(turn):
            here.play(before)
            self._rest.append((here.tobytes(), move))
        return turn[0]


def speaker(ask: Ask, tries: int = 3) -> Maker:
    """What `evaluate` takes as an agent: a model, given as a function from prompts to answers."""

    def language_model(game: Game, seed: int) -> Speaker:
        return Speaker(ask, tries)

    return language_model
