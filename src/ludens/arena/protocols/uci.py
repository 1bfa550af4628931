"""An agent as an engine that speaks UCI (chess), USI (shogi) or UCCI (Xiangqi) on standard input and output.

A search runs beside the lines (`protocols.engine_search`), which stop it and tell it of a ponder hit.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final, TextIO

from ludens import notation
from ludens.agents import Analysis
from ludens.arena.protocols.engine_search import Goal, RunningSearch, TimedAgent, UnsupportedGame, score
from ludens.game import Game, IllegalMove, LimitExceeded, Move, State
from ludens.notation import NotationError, wxf
from ludens.notation.chess import Chess
from ludens.notation.errors import noting
from ludens.notation.record import NO_CHANCE
from ludens.notation.shogi import Shogi
from ludens.notation.turns import Turn, after, goes_on, turns_of

__all__ = ["Ucci", "Uci", "UnsupportedGame", "Usi", "speak"]

#: seconds in which a search may still end by itself behind `quit`
_PATIENCE: Final = 2.0
_MOST_LINES: Final = 256


def speak(protocol: str, game: Game, spec: str, *, seed: int | None = None) -> None:
    """Be an engine on standard input and output to the end. Raises UnsupportedGame, AgentError."""
    kinds: dict[str, Callable[[Game, str, int | None], Uci]] = {"uci": Uci, "usi": Usi, "ucci": Ucci}
    speaker = kinds[protocol](game, spec, seed)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    speaker.run(sys.stdin, sys.stdout)


class Uci:
    """UCI: the lines of an engine of chess."""

    _hello: tuple[str, str] = ("uci", "uciok")
    _none: str = "(none)"
    #: words that lines begin with
    _commands: ClassVar[frozenset[str]] = frozenset(
        {"uci", "usi", "ucci", "isready", "setoption", "position", "go", "stop", "ponderhit", "quit"}
    )
    _sides: str = "wb"
    _option: str = "option name"
    #: what can be set, and how; of these only MultiPV changes anything, the others are what programs set unasked
    _options: tuple[str, ...] = (
        "MultiPV type spin default 1 min 1 max 256",
        "Ponder type check default false",
        "Hash type spin default 16 min 1 max 1048576",
        "Threads type spin default 1 min 1 max 1024",
        "Move Overhead type spin default 0 min 0 max 60000",
    )

    def __init__(self, game: Game, spec: str, seed: int | None = None) -> None:
        self.game, self._style = game, notation.of(game)
        self._check()
        self._timed_agent = TimedAgent(game, spec, seed)
        self._name = spec
        #: the position; None where the last one that was told could not be read
        self.state: State | None = game.start(rng_state=NO_CHANCE)
        self._search: RunningSearch | None = None
        self._lock = threading.Lock()
        self._say: Callable[[str], object] = lambda line: None

    def _check(self) -> None:
        if not isinstance(self._style, Chess):
            raise UnsupportedGame(f"UCI is spoken of chess and its like, and {self.game.name} is none")

    def _text(self, state: State, turn: Turn) -> str:
        assert isinstance(self._style, Chess)
        return self._style.uci(state, turn)

    def _parse(self, state: State, text: str) -> Turn:
        return self._style.parse(state, text)

    def _variants(self) -> list[str]:
        """What programs that play several games call this one: by its names, without spaces and without `chess`."""
        if isinstance(self._style, Chess) and self._style.by_chance:  # programs say this in the place of a name
            return ["UCI_Chess960 type check default true"]
        names = {
            "".join(filter(str.isalnum, name.casefold())) for name in (self.game.name, *self.game.metadata.aliases)
        }
        names |= {name.removesuffix("chess") for name in names}
        if "" in names:  # chess itself, which needs no name
            return []
        return [f"UCI_Variant type combo default {min(names, key=len)} " + " ".join(f"var {n}" for n in sorted(names))]

    def run(self, source: Iterable[str], sink: TextIO) -> None:
        """Answer lines to `quit`, or to their end."""

        def say(line: str) -> None:
            with self._lock:
                sink.write(f"{line}\n")
                sink.flush()

        self._say = say
        patience: float | None = None
        for line in source:
            words = line.split()
            while words and words[0] not in self._commands:  # what is unknown is passed over, as UCI has it
                del words[0]
            if words[:1] == ["quit"]:
                patience = _PATIENCE
                break
            self._hear(words)
        if self._search is not None:
            self._search.wait(patience)

    def _hear(self, words: Sequence[str]) -> None:
        """Answer a line that begins with a command."""
        match words:
            case [word, *_] if word == self._hello[0]:
                self._say(f"id name ludens {self._name}")
                self._say("id author the authors of ludens")
                for option in (*self._options, *self._variants()):
                    self._say(f"{self._option} {option}")
                self._say(self._hello[1])
            case ["isready", *_]:
                self._say("readyok")
            case ["setoption", *rest]:
                self._set_option(rest)
            case ["position", *rest]:
                self._end()
                self._set(rest)
            case ["go", *rest]:
                self._end()
                self._go(rest)
            case ["stop"]:
                self._end()
            case ["ponderhit"] if self._search is not None:
                self._search.hit()

    def _end(self) -> None:
        """End the search that runs, if one does: it answers."""
        if self._search is not None:
            self._search.stop()
            self._search = None

    def _set_option(self, words: Sequence[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        if name.casefold() == "multipv" and value.isdecimal():
            self._timed_agent.lines = min(max(int(value), 1), _MOST_LINES)

    def _set(self, words: Sequence[str]) -> None:
        """A position. One that cannot be is told of, and then there is none: the one before is of another time."""
        at = words.index("moves") if "moves" in words else len(words)
        begin, moves = list(words[:at]), words[at + 1 :]
        self.state = None
        with noting() as messages:
            try:
                state = self._begin(begin)
                for text in moves:
                    for move in self._parse(state, text):
                        state.play(move)
                    if goes_on(state):
                        choices = ", ".join(state.notations()[:8])
                        raise IllegalMove(f"{text} is no whole move: it goes on with {choices}")
            except (NotationError, IllegalMove, LimitExceeded) as error:
                messages.append(" ".join(str(error).split()))
            else:
                self.state = state
        for message in messages:
            self._say(f"info string {message}")

    def _begin(self, words: list[str]) -> State:
        if words == ["startpos"]:
            return self.game.start(rng_state=NO_CHANCE)
        word = next(iter(self._style.positions))
        return self._style.state(" ".join(words[1:] if words[:1] == [word] else words))

    # --- searching

    def _go(self, words: Sequence[str]) -> None:
        state = self.state
        if state is None:
            self._say("info string there is no position: the last one could not be read")
        if state is None or (end := self._end_of(state)):
            if state is not None:
                self._say(f"info depth 0 score {end}")
            self._say_none()
            return
        goal = self._goal(words)
        only = self._allowed(state, goal.only)
        root = state.copy()
        self._search = RunningSearch(
            self._timed_agent, root, goal, only, partial(self._tell, root), partial(self._answer, root)
        )

    def _end_of(self, state: State) -> str:
        """The score where there is no move that the protocol can write; "" where there is one."""
        moves = [] if state.is_over else state.legal_moves()
        with suppress(IllegalMove):
            for move in moves[:1]:
                self._text(state, (move,))
                return ""
        is_lost = bool(state.winner) if state.is_over else self._in_check(state)
        return "mate 0" if is_lost else "cp 0"

    def _in_check(self, state: State) -> bool:
        return isinstance(self._style, Chess) and self._style.check.of(state, state.mover)

    def _say_none(self) -> None:
        """There is no move."""
        self._say(f"bestmove {self._none}")

    def _goal(self, words: Sequence[str]) -> Goal:
        mover = 1 if self.state is None else self.state.mover
        return Goal.of(words, self._sides[mover - 1])

    def _allowed(self, state: State, texts: Sequence[str]) -> list[int]:
        """The numbers of the moves that may be chosen; none where all may."""
        moves, numbers = [*state.legal_moves()], list[int]()
        for text in texts:
            try:
                numbers.append(moves.index(self._parse(state, text)[0]))
            except IllegalMove as error:
                self._say(f"info string {' '.join(str(error).split())}")
        return numbers

    def _answer(self, state: State, turn: Turn, analysis: Analysis | None) -> None:
        try:
            text = self._text(state, turn)
        except IllegalMove:  # a pass, which the protocol has not
            text = self._none
        line = self._line(state, analysis.line) if analysis is not None else []
        ponder = f" ponder {line[1]}" if line[1:] and line[0] == text else ""
        self._say(f"bestmove {text}{ponder}")

    def _tell(self, state: State, analysis: Analysis, seconds: float) -> None:
        """What a search has found so far: a line for each of the best moves."""
        if not analysis.moves:
            return
        nodes, rate = analysis.iterations, round(analysis.iterations / max(seconds, 1e-3))
        shown = analysis.moves[: self._timed_agent.lines]
        for number, one in enumerate(shown, 1):
            line = self._line(state, analysis.line if number == 1 and analysis.line[:1] == [one.move] else [one.move])
            self._say(
                f"info depth {max(analysis.depth, 1)} multipv {number} score {score(one, len(line))} nodes {nodes} "
                f"nps {rate} time {round(1000 * seconds)} pv {' '.join(line)}"
            )

    def _line(self, state: State, moves: Sequence[Move]) -> list[str]:
        """A line of moves as the protocol has it, as far as they are whole turns."""
        here, texts = state.copy(), list[str]()
        with suppress(IllegalMove):
            for turn in turns_of(state, moves):
                after_turn = after(here, turn)
                if goes_on(after_turn):
                    break
                texts.append(self._text(here, turn))
                here = after_turn
        return texts


class Usi(Uci):
    """USI: the lines of an engine of shogi."""

    _hello = ("usi", "usiok")
    _none = "resign"
    _sides = "bw"
    _options = (
        "MultiPV type spin default 1 min 1 max 256",
        "USI_Ponder type check default false",
        "USI_Hash type spin default 16 min 1 max 1048576",
    )

    def _go(self, words: Sequence[str]) -> None:
        if words[:1] == ["mate"]:  # problems of mate by checks alone are another search
            self._say("checkmate notimplemented")
            return
        super()._go(words)

    def _variants(self) -> list[str]:
        return []

    def _check(self) -> None:
        if not isinstance(self._style, Shogi):
            raise UnsupportedGame(f"USI is spoken of shogi and its like, and {self.game.name} is none")

    def _text(self, state: State, turn: Turn) -> str:
        assert isinstance(self._style, Shogi)
        return self._style.usi(state, turn)


class Ucci(Uci):
    """UCCI: the lines of an engine of Xiangqi, whose ranks begin at 0."""

    _hello = ("ucci", "ucciok")
    _option = "option"
    _options = ("usemillisec type check default true", "MultiPV type spin default 1 min 1 max 256")
    _commands = Uci._commands | {"banmoves"}
    _banned: Sequence[str] = ()

    def run(self, source: Iterable[str], sink: TextIO) -> None:
        super().run(source, sink)
        self._say("bye")

    def _hear(self, words: Sequence[str]) -> None:
        if words[:1] == ["banmoves"]:
            self._banned = words[1:]
        else:
            super()._hear(words)

    def _allowed(self, state: State, texts: Sequence[str]) -> list[int]:
        """Without the moves that the judge of the game forbids, such as chases."""
        numbers = super()._allowed(state, texts)
        banned = super()._allowed(state, self._banned)
        return [n for n in numbers or range(len(state.legal_moves())) if n not in banned] if banned else numbers

    def _set_option(self, words: Sequence[str]) -> None:
        """A name and a value behind it."""
        if len(words) == 2 and words[0].casefold() == "multipv":
            super()._set_option(["name", words[0], "value", words[1]])

    def _set(self, words: Sequence[str]) -> None:
        """Red, who moves first, is r as well as w."""
        self._banned = ()
        super()._set(["w" if word == "r" else word for word in words])

    def _goal(self, words: Sequence[str]) -> Goal:
        """The mover's own time is `time`, with an `increment` or a number of `movestogo`."""
        own = "w" if self.state is None or self.state.mover == 1 else "b"
        names = {"time": f"{own}time", "increment": f"{own}inc"}
        return super()._goal([names.get(word, word) for word in words])

    def _say_none(self) -> None:
        self._say("nobestmove")

    def _variants(self) -> list[str]:
        return []

    def _check(self) -> None:
        if not isinstance(self._style, Chess) or not wxf.fits(self._style):
            raise UnsupportedGame(f"UCCI is spoken of Xiangqi and its like, and {self.game.name} is none")

    def _text(self, state: State, turn: Turn) -> str:
        return wxf.to_ucci(super()._text(state, turn))

    def _parse(self, state: State, text: str) -> Turn:
        return super()._parse(state, wxf.of_ucci(text))
