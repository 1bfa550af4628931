"""Files of games with tags in brackets and numbered turns, as chess (PGN) and draughts (PDN) have them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.notation.drawn import marks_of, of_marks
from ludens.notation.errors import NotationError, shown
from ludens.notation.record import DEEPEST, DRAWN, GLYPHS, NO_CHANCE, UNFINISHED, Line, Record
from ludens.notation.turns import Turn, goes_on

#: the tags that every game has, in their order, and what stands there where nothing is known
ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
_WIDTH: Final = 80
#: a comment ends with its first closing brace
_NO_BRACES: Final = str.maketrans("{}", "()")
_BRACKETS = re.compile(r"\{[^}]*\}|;[^\n]*|[()]")
_TAG = re.compile(r'\[\s*(?P<key>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<space>\s+|;[^\n]*|^%[^\n]*)|\$(?P<nag>\d+)|\{(?P<comment>[^}]*)\}|(?P<open>\()|(?P<close>\))"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|0-0|\d+\.\d+-\d+\.\d+)(?![^\s{;()])"
    r"|(?P<number>\d+\s*\.(?:\s*\.)*)|(?P<glyph>[!?]+)"
    # a capture may go on in a second part, from where the first one came down: nobody else can begin there
    r"|(?P<turn>\d+(?:\s*x\s*(?P<on>\d+)(?:\s+(?P=on)(?=\s*x))?)+|[^\s{};()\[\]!?]+)",
    re.MULTILINE,
)
#: results as draughts players write them; `1-0` tells of the player who moves first
_RESULTS: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": DRAWN, "0-0": UNFINISHED}
_POINTS: Final = re.compile(r"(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Tagged:
    """A format of this kind: `parse` reads a turn at a state, `write` says one; `setup` reads the tag FEN."""

    game: Game
    parse: Callable[[State, str], Turn]
    turn: Callable[[State, Sequence[Move]], str]
    setup: Callable[[str], State]
    position: Callable[[State], str]
    #: tags that every file of this kind has
    tags: tuple[tuple[str, str], ...] = ()

    # --- reading

    def read(self, text: str, name: str) -> list[Record]:
        """The games of a text. Raises NotationError for what cannot be read, and for a turn that is not legal."""
        found = [reader.record() for reader in _games(self, text, name)]
        if not found:
            raise NotationError("there is no game here", name, 1)
        return found

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        return "\n".join(self._written(record) for record in records)

    def _written(self, record: Record) -> str:
        result = record.result
        tags = ROSTER | dict(self.tags) | record.tags
        ordered = {key: tags.pop(key) for key in ROSTER} | {"Result": result}
        tags.pop("Result", None)
        if not record.begins_as_usual:
            tags |= {"SetUp": "1", "FEN": self.position(record.start)}
        words = self._words(record.line, record.start, self._first_number(record.start), self._side(record.start))
        return tagged(ordered | tags, [*words, result])

    def _words(self, line: Line, start: State, number: int, side: int) -> Iterator[str]:
        """The words of a line from a state on; it begins with the turn of that number and side."""
        told = False
        yield from self._said(line, 0)
        for made, (state, turn) in enumerate(line.states(start), 1):
            before = f"{number}. " if side == 0 else f"{number}... " if not told else ""
            yield before + self.turn(state, turn) + line.glyphs.get(made, "")
            said = list(self._said(line, made))
            yield from said
            for other in line.variations.get(made - 1, ()):
                inner = list(self._words(other, state, number, side))
                if inner:
                    yield from [f"({inner[0]}", *inner[1:-1], f"{inner[-1]})"] if inner[1:] else [f"({inner[0]})"]
                    said = inner
            told = not said
            number, side = number + side, 1 - side

    def _said(self, line: Line, turns: int) -> list[str]:
        """The words of what is said and drawn after so many turns."""
        drawn = of_marks(self.game, line.marks.get(turns, ()))
        text = " ".join([*drawn, line.comments.get(turns, "")]).strip()
        return f"{{{text.translate(_NO_BRACES)}}}".split() if text else []

    def _first_number(self, start: State) -> int:
        return (int(start.field("turn")) + 1) // 2

    def _side(self, start: State) -> int:
        """0 for the player whose turns have a number before them."""
        return start.mover - 1


def tagged(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """A game as text: a line for each tag, and behind them the words, as many on a line as fit."""
    lines = [f'[{key} "{_escaped(value)}"]' for key, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped(words)]) + "\n"


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    if line:
        yield line


# --- reading


def _games(form: Tagged, text: str, name: str) -> Iterator[_Reader]:
    """A reader for each game of a text: tags, and the turns behind them."""
    at = 0
    while text[at:].strip():
        reader = _Reader(form, text, name, at)
        yield reader
        at = reader.at


class _Reader:
    """Reads one game, and knows where it is."""

    def __init__(self, form: Tagged, text: str, name: str, at: int) -> None:
        self.form, self.text, self.name, self.at = form, text, name, at
        self._places: dict[str, int] = {}

    def record(self) -> Record:
        tags = self._tags()
        state = self._start(tags)
        record = Record(state.copy(), tags=tags)
        result = self._line(state, record.line, 0)
        if result in (None, UNFINISHED) and "Result" in tags:  # some programs end every game with *
            result = tags["Result"]
        if result is not None:
            record.ended = _result_of(result)
        return record

    def _line(self, state: State, line: Line, depth: int) -> str | None:
        """Read the turns of a line from a state on, which is played on; gives the result that ends a game."""
        before, turns = state.copy(), 0
        while self.at < len(self.text):
            if not depth and self._at_tags():
                break
            match = _TOKEN.match(self.text, self.at)
            if match is None or (match["close"] and not depth):
                raise self._error(f"this is no turn: {shown(self._rest())}")
            if match["open"]:
                self._variation(before, line, turns, depth + 1)
                continue
            if match["turn"]:
                before = state.copy()
                line.plies += self._turn(state, match["turn"])
                turns += 1
            self.at = match.end()
            if match["close"]:
                return None
            if match["comment"] is not None:
                self._comment(line, turns, match["comment"])
            if glyph := match["glyph"] or _glyph(match["nag"]):
                line.glyphs[turns] = glyph
            if match["result"] and not depth:
                return match["result"]
        return None

    def _comment(self, line: Line, turns: int, text: str) -> None:
        said, marks = marks_of(self.form.game, " ".join(text.split()))
        if said:
            line.say(turns, said)
        if marks:
            line.marks.setdefault(turns, []).extend(marks)

    def _tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        while True:
            self._skip_space()
            if self.text[self.at : self.at + 1] != "[":
                return tags
            match = _TAG.match(self.text, self.at)
            if match is None:
                raise self._error(f'a tag is written [Name "value"], not {shown(self._rest())}')
            self._places[match["key"]] = self.at
            tags[match["key"]] = re.sub(r"\\(.)", r"\1", match["value"])
            self.at = match.end()

    def _skip_space(self) -> None:
        while (match := re.compile(r"\s+|%[^\n]*").match(self.text, self.at)) is not None:
            self.at = match.end()

    def _at_tags(self) -> bool:
        line = self.text.rfind("\n", 0, self.at) + 1
        return self.text[self.at] == "[" and not self.text[line : self.at].strip()

    def _start(self, tags: dict[str, str]) -> State:
        if "FEN" not in tags:
            return self.form.game.start(rng_state=NO_CHANCE)
        try:
            state = self.form.setup(tags["FEN"])
        except NotationError as error:
            self.at = self._places["FEN"]
            raise self._error(f"the tag FEN: {error.cause}") from None
        for key in ("FEN", "SetUp"):
            tags.pop(key, None)
        return state

    def _turn(self, state: State, text: str) -> Turn:
        if state.is_over:
            raise self._error(f"the game is over before {shown(text)}")
        try:
            turn = self.form.parse(state, text)
        except IllegalMove as error:
            raise self._error(str(error)) from None
        for move in turn:
            state.play(move)
        if goes_on(state):
            raise self._error(f"{shown(text)} is no whole turn: it goes on with {', '.join(state.notations()[:8])}")
        return turn

    def _variation(self, before: State, line: Line, turns: int, depth: int) -> None:
        """Read a variation in the place of the last turn; one that this game cannot hold is kept as a comment."""
        opened, end = self.at, self._closed()
        try:
            if not turns or depth > DEEPEST:
                raise self._error("a variation stands behind the turn that it replaces")
            self.at, other = opened + 1, Line()
            self._line(before.copy(), other, depth)
            if other.plies:
                line.variations.setdefault(turns - 1, []).append(other)
        except NotationError:
            line.say(turns, " ".join(self.text[opened:end].translate(_NO_BRACES).split()))
        self.at = end

    def _closed(self) -> int:
        """Where the bracket that opens here is closed."""
        depth = 0
        for match in _BRACKETS.finditer(self.text, self.at):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if depth == 0:
                return match.end()
        raise self._error("this ( is never closed")

    def _rest(self) -> str:
        return self.text[self.at :].partition("\n")[0]

    def _error(self, cause: str) -> NotationError:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - (self.text.rfind("\n", 0, self.at) + 1) + 1
        return NotationError(cause, self.name, line, column)


def _result_of(told: str) -> str:
    """A result as PGN has it. A winner has all points: where both have some (`1.01-0.99`, `7-5`) it is drawn."""
    match = _POINTS.fullmatch(told.strip())
    if match is None or told in _RESULTS:
        return _RESULTS.get(told, told)
    first, second = map(float, match.groups())
    return UNFINISHED if not first and not second else DRAWN if first and second else "1-0" if first else "0-1"


def _glyph(nag: str | None) -> str:
    """The glyph of a number that PGN gives it; empty for others."""
    return GLYPHS[int(nag) - 1] if nag is not None and len(nag) < 3 and 1 <= int(nag) <= len(GLYPHS) else ""
