"""The referee of the Amazons arena of CodinGame: matches of two games between bots that are processes.

A match starts both bots once, each when it is first to move, and plays two games from the same random squares with the
colours swapped. The first turn of a process has more time than the later ones. Whatever a bot does wrong loses the game
by its name; the bot is started afresh for the next game then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from ludens.arena.protocols.seat import Clock, Seat
from ludens.founding.amazons.codingame import protocol as codingame
from ludens.founding.amazons.codingame.protocol import COLOURS, Answer, ProtocolError, Request
from ludens.founding.amazons.geometry import rays
from ludens.founding.amazons.notation import IllegalTurn, Square, Turn, count_turns, game, play_turn
from ludens.founding.amazons.position import Position
from ludens.founding.amazons.record import Record
from ludens.game import Game, State
from ludens.system import scheduling
from ludens.workers.cluster.journal import Journal, read_journal
from ludens.workers.programs import Fault

#: the ways to lose, by name
REASONS: Final = {
    "no-moves": "it has no legal action",
    "off-board": "a square outside of the board",
    "blocked": "a square that is occupied, or a way to it that is",
    "illegal": "not an amazon of its own, or not along a line",
    "malformed": "an answer that is not recognised",
    "flood": "a line that is too long",
    "timeout": "no answer in time",
    "died": "the process ended",
}
CLOCK: Final = Clock(codingame.FIRST_SECONDS, codingame.TURN_SECONDS)
_PLAYERS = (1, 2)
NAMES: Final = {"w": "white", "b": "black"}


@dataclass(frozen=True)
class Start:
    """A game begins: players are 1 and 2, in the order of the command line; `white` is one of them."""

    game: int
    match: int
    seed: int
    white: int
    commands: tuple[str, str]
    rows: tuple[str, ...]
    clock: Clock
    began: str


@dataclass(frozen=True)
class Played:
    """A turn of a player; `actions` is how many were legal, `first` whether its process was started for it."""

    turn: int
    player: int
    colour: str
    action: str
    message: str
    seconds: float
    actions: int
    first: bool = False


@dataclass(frozen=True)
class Result:
    """How a game ended: `reason` is the loser's way to lose, one of `REASONS`, and `detail` tells it in words."""

    game: int
    winner: int
    colour: str
    reason: str
    detail: str
    turns: int
    complaints: str = ""


@dataclass(frozen=True)
class Loss:
    """Why the player to move has lost."""

    reason: str
    detail: str


Report = Callable[[Start | Played | Result], object]


def judge(state: State, line: str) -> tuple[Answer, Turn] | Loss:
    """What a bot's line means in a position; the state is left as it is."""
    try:
        answer = codingame.read_answer(line)
    except ProtocolError as error:
        return Loss("malformed", str(error))
    position = Position.of(state)
    for column, row in answer.places:
        if not (0 <= column < position.size and 0 <= row < position.size):
            square = f"{chr(ord('a') + column)}{row + 1}"
            return Loss(
                "off-board", f"{answer.action}: {square} is outside of the {position.size}x{position.size} board"
            )
    turn = Turn(*(Square(*place) for place in answer.places))
    try:
        play_turn(state.copy(), turn)
    except IllegalTurn as error:
        return Loss(_kind(position, turn), f"{answer.action}: {error.cause}")
    return answer, turn


def _kind(position: Position, turn: Turn) -> str:
    """Whether an illegal turn would be one if nothing stood in its way."""
    origin, target, arrow = turn.sites(position.size)
    lines = rays(position.size)
    straight = all(any(b in ray for ray in lines[a]) for a, b in ((origin, target), (target, arrow)))
    return "blocked" if straight and position.amazons(position.mover) >> origin & 1 else "illegal"


class Archive:
    """The files of a referee's run: a record for each game, written turn by turn, and the bots' standard error.

    Without a folder nothing is kept. Raises OSError where the folder cannot be made or written.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.trouble: str | None = None
        self._before = 0
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._before = max((int(m[1]) for f in folder.iterdir() if (m := _NUMBER.match(f.name))), default=0)
            self._try(folder)

    @staticmethod
    def _try(folder: Path) -> None:
        """Find out now, not after the first game, whether files can be made."""
        probe = folder / ".ludens-probe"
        probe.write_text("can be written\n")
        probe.unlink()

    def journal(self, number: int) -> Journal:
        """The record of a game of this run; numbers go on after those of other runs, also of one at the same time."""
        if self.folder is None:
            return Journal(None)
        while True:
            path = self.folder / f"game-{self._before + number:03}.jsonl"
            try:
                return Journal(path, new=True)
            except FileExistsError:
                self._before += 1
            except OSError as error:
                self.trouble = f"{path} cannot be written: {error.strerror}"
                return Journal(None)

    def stderr(self, number: int, player: int) -> Path | None:
        """Where a player's standard error goes, by the first game of the match, whose record is there already."""
        return self.folder and self.folder / f"game-{self._before + number:03}-player-{player}.stderr"


_NUMBER = re.compile(r"game-(\d+)")


@dataclass
class Referee:
    """Plays matches between two commands. Equal seeds give equal starts, in order.

    `fresh` starts both bots again for each game. Raises CommandError where a command starts no program, OSError where
    the folder cannot be written; a disk that fills up later is told in `trouble`, and the games go on.
    """

    commands: tuple[str, str]
    clock: Clock = CLOCK
    folder: Path | None = None
    fresh: bool = False
    report: Report = lambda event: None
    amazons: Game = field(default_factory=lambda: game(codingame.SIZE, "Random"))

    def __post_init__(self) -> None:
        self.archive = Archive(self.folder)
        self.trouble: str | None = None

    def play(self, games: int, seed: int) -> Iterator[Result]:
        """The results of so many games, each as soon as it is over; with an odd number the last match has one game."""
        seats: tuple[Seat, ...] = ()
        scheduling.wake_soon()
        try:
            for index in range(games):
                match, second = divmod(index, 2)
                journal = self.archive.journal(index + 1)
                if not second or self.fresh:
                    _close(seats)
                if not second:
                    seats = self._seats(index + 1)
                start = self._start(index + 1, match + 1, seed + match, white=_PLAYERS[second])
                yield self._game(seats, start, journal)
        finally:
            _close(seats)

    def _seats(self, number: int) -> tuple[Seat, ...]:
        return tuple(
            Seat(command, self.clock, self.archive.stderr(number, player))
            for player, command in zip(_PLAYERS, self.commands, strict=True)
        )

    def _start(self, number: int, match: int, seed: int, white: int) -> Start:
        rows = tuple(Position.of(self.amazons.start(seed=seed)).rows())
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return Start(number, match, seed, white, self.commands, rows, self.clock, now)

    def _game(self, seats: Sequence[Seat], start: Start, journal: Journal) -> Result:
        """Play one game; what is told of it is in the record first."""
        with journal:

            def tell(event: Start | Played | Result) -> None:
                journal.add({"event": type(event).__name__.lower(), **asdict(event)})
                self.trouble = journal.trouble or self.archive.trouble or self.trouble
                self.report(event)

            tell(start)
            try:
                result = self._turns(seats, start, tell)
                tell(result)
            except BaseException as error:
                journal.add({"event": "aborted", "why": type(error).__name__})
                raise
        if journal.path is not None and journal.trouble is None:
            self._save_notation(journal.path)
        return result

    def _save_notation(self, path: Path) -> None:
        """The finished game beside its record, for people and for the other commands."""
        target = path.with_suffix(".txt")
        try:
            read_game(path).save(target)
        except OSError as error:
            self.trouble = f"{target} cannot be written: {error.strerror}"

    def _turns(self, seats: Sequence[Seat], start: Start, tell: Report) -> Result:
        state, last, number = self.amazons.start(seed=start.seed), None, 0
        players = (start.white, 3 - start.white)
        while True:
            player, colour = players[number % 2], COLOURS[number % 2]
            request = Request(colour, tuple(Position.of(state).rows()), last, count_turns(state))
            if not request.count:
                return _result(start, player, number, Loss("no-moves", f"{NAMES[colour]} has no legal action"))
            number += 1
            first = seats[player - 1].process is None
            answered = _answer(seats[player - 1], state, request)
            if isinstance(answered, Loss):
                seats[player - 1].close()
                return _result(start, player, number, answered, seats[player - 1].complaints)
            answer, turn, seconds = answered
            play_turn(state, turn)
            tell(Played(number, player, colour, answer.action, answer.message, seconds, request.count, first))
            last = answer.action


def _answer(seat: Seat, state: State, request: Request) -> tuple[Answer, Turn, float] | Loss:
    """What the bot of a seat answers, and how long it took."""
    try:
        line, seconds = seat.ask(codingame.write_request(request), greeting=f"{len(request.rows)}\n")
    except Fault as fault:
        return Loss(fault.name, str(fault))
    judged = judge(state, line)
    return judged if isinstance(judged, Loss) else (*judged, seconds)


def _result(start: Start, loser: int, turns: int, loss: Loss, complaints: str = "") -> Result:
    winner = 3 - loser
    colour = COLOURS[0 if winner == start.white else 1]
    return Result(start.game, winner, colour, loss.reason, loss.detail, turns, complaints)


def read_game(path: Path) -> Record:
    """The game of a referee's record, as far as it was written, in the notation of Amazons.

    Raises OSError, and ValueError for a file that is no such record.
    """
    try:
        return _record_of(list(read_journal(path)))
    except KeyError as error:
        raise ValueError(f"{path} is no record of a referee: it has no {error.args[0]}") from None
    except (TypeError, IndexError, ValueError) as error:
        raise ValueError(f"{path} is no record of a referee: {error}") from None


def _record_of(entries: Sequence[Mapping[str, Any]]) -> Record:
    """The game of a record's entries. Raises KeyError, TypeError, IndexError or ValueError where they are not such."""
    start = next((entry for entry in entries if entry.get("event") == "start"), None)
    if start is None:
        raise KeyError("start")
    players = {colour: start["commands"][player - 1] for colour, player in zip(COLOURS, _seated(start), strict=True)}
    headers = {"White": players["w"], "Black": players["b"], "Round": str(start["game"]), "Date": start["began"][:10]}
    record = Record(Position.parse("\n".join(start["rows"])), headers=headers)
    for entry in entries:
        if entry.get("event") == "played":
            record.play(entry["action"])
        elif entry.get("event") == "result":
            headers |= {"Reason": entry["reason"], "Detail": entry["detail"]}
            if entry["reason"] != "no-moves":  # the position says that by itself
                record.ended = "1-0" if entry["colour"] == "w" else "0-1"
    return record


def _seated(start: Mapping[str, Any]) -> tuple[int, int]:
    """The players with white and with black."""
    return start["white"], 3 - start["white"]


def _close(seats: Sequence[Seat]) -> None:
    for seat in seats:
        seat.close()
