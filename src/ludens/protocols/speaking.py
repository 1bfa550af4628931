"""Ours at other people's tables: an agent behind UCI (chess), USI (shogi) or GTP (Go), on standard input and output.

Searches are not interrupted: `go infinite` and `ponder` think as long as the agent's own limit says.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TextIO

from ludens import agents, notation
from ludens.agents.timing import TimeLeft
from ludens.game import Game, IllegalMove, LimitExceeded, State
from ludens.notation import NotationError
from ludens.notation.chess import Chess
from ludens.notation.go import Go
from ludens.notation.record import NO_CHANCE
from ludens.notation.shogi import Shogi
from ludens.notation.turns import Turn
from ludens.protocols.engines import komi_of

VERSION: Final = "0.1.0"
#: the part of the time that is told for one turn which a search may use
_SHARE: Final = 0.9
_LEAST: Final = 0.01
#: what an agent does that is not told how long it may think
_SECONDS: Final = 1.0


class Unspoken(ValueError):
    """A game that a protocol is not spoken of."""


def speak(protocol: str, game: Game, spec: str, *, seed: int | None = None) -> None:
    """Be an engine on standard input and output to the end. Raises Unspoken, AgentError."""
    kinds: dict[str, Callable[[Game, str, int | None], Uci | Gtp]] = {"uci": Uci, "usi": Usi, "gtp": Gtp}
    speaker = kinds[protocol](game, spec, seed)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    speaker.run(sys.stdin, sys.stdout)


class _Thinker:
    """An agent, and how long it may think."""

    def __init__(self, game: Game, spec: str, seed: int | None) -> None:
        self._agent = agents.make(spec, game, seed=seed)
        self._limited = ":" in spec

    def turn(self, state: State, told: float | TimeLeft | None) -> Turn:
        """A turn of a state that is not over, in so many seconds, or by the player's clock.

        An agent that has a limit of its own keeps it.
        """
        if self._limited or not isinstance(self._agent, agents.Searcher):
            return tuple(self._agent.choose_turn(state))
        if isinstance(told, TimeLeft):
            return tuple(self._agent.choose_turn_within(state, told))
        return tuple(self._agent.choose_turn(state, _SECONDS if told is None else told))


class Uci:
    """UCI: the lines of an engine of chess."""

    _hello: tuple[str, str] = ("uci", "uciok")
    _none: str = "(none)"

    def __init__(self, game: Game, spec: str, seed: int | None = None) -> None:
        self.game, self._style = game, notation.of(game)
        self._check()
        self._thinker = _Thinker(game, spec, seed)
        self._name = spec
        self.state = game.start(rng_state=NO_CHANCE)

    def _check(self) -> None:
        if not isinstance(self._style, Chess):
            raise Unspoken(f"UCI is spoken of chess and its like, and {self.game.name} is none")

    def _text(self, state: State, turn: Turn) -> str:
        assert isinstance(self._style, Chess)
        return self._style.uci(state, turn)

    def run(self, source: Iterable[str], sink: TextIO) -> None:
        """Answer lines to `quit`, or to their end."""
        for line in source:
            words = line.split()
            if words[:1] == ["quit"]:
                return
            for answer in self.answers(words):
                sink.write(f"{answer}\n")
            sink.flush()

    def answers(self, words: Sequence[str]) -> list[str]:
        """What is said to a line; what is not understood is passed over, as UCI has it."""
        match words:
            case [word, *_] if word == self._hello[0]:
                return [f"id name ludens {self._name}", "id author the authors of ludens", self._hello[1]]
            case ["isready", *_]:
                return ["readyok"]
            case ["position", *rest]:
                return self._set(rest)
            case ["go", *rest]:
                return [f"bestmove {self._best(rest)}"]
        return []

    def _set(self, words: Sequence[str]) -> list[str]:
        """A position; one that cannot be is told of, and the one before stays."""
        at = words.index("moves") if "moves" in words else len(words)
        begin, moves = list(words[:at]), words[at + 1 :]
        try:
            state = self._begin(begin)
            for text in moves:
                for move in self._style.parse(state, text):
                    state.play(move)
        except (NotationError, IllegalMove, LimitExceeded) as error:
            return [f"info string {' '.join(str(error).split())}"]
        self.state = state
        return []

    def _begin(self, words: list[str]) -> State:
        if words == ["startpos"]:
            return self.game.start(rng_state=NO_CHANCE)
        word = next(iter(self._style.positions))
        return self._style.state(" ".join(words[1:] if words[:1] == [word] else words))

    def _best(self, words: Sequence[str]) -> str:
        if self.state.is_over or not self.state.legal_moves():
            return self._none
        turn = self._thinker.turn(self.state, self._time(words))
        try:
            return self._text(self.state, turn)
        except IllegalMove:  # a pass, which the protocol has not
            return self._none

    def _time(self, words: Sequence[str]) -> float | TimeLeft | None:
        """How long to think: so many seconds, or by the clock that is told; None where none is."""
        told = dict(itertools.pairwise(words))
        number = {key: int(value) / 1000 for key, value in told.items() if value.lstrip("-").isdigit()}
        side = "wb"[self.state.mover - 1] if self._hello[0] == "uci" else "bw"[self.state.mover - 1]
        if "movetime" in number:
            return max(number["movetime"] * _SHARE, _LEAST)
        if not {f"{side}time", "byoyomi"} & number.keys():
            return None
        left, added, each = (max(number.get(key, 0.0), 0.0) for key in (f"{side}time", f"{side}inc", "byoyomi"))
        turns = int(told["movestogo"]) if told.get("movestogo", "").isdigit() else None
        return TimeLeft(left, added, turns, each)


class Usi(Uci):
    """USI: the lines of an engine of shogi."""

    _hello = ("usi", "usiok")
    _none = "resign"

    def _check(self) -> None:
        if not isinstance(self._style, Shogi):
            raise Unspoken(f"USI is spoken of shogi and its like, and {self.game.name} is none")

    def _text(self, state: State, turn: Turn) -> str:
        assert isinstance(self._style, Shogi)
        return self._style.usi(state, turn)


class Gtp:
    """GTP, version 2: the lines of an engine of Go."""

    commands = (
        "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
        "komi", "play", "genmove", "undo", "showboard", "final_score", "time_settings", "time_left",
    )  # fmt: skip

    def __init__(self, game: Game, spec: str, seed: int | None = None) -> None:
        style = notation.of(game)
        if not isinstance(style, Go):
            raise Unspoken(f"GTP is spoken of Go and its like, and {game.name} is none")
        self.game, self._style = game, style
        self._thinker = _Thinker(game, spec, seed)
        self._clocks = _GtpClocks()
        self.state = game.start(rng_state=NO_CHANCE)

    def run(self, source: Iterable[str], sink: TextIO) -> None:
        """Answer commands to `quit`, or to their end."""
        for line in source:
            words = line.partition("#")[0].split()
            if not words:
                continue
            number = words.pop(0) if words[0].isdigit() else ""
            if not words:
                continue
            good, answer = self.answer(words[0], words[1:])
            sink.write(f"{'=' if good else '?'}{number} {answer}".rstrip() + "\n\n")
            sink.flush()
            if words[0] == "quit":
                return

    def answer(self, command: str, words: Sequence[str]) -> tuple[bool, str]:
        """Whether a command is obeyed, and what is said to it."""
        if command not in self.commands:
            return False, "unknown command"
        try:
            return True, self._obey(command, words)
        except (ValueError, IndexError, IllegalMove) as error:
            return False, " ".join(str(error).split()) or "syntax error"

    def _obey(self, command: str, words: Sequence[str]) -> str:
        match command:
            case "protocol_version":
                return "2"
            case "name":
                return "ludens"
            case "version":
                return VERSION
            case "list_commands":
                return "\n".join(self.commands)
            case "known_command":
                return "true" if words and words[0] in self.commands else "false"
            case "boardsize":
                if [*words] != [str(self._style.grid.columns)]:
                    raise ValueError("unacceptable size")
                self.state = self.game.start(rng_state=NO_CHANCE)
            case "clear_board":
                self.state = self.game.start(rng_state=NO_CHANCE)
                self._clocks.restart()
            case "time_settings":
                self._clocks.set(*map(float, words[:3]))
            case "time_left":
                self._clocks.tell(_player(words[0]), float(words[1]), int(words[2]))
            case "komi":
                known = komi_of(self.game)
                if known is not None and float(words[0]) != float(known):
                    raise ValueError(f"the komi of this game is {known}")
            case "play":
                self._play(words[0], words[1])
            case "genmove":
                return self._generate(words[0])
            case "undo":
                self.state.undo()
            case "showboard":
                return "\n" + str(self.state).rstrip()
            case "final_score":
                return self._score()
        return ""

    def _turn_to(self, colour: str) -> None:
        """Whose turn it is said to be: GTP lets a player move twice, as where stones are put for a handicap."""
        player = _player(colour)
        if not self.state.is_over and self.state.mover != player:
            self.state.set_field("mover", player)
            self.state.set_field("next", 3 - player)

    def _play(self, colour: str, vertex: str) -> None:
        self._turn_to(colour)
        for move in self._style.at_vertex(self.state, vertex):
            self.state.play(move)

    def _generate(self, colour: str) -> str:
        self._turn_to(colour)
        if self.state.is_over:
            return "pass"
        mover, began = self.state.mover, time.monotonic()
        turn = self._thinker.turn(self.state, self._clocks.left(mover))
        self._clocks.took(mover, time.monotonic() - began)
        for move in turn:
            self.state.play(move)
        return self._style.vertex(turn[0])

    def _score(self) -> str:
        if not self.state.is_over:
            raise ValueError("cannot score: the game is not over")
        return self._style.result(self.state)


def _player(colour: str) -> int:
    player = {"b": 1, "black": 1, "w": 2, "white": 2}.get(colour.lower())
    if player is None:
        raise ValueError(f"a colour is b or w, not {colour!r}")
    return player


class _GtpClocks:
    """What the players have left, as GTP tells it: a main time, and behind it periods of so many stones (Canadian)."""

    def __init__(self) -> None:
        self._main, self._period, self._stones = 0.0, 0.0, 0
        self._limited = False
        self._left = dict[int, TimeLeft]()

    def set(self, main: float, period: float, stones: float) -> None:
        """Time is not limited where a period has no stones."""
        self._main, self._period, self._stones = main, period, int(stones)
        self._limited = main > 0 or (period > 0 and stones > 0)
        if period > 0 and not stones:
            self._limited = False
        self.restart()

    def restart(self) -> None:
        self._left = {player: self._after(self._main) for player in (1, 2)} if self._limited else {}

    def tell(self, player: int, seconds: float, stones: int) -> None:
        """So much a player has: of the main time, or for so many stones."""
        self._left[player] = TimeLeft(seconds, turns=stones) if stones else self._after(seconds)

    def left(self, player: int) -> TimeLeft | None:
        return self._left.get(player)

    def took(self, player: int, seconds: float) -> None:
        """Until more is told, which most programs do before each move, this is all that is known."""
        if player in self._left and not self._left[player].turns:
            self._left[player] = self._after(self._left[player].seconds - seconds)

    def _after(self, main: float) -> TimeLeft:
        return TimeLeft(max(main, 0.0), byoyomi=self._period / self._stones if self._stones else 0.0)
