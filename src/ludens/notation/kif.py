"""Files of shogi in KIF and KI2, as Japanese programs and people keep them: `   1 ７六歩(77)`, or `▲７六歩 △３四歩`.

A file tells what is known of the game (`先手：Anna`), the odds or a diagram, and the moves with times and comments.
Variations (変化) stand behind the line that they belong to, from its last move to its first; each goes on from the line
written last that begins before it. What is no line of these kinds is told of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ludens.game import IllegalMove, State
from ludens.notation import ki2
from ludens.notation.errors import NotationError, shown
from ludens.notation.japanese import (
    ENDS,
    KANJI,
    LETTERS,
    ODDS,
    OTHER_ENDS,
    TERMINATION,
    End,
    Shogi,
    end_of,
    keep_end,
    on_one_line,
    result,
)
from ludens.notation.ki2 import FILES, PIECES, RANKS, SIDES
from ludens.notation.reading import Piece
from ludens.notation.record import DEEPEST, NO_CHANCE, UNFINISHED, Line, Record
from ludens.notation.turns import Turn, after, to_move

_SIDES: Final = {"先手": 1, "下手": 1, "後手": 2, "上手": 2}
#: what is told of a game, by KIF's names and by ours; what is told by other names keeps them
_TAGS: Final = {
    "先手": "Black", "下手": "Black", "後手": "White", "上手": "White", "棋戦": "Event", "場所": "Site",
    "開始日時": "Date", "終了日時": "EndDate", "戦型": "Opening", "持ち時間": "TimeControl",
}  # fmt: skip
_OURS: Final = {ours: theirs for theirs, ours in reversed(_TAGS.items())}
#: heads that are written from the game itself
_MADE: Final = ("手合割", "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒")
_ENDS: Final = {end.kif: end for end in ENDS} | {
    word: next(end for end in ENDS if end.kif == kif) for word, kif in OTHER_ENDS.items()
}
_ENCODING: Final = re.compile(rb"^#\s*KIF.*encoding=([\w-]+)", re.MULTILINE)
_NUMBER: Final = re.compile(rf"\s*(?P<number>\d+)(?:手目)?(?:[\s\u3000:：.]+|(?=[{''.join(SIDES)}{FILES}同]))")
_END: Final = re.compile(
    rf"(?:\s*\d+(?:手目)?[\s\u3000:：.]+)?\s*[{''.join(SIDES)}]?"
    rf"(?P<end>{'|'.join(sorted(_ENDS, key=len, reverse=True))})(?!\w)"
)
_PIECE: Final = re.compile(rf"[{RANKS}同][\s\u3000]*(?:{PIECES})")
_TIME: Final = re.compile(r"[\s\u3000]*\(\s*(?:(\d+):)?(\d+):(\d+)(?:\.(\d+))?\s*(?:/[\d:.\s]*)?\)")
_BRANCH: Final = re.compile(r"変化[：:]\s*(?P<number>\d+)手")
_HEAD: Final = re.compile(r"(?P<key>[^：:|*#&\s][^：:|]{0,20}?)\s*[：:]\s*(?P<value>.*)")
_CLOSING: Final = re.compile(r"まで[、,]?\s*(?:(?P<number>\d+)手)?(?:目)?(?:で|にて)?(?P<told>.*)")
_TURN_TO: Final = {"先手番": 1, "下手番": 1, "後手番": 2, "上手番": 2}
_PLY: Final = re.compile(r"手数\s*[＝=]\s*(\d+)")
#: what stands between the moves of a line
_BETWEEN: Final = " \t\u3000\r\n+,、"
#: lines of every file that tell nothing of the game
_FRAME: Final = re.compile(r"手数-+|\s*[-+|]*\+?-{3,}\+?\s*$|[\s\u3000９８７６５４３２１]+$|[#＃]|\s*$")


class Entry(NamedTuple):
    """A move of a file, and what stands behind it; or how the game ended, or a comment."""

    place: tuple[int, int]
    move: re.Match[str] | None = None
    seconds: float | None = None
    end: str = ""
    comment: str | None = None


class Kif:
    """KIF for a game of shogi's kin; KI2 where moves are to be written as people do, without their origins."""

    def __init__(self, style: Shogi, *, as_people: bool = False) -> None:
        self.style, self.as_people = style, as_people

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        """Games, an empty line between them."""
        return "\n".join("".join(f"{line}\n" for line in self._lines(record)) for record in records)

    def _lines(self, record: Record) -> Iterator[str]:
        odds = self._odds_of(record.start)
        sides = ("下手", "上手") if odds not in ("", "平手") else ("先手", "後手")
        named = _OURS | dict(zip(("Black", "White"), sides, strict=True))
        for key, value in record.tags.items():
            if key not in (TERMINATION, "Result") and value:
                yield f"{named.get(key, key)}：{on_one_line(value)}"
        if odds:
            yield f"手合割：{odds}"
        else:
            yield from self._diagram(record.start)
        if not self.as_people:
            yield "手数----指手---------消費時間--"
        spent = (0.0, 0.0)
        yield from self._moves(record.line, record.start, 0, "", spent)
        made, final = len(record.turns), record.final
        end = self._end(record, final)
        if not self.as_people:
            spent = _spent(record.line, record.start, made, spent)
            yield f"{made + 1:4d} {end.kif}{_timed(record.line, made + 1, to_move(final), spent)}"
        winner = {"1-0": sides[0], "0-1": sides[1]}.get(record.result)
        if self.as_people and end.words == record.tags.get(TERMINATION):
            loser = sides[to_move(final) - 1]
            yield f"まで{made}手で{f'{loser}の反則負け' if end.kif == '反則負け' else end.kif}"
        elif winner:
            yield f"まで{made}手で{winner}の勝ち"
        elif self.as_people:
            yield f"まで{made}手で{end.kif}"
        yield from self._branches(record.line, record.start, 0, "", (0.0, 0.0))

    def _moves(self, line: Line, start: State, before: int, last: str, spent: tuple[float, float]) -> Iterator[str]:
        """The turns of a line after `before` others, the last of which went to the square `last`.

        Before it the players spent `spent` seconds.
        """
        yield from _remarks_at(line, 0)
        for made, (state, turn) in enumerate(line.states(start), 1):
            if self.as_people:
                text = "▲△"[state.mover - 1] + ki2.write(self.style, state, turn, last)
                last = self.style.usi(state, turn)[2:4]
                yield text
            else:
                text, last = self._turn(state, turn, last)
                yield f"{before + made:4d} {text}{_timed(line, made, state.mover, spent)}"
                spent = _plus(spent, state.mover, line.times.get(made, 0.0))
            yield from _remarks_at(line, made)

    def _branches(self, line: Line, start: State, before: int, last: str, spent: tuple[float, float]) -> Iterator[str]:
        """The variations of a line, from its last turn to its first, each with its own behind it."""
        places = list[tuple[int, State, str, tuple[float, float]]]()
        for number, (state, turn) in enumerate(line.states(start)):
            if number in line.variations:
                places.append((number, state.copy(), last, spent))
            last = self.style.usi(state, turn)[2:4]
            spent = _plus(spent, state.mover, line.times.get(number + 1, 0.0))
        for number, here, to, then in reversed(places):
            for other in line.variations[number]:
                yield ""
                yield f"変化：{before + number + 1}手"
                yield from self._moves(other, here, before + number, to, then)
                yield from self._branches(other, here, before + number, to, then)

    def _turn(self, state: State, turn: Turn, last: str) -> tuple[str, str]:
        """A turn, and the square that it goes to, which is written 同 where the last turn went there, too."""
        usi, letter = self.style.usi(state, turn), self.style.letter_of(state, turn[0])
        to = usi[2:4]
        where = "同\u3000" if to == last else ki2.target(to)
        if usi[1] == "*":
            return f"{where}{KANJI[letter]}打", to
        sign = "成" if usi.endswith("+") else "不成" if len(turn) > 1 else ""
        return f"{where}{KANJI[letter]}{sign}({usi[0]}{ord(usi[1]) - ord('a') + 1})", to

    @staticmethod
    def _end(record: Record, final: State) -> End:
        if final.is_over and not final.legal_moves() and final.winner and TERMINATION not in record.tags:
            return _ENDS["詰み"]
        return end_of(record.result, to_move(final), record.tags)

    def _odds_of(self, start: State) -> str:
        """The name of the odds that a game began with; "" for another position."""
        if int(start.field("turn")) > 2:
            return ""
        usual = self.style.game.start(rng_state=NO_CHANCE)
        if start.sites() == usual.sites():
            return "平手" if start.mover == usual.mover else ""
        if start.mover != 2:
            return ""
        names = (name for name, squares in ODDS.items() if self._with_odds(squares).sites() == start.sites())
        return next(names, "")

    def _diagram(self, state: State) -> Iterator[str]:
        """The board, with what is in hand above and below it, and who is to move."""
        board, side, held, number = self.style.position(state).split()
        ranks = board.split("/")
        width = self.style.grid.columns
        yield f"後手の持駒：{_hand(held, lower=True)}"
        yield "  " + " ".join(FILES[n] for n in reversed(range(width)))
        yield "+" + "-" * (3 * width) + "+"
        for row, rank in enumerate(ranks):
            cells = []
            for sign in re.findall(r"\d|\+?.", rank):
                if sign.isdigit():
                    cells += [" ・"] * int(sign)
                else:
                    kanji = next(k for k, letter in reversed(LETTERS.items()) if letter == sign.upper() and len(k) == 1)
                    cells.append(("v" if sign == sign.lower() else " ") + kanji)
            yield "|" + "".join(cells) + "|" + RANKS[row]
        yield "+" + "-" * (3 * width) + "+"
        yield f"先手の持駒：{_hand(held, lower=False)}"
        if int(number) > 1:
            yield f"手数＝{int(number) - 1}"
        yield "先手番" if side == "b" else "後手番"

    # --- reading

    @staticmethod
    def declared(head: bytes) -> str | None:
        """The encoding that a file says that it is in."""
        match = _ENCODING.search(head)
        return {"SHIFT_JIS": "cp932"}.get(name := match[1].decode().upper(), name) if match is not None else None

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Piece]:
        """The text of each game: a new one begins with heads behind moves."""
        held, first, has_moves = list[str](), 1, False
        for number, line in enumerate(lines, 1):
            if has_moves and _begins(line):
                yield Piece("".join(held), first)
                held, first, has_moves = [], number, False
            held.append(line)
            has_moves = has_moves or (
                not line.startswith(("*", "#", "&")) and any(one.move or one.end for one in _entries(line, number))
            )
        if "".join(held).strip():
            yield Piece("".join(held), first)

    def read(self, text: str, name: str) -> list[Record]:
        """The game of a text. Raises NotationError."""
        game = _Game()
        for number, line in enumerate(text.splitlines(), 1):
            game.add(number, line)
        if not game.is_one:
            raise NotationError("there is no game here", name, 1)
        if game.strange and not game.moves:
            number, line = game.strange[0]
            raise NotationError(
                f"this is no move of KIF or KI2, and there is none: {shown(line.strip())}", name, number
            )
        return [self._record(game, name)]

    def _record(self, game: _Game, name: str) -> Record:
        if (broken := game.broken) is not None:
            raise NotationError(f"this is no move: {shown(broken[1].strip())}", name, broken[0])
        record = Record(self._start(game, name))
        for number, key, value in game.tags:
            ours = _TAGS.get(key, key)
            if ours in record.tags and record.tags[ours] != value:
                message = f"{key} is told twice: {shown(record.tags[ours])} is left out"
                record.remarks.append(NotationError(message, name, number))
            record.tags[ours] = value
        for number, line in game.strange:
            message = f"this is no move, comment or head, and is left out: {shown(line.strip())}"
            record.remarks.append(NotationError(message, name, number))
        root = _Branch(record.line, record.start, 0, "")
        end = self._read_line(root, game.moves, name)
        self._finish(record, end, game, name)
        lines = [root]
        for number, told_of in game.branches:
            while len(lines) > 1 and lines[-1].before >= number - 1:
                lines.pop()
            try:
                lines.append(self._read_branch(lines[-1], number, told_of, name, len(lines)))
            except NotationError as error:
                root.line.say(len(record.turns), f"(A variation is left out: {error.cause}.)")
                record.remarks.append(error)
        return record

    @staticmethod
    def _finish(record: Record, end: End | None, game: _Game, name: str) -> None:
        """The result: as the last entry of the game tells it, or the line that closes it."""
        mover = to_move(record.final)
        if end is not None:
            record.ended = result(end.won, mover)
            keep_end(record.tags, end)
        if game.closing is None:
            return
        number, text = game.closing
        closed = _closed(text, mover)
        if closed is None:
            remark = f"this does not say how the game ended, and is left out: {shown(text)}"
            record.remarks.append(NotationError(remark, name, number))
        elif end is None:
            record.ended, closing = closed
            if closing is not None:
                keep_end(record.tags, closing)
        elif closed[0] not in (record.ended, UNFINISHED):
            remark = f"this says {closed[0]}, and the last move {record.ended}, which counts: {shown(text)}"
            record.remarks.append(NotationError(remark, name, number))

    def _read_branch(self, parent: _Branch, number: int, entries: Sequence[Entry], name: str, depth: int) -> _Branch:
        """A variation in the place of turn `number`, which joins the line that it belongs to. Raises NotationError."""
        turns = list(parent.line.states(parent.start))
        turns_before = number - 1 - parent.before
        if not 0 <= turns_before < len(turns) or depth > DEEPEST:
            raise NotationError(f"there is no move {number} that it could stand for")
        state, last = parent.start.copy(), parent.last
        for _, turn in turns[:turns_before]:
            last = self.style.usi(state, turn)[2:4]
            state = after(state, turn)
        branch = _Branch(Line(), state, number - 1, last)
        self._read_line(branch, entries, name)
        if branch.line.plies:
            parent.line.variations.setdefault(turns_before, []).append(branch.line)
        return branch

    def _read_line(self, branch: _Branch, entries: Sequence[Entry], name: str) -> End | None:
        """Read moves and comments into a branch; gives how it was ended. Raises NotationError."""
        state, last, turns = branch.start.copy(), branch.last, 0
        end: End | None = None
        for entry in entries:
            place = (name, *entry.place)
            if entry.comment is not None:
                comments = branch.line.comments
                comments[turns] = f"{comments[turns]}\n{entry.comment}" if turns in comments else entry.comment
            elif entry.end:
                end = _ENDS[entry.end]
                if entry.seconds is not None:
                    branch.line.times[turns + 1] = entry.seconds
            elif entry.move is not None:
                if state.is_over or end is not None:
                    raise NotationError(f"the game is over before {shown(entry.move[0].strip())}", *place)
                turn = self._read_turn(state, entry.move, last, place)
                last = self.style.usi(state, turn)[2:4]
                branch.line.plies += turn
                for move in turn:
                    state.play(move)
                turns += 1
                if entry.seconds is not None:
                    branch.line.times[turns] = entry.seconds
        return end

    def _read_turn(self, state: State, match: re.Match[str], last: str, place: tuple[str, int, int]) -> Turn:
        try:
            return ki2.read(self.style, state, match, last)
        except IllegalMove as error:
            raise NotationError(str(error), *place) from None

    def _start(self, game: _Game, name: str) -> State:
        rows = [(n, line) for n, line in game.heads if line.startswith("|")]
        odds = next(((n, line) for n, line in game.heads if line.startswith("手合割")), None)
        try:
            if rows:
                return self._of_diagram(game, [line for _, line in rows])
            given = "平手" if odds is None else re.split("[：:]", odds[1])[-1].strip()
            if given not in ODDS:
                raise NotationError(f"of odds there are {', '.join(ODDS)}, not {shown(given)}")
            return self._with_odds(ODDS[given])
        except NotationError as error:
            line = rows[0][0] if rows else odds[0] if odds else 1
            raise NotationError(error.cause, name, line) from None

    def _with_odds(self, squares: str) -> State:
        usual = self.style.game.start(rng_state=NO_CHANCE)
        if not squares:
            return usual
        empty = {self.style.site(squares[n : n + 2]) for n in range(0, len(squares), 2)}
        rows = [row for row in usual.sites() if row[1] not in empty]
        return self.style.game.position(rows, mover=2, seed=0)

    def _of_diagram(self, game: _Game, rows: Sequence[str]) -> State:
        ranks = []
        for row in rows:
            cells = re.findall(r"([ v^])(\S)", row[1:].partition("|")[0].replace("\u3000", "・"))
            signs = ""
            for side, kanji in cells:
                letter = "1" if kanji in "・" else LETTERS.get(kanji)
                if letter is None:
                    raise NotationError(f"{kanji!r} is no piece")
                signs += letter.lower() if side == "v" else letter
            ranks.append(re.sub("1+", lambda run: str(len(run[0])), signs))
        hands, mover, number = {1: "", 2: ""}, 1, 1
        for _, line in game.heads:
            if (match := _HEAD.match(line)) and match["key"].endswith("持駒"):
                hands[_SIDES.get(match["key"][:2], 1)] = _held(match["value"])
            mover = _TURN_TO.get(line.strip(), mover)
            if (ply := _PLY.match(line)) is not None:
                number = min(int(ply[1]), 1000) + 1
        if not any(line.strip() in _TURN_TO for _, line in game.heads):
            mover = 1 if number % 2 else 2  # as in a game without odds
        held = hands[1] + hands[2].lower()
        return self.style.state(f"{'/'.join(ranks)} {'b' if mover == 1 else 'w'} {held or '-'} {number}")


@dataclass(frozen=True)
class _Branch:
    """A line that begins in a state, after `before` turns, the last of which went to the square `last`."""

    line: Line
    start: State
    before: int
    last: str


@dataclass
class _Game:
    """What the lines of one game tell: heads, tags, the entries of its moves, and variations.

    A variation is the number of the turn that it stands for, and its entries. `closing` is what tells the result, and
    `strange` are lines that are nothing of this.
    """

    heads: list[tuple[int, str]] = field(default_factory=list)
    tags: list[tuple[int, str, str]] = field(default_factory=list)
    moves: list[Entry] = field(default_factory=list)
    branches: list[tuple[int, list[Entry]]] = field(default_factory=list)
    closing: tuple[int, str] | None = None
    strange: list[tuple[int, str]] = field(default_factory=list)
    is_one: bool = False

    @property
    def broken(self) -> tuple[int, str] | None:
        """A line that stands for a move and cannot be read: there is a piece in it, or it is between moves."""
        moves = [one.place[0] for one in self.moves if one.move]
        first, last = (moves[0], moves[-1]) if moves else (0, 0)
        marked = ((n, line) for n, line in self.strange if _NUMBER.match(line) or line.lstrip()[0] in SIDES)
        return next(((n, line) for n, line in marked if first < n < last or _PIECE.search(line)), None)

    def add(self, number: int, line: str) -> None:
        """A line of the file, with its number."""
        entries = self.branches[-1][1] if self.branches else self.moves
        if (branch := _BRANCH.match(line)) is not None:
            self.branches.append((int(branch["number"]), []))
        elif line.startswith(("*", "&")):
            entries.append(Entry((number, 1), comment=line.removeprefix("*").strip()))
            self.is_one = True
        elif line.lstrip().startswith("|") or line.strip() in _TURN_TO or _PLY.match(line):
            self.heads.append((number, line.strip()))
            self.is_one = True
        elif _FRAME.match(line):
            return
        elif (closing := _CLOSING.match(line)) is not None and not self.branches:
            self.closing = number, closing["told"].strip()
        elif closing is not None:
            return  # a variation is not played, and has no result
        elif line_entries := list(_entries(line, number)):
            entries += line_entries
            self.is_one = True
        elif "まで" in line and (line_entries := list(_entries(line[: line.rindex("まで")], number))):
            entries += line_entries
            self.add(number, line[line.rindex("まで") :])
        elif (head := _HEAD.match(line)) is not None and not any(one.move or one.end for one in self.moves):
            self.is_one = True
            if head["key"] in _MADE:
                self.heads.append((number, line))
            elif head["value"].strip():
                self.tags.append((number, head["key"].strip(), head["value"].strip()))
        else:
            self.strange.append((number, line))
            self.is_one = self.is_one or ki2.MOVE.search(line) is not None


def _begins(line: str) -> bool:
    """Whether a line behind moves begins another game."""
    if line.startswith(("*", "#", "変化", "まで", "&")):
        return False
    head = _HEAD.match(line)
    return head is not None and not head["key"][0].isdigit() and not any(True for _ in _entries(line, 1))


def _entries(line: str, number: int) -> Iterator[Entry]:
    """The moves of a line, and the end of a game; nothing where there is anything else in it."""
    at, entries = 0, list[Entry]()
    numbered = _NUMBER.match(line)
    while line[at:].strip(_BETWEEN):
        behind = _NUMBER.match(line, at)
        if (end := _END.match(line, at)) is not None:
            entries.append(Entry((number, end.start("end") + 1), end=end["end"]))
            at = end.end()
        else:
            skip = behind.end() if behind else len(line) - len(line[at:].lstrip(_BETWEEN))
            move = ki2.MOVE.match(line, skip)
            if move is None:
                return
            entries.append(Entry((number, move.start() + 1), move))
            at = move.end()
        if (time := _TIME.match(line, at)) is not None:
            hours, minutes, seconds, parts = time.groups()
            took = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{parts or 0}")
            entries[-1] = entries[-1]._replace(seconds=took)
            at = time.end()
        if numbered is not None and (rest := line[at:].strip(_BETWEEN)) and not _NUMBER.match(rest):
            return  # a move behind a number has another number behind it
    yield from entries


def _closed(text: str, mover: int) -> tuple[str, End | None] | None:
    """The result that the last line of a game tells, and how it ended if that is told, too; None if it tells neither.

    >>> _closed("先手の勝ち", 2), _closed("千日手", 1)[0], _closed("中断", 1)[0], _closed("hm", 1)
    (('1-0', None), '1/2-1/2', '*', None)
    """
    if (match := re.match(r"(先手|後手|下手|上手)の(?:(反則)|(入玉))?勝ち?", text)) is not None:
        won = "1-0" if _SIDES[match[1]] == 1 else "0-1"
        words = ("反則勝ち", "反則負け") if match[2] else ("入玉勝ち",) if match[3] else ()
        fits = (_ENDS[word] for word in words if result(_ENDS[word].won, mover) == won)
        return won, next(fits, None)
    if (match := re.match(r"(先手|後手|下手|上手)の(反則)?負け", text)) is not None:
        won = "0-1" if _SIDES[match[1]] == 1 else "1-0"
        fouls = (_ENDS[word] for word in ("反則負け", "反則勝ち") if result(_ENDS[word].won, mover) == won)
        return won, next(fouls) if match[2] else None
    if (match := re.search(r"(先手|後手|下手|上手)の勝ち", text)) is not None:  # 時間切れにより...
        won = "1-0" if _SIDES[match[1]] == 1 else "0-1"
        timed = _ENDS["切れ負け"] if "時間切れ" in text and result(_ENDS["切れ負け"].won, mover) == won else None
        return won, timed
    end = next((end for word, end in _ENDS.items() if text.startswith(word)), None)
    if end is None:
        return None
    return result(end.won, mover), end


def _clock(seconds: float, *, hours: bool) -> str:
    """
    >>> _clock(76, hours=False), _clock(3676, hours=True)
    (' 1:16', '01:01:16')
    """
    whole, parts = int(seconds), f"{seconds % 1:.3f}"[1:].rstrip("0").rstrip(".")
    if hours:
        return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    return f"{whole // 60:2d}:{whole % 60:02d}{parts}"


def _plus(spent: tuple[float, float], mover: int, seconds: float) -> tuple[float, float]:
    return (spent[0] + seconds, spent[1]) if mover == 1 else (spent[0], spent[1] + seconds)


def _spent(line: Line, start: State, turns: int, spent: tuple[float, float]) -> tuple[float, float]:
    """The seconds that the players have spent after a number of turns of a line."""
    for made, (state, _) in enumerate(line.states(start), 1):
        if made <= turns:
            spent = _plus(spent, state.mover, line.times.get(made, 0.0))
    return spent


def _timed(line: Line, made: int, mover: int, spent: tuple[float, float]) -> str:
    """What stands behind a turn that took some time."""
    seconds = line.times.get(made)
    if seconds is None:
        return ""
    total = _plus(spent, mover, seconds)[mover - 1]
    return f"   ({_clock(seconds, hours=False)}/{_clock(total, hours=True)})"


def _remarks_at(line: Line, turns: int) -> list[str]:
    lines = line.comments.get(turns, "").splitlines()
    return [part if part.startswith("&") else f"*{part}" for part in lines]


def _hand(held: str, *, lower: bool) -> str:
    """What a player has in hand, from SFEN."""
    counts = [
        KANJI[letter.upper()] + (_kanji_number(int(number)) if number else "")
        for number, letter in re.findall(r"(\d*)([A-Za-z])", held)
        if letter.islower() == lower
    ]
    return "\u3000".join(counts) or "なし"


def _held(text: str) -> str:
    """The same backwards. Raises NotationError."""
    pieces = ""
    listed = "" if text.strip() in ("なし", "無し") else text
    if rest := re.sub(rf"(?:{PIECES})[十{RANKS}\d]*|[\s\u3000,、]", "", listed):
        raise NotationError(f"pieces in hand are written 角　歩二 or なし, not {shown(rest)}")
    for kanji, number in re.findall(rf"({PIECES})([十{RANKS}]*|\d*)", listed):
        count = int(number) if number.isascii() and number else _number(number) if number else ""
        pieces += f"{count}{LETTERS[kanji]}"
    return pieces


def _kanji_number(n: int) -> str:
    """
    >>> _kanji_number(18), _number("十八"), _number("二")
    ('十八', 18, 2)
    """
    return ("十" if n >= 10 else "") + (RANKS[n % 10 - 1] if n % 10 else "")


def _number(text: str) -> int:
    return 10 * text.startswith("十") + (RANKS.index(text[-1]) + 1 if text[-1] != "十" else 0)
