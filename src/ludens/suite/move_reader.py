r"""The move that an answer says, as people and models write it, and why an answer says none.

What is read, in this order; of several of a kind the last one counts:

1. the last line, where it is a move and nothing else;
2. what stands in `\boxed{...}`, in square brackets (`[A1]`), in `<move>` or `<answer>` tags;
3. what follows "Move:", "Answer:", "I play", "I move", "I choose", "My move is" on its line;
4. what is in bold or in backquotes;
5. any words in between, from the end of the answer.

A move is written as in the prompt, in the notation of the game's players (SAN in chess, squares in draughts), or with
the sites joined in any usual way. Words of the second, third and fifth kind that look like a move and are none are the
answer: no other is taken in their place, as that would be another move than the one that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ludens import notation
from ludens.game import IllegalMove, Move, State

#: why there is no move: `REASONS` has them in words
ILLEGAL, UNREADABLE, CUT_OFF, LATE = "illegal", "unreadable", "cut off", "late"
REASONS = {
    ILLEGAL: "the answer names a move that is not legal",
    UNREADABLE: "the answer names no move",
    CUT_OFF: "the answer reached the limit of tokens before it named a move",
    LATE: "the answer came after the time for a turn",
}

_BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}|<(?:move|answer|action)>(.*?)</", re.IGNORECASE | re.DOTALL)
_WRAPPED = re.compile(r"\\(?:text|mathrm|mathbf|textbf|texttt)\{([^{}]*)\}")
_BRACKETS = re.compile(r"\[([^\[\]\n]{1,80})\]")
_PHRASE = re.compile(
    r"(?:\b(?:my\s+|final\s+|best\s+|chosen\s+)*(?:move|answer|action|choice)(?:\s+is)?\s*[:=]|"
    r"\b(?:my|the best|the final)\s+(?:move|answer|choice)\s+is\b|"
    r"\bI(?:'ll|\s+will|\s+would|\s+shall)?\s+(?:play|move|choose|take|go\s+with|answer)\b(?:\s+(?:at|to|on|with))?)"
    r"[\s*_`\"']*:?\s*([^\n]{1,120})",
    re.IGNORECASE,
)
_MARKED = re.compile(r"\*\*([^*\n]{1,80})\*\*|`([^`\n]{1,80})`")
_WORDS = re.compile(r"[^\s,;]+")
_EDGES = " \t*_`\"'“”‘’.,;:!?()<>{}$"
#: SAN, and squares: what looks like a move wherever it stands
_MOVELIKE = re.compile(r"(?:O-O(?:-O)?|0-0(?:-0)?|[KQRBNP]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?)[+#]?", re.IGNORECASE)
_NUMBERED = re.compile(r"^\d+\s*\.+\s*(?=\D)")
#: the most words that one move is written with, and the most words that are looked at
_LONGEST, _MOST = 4, 400


class Unread(IllegalMove):
    """An answer that is no legal move: `reason` says of which kind (`REASONS`), the message why.

    `text` is what was meant as a move, where something was.
    """

    def __init__(self, reason: str, message: str, candidates: Sequence[str] = (), text: str = "") -> None:
        super().__init__(message, candidates)
        self.reason = reason
        self.text = text


def read_turn(state: State, answer: str, player: int | None = None) -> tuple[Move, ...]:
    r"""The moves that an answer says: one, or the plies of a whole turn. Raises Unread.

    Where players move at once, it is the answer of that `player`.

    >>> import ludens
    >>> state = ludens.load("Tic-Tac-Toe").start()
    >>> [state.notation(read_turn(state, text)[0]) for text in ("[A1]", r"so \boxed{B2}", "C1 is bad. I play C3.")]
    ['A1', 'B2', 'C3']
    """
    return _Reader(state, player).turn(answer)


def read_move(state: State, answer: str) -> Move:
    """The move that an answer says; of a whole turn the first one. Raises Unread."""
    return read_turn(state, answer)[0]


@dataclass
class _Reader:
    state: State
    player: int | None = None
    error: IllegalMove | None = field(default=None, init=False)

    def turn(self, answer: str) -> tuple[Move, ...]:
        if not answer.strip():
            raise Unread(UNREADABLE, "the answer is empty")
        for texts, is_final in self._kinds(answer):
            for text in reversed(texts):
                moves = self._moves(text)
                if moves:
                    return moves
                if is_final and self._looks_like_a_move(text):
                    raise self._illegal(text)
        return self._among_words(answer)

    def _kinds(self, answer: str) -> Iterator[tuple[list[str], bool]]:
        """The texts that may be the answer, kind by kind, and whether one that looks like a move is it for certain."""
        yield [line.strip() for line in answer.splitlines() if line.strip()][-1:], False
        yield [a or b for a, b in _BOXED.findall(answer)], True
        yield _BRACKETS.findall(answer), True
        for line in reversed(_PHRASE.findall(answer)):
            yield _beginnings(line), False
            if self._looks_like_a_move(line.split()[0] if line.split() else ""):
                raise self._illegal(line.split()[0])
        yield [a or b for a, b in _MARKED.findall(answer)], False

    def _among_words(self, answer: str) -> tuple[Move, ...]:
        """The last words that are a move; where words that look like one come later, it is these that were meant."""
        words = _WORDS.findall(answer)[-_MOST:]
        for end in range(len(words), 0, -1):
            for length in range(min(_LONGEST, end), 0, -1):
                text = " ".join(words[end - length : end])
                if self._is_promising(text) and (moves := self._moves(text)):
                    return moves
            if self._looks_like_a_move(words[end - 1]):
                raise self._illegal(words[end - 1])
        raise Unread(UNREADABLE, "the answer names no move", self._names)

    def _moves(self, text: str) -> tuple[Move, ...]:
        plain = _WRAPPED.sub(r"\1", text).strip().strip(_EDGES)
        for spelling in dict.fromkeys((text.strip(), plain, _NUMBERED.sub("", plain))):
            if not spelling:
                continue
            try:
                return tuple(self._style.parse(self.state, self._own(spelling)))
            except IllegalMove as error:
                self.error = error
            except (ValueError, notation.NotationError):
                continue
        return ()

    def _own(self, spelling: str) -> str:
        """A move as its player's: where all move at once, names begin with the player."""
        return spelling if self.player is None else f"{self.player}:{spelling.removeprefix(f'{self.player}:')}"

    @cached_property
    def _names(self) -> list[str]:
        """The names of the moves that the answer may be."""
        names, own = notation.names_of(self.state), f"{self.player}:"
        if self.player is None:
            return list(names)
        return [name.removeprefix(own) for name in names if name.startswith(own)]

    @cached_property
    def _style(self) -> notation.Style:
        return notation.of(self.state.game)

    @cached_property
    def _labels(self) -> frozenset[str]:
        """What the sites of the board are called."""
        game = self.state.playing.game
        labels = {element.label for element in game.topology.elements(game.model.default_site)}
        return frozenset(label.casefold() for label in labels if label)

    @cached_property
    def _shapes(self) -> frozenset[str]:
        """How the legal moves look: their letters and digits, whichever they are."""
        return frozenset(_shape(name) for name in self._names)

    def _looks_like_a_move(self, text: str) -> bool:
        """Whether a text has the shape of a legal move, or is made of sites."""
        plain = text.strip().strip(_EDGES)
        if self._style.family == "chess" and _MOVELIKE.fullmatch(plain):
            return True
        parts = [part for part in re.split(r"[-–>x:/\s]+", plain.casefold()) if part]
        if not parts or not any(character.isdigit() for character in plain):
            return False
        return all(part in self._labels for part in parts) or _shape(plain) in self._shapes

    def _is_promising(self, text: str) -> bool:
        """Whether a text may be a move among other words: these are not read as one by chance."""
        plain = text.strip(_EDGES)
        return any(character.isdigit() for character in plain) or plain.casefold() in self._wordy

    @cached_property
    def _wordy(self) -> frozenset[str]:
        """The names of moves without a digit that are no single letters: `pass`, `O-O`, `Rock`."""
        names = {*self._names, "O-O", "O-O-O"}
        return frozenset(n.casefold() for n in names if len(n) > 2 and not any(c.isdigit() for c in n))

    def _illegal(self, text: str) -> Unread:
        """The error for a text that looks like a move: it names no others, which might be a model's only help."""
        self._moves(text)
        plain = text.strip().strip(_EDGES)
        candidates = self.error.candidates if self.error else ()
        return Unread(ILLEGAL, f"{plain!r} is not a legal move here", candidates, plain)


def _beginnings(line: str) -> list[str]:
    """The words that a line begins with, the longest run last: what stands behind "I play" goes on in prose."""
    words = line.split()[:_LONGEST]
    return [" ".join(words[:length]) for length in range(1, len(words) + 1)] + [line]


def _shape(text: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"\d+", "9", text.casefold()))
