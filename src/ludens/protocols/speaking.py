"""Ours at other people's tables: an agent behind UCI (chess), USI (shogi) or GTP (Go), on standard input and output.

Searches are not interrupted: `go infinite` and `ponder` think as long as the agent's own limit says.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, TextIO

from ludens import agents, notation
from ludens.agents.timing import TimeLeft
from ludens.game import Game, IllegalMove, LimitExceeded, State
from ludens.notation import NotationError
from ludens.notation.chess import Chess
from ludens.notation.record import NO_CHANCE
from ludens.notation.shogi import Shogi
from ludens.notation.turns import Turn

if TYPE_CHECKING:
    from ludens.protocols.gtp import Gtp

#: the part of the time that is told for one turn which a search may use
_SHARE: Final = 0.9
_LEAST: Final = 0.01
#: what an agent does that is not told how long it may think
_SECONDS: Final = 1.0


class Unspoken(ValueError):
    """A game that a protocol is not spoken of."""


def speak(protocol: str, game: Game, spec: str, *, seed: int | None = None) -> None:
    """Be an engine on standard input and output to the end. Raises Unspoken, AgentError."""
    from ludens.protocols.gtp import Gtp  # late: it thinks as these do

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
