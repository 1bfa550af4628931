"""Files of shogi in KIF, as Japanese programs keep them: `   1 ７六歩(77)`, with odds, diagrams and comments.

Variations (変化) stand behind the line that they belong to, from its last move to its first; each goes on from the line
written last that begins before it. What is read: Kifu for Windows' format as its users have it, with times or without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.game import IllegalMove, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.japanese import KANJI, LETTERS, MOVER, NOBODY, ODDS, OTHER, Shogi, result
from ludens.notation.record import DEEPEST, NO_CHANCE, UNFINISHED, Line, Record
from ludens.notation.turns import Turn, after, to_move

FILES: Final = "１２３４５６７８９"
RANKS: Final = "一二三四五六七八九"
_SIDES: Final = {"先手": 1, "下手": 1, "後手": 2, "上手": 2}
#: what is told of a game, by KIF's names and by ours
_TAGS: Final = {
    "先手": "Black", "下手": "Black", "後手": "White", "上手": "White", "棋戦": "Event", "場所": "Site",
    "開始日時": "Date", "戦型": "Opening", "持ち時間": "TimeControl",
}  # fmt: skip
_OURS: Final = {ours: theirs for theirs, ours in reversed(_TAGS.items())}
_ENDS: Final = {
    "投了": OTHER, "詰み": OTHER, "切れ負け": OTHER, "反則負け": OTHER, "反則勝ち": MOVER, "入玉勝ち": MOVER,
    "千日手": NOBODY, "持将棋": NOBODY, "中断": None, "不戦敗": OTHER, "不戦勝": MOVER,
}  # fmt: skip
_PIECES: Final = "|".join(sorted(LETTERS, key=len, reverse=True))
_MOVE = re.compile(
    rf"\s*(?P<number>\d+)\s+(?:(?P<to>[{FILES}1-9][{RANKS}])|(?P<same>同))[\s\u3000]*(?P<piece>{_PIECES})"
    r"(?P<sign>不成|成)?(?:打|\((?P<from>\d\d)\))?"
)
_END = re.compile(rf"\s*\d+\s+(?P<end>{'|'.join(_ENDS)})")
_BRANCH = re.compile(r"変化[：:]\s*(?P<number>\d+)手")
_HEAD = re.compile(r"(?P<key>[^：:|]+?)\s*[：:]\s*(?P<value>.*)")
_FULL_WIDTH: Final = str.maketrans(FILES, "123456789")


class Kif:
    """KIF for a game of shogi's kin."""

    def __init__(self, style: Shogi) -> None:
        self.style = style

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        """Games, an empty line between them."""
        return "\n".join("".join(f"{line}\n" for line in self._lines(record)) for record in records)

    def _lines(self, record: Record) -> Iterator[str]:
        sides = ("先手", "後手")
        for key, value in record.tags.items():
            if key in _OURS:
                yield f"{_OURS[key]}：{value}"
        if record.begins_as_usual:
            yield "手合割：平手"
        else:
            yield from self._diagram(record.start)
        yield "手数----指手---------"
        yield from self._moves(record.line, record.start, 0, "")
        made, final = len(record.turns), record.final
        yield f"{made + 1:4d} {self._end(record, final)}"
        winner = {"1-0": sides[0], "0-1": sides[1]}.get(record.result)
        if winner:
            yield f"まで{made}手で{winner}の勝ち"
        yield from self._branches(record.line, record.start, 0, "")

    def _moves(self, line: Line, start: State, before: int, last: str) -> Iterator[str]:
        """The turns of a line, which begins behind so many, the last of which went to the square `last`."""
        yield from _said(line, 0)
        for made, (state, turn) in enumerate(line.states(start), 1):
            text, last = self._turn(state, turn, last)
            yield f"{before + made:4d} {text}"
            yield from _said(line, made)

    def _branches(self, line: Line, start: State, before: int, last: str) -> Iterator[str]:
        """The variations of a line, from its last turn to its first, each with its own behind it."""
        places = list[tuple[int, State, str]]()
        for number, (state, turn) in enumerate(line.states(start)):
            if number in line.variations:
                places.append((number, state.copy(), last))
            last = self.style.usi(state, turn)[2:4]
        for number, here, to in reversed(places):
            for other in line.variations[number]:
                yield ""
                yield f"変化：{before + number + 1}手"
                yield from self._moves(other, here, before + number, to)
                yield from self._branches(other, here, before + number, to)

    def _turn(self, state: State, turn: Turn, last: str) -> tuple[str, str]:
        """A turn, and the square that it goes to, which is written 同 where the last turn went there, too."""
        usi, letter = self.style.usi(state, turn), self.style.letter_of(state, turn[0])
        to = usi[2:4]
        where = "同\u3000" if to == last else FILES[int(to[0]) - 1] + RANKS[ord(to[1]) - ord("a")]
        if usi[1] == "*":
            return f"{where}{KANJI[letter]}打", to
        sign = "成" if usi.endswith("+") else "不成" if len(turn) > 1 else ""
        return f"{where}{KANJI[letter]}{sign}({usi[0]}{ord(usi[1]) - ord('a') + 1})", to

    @staticmethod
    def _end(record: Record, final: State) -> str:
        ended, mover = record.result, to_move(final)
        if ended == UNFINISHED:
            return "中断"
        if final.is_over and not final.legal_moves() and final.winner:
            return "詰み"
        return next(name for name, won in _ENDS.items() if won and result(won, mover) == ended)

    def _diagram(self, state: State) -> Iterator[str]:
        """The board, with what is in hand above and below it, and who is to move."""
        board, side, held, _ = self.style.position(state).split()
        ranks = board.split("/")
        width = self.style.grid.columns
        yield f"後手の持駒：{_hand(held, lower=True)}"
        yield "  " + " ".join(FILES[n] for n in reversed(range(width)))
        yield "+" + "-" * (3 * width) + "+"
        for number, rank in enumerate(ranks):
            cells = []
            for sign in re.findall(r"\d|\+?.", rank):
                if sign.isdigit():
                    cells += [" ・"] * int(sign)
                else:
                    kanji = next(k for k, letter in reversed(LETTERS.items()) if letter == sign.upper() and len(k) == 1)
                    cells.append(("v" if sign == sign.lower() else " ") + kanji)
            yield "|" + "".join(cells) + "|" + RANKS[number]
        yield "+" + "-" * (3 * width) + "+"
        yield f"先手の持駒：{_hand(held, lower=False)}"
        yield "先手番" if side == "b" else "後手番"

    # --- reading

    def read(self, text: str, name: str) -> list[Record]:
        """The games of a text: a new one begins with tags behind moves. Raises NotationError."""
        games = [_Game()]
        for number, line in enumerate(text.splitlines(), 1):
            moves = _MOVE.match(line) or _END.match(line)
            if (
                not moves
                and games[-1].moves
                and _HEAD.match(line)
                and not line.startswith(("*", "#", "変化", "まで", "&"))
            ):
                games.append(_Game())
            games[-1].add(number, line, is_move=bool(moves))
        found = [self._record(game, name) for game in games if game.is_one]
        if not found:
            raise NotationError("there is no game here", name, 1)
        return found

    def _record(self, game: _Game, name: str) -> Record:
        record = Record(self._start(game, name))
        for _, line in game.heads:
            if (match := _HEAD.match(line)) and (key := _TAGS.get(match["key"])) and match["value"].strip():
                record.tags[key] = match["value"].strip()
        root = _Branch(record.line, record.start, 0, "")
        record.ended = self._read_line(root, game.moves, name)
        lines = [root]
        for number, told in game.branches:
            while len(lines) > 1 and lines[-1].before >= number - 1:
                lines.pop()
            try:
                lines.append(self._read_branch(lines[-1], number, told, name, len(lines)))
            except NotationError as error:
                root.line.say(len(record.turns), f"(A variation is left out: {error.cause}.)")
        return record

    def _read_branch(
        self, parent: _Branch, number: int, told: Sequence[tuple[int, str]], name: str, depth: int
    ) -> _Branch:
        """A variation in the place of turn `number`, which joins the line that it belongs to. Raises NotationError."""
        turns = list(parent.line.states(parent.start))
        kept = number - 1 - parent.before
        if not 0 <= kept < len(turns) or depth > DEEPEST:
            raise NotationError(f"there is no move {number} that it could stand for")
        state, last = parent.start.copy(), parent.last
        for _, turn in turns[:kept]:
            last = self.style.usi(state, turn)[2:4]
            state = after(state, turn)
        branch = _Branch(Line(), state, number - 1, last)
        self._read_line(branch, told, name)
        if branch.line.plies:
            parent.line.variations.setdefault(kept, []).append(branch.line)
        return branch

    def _read_line(self, branch: _Branch, told: Sequence[tuple[int, str]], name: str) -> str:
        """Read the lines of moves and comments into a branch; gives how it was ended. Raises NotationError."""
        state, last, turns, ended = branch.start.copy(), branch.last, 0, UNFINISHED
        for number, line in told:
            if line.startswith("*"):
                branch.line.say(turns, line[1:].strip())
            elif (match := _MOVE.match(line)) is not None:
                turn, last = self._read_turn(state, match, last, (name, number))
                branch.line.plies += turn
                for move in turn:
                    state.play(move)
                turns += 1
            elif (match := _END.match(line)) is not None:
                ended = result(_ENDS[match["end"]], to_move(state))
        return ended

    def _read_turn(self, state: State, match: re.Match[str], last: str, place: tuple[str, int]) -> tuple[Turn, str]:
        at = (*place, match.end("number") + 2)
        if state.is_over:
            raise NotationError(f"the game is over before {shown(match[0].strip())}", *at)
        if match["same"] and not last:
            raise NotationError("同 is the square of the move before, and there is none", *at)
        to = last if match["same"] else _square(match["to"].translate(_FULL_WIDTH)[0], match["to"][1])
        letter = LETTERS[match["piece"]]
        if match["from"]:
            usi = f"{_square(match['from'][0], RANKS[int(match['from'][1]) - 1])}{to}{'+' * (match['sign'] == '成')}"
        else:
            usi = f"{letter}*{to}"
        try:
            return self.style.parse(state, usi), to
        except IllegalMove:
            told = match[0].strip().partition(" ")[2].strip()
            raise NotationError(f"{shown(told)} is no move here", *at) from None

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
            cells = re.findall(r"([ v^])(\S)", row[1:].partition("|")[0])
            signs = ""
            for side, kanji in cells:
                letter = "1" if kanji in "・　" else LETTERS.get(kanji)
                if letter is None:
                    raise NotationError(f"{kanji!r} is no piece")
                signs += letter.lower() if side == "v" else letter
            ranks.append(re.sub("1+", lambda found: str(len(found[0])), signs))
        hands = {1: "", 2: ""}
        mover = 1
        for _, line in game.heads:
            if (match := _HEAD.match(line)) and match["key"].endswith("持駒"):
                hands[_SIDES.get(match["key"][:2], 1)] = _held(match["value"])
            if line.strip() in ("後手番", "上手番"):
                mover = 2
        held = hands[1] + hands[2].lower()
        return self.style.state(f"{'/'.join(ranks)} {'b' if mover == 1 else 'w'} {held or '-'} 1")


@dataclass(frozen=True)
class _Branch:
    """A line that begins in a state, behind so many turns, the last of which went to the square `last`."""

    line: Line
    start: State
    before: int
    last: str


@dataclass
class _Game:
    """The lines of one game with their numbers: those before the first move, moves and comments, and variations.

    A variation is the number of the turn that it stands for, and its lines.
    """

    heads: list[tuple[int, str]] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    branches: list[tuple[int, list[tuple[int, str]]]] = field(default_factory=list)

    @property
    def is_one(self) -> bool:
        """Whether there is a game here at all."""
        return bool(self.moves) or any(_HEAD.match(line) or line.startswith("|") for _, line in self.heads)

    def add(self, number: int, line: str, *, is_move: bool) -> None:
        if (branch := _BRANCH.match(line)) is not None:
            self.branches.append((int(branch["number"]), []))
        elif self.branches:
            if is_move or line.startswith("*"):
                self.branches[-1][1].append((number, line))
        elif is_move or (line.startswith("*") and (self.moves or any(h.startswith("手数") for _, h in self.heads))):
            self.moves.append((number, line))
        elif line.strip() and not line.startswith(("#", "&", "まで")):
            self.heads.append((number, line))


def _said(line: Line, turns: int) -> list[str]:
    return [f"*{part}" for part in line.comments.get(turns, "").splitlines()]


def _square(file: str, rank: str) -> str:
    return f"{file}{chr(ord('a') + RANKS.index(rank))}"


def _hand(held: str, *, lower: bool) -> str:
    """What a player has in hand, from SFEN."""
    found = [
        KANJI[letter.upper()] + (_kanji_number(int(number)) if number else "")
        for number, letter in re.findall(r"(\d*)([A-Za-z])", held)
        if letter.islower() == lower
    ]
    return "\u3000".join(found) or "なし"


def _held(text: str) -> str:
    """The same backwards."""
    found = ""
    for kanji, number in re.findall(rf"({_PIECES})([十{RANKS}]*)", text):
        found += f"{_number(number) if number else ''}{LETTERS[kanji]}"
    return found


def _kanji_number(n: int) -> str:
    """
    >>> _kanji_number(18), _number("十八"), _number("二")
    ('十八', 18, 2)
    """
    return ("十" if n >= 10 else "") + (RANKS[n % 10 - 1] if n % 10 else "")


def _number(text: str) -> int:
    return 10 * text.startswith("十") + (RANKS.index(text[-1]) + 1 if text[-1] != "十" else 0)
