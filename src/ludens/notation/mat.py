"""Backgammon's files (`.mat`) and ids of positions, as GNU Backgammon, XG, Jellyfish and their kin write them.

A file is a match: what is told of it, and its games, with dice and moves of the two players side by side. A game of our
rules rolls its own dice, so each turn of a file is played from a position that is put up with the dice of the file. The
doubling cube is no part of these rules: what was done with it is kept as comments.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, Protocol

from ludens.game import Game, IllegalMove, State
from ludens.game.state import Row
from ludens.notation.errors import NotationError, shown
from ludens.notation.reading import Piece
from ludens.notation.record import Record
from ludens.notation.turns import Turn, goes_on, to_move

#: the bar and 24 points, as a player counts them
BAR: Final = 25
Dice = tuple[int, int]
#: how many states of the generator are tried for a roll of each kind
_TRIES: Final = 10_000
_MATCH: Final = re.compile(r"\s*(?:(\d+)[\s-]+points?\s+match|unlimited match|money (?:session|game))", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*Game\s*[:#]?\s*(\d+)\s*(?:[.:]|\(.*\))?\s*$", re.IGNORECASE)
_NAMES: Final = re.compile(r"\s*(\S.*?)\s*:\s*(\d+)\s+(\S.*?)\s*:\s*(\d+)\s*$")
_TAG: Final = re.compile(r'\s*;\s*\[(.+?)\s+"(.*)"\]\s*$')
_LINE: Final = re.compile(r"\s*(\d+)\)")
#: dice, as programs write them: `31:`, `3-1:`, `(3 1)`, `31 `
_DICE: Final = (
    r"(?:\(([1-6])[\s,-]*([1-6])\):?"
    r"|(?<![^\s)])([1-6])(?:-?([1-6]):|([1-6])(?=\s+(?:\d+|bar)[/-]\w+(?!\w*:))))"
)
_ROLL: Final = re.compile(rf"{_DICE}\s*(.*)")
_WINS: Final = re.compile(r"Wins\s+(\d+)\s+points?(?:\s+and the match)?", re.IGNORECASE)
_RAISES: Final = "Doubles|Redoubles|Beavers|Raccoons"
_ANSWERS: Final = "Takes|Drops|Accepts|Rejects|Passes|Resigns"
_CUBE: Final = re.compile(rf"(?:{_RAISES})\s*(?:(?:=>|to)\s*\d+)?|(?:{_ANSWERS})(?:\s+\([^)]*\))?", re.IGNORECASE)
#: how a cell of a line begins
_CELL: Final = re.compile(rf"{_DICE}|\bWins\b|{_RAISES}|{_ANSWERS}", re.IGNORECASE)
#: what the right column begins with is at least so far to the right
_RIGHT: Final = 22
_WIDTH: Final = 34
_NO_MOVE: Final = re.compile(
    r"(?:cannot move|can'?t move|no (?:play|move)|dances?|\(no (?:play|move)\))?\.?", re.IGNORECASE
)
#: what is told of a match, by the names in a file and by ours
_TAGS: Final = {"Player 1": "White", "Player 2": "Black", "EventDate": "Date"}


class Style(Protocol):
    """What the files are written and read with."""

    game: Game

    @property
    def points(self) -> dict[int, dict[int, int]]:
        """The points of each player by their sites."""

    def parse(self, state: State, text: str) -> Turn: ...

    def turn(self, state: State, turn: Turn) -> str: ...

    def passes(self, state: State) -> Turn | None:
        """The turn in which nothing can be moved."""


class Mat:
    """Files and ids of a game of backgammon."""

    def __init__(self, style: Style) -> None:
        self.style = style

    # --- dice and positions

    @cached_property
    def _seeds(self) -> dict[Dice, bytes]:
        """States of the generator by the dice that are rolled next."""
        seeds: dict[Dice, bytes] = {}
        for number in range(_TRIES):
            seed = number.to_bytes(8, "little")
            first, second = self.style.game.start(rng_state=seed).rolled[0]
            seeds.setdefault((first, second), seed)
            if len(seeds) == 36:
                break
        return seeds

    def put_up(self, rows: Sequence[Row], mover: int, dice: Dice | None, turn: int = 1) -> State:
        """A state with the dice rolled; with any dice where none are named."""
        game = self.style.game
        board = [row for row in rows if row[1] < game.containers[0].num_sites]
        if dice is None:
            state = game.position(board, mover=mover, seed=0)
        elif (seed := self._seeds.get(dice)) is None:
            raise NotationError(f"{dice[0]} and {dice[1]} are never rolled in {game.name}")
        else:
            state = game.position(board, mover=mover, rng_state=seed)
        if turn > 1:
            state.set_field("turn", turn)
        return state

    def _counts(self, state: State) -> dict[int, list[int]]:
        """How many discs each player has on the points from 1 to the bar."""
        counts = {1: [0] * BAR, 2: [0] * BAR}
        for row in state.sites():
            owner = row[4]
            if owner in counts and row[1] in self.style.points[owner]:
                counts[owner][self.style.points[owner][row[1]] - 1] += row[5]
        return counts

    def _rows(self, counts: dict[int, list[int]]) -> list[Row]:
        discs = {component.owner: component.index for component in self.style.game.components}
        rows, taken = list[Row](), dict[int, int]()
        for player, numbers in counts.items():
            sites = {point: site for site, point in self.style.points[player].items()}
            for point, number in enumerate(numbers, 1):
                site = sites[point]
                if number and taken.setdefault(site, player) != player:
                    raise NotationError("discs of both players stand on a point")
                rows += [("C", site, level, discs[player], player, 1, 0, 0, 0) for level in range(number)]
        kind = self.style.game.start(seed=0).sites()[0][0]
        return sorted(((kind, *row[1:]) for row in rows), key=lambda row: (row[1], row[2]))

    def _all(self) -> int:
        return sum(self._counts(self.style.game.start(seed=0))[1])

    @staticmethod
    def _fresh(state: State) -> None:
        if goes_on(state):
            raise NotationError("a position is written between turns, and here a die is still to be played")

    # --- GNU Backgammon's ids

    def write_gnubg(self, state: State) -> str:
        """The ids of position and match: `4HPwATDgc/ABMA:cAkAAAAAAAAA`."""
        self._fresh(state)
        mover, counts = to_move(state), self._counts(state)
        bits = "".join("1" * n + "0" for player in (3 - mover, mover) for n in counts[player])
        if len(bits) > 80:
            raise NotationError("an id holds 15 discs of each player")
        first, second = (0, 0) if state.is_over else state.rolled[0]
        fields = (
            (0, 4), (3, 2), (mover - 1, 1), (0, 1), (2 if state.is_over else 1, 3), (mover - 1, 1), (0, 1), (0, 2),
            (first, 3), (second, 3), (0, 15), (0, 15), (0, 15),
        )  # fmt: skip
        match = "".join(format(value, f"0{width}b")[::-1] for value, width in fields)
        return f"{_coded(bits, 10)}:{_coded(match, 9)}"

    def read_gnubg(self, text: str) -> State:
        """The state at ids; without that of the match the first player is to move. Raises NotationError."""
        identifiers = re.sub(r"(?i)^\s*(?:(?:GNU)?BGID[\s:=]+|Position ID:\s*)|Match ID\s*:", "", text).replace(
            ",", " "
        )
        words = [word for word in re.split(r"[:\s]+", identifiers) if word]
        if not 1 <= len(words) <= 2:
            raise NotationError(f"an id is written 4HPwATDgc/ABMA, with :cAkAAAAAAAAA of the match, not {shown(text)}")
        bits, mover = _decoded(words[0], 10), 1
        dice: Dice | None = None
        if len(words) > 1:
            match = _decoded(words[1], 9)
            mover = int(match[6]) + 1  # who has rolled or will, whoever decides on a double
            first, second = (int(match[at : at + 3][::-1], 2) for at in (15, 18))
            if first > 6 or second > 6 or (first == 0) != (second == 0):
                raise NotationError(f"{shown(words[1])} tells of dice that there are not")
            dice = (first, second) if first else None
        numbers = [len(run) for run in bits.split("0")]
        if len(numbers) <= 2 * BAR or max(sum(numbers[:BAR]), sum(numbers[BAR : 2 * BAR])) > self._all():
            raise NotationError(f"{shown(words[0])} is no id of a position")
        counts = {3 - mover: numbers[:BAR], mover: numbers[BAR : 2 * BAR]}
        return self.put_up(self._rows(counts), mover, dice)

    # --- XG's ids

    def write_xgid(self, state: State) -> str:
        """`XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10`."""
        self._fresh(state)
        counts, mover = self._counts(state), to_move(state)
        signs = []
        for place in range(BAR + 1):
            low, high = counts[1][place - 1] if place else 0, counts[2][BAR - 1 - place] if place < BAR else 0
            signs.append(chr(ord("A") + low - 1) if low else chr(ord("a") + high - 1) if high else "-")
        dice = "00" if state.is_over else "".join(map(str, state.rolled[0]))
        return f"XGID={''.join(signs)}:0:0:{1 if mover == 1 else -1}:{dice}:0:0:0:0:10"

    def read_xgid(self, text: str) -> State:
        """The state at such an id, whose capitals are the first player's discs. Raises NotationError."""
        fields = re.sub(r"(?i)^\s*XGID[\s:=]+", "", text).strip().split(":")
        board = fields[0]
        if len(board) != BAR + 1 or not re.fullmatch(r"[-A-Oa-o]+", board) or len(fields) < 5:
            raise NotationError(
                f"an id is written XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10, not {shown(text)}"
            )
        counts = {1: [0] * BAR, 2: [0] * BAR}
        for place, sign in enumerate(board):
            if sign == "-":
                continue
            player = 1 if sign.isupper() else 2
            point = place if player == 1 else BAR - place
            if not 1 <= point <= BAR:
                raise NotationError(f"{sign!r} is on the other player's bar")
            counts[player][point - 1] = ord(sign.lower()) - ord("a") + 1
        if max(map(sum, counts.values())) > self._all():
            raise NotationError(f"a player has {self._all()} discs at most")
        if fields[3] not in ("1", "-1"):
            raise NotationError(f"the player to move is 1 or -1, not {shown(fields[3])}")
        dice = (int(fields[4][0]), int(fields[4][1])) if re.fullmatch("[1-6]{2}", fields[4]) else None
        if dice is None and fields[4] not in ("00", "D", "B", "R"):
            raise NotationError(f"the dice are written 52, or 00 before a roll, not {shown(fields[4])}")
        return self.put_up(self._rows(counts), 1 if fields[3] == "1" else 2, dice)

    # --- files: writing

    def write(self, records: Sequence[Record]) -> str:
        """Games as a match, which the tags of the first one tell of."""
        if not records:
            return ""
        first = records[0].tags
        names = (first.get("White", "Player 1"), first.get("Black", "Player 2"))
        own = {"White", "Black", "MatchLength", "Game", "Score", "Points", "Result"}
        lines = [f'; [{_theirs(key)} "{value}"]' for key, value in first.items() if key not in own]
        lines += [f'; [Player {n} "{name}"]' for n, name in enumerate(names, 1)]
        lines += [f"{first.get('MatchLength', '0')} point match", ""]
        for number, record in enumerate(records, 1):
            lines += self._game(record, names, record.tags.get("Game", str(number)))
        return "".join(f"{line}\n" for line in lines)

    def _game(self, record: Record, names: tuple[str, str], number: str) -> Iterator[str]:
        scores = record.tags.get("Score", "0-0").split("-")
        yield f" Game {number}"
        yield f" {names[0]} : {scores[0]}".ljust(_WIDTH) + f" {names[1]} : {scores[-1]}"
        cells = list(self._cells(record))
        row, at = ["", ""], 1
        for player, cell in cells:
            if row[1] or (player == 1 and row[0]):
                yield _side_by_side(at, row)
                row, at = ["", ""], at + 1
            row[player - 1] = cell
        if any(row):
            yield _side_by_side(at, row)
        winner = {"1-0": 0, "0-1": 1}.get(record.result)
        if winner is not None:
            points = record.tags.get("Points", "1")
            ending = f"Wins {points} point{'s' * (points != '1')}"
            yield f"      {ending}" if winner == 0 else " " * _WIDTH + f" {ending}"
        yield ""

    def _cells(self, record: Record) -> Iterator[tuple[int, str]]:
        """What the players did, one after the other: what is done with the cube, and turns with their dice."""
        mover = record.start.mover
        yield from self._doubles(record, 0, mover)
        for made, (state, turn) in enumerate(record.states(), 1):
            dice, mover = "".join(map(str, state.rolled[0])), state.mover
            passes = turn == self.style.passes(state)
            yield mover, f"{dice}: {'Cannot Move' if passes else self.style.turn(state, turn)}"
            yield from self._doubles(record, made, 3 - mover)
        last = record.setups.get(len(record.turns)) if record.plies else None
        if last is not None and last.rolled[0]:  # the dice of a turn that is not there
            yield last.mover, f"{''.join(map(str, last.rolled[0]))}: ????"

    @staticmethod
    def _doubles(record: Record, made: int, mover: int) -> Iterator[tuple[int, str]]:
        """What was done with the cube after a number of turns, from a player on."""
        for action in _CUBE.findall(record.comments.get(made, "")):
            yield mover, f" {action}"
            mover = 3 - mover

    # --- files: reading

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Piece]:
        """The text of each game, behind what is told of the match."""
        head, held, first, number = list[str](), list[str](), 0, 0
        for number, line in enumerate(lines, 1):
            if _GAME.match(line):
                if held:
                    yield Piece("".join([*head, *held]), first - len(head))
                held, first = [line], number
            elif held:
                held.append(line)
            else:
                head.append(line)
        if "".join(held or head).strip():
            yield Piece("".join([*head, *held]), first - len(head) if held else 1)

    def read(self, text: str, name: str) -> list[Record]:
        """The game of a text. Raises NotationError."""
        record, reader = None, _Reader(self, name)
        for number, line in enumerate(text.splitlines(), 1):
            reader.add(number, line)
        record = reader.record()
        if record is None:
            raise NotationError("there is no game here", name, 1)
        return [record]


class _Reader:
    """Reads the lines of a game."""

    def __init__(self, files: Mat, name: str) -> None:
        self._files, self._name = files, name
        self._tags: dict[str, str] = {}
        self._remarks = list[NotationError]()
        self._record: Record | None = None
        self._state: State | None = None
        self._turns, self._ended, self._begun = 0, "*", False
        self._broken: NotationError | None = None  # a roll without its moves, which only the last one may be

    def add(self, number: int, line: str) -> None:
        """A line of the file. Raises NotationError."""
        if not line.strip():
            return
        if (match := _TAG.match(line)) is not None:
            self._tags[_TAGS.get(match[1], match[1].replace(" ", ""))] = match[2]
        elif (length := _MATCH.match(line)) is not None:
            self._tags["MatchLength"] = length[1] or "0"
        elif (game := _GAME.match(line)) is not None:
            self._tags["Game"], self._begun = game[1], True
        elif self._begun and self._turns == 0 and (names := _NAMES.match(line)) and not _LINE.match(line):
            self._tags |= {"White": names[1], "Black": names[3], "Score": f"{names[2]}-{names[4]}"}
        elif self._begun and ((row := _LINE.match(line)) is not None or _WINS.search(line)):
            for player, column, cell in _cells_of(line, row.end() if row else 0):
                self._cell(player, cell, (self._name, number, column + 1))
        else:
            told_of = f"this is no line of a match, and is left out: {shown(line.strip())}"
            self._remarks.append(NotationError(told_of, self._name, number))

    def record(self) -> Record | None:
        if self._record is None and not self._begun:
            return None
        record = self._record or Record(self._files.style.game.start(rng_state=bytes(8)))
        record.tags, record.ended, record.remarks = self._tags, self._ended, self._remarks
        return record

    def _cell(self, player: int, cell: str, place: tuple[str, int, int]) -> None:
        if (wins := _WINS.search(cell)) is not None:
            self._ended, self._tags["Points"] = ("1-0", "0-1")[player - 1], wins[1]
        elif (roll := _ROLL.match(cell)) is not None:
            *numbers, moves = roll.groups()
            first, second = (int(number) for number in numbers if number)
            self._roll(player, (first, second), moves.strip(), place)
        elif actions := _CUBE.findall(cell):
            record = self._begin(player, None)
            record.line.say(self._turns, " ".join(" ".join(action.split()) for action in actions))
        elif re.search(r"\d[/-]", cell):
            raise NotationError(f"moves have their dice before them, as in 31: 8/5 6/5: {shown(cell)}", *place)
        else:
            message = f"this is no move or double, and is left out: {shown(cell)}"
            self._remarks.append(NotationError(message, *place))

    def _begin(self, player: int, dice: Dice | None) -> Record:
        """The record, which begins with its first line."""
        if self._record is None or (self._turns == 0 and dice is not None):
            rows = self._files.style.game.start(rng_state=bytes(8)).sites()
            comments = self._record.comments if self._record is not None else {}
            self._record = Record(self._files.put_up(rows, player, dice), comments=comments)
            self._state = self._record.start.copy()
        return self._record

    def _roll(self, player: int, dice: Dice, text: str, place: tuple[str, int, int]) -> None:
        """A turn with its dice."""
        if self._broken is not None:
            raise self._broken
        record, style = self._begin(player, dice), self._files.style
        assert self._state is not None
        if self._turns:
            if self._state.is_over:
                raise NotationError(f"the game is over before {shown(text)}", *place)
            rows, number = self._state.sites(), int(self._state.field("turn"))
            self._state = self._files.put_up(rows, player, dice, number)
            record.setups[self._turns] = self._state.copy()
        if "?" in text or (not text and style.passes(self._state) is None):  # the file breaks off here
            self._broken = NotationError(f"the moves of {dice[0]}{dice[1]} are not here", *place)
            return
        turn = self._turn(style, text, place)
        record.plies += turn
        self._turns += 1
        for move in turn:
            self._state.play(move)

    def _turn(self, style: Style, text: str, place: tuple[str, int, int]) -> Turn:
        assert self._state is not None
        if _NO_MOVE.fullmatch(text):
            if (passed := style.passes(self._state)) is None:
                raise NotationError("here a disc can be moved", *place)
            return passed
        try:
            turn = style.parse(self._state, text)
        except IllegalMove as error:
            raise NotationError(str(error), *place) from None
        after = self._state.copy()
        for move in turn:
            after.play(move)
        if goes_on(after):
            raise NotationError(f"{shown(text)} is no whole turn", *place)
        return turn


def _cells_of(line: str, at: int) -> Iterator[tuple[int, int, str]]:
    """The cells of a line from a column on: the player, the column, and the text."""
    starts = [match.start() for match in _CELL.finditer(line[at:])]
    if not starts:
        if line[at:].strip():
            yield 1, at, line[at:].strip()
        return
    places = [at + start for start in starts]
    for number, (begin, end) in enumerate(zip(places, [*places[1:], len(line)], strict=True)):
        is_right = number > 0 or begin >= _RIGHT
        yield (2 if is_right else 1), begin, line[begin:end].strip()


def _side_by_side(number: int, row: Sequence[str]) -> str:
    return f"{number:3d}) {row[0].strip():<{_WIDTH - 6}}{row[1].strip()}".rstrip()


def _theirs(tag: str) -> str:
    return next((theirs for theirs, ours in _TAGS.items() if ours == tag), tag)


def _coded(bits: str, size: int) -> str:
    """Bits, the lowest of each byte first, as bytes in base 64, without the signs that fill up."""
    filled = bits.ljust(8 * size, "0")
    data = bytes(int(filled[n : n + 8][::-1], 2) for n in range(0, 8 * size, 8))
    return base64.b64encode(data).decode().rstrip("=")


def _decoded(text: str, size: int) -> str:
    """The same backwards. Raises NotationError."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != size:
        raise NotationError(
            f"{shown(text)} is no id: it has {len('4HPwATDgc/ABMA' if size == 10 else 'cAkAAAAAAAAA')} signs"
        )
    return "".join(format(byte, "08b")[::-1] for byte in data)
