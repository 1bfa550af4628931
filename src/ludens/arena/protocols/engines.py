"""External engines at a seat of the arena: processes that speak UCI (chess), USI (shogi), UCCI (Xiangqi) or GTP (Go).

They are held to deadlines as all bots are: no answer in time, a crash, or an answer that is no legal move loses the
game by its name.
"""

from __future__ import annotations

import re
import time
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from ludens import notation
from ludens.arena.match import UnfitGame
from ludens.arena.protocols.faults import Illegal, Malformed
from ludens.arena.protocols.seat import Clock, Seat
from ludens.game import Game, IllegalMove, Move, State
from ludens.notation import wxf
from ludens.notation.chess import Chess
from ludens.notation.go import Go
from ludens.notation.record import NO_CHANCE
from ludens.notation.shogi import Shogi
from ludens.notation.turns import Turn, goes_on
from ludens.system.lines import quoted
from ludens.workers.programs import Fault, Late, split_command

#: the part of a turn's time that an engine is told to think
SHARE: Final = 0.7
#: an option that says which game is played, and what it is without
_VARIANT: Final = re.compile(r"option (?:name )?(\w+_Variant) type combo default (\S+).*")
#: how many lines an engine may say before it answers
_LINES: Final = 100_000


class Resigned(Fault):
    """The engine gives the game up."""

    name = "resigned"


class EnginePlayer:
    """An engine at a seat for one game. Raises UnfitGame for a game of another family, CommandError for no program."""

    #: how its command is told from the name of an agent
    prefix: ClassVar[str]

    def __init__(self, command: str, game: Game, clock: Clock) -> None:
        split_command(command)
        self._game, self._seat = game, Seat(command, clock)
        self._start: State | None = None
        self._turns: list[str] = []
        self._before: State | None = None
        self._turn: list[Move] = []

    @abstractmethod
    def _text(self, state: State, turn: Sequence[Move]) -> str:
        """A turn of a state as the engine has it."""

    @abstractmethod
    def _ask(self, state: State, begun: bool) -> str:
        """The answer of the engine; it has received no line yet where it has not `begun`."""

    @abstractmethod
    def _parse(self, state: State, text: str) -> Turn:
        """The turn that an answer means. Raises IllegalMove."""

    # --- as a player

    def moves(self, state: State) -> Sequence[Move]:
        self._keep()
        if self._start is None:
            self._start = state.copy()
        begun = self._seat.process is not None
        self._deadline = time.monotonic() + (self._seat.clock.turn if begun else self._seat.clock.first)
        answer = self._ask(state, begun)
        if not answer or not answer.isprintable():
            raise Malformed(f"a move is expected, not {quoted(answer)}")
        try:
            turn = self._parse(state, answer)
        except IllegalMove as error:
            raise Illegal(f"{quoted(answer)} is no legal move: {error}") from None
        return turn

    def see(self, state: State, move: Move) -> None:
        if self._start is None:
            self._start = state.copy()
        if not goes_on(state):
            self._keep()
            self._before = state.copy()
        self._turn.append(move)

    def _keep(self) -> None:
        """The turn that was played is over."""
        if self._turn and self._before is not None:
            self._turns.append(self._text(self._before, self._turn))
        self._turn = []

    def set_clock(self, clock: Clock) -> None:
        """Let it have this time for its turns from now on."""
        self._seat.clock = clock

    def close(self) -> str:
        self._seat.close()
        return self._seat.complaints

    # --- lines

    def _say(self, text: str) -> str:
        """Tell the engine something, and give its next line."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise Late("no answer within its time")
        if self._seat.process is None:
            return self._seat.ask(text)[0]
        assert self._seat.process is not None
        return self._seat.process.ask(text, left)[0]

    def _until(self, text: str, *words: str, before: list[str] | None = None) -> str:
        """Tell the engine something, and give the first line from then on that begins with one of these words.

        The lines `before` it are added to a list.
        """
        line = self._say(text)
        for _ in range(_LINES):
            if line.split()[:1] and line.split()[0] in words:
                return line.strip()
            if before is not None:
                before.append(line)
            line = self._say("")
        raise Malformed(f"{_LINES} lines without an answer")


class Uci(EnginePlayer):
    """An engine that speaks UCI."""

    prefix = "uci:"
    _words: ClassVar[tuple[str, str, str]] = ("uci", "uciok", "ucinewgame")
    #: how an option is set
    _setting: ClassVar[str] = "setoption name {} value {}"

    def __init__(self, command: str, game: Game, clock: Clock) -> None:
        self._style = self._style_of(game)
        #: the option that lets an engine of several games play this one, where it is not the usual one
        self._variant = ""
        super().__init__(command, game, clock)

    def _style_of(self, game: Game) -> notation.Style:
        return _style_for(game, Chess, "UCI is spoken of chess and its like")

    def _text(self, state: State, turn: Sequence[Move]) -> str:
        assert isinstance(self._style, Chess)
        return self._style.uci(state, turn)

    def _position(self) -> str:
        """The position that the game began with, and what was played since."""
        assert self._start is not None
        usual = self._game.start(rng_state=NO_CHANCE)
        standard = self._start.sites() == usual.sites() and self._start.mover == usual.mover and not self._variant
        word = next(iter(self._style.positions))
        begin = "startpos" if standard and not self._by_chance else f"{word} {self._style.position(self._start)}"
        return " ".join(["position", begin, *(["moves", *self._turns] if self._turns else [])])

    @property
    def _by_chance(self) -> bool:
        """Whether games begin from positions that are drawn, where castling is a move onto the rook."""
        return isinstance(self._style, Chess) and self._style.by_chance

    def _ask(self, state: State, begun: bool) -> str:
        hello, ready, fresh = self._words
        if not begun:
            offers = list[str]()
            self._until(f"{hello}\n", ready, before=offers)
            self._variant = self._variant_of(offers)
            option = "setoption name UCI_Chess960 value true\n" if self._by_chance else ""
            self._until(f"{self._variant}{option}{fresh}\nisready\n", "readyok")
        left = max(min(self._seat.clock.turn, self._deadline - time.monotonic()), 0.02)
        lines = f"{self._position()}\n{self._go(round(left * SHARE * 1000))}\n"
        words = (line := self._until(lines, "bestmove", "nobestmove")).split()
        if words[0] == "nobestmove":
            raise Resigned("it says nobestmove")
        if len(words) < 2:
            raise Malformed(f"bestmove is followed by a move, not {quoted(line)}")
        if words[1] in ("resign", "(none)", "0000"):
            raise Resigned(f"it says {words[1]}")
        return words[1]

    def _variant_of(self, offers: Sequence[str]) -> str:
        """The line that sets the game for an engine of several; "" where it plays this one anyhow.

        Raises Malformed where it offers others alone.
        """
        match = next((match for line in offers if (match := _VARIANT.match(line)) is not None), None)
        if match is None or self._by_chance:
            return ""
        own = (self._game.name, *self._game.metadata.aliases)
        names = ["".join(filter(str.isalnum, name.casefold())) for name in own]
        names += [name.removesuffix(end) for name in names for end in ("chess", "shogi") if name != end]
        if match[2] in names:
            return ""
        name = next((name for name in names if name in re.findall(r"(?<= var )\S+", match[0])), None)
        if name is None:
            raise Malformed(f"it plays games of the option {match[1]}, and {self._game.name} is none of them")
        return f"{self._setting.format(match[1], name)}\n"

    def _go(self, milliseconds: int) -> str:
        return f"go movetime {milliseconds}"

    def _parse(self, state: State, text: str) -> Turn:
        return self._style.parse(state, text)


class Usi(Uci):
    """An engine that speaks USI."""

    prefix = "usi:"
    _words = ("usi", "usiok", "usinewgame")

    def _style_of(self, game: Game) -> notation.Style:
        return _style_for(game, Shogi, "USI is spoken of shogi and its like")

    def _text(self, state: State, turn: Sequence[Move]) -> str:
        assert isinstance(self._style, Shogi)
        return self._style.usi(state, turn)

    def _go(self, milliseconds: int) -> str:
        return f"go btime 0 wtime 0 byoyomi {milliseconds}"


class Ucci(Uci):
    """An engine that speaks UCCI."""

    prefix = "ucci:"
    _words = ("ucci", "ucciok", "setoption newgame")
    _setting = "setoption {} {}"

    def _style_of(self, game: Game) -> notation.Style:
        games = "UCCI is spoken of Xiangqi and its like"
        style = _style_for(game, Chess, games)
        assert isinstance(style, Chess)
        if not wxf.fits(style):
            raise UnfitGame(f"{games}, and {game.name} is none")
        return style

    def _text(self, state: State, turn: Sequence[Move]) -> str:
        return wxf.to_ucci(super()._text(state, turn))

    def _position(self) -> str:
        """UCCI has always the position in full."""
        begun = super()._position()
        if begun.startswith("position startpos"):
            usual = self._style.position(self._game.start(rng_state=NO_CHANCE))
            return begun.replace("startpos", f"fen {usual}", 1)
        return begun

    def _go(self, milliseconds: int) -> str:
        return f"go time {milliseconds} movestogo 1"

    def _parse(self, state: State, text: str) -> Turn:
        return self._style.parse(state, wxf.of_ucci(text))


class Gtp(EnginePlayer):
    """An engine that speaks GTP."""

    prefix = "gtp:"

    def __init__(self, command: str, game: Game, clock: Clock) -> None:
        self._style = _style_for(game, Go, "GTP is spoken of Go and its like")
        self._sent = 0
        super().__init__(command, game, clock)

    def _text(self, state: State, turn: Sequence[Move]) -> str:
        assert isinstance(self._style, Go)
        return f"{'bw'[state.mover - 1]} {self._style.vertex(turn[0])}"

    def _ask(self, state: State, begun: bool) -> str:
        if not begun:
            self._begin()
        for turn in self._turns[self._sent :]:
            self._command(f"play {turn}")
        self._sent = len(self._turns) + 1  # its own move it knows
        answer = self._command(f"genmove {'bw'[state.mover - 1]}")
        if answer.lower() == "resign":
            raise Resigned("it resigns")
        return answer

    def _begin(self) -> None:
        assert isinstance(self._style, Go) and self._start is not None
        self._command(f"boardsize {self._style.grid.columns}")
        self._command("clear_board")
        if (komi := komi_of(self._game)) is not None:
            self._command(f"komi {komi}")
        seconds = max(int(self._seat.clock.turn * SHARE), 1)
        self._command(f"time_settings 0 {seconds} 1", refused=True)
        for _, site, _, _, owner, *_ in self._start.sites():
            self._command(f"play {'bw'[owner - 1]} {self._style.point(site)}")

    def _command(self, text: str, *, refused: bool = False) -> str:
        """What the engine answers to a command. Raises Malformed where it refuses, unless it may."""
        line = self._say(f"{text}\n")
        while not line.strip():
            line = self._say("")
        while self._say("").strip():  # to the empty line behind an answer
            pass
        if line[:1] == "=" or (refused and line[:1] == "?"):
            return line[1:].strip()
        raise Malformed(f"{text!r} is answered by {quoted(line)}")

    def _parse(self, state: State, text: str) -> Turn:
        assert isinstance(self._style, Go)
        return self._style.at_vertex(state, text)


ENGINES: Final[tuple[type[EnginePlayer], ...]] = (Uci, Usi, Ucci, Gtp)


def engine(spec: str, game: Game, clock: Clock) -> EnginePlayer | None:
    """The engine that a spec such as `uci:stockfish` names; None for other specs. Raises UnfitGame, CommandError."""
    kind = next((kind for kind in ENGINES if spec.startswith(kind.prefix)), None)
    return None if kind is None else kind(spec.removeprefix(kind.prefix).strip(), game, clock)


def komi_of(game: Game) -> str | None:
    """The item of the option Komi that is chosen."""
    return next((one.partition("/")[2] for one in game.description.selected if one.startswith("Komi/")), None)


def _style_for(game: Game, kind: type[notation.Style], reason: str) -> notation.Style:
    style = notation.of(game)
    if not isinstance(style, kind):
        raise UnfitGame(f"{reason}, and {game.name} is none")
    return style
