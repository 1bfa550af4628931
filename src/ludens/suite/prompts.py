"""What a language model is shown: the rules once, and each turn no more than the turn.

`PROTOCOLS` are the ways to ask. The first is the frozen one of the list `v1`: one text with the rules, the position and
all legal moves. The second has the rules, in words and in the `.lud` language, in a part that stays the same for a
game; a turn has the board with coordinates and the moves so far, and no legal moves, from which one might be drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from ludens import notation, render
from ludens.game import Game, Move, State
from ludens.game.hidden_sites import is_veiled
from ludens.suite.answers import Message
from ludens.suite.layout import lay_out

_ANSWER = """\
Think as long as you like. Then write your move on the last line, alone and in square brackets, as in [{example}].
Only the last move that you write counts. An answer without a legal move {loses}."""
_LOSES, _AGAIN = "loses the game", "is asked for {times} more, and then loses the game"
#: how many examples of how moves are written there are, from the start
_EXAMPLES = 3


def rules_text(game: Game) -> str:
    """The rules as the `.lud` language says them, with the options chosen, without comments and pictures."""
    return lay_out(game.description.game)


def rules_in_words(game: Game) -> str:
    """The rules in English, as `ludens rules` tells them."""
    from ludens.lab import sheet  # late: it draws

    return "\n\n".join(sheet.as_text(one) for one in sheet.sheets(game, pictures=False))


def position_text(state: State) -> str:
    """A position as the player to move sees it, and the legal moves."""
    return "\n".join([*_position(state, str(state)), "", "Legal moves: " + ", ".join(notation.names_of(state))])


def prompt(state: State) -> str:
    """All that a model needs to choose a move: the rules, the position, and how to answer (the first protocol)."""
    return "\n\n".join(
        [
            f"You play {state.game.name}. Its rules, in the .lud language for board games:",
            rules_text(state.game),
            position_text(state),
            "Choose one of the legal moves. Write it alone on the last line of your answer, as it is written above.",
        ]
    )


def _position(state: State, board: str, player: int | None = None) -> list[str]:
    turn = "it is your turn" if player is None else "all players move at once"
    lines = [f"You are player {player or state.mover} of {state.game.num_players}, and {turn}.", "", board]
    if any(state.scores):
        lines.append("Scores: " + ", ".join(f"player {p}: {score}" for p, score in enumerate(state.scores, 1)))
    if any(any(dice) for dice in state.rolled):
        lines.append("Dice: " + " ".join(str(value) for dice in state.rolled for value in dice))
    return lines


@dataclass(frozen=True)
class Prompts:
    """The second protocol: what its parts hold. `version` is another where any of it is.

    `words` and `lud` are the rules in English and as a description; `history` the moves so far, `moves` the list of
    legal moves.
    """

    words: bool = True
    lud: bool = True
    history: bool = True
    moves: bool = False

    def __post_init__(self) -> None:
        if not (self.words or self.lud):
            raise ValueError("a prompt has the rules in words, in the .lud language, or both")

    @property
    def version(self) -> str:
        """What identifies the protocol: its number, and a digest of its words and options."""
        content = repr((self, _ANSWER, _LOSES, _AGAIN, _EXAMPLES))
        return f"2-{hashlib.sha256(content.encode()).hexdigest()[:8]}"

    def system(self, state: State, tries: int = 1) -> str:
        """What stays the same for a game: its rules, how moves are written, and how to answer."""
        game, parts = state.game, list[str]()
        parts.append(f"You play a board game, {game.name}, as one of {game.num_players} players, and want to win.")
        if self.words:
            parts += ["The rules in words:", rules_in_words(game)]
        if self.lud:
            parts += ["The rules in the .lud language for board games:", rules_text(game)]
        examples = _examples(game)
        if examples:
            parts.append("Moves are written like these: " + ", ".join(examples) + ".")
        loses = _LOSES if tries == 1 else _AGAIN.format(times="once" if tries == 2 else f"{tries - 1} times")
        parts.append(_ANSWER.format(example=examples[0] if examples else "A1", loses=loses))
        return "\n\n".join(parts)

    def turn(self, state: State, history: Sequence[str] = (), player: int | None = None) -> str:
        """What a turn is asked with: the position as its player sees it, and the moves before it, in turn.

        Where players move at once, `player` is the one that is asked.
        """
        viewer: render.Viewer = "mover" if player is None else player
        board = render.text(state, coordinates=True, viewer=viewer, standard=not notation.of(state.game).renames)
        lines = _position(state, board, player)
        if self.history and history:
            lines += ["", f"Moves so far: {numbered(history)}"]
        if self.moves:
            lines += ["", "Legal moves: " + ", ".join(move_names(state, player))]
        return "\n".join([*lines, "", "Your move?"])

    def messages(
        self, state: State, history: Sequence[str] = (), tries: int = 1, player: int | None = None
    ) -> list[Message]:
        """The parts of a turn, as providers take them: a system part that does not change, and the turn."""
        return [
            {"role": "system", "content": self.system(state, tries)},
            {"role": "user", "content": self.turn(state, history, player)},
        ]


#: the protocols by their numbers; None is the first
PROTOCOLS: dict[int, Prompts | None] = {1: None, 2: Prompts()}


def numbered(moves: Sequence[str]) -> str:
    """Moves in one line, each with its number."""
    return " ".join(f"{number}. {move}" for number, move in enumerate(moves, 1))


def move_text(state: State, move: Move) -> str:
    """How the players of a game write a legal move: SAN in chess, else its sites."""
    name = notation.of(state.game).ply(state, move)
    return name.removeprefix(f"{move.mover}:") if state.is_simultaneous else name


def tells_all(game: Game) -> bool:
    """Whether all players see all moves; else the moves so far are no part of a prompt."""
    return not any("hidden" in one.layout or is_veiled(one) for one in game.games)


def move_names(state: State, player: int | None = None) -> list[str]:
    """The legal moves as their players write them; where players move at once, those of one of them."""
    return [move_text(state, move) for move in state.legal_moves() if player is None or move.mover == player]


def _examples(game: Game) -> list[str]:
    """How some moves of the start are written: the same for each turn of a game."""
    state = game.start(seed=0)
    moves = state.legal_moves()
    step = max(len(moves) // _EXAMPLES, 1)
    return [move_text(state, move) for move in moves[::step][:_EXAMPLES]]
