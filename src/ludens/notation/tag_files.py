"""Files of games with tags in brackets and numbered turns, as chess (PGN) and draughts (PDN) have them.

What a turn and a result look like is told by each format (`Words`), and nothing here knows of another one's. A file is
cut into games first, line by line; then each game is read for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.notation.arrows import marks_of, of_marks
from ludens.notation.errors import NotationError, noting, shown
from ludens.notation.reading import Piece
from ludens.notation.record import DEEPEST, DRAWN, GLYPHS, NO_CHANCE, UNFINISHED, Line, Record, result_of
from ludens.notation.turns import NULL, Turn, goes_on, is_null, make, turns_of

#: the tags that every game has, in their order, and what stands there where nothing is known
ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
#: results as PGN has them, by how they are written
RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", DRAWN: DRAWN, UNFINISHED: UNFINISHED}
_WIDTH: Final = 80
_KEY: Final = r"\[\s*([A-Za-z0-9][\w+#=:.-]*)"
#: a tag as the standard has it; its value may go on in the next line, but not behind an empty one
_TAG: Final = re.compile(_KEY + r'\s+"((?:[^"\\\n]|\\.|\n(?!\s*\n))*)"\s*\](?=\s*(?:\[|$|[^\s"\]]))', re.MULTILINE)
#: a tag with quotes in its value that are not escaped
_QUOTED: Final = re.compile(_KEY + r'\s+"(.*?)"\s*\](?=\s*(?:\[\s*[A-Za-z0-9]|$))', re.MULTILINE)
#: what stands for a tag, with quotes of another kind, or none, or without an end
_TAGLIKE: Final = re.compile(_KEY + r"[ \t]*(.*?)[ \t]*\]?[ \t]*$", re.MULTILINE)
_BEGINS_TAG: Final = re.compile(rf"\s*{_KEY}\s+[\"'\u2018-\u201f\u00ab]")
_BEGINS_GAME: Final = re.compile(r'\s*\[\s*Event\s+"')
_FIRST: Final = re.compile(r"\s*1\s*\.(?!\s*[.\u2026])")
_NEXT: Final = re.compile(rf"{_FIRST.pattern}|{_BEGINS_TAG.pattern}")
_COMMENTS: Final = re.compile(r"(?:\s|\{[^}]*\}|\$\d+|\()*")
#: what programs write into the tag FEN of a game that begins as usual
_USUAL: Final = frozenset({"", "?", "-", "startpos"})
#: quotes of tags that are no straight ones, and are taken off where they stand at both ends
_QUOTES: Final = "\"'\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb"


@dataclass(frozen=True)
class Words:
    """What the words of one format look like, as regular expressions: its turns, its results, its numbers.

    `result` gives a result as PGN has it, and `written` that of a game as it is written; `signs` are what stands for
    numbers of annotations, beside `!` and `?`.
    """

    turn: str
    results: str = "|".join(map(re.escape, RESULTS))
    result: Callable[[str], str] = lambda text: RESULTS.get(text, text)
    number: str = r"\d+\s*\.(?:\s*\.)*"
    signs: Mapping[str, int] = field(default_factory=dict)
    written: Callable[[Record], str] = lambda record: record.result
    #: how nobody's move is written, in formats that have it
    nulls: str = r"(?!)"
    #: how a word begins that somebody wrote for a turn, and is none
    slip: str = r"[\w:=+-]*[A-Za-z]\d|\d+[-x:]\d"

    @cached_property
    def token(self) -> re.Pattern[str]:
        """A word of a game, of the kind that its group names, behind what stands between words."""
        signs = GLYPHS_FIRST | dict(self.signs)
        listed = "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True) if not sign.isalnum())
        words = "|".join(sorted((re.escape(sign) for sign in signs if sign.isalnum()), key=len, reverse=True))
        return re.compile(
            rf"[\s,]*+(?:(?P<escaped>^%[^\n]*)|(?P<result>{self._ended})|(?P<null>{self.nulls})|(?P<number>{self.number})"
            rf"|(?P<turn>{self.turn})"
            r"|\{(?P<comment>[^}]*)\}|;(?P<rest>[^\n]*)|\$(?P<nag>\d+)|(?P<open>\()|(?P<close>\))"
            rf"|(?P<sign>{listed}" + (rf"|(?:{words})(?![^\s{{}}();$])" if words else "") + ")"
            r"|(?P<other>[{}]|[^\s,{}();$!?]+|.))",
            re.MULTILINE,
        )

    def result_in(self, text: str) -> str | None:
        """The result that a text is, as PGN has it; None where it is none."""
        result = self.result(text)
        return result if result in RESULTS else None

    @cached_property
    def slips(self) -> re.Pattern[str]:
        """How a word begins that somebody wrote for a turn, and is none."""
        return re.compile(self.slip)

    @cached_property
    def nags(self) -> Mapping[str, int]:
        """The numbers of annotations by their signs."""
        return GLYPHS_FIRST | dict(self.signs)

    @cached_property
    def cut(self) -> re.Pattern[str]:
        """What tells where a game ends."""
        return re.compile(rf"[{{}};()]|(?<![^\s{{}}();]){self._ended}")

    @cached_property
    def begins(self) -> re.Pattern[str]:
        """How a line begins that has turns."""
        return re.compile(rf"(?:{self.number})?\s*(?:{self.turn})(?![^\s{{}}();$!?+#])|(?:{self.number})\s*$")

    @property
    def _ended(self) -> str:
        return rf"(?:{self.results})(?![^\s{{}};()\[])"


GLYPHS_FIRST: Final = {glyph: number for number, glyph in enumerate(GLYPHS, 1)}


@dataclass(frozen=True)
class TagFormat:
    """A format of this kind: `parse` reads a turn at a state, `write` says one; `setup` reads the tag FEN."""

    game: Game
    parse: Callable[[State, str], Turn]
    turn: Callable[[State, Sequence[Move]], str]
    setup: Callable[[str], State]
    position: Callable[[State], str]
    words: Words
    #: plays a turn, and gives what `turn` does, which saves to play it once more
    perform: Callable[[State, Turn], str] | None = field(default=None, kw_only=True)
    #: whether games have their start as a tag even where it is the usual one
    tells_start: bool = field(default=False, kw_only=True)
    #: tags that every file of this kind has
    tags: tuple[tuple[str, str], ...] = ()

    # --- reading

    def split(self, lines: Iterable[str]) -> Iterator[Piece]:
        """The text of each game."""
        cutter = _Cutter(self.words)
        for number, line in enumerate(lines, 1):
            yield from cutter.add(number, line)
        yield from cutter.rest()

    def read(self, text: str, name: str) -> list[Record]:
        """The game of a text. Raises NotationError for what cannot be read, and for a turn that is not legal."""
        return [_Reader(self, text, name).record()]

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        return "\n".join(self._written(record) for record in records)

    def _written(self, record: Record) -> str:
        here = record.start.copy()
        words = [*self._words(record.line, here, self._first_number(here), self._side(here))]
        by_rules = record.ended == UNFINISHED and self._plays_on(record)  # which end a game where `here` is
        result = self.words.written(replace(record, ended=result_of(here)) if by_rules else record)
        tags = ROSTER | dict(self.tags) | record.tags
        tag = tags.pop("Result", "").strip()
        is_odd = tag not in ("", "?") and self.words.result_in(tag) is None
        ordered = {key: tags.pop(key) for key in ROSTER} | {"Result": tag if is_odd else result}
        if self.tells_start or not record.begins_as_usual:
            tags |= {"SetUp": "1", "FEN": self.position(record.start)}
        return tagged(ordered | tags, [*words, result])

    def _words(self, line: Line, start: State, number: int, side: int) -> Iterator[str]:
        """The words of a line from a state on, which it may play on, with the number and the side of its first turn."""
        is_quiet = False
        yield from self._nags(line, 0)
        yield from self._remarks_at(line, 0)
        for made, (state, name) in enumerate(self._named(line, start), 1):
            before = f"{number}. " if side == 0 else f"{number}... " if not is_quiet else ""
            yield before + name + line.glyphs.get(made, "")
            if made in line.nags:
                yield from self._nags(line, made)
            remarks = list(self._remarks_at(line, made)) if made in line.comments or made in line.marks else []
            yield from remarks
            for other in line.variations.get(made - 1, ()):
                inner = list(self._words(other, state.copy(), number, side))
                if inner:
                    yield from [f"({inner[0]}", *inner[1:-1], f"{inner[-1]})"] if inner[1:] else [f"({inner[0]})"]
                    remarks = inner
            is_quiet = not remarks
            number, side = number + side, 1 - side

    def _plays_on(self, line: Line) -> bool:
        """Whether the turns of a line are named as they are played."""
        return self.perform is not None and not line.setups

    def _named(self, line: Line, start: State) -> Iterator[tuple[State, str]]:
        """The name of each turn, and the state before it where there are variations, and else any."""
        if self.perform is None or not self._plays_on(line):
            for state, turn in line.states(start):
                yield state, "--" if is_null(turn) else self.turn(state, turn)
            return
        plies, at, made = line.plies, 0, 0
        while at < len(plies):
            before = start.copy() if made in line.variations else start
            turn = (plies[at],)
            if is_null(turn):
                make(start, NULL)
                name = "--"
            else:
                name = self.perform(start, turn)
                if goes_on(start):  # it is a part of a turn
                    start.undo()
                    turn = _whole(start, plies[at:])
                    name = self.perform(start, turn)
            at, made = at + len(turn), made + 1
            yield before, name

    def _remarks_at(self, line: Line, turns: int) -> list[str]:
        """The words of the comment and the drawings after a number of turns."""
        drawn = of_marks(self.game, line.marks.get(turns, ()))
        text = " ".join([*drawn, *line.comments.get(turns, "").split()]).strip()
        if "}" in text:  # it would end a comment in braces; one that a line ends may hold it
            return [f"; {text}\n"]
        return f"{{{text}}}".split() if text else []

    def _nags(self, line: Line, turns: int) -> list[str]:
        """The annotations that do not stand at a turn itself; that of a position has no turn to stand at."""
        glyph = line.glyphs.get(turns, "") if not turns else ""
        return [f"${nag}" for nag in (*([GLYPHS_FIRST[glyph]] if glyph else ()), *line.nags.get(turns, ()))]

    def _first_number(self, start: State) -> int:
        return (int(start.field("turn")) + 1) // 2

    def _side(self, start: State) -> int:
        """0 for the player whose turns have a number before them."""
        return start.mover - 1


def _whole(state: State, plies: Sequence[Move]) -> Turn:
    """The turn that plies begin with."""
    here, turn = state.copy(), list[Move]()
    for move in plies:
        turn.append(move)
        here.play(move)
        if not goes_on(here):
            break
    return tuple(turn)


def tagged(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """A game as text: a line for each tag, and behind them the words, as many on a line as fit."""
    lines = [f'[{key} "{_escaped(value)}"]' for key, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped(words)]) + "\n"


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and (len(line) + 1 + len(word) > _WIDTH or line.endswith("\n")):
            yield line.rstrip("\n")
            line = ""
        line = f"{line} {word}".lstrip() if line else word
    if line:
        yield line.rstrip("\n")


# --- cutting


class _Cutter:
    """Cuts the lines of a file into games.

    A game begins with tags behind turns or a result, and with the number 1 behind a result, or behind an empty line.
    What stands before the first tags belongs to them, and what stands behind a result to that.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._held = list[str]()
        self._blank = False
        self._restart(1)

    def _restart(self, number: int) -> None:
        self._held.clear()
        self._first, self._keys = number, set[str]()
        self._has_turns = self._is_over = self._in_comment = False
        self._depth = 0

    def add(self, number: int, line: str) -> Iterator[Piece]:
        """A line; gives the games that end before it, or in it."""
        blank, self._blank = self._blank, not line.strip()
        if self._in_comment and blank and _BEGINS_GAME.match(line):  # it was never closed
            self._in_comment, self._has_turns = False, True
        if not self._in_comment:
            if self._blank or line.startswith("%"):
                self._held.append(line)
                self._blank = self._blank or blank
                return
            if (match := _BEGINS_TAG.match(line)) is not None:
                if self._has_turns or (blank and match[1] in self._keys):
                    yield from self.rest(number)
                self._keys.add(match[1])
                self._held.append(line)
                behind = max((one.end() for one in _TAG.finditer(line)), default=len(line))
                yield from self._scan(number, line, behind)
                return
            begins_anew = self._is_over or (blank and not self._depth)
            if self._has_turns and begins_anew and _FIRST.match(line):
                yield from self.rest(number)
        self._held.append(line)
        yield from self._scan(number, line, 0)

    def _scan(self, number: int, line: str, at: int) -> Iterator[Piece]:
        """Look for brackets and results in a line, the last one that is held."""
        if not self._has_turns and not self._in_comment:
            text = _COMMENTS.match(line, at)
            self._has_turns = self._words.begins.match(line, text.end() if text else at) is not None
        for match in self._words.cut.finditer(line, at):
            sign = match[0]
            if self._in_comment:
                self._in_comment = sign != "}"
            elif sign == "{":
                self._in_comment = True
            elif sign == ";":
                return
            elif sign in "()":
                self._depth = max(self._depth + (1 if sign == "(" else -1), 0)
            elif sign != "}" and not self._depth:
                self._has_turns = self._is_over = True
                if _NEXT.match(line, match.end()):
                    self._held[-1] = line[: match.end()]
                    yield from self.rest(number)
                    yield from self.add(number, " " * match.end() + line[match.end() :])
                    return

    def rest(self, number: int = 0) -> Iterator[Piece]:
        """What is held, as a game; the next one begins at a line of that number."""
        text = "".join(self._held)
        if text.strip():
            # empty lines before a game are none of it
            ahead = len(text) - len(text.lstrip("\r\n"))
            yield Piece(text[ahead:], self._first + text.count("\n", 0, ahead))
        self._restart(number)


# --- reading


class _Reader:
    """Reads one game, and knows where it is."""

    def __init__(self, form: TagFormat, text: str, name: str) -> None:
        self.form, self.text, self.name, self.at = form, text, name, 0
        self._places: dict[str, int] = {}
        self._remarks = list[NotationError]()
        self._words, self._words_at = list[str](), 0
        #: the comments that stand before the tags, and among them
        self._heads = list[str]()
        self._tag = ""

    def record(self) -> Record:
        tags = self._tags()
        self._tag = tags.get("Result", "").strip()
        state = self._start(tags)
        record = Record(state.copy(), tags=tags, remarks=self._remarks)
        for comment in self._heads:
            self._comment(record, 0, comment)
        result, is_empty = self._line(state, record.line, 0), not tags
        self._tell_words()
        if is_empty and result is None and not record.plies and not record.comments and not record.variations:
            raise self._error("there is no game here")
        self._end(record, result, state)
        return record

    def _end(self, record: Record, result: str | None, final: State) -> None:
        """The result of a game by its tag, and by what ends its turns where that says none."""
        tagged = self.form.words.result_in(self._tag)
        if tagged is None:
            if self._tag not in ("", "?"):
                self._remark(f"the tag Result says {shown(self._tag)}, which is no result")
            tagged = UNFINISHED
        record.ended = tagged if tagged != UNFINISHED else result or UNFINISHED
        if result not in (None, UNFINISHED, record.ended):
            self._remark(f"the tag Result says {tagged}, and the game ends with {result}: the tag counts")
        by_rules = result_of(final)
        if UNFINISHED not in (by_rules, record.ended) and by_rules != record.ended:
            self._remark(f"the result is {record.ended}, and by the rules {by_rules}: it stays as it is written")

    def _line(self, state: State, line: Line, depth: int) -> str | None:
        """Read the turns of a line from a state on, which is played on; gives the result that ends a game."""
        turns, result, is_over, before = 0, None, False, state
        last: Turn = ()
        token, words = self.form.words.token, self.form.words
        while (match := token.match(self.text, self.at)) is not None:
            kind = match.lastgroup or ""
            text, self.at = match[kind], match.start(kind)
            if kind == "turn" and (is_over or text == self._tag) and not self._goes_on(state, text):
                kind = "other" if is_over else "result"
            if kind == "turn":
                if is_over:
                    self._remark(f"turns behind the result {result}")
                    is_over = False
                last = self._turn(state, text)
                line.plies += last
                turns += 1
            elif kind == "null":
                before, last = state.copy(), (NULL,)
                make(state, NULL)
                line.plies.append(NULL)
                turns += 1
            elif kind == "open":
                if result is None:
                    before = before if is_null(last) else self._before_last(state, last)
                    self._variation(before, line, turns, depth + 1)
                    continue
                self._remark(f"this stands behind the result, and is left out: {shown(text)}")
            elif kind == "close":
                if depth:
                    self.at = match.end()
                    return None
                self._remark("this ) closes nothing")
            elif kind in ("comment", "rest"):
                self._comment(line, turns, text)
            elif kind == "nag":
                line.annotate(turns, int(text))
            elif kind == "sign":
                line.annotate(turns, words.nags[text])
            elif kind == "result":
                result = None if depth else words.result_in(text) or UNFINISHED
                is_over = result is not None
            elif kind == "other" and text == "{" and is_over:  # what follows is none of this game
                self._remark(f"this stands behind the result, and is left out: {shown(self.text[self.at :], 200)}")
                return result
            elif kind == "other":
                self._other(text, is_slip=not is_over and words.slips.match(text) is not None)
            if kind not in ("other", "escaped", "number") and self._words:
                self._tell_words()
            self.at = match.end()
        if depth:
            raise self._error("this ( is never closed")
        return result

    def _goes_on(self, state: State, text: str) -> bool:
        """Whether a word behind the result, or one that the tag has as the result, is a turn all the same."""
        try:
            self.form.parse(state, text)
        except IllegalMove:
            return False
        return True

    def _other(self, text: str, *, is_slip: bool) -> None:
        """What is no word of the format: a slip for a turn ends the reading, and the rest is passed over."""
        if text == "{":
            raise self._error("this comment is never closed")
        if is_slip:
            raise self._error(f"this is no turn: {shown(text)}")
        if not self._words:
            self._words_at = self.at
        self._words.append(text)

    def _tell_words(self) -> None:
        """Words that are none of a game: those that stand together are told of together."""
        if self._words:
            at, self.at = self.at, self._words_at
            self._remark(f"this is no part of a game, and is left out: {shown(' '.join(self._words), 200)}")
            self._words.clear()
            self.at = at

    def _comment(self, line: Line, turns: int, text: str) -> None:
        comment, marks = marks_of(self.form.game, " ".join(text.split()))
        if comment:
            line.say(turns, comment)
        if marks:
            line.marks.setdefault(turns, []).extend(marks)

    def _tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        if (first := re.compile(rf"^{_BEGINS_TAG.pattern}", re.MULTILINE).search(self.text)) is not None:
            self._leave_out("before the game", self.text[: first.start()])
            self.at = first.start()
        while True:
            self._skip_space()
            if self.text[self.at : self.at + 1] != "[":
                return tags
            match = _TAG.match(self.text, self.at) or _QUOTED.match(self.text, self.at)
            value = re.sub(r'\\(["\\])', r"\1", " ".join(match[2].split())) if match is not None else ""
            if match is None:
                match = _TAGLIKE.match(self.text, self.at)
                if match is None:
                    self._remark(f'a tag is written [Name "value"], and this is left out: {shown(self._rest())}')
                    self.at += len(self._rest())
                    continue
                value = match[2].strip(_QUOTES)
                self._remark(f'a tag is written [Name "value"], not {shown(match[0])}')
            if match[1] in tags:
                self._remark(f"the tag {match[1]} stands here twice: {shown(tags[match[1]])} is left out")
            self._places[match[1]] = self.at
            tags[match[1]] = value
            self.at = match.end()

    def _leave_out(self, where: str, text: str) -> None:
        """Tell of what stands at the tags, and is none: comments are the game's, escaped lines nobody's."""
        self._heads += [match[0].strip("{};") for match in _COMMENT.finditer(text) if match[0][0] != "%"]
        if words := " ".join(_COMMENT.sub("", text).split()):
            self._remark(f"this stands {where}, and is left out: {shown(words, 200)}")

    def _skip_space(self) -> None:
        """Go on to the next tag, over what stands among them, or to what stands behind the last one."""
        begin = self.at
        self.at = _SPACE.match(self.text, begin).end()  # type: ignore[union-attr]  # it fits always
        if self.text[self.at : self.at + 1] == "[":
            return
        among = _AMONG_TAGS.match(self.text, begin)
        if among is not None and "\n" in among[0] and _BEGINS_TAG.match(self.text, among.end()):
            self._leave_out("among the tags", among[0])
            self.at = among.end()

    def _start(self, tags: dict[str, str]) -> State:
        if tags.get("FEN", "").strip() in _USUAL:
            tags.pop("FEN", None)
            return self.form.game.start(rng_state=NO_CHANCE)
        at, self.at = self.at, self._places["FEN"]
        with noting() as heard:
            try:
                state = self.form.setup(tags["FEN"])
            except NotationError as error:
                raise self._error(f"the tag FEN: {error.cause}") from None
        for remark in heard:
            self._remark(f"the tag FEN: {remark}")
        self.at = at
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

    @staticmethod
    def _before_last(state: State, last: Turn) -> State:
        """The state before the last turn."""
        for _ in last:
            state.undo()
        before = state.copy()
        for move in last:
            state.play(move)
        return before

    def _variation(self, before: State, line: Line, turns: int, depth: int) -> None:
        """Read a variation in the place of the last turn, from the state before it.

        Of one that this game cannot hold the rest is kept as a comment, from where it cannot be held.
        """
        opened = self.at
        end = self._closed()
        if not turns or depth > DEEPEST:
            line.say(turns, self._plain(opened, end))
            self.at = end
            return
        other, self.at = Line(), opened + 1
        try:
            self._line(before.copy(), other, depth)
        except NotationError as error:
            self._remarks.append(error)
            if other.plies:
                other.say(len(turns_of(before, other.plies)), self._plain(self.at, end - 1))
        if other.plies:
            line.variations.setdefault(turns - 1, []).append(other)
        else:
            line.say(turns, self._plain(opened, end))
        self.at = end

    def _plain(self, begin: int, end: int) -> str:
        """A part of the text as a comment."""
        return " ".join(self.text[begin:end].translate(_NO_BRACES).split())

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

    def _remark(self, text: str) -> None:
        self._remarks.append(self._error(text))

    def _error(self, cause: str) -> NotationError:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - (self.text.rfind("\n", 0, self.at) + 1) + 1
        return NotationError(cause, self.name, line, column)


_SPACE: Final = re.compile(r"(?:\s+|^%[^\n]*)*", re.MULTILINE)
#: a comment, or a line that is escaped
_COMMENT: Final = re.compile(r"^%.*|\{[^}]*\}|;.*", re.MULTILINE)
#: comments, lines that are escaped, and what else stands on the line of a tag, before another one
_AMONG_TAGS: Final = re.compile(r"(?:[^\[{;]++|\{[^}]*+\}|;[^\n]*+)++(?=\[)")
_NO_BRACES: Final = str.maketrans("{}", "()")
_BRACKETS: Final = re.compile(r"\{[^}]*\}|;[^\n]*|[()]")
