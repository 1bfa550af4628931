"""Files of games with tags in brackets and numbered turns, as chess (PGN) and draughts (PDN) have them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.record import DRAWN, NO_CHANCE, UNFINISHED, Record
from ludens.notation.turns import Turn, goes_on

#: the tags that every game has, in their order, and what stands there where nothing is known
ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
_WIDTH: Final = 80
_TAG = re.compile(r'\[\s*(?P<key>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<space>\s+|\$\d+|;[^\n]*|^%[^\n]*)|\{(?P<comment>[^}]*)\}|(?P<open>\()|(?P<close>\))"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|0-0)(?![^\s{;()])"
    r"|(?P<number>\d+\s*\.(?:\s*\.)*)|(?P<glyph>[!?]+)|(?P<turn>[^\s{};()\[\]]+)",
    re.MULTILINE,
)
#: results as draughts players write them; `1-0` tells of the player who moves first
_RESULTS: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": DRAWN, "0-0": UNFINISHED}


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
        return tagged(ordered | tags, [*self._words(record), result])

    def _words(self, record: Record) -> Iterator[str]:
        side = self._side(record.start)
        number, told = self._first_number(record.start), False
        yield from _comment(record, 0)
        for made, (state, turn) in enumerate(record.states(), 1):
            before = f"{number}. " if side == 0 else f"{number}... " if not told else ""
            yield before + self.turn(state, turn)
            yield from _comment(record, made)
            told = made not in record.comments
            number, side = number + side, 1 - side

    def _first_number(self, start: State) -> int:
        return (int(start.field("turn")) + 1) // 2

    def _side(self, start: State) -> int:
        """0 for the player whose turns have a number before them."""
        return start.mover - 1


def _comment(record: Record, turns: int) -> list[str]:
    """The words of what is said after so many turns."""
    return f"{{{record.comments[turns]}}}".split() if turns in record.comments else []


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
        turns, ended = 0, False
        while self.at < len(self.text) and not ended:
            if self._at_tags():
                break
            match = _TOKEN.match(self.text, self.at)
            if match is None or match["close"]:
                raise self._error(f"this is no turn: {shown(self._rest())}")
            if match["open"]:
                self._variation()
                continue
            if match["turn"]:
                record.plies += self._turn(state, match["turn"])
                turns += 1
            self.at = match.end()
            if match["comment"] is not None:
                said = " ".join(match["comment"].split())
                record.comments[turns] = f"{record.comments[turns]} {said}" if turns in record.comments else said
            if match["result"]:
                record.ended, ended = _RESULTS.get(match["result"], match["result"]), True
        if not ended and "Result" in tags:
            record.ended = _RESULTS.get(tags["Result"], tags["Result"])
        return record

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

    def _variation(self) -> None:
        """Go past a variation, and those in it."""
        opened, depth, at = self.at, 0, self.at
        for match in re.compile(r"\{[^}]*\}|;[^\n]*|[()]").finditer(self.text, at):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if depth == 0:
                self.at = match.end()
                return
        self.at = opened
        raise self._error("this ( is never closed")

    def _rest(self) -> str:
        return self.text[self.at :].partition("\n")[0]

    def _error(self, cause: str) -> NotationError:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - (self.text.rfind("\n", 0, self.at) + 1) + 1
        return NotationError(cause, self.name, line, column)
