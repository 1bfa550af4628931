"""What happened in each game of an evaluation: moves, prompts, answers, thoughts, tokens, times, and how it ended.

A transcript is ready for JSON. A file of them has one a line, and what it holds is not played again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ludens.arena.match import ChooserPlayer, Outcome, Player, SimultaneousPlayer, UnfitGame
from ludens.formats import Format
from ludens.game import IllegalMove, Move, State
from ludens.suite.prompts import move_text
from ludens.suite.retry import Retry, SpeakerFailed
from ludens.suite.speakers import Speaker
from ludens.workers.cluster.journal import Journal, read_journal
from ludens.workers.programs import Fault

Transcript = dict[str, Any]
#: the format of a line
FORMAT = Format("ludens transcript")
T = TypeVar("T")
#: how a game ended that says nothing of the agent: it could not be asked, or was not to be
FAILED, UNPLAYED = "failed", "unplayed"
#: what makes two games the same one
KEYS = (
    "suite",
    "agent",
    "protocol",
    "game",
    "options",
    "rules",
    "opponent",
    "base_seed",
    "number",
    "disguised",
    "misere",
    "level",
)


class Refused(Fault):
    """An answer of a player that loses the game: `name` is the reason, as `ludens.suite.move_reader` has them."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.name = reason  # type: ignore[misc]


@dataclass
class Budget:
    """What an evaluation may use: tokens, money, seconds; None for no limit.

    A million tokens cost `prices`, in and out. What answers say of their own cost counts before the prices. It is
    looked at before each turn of the agent: games that have begun then are not counted.
    """

    tokens: int | None = None
    money: float | None = None
    seconds: float | None = None
    prices: tuple[float, float] = (0.0, 0.0)
    used_tokens: int = field(default=0, init=False)
    used_money: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._lock, self._began = threading.Lock(), time.monotonic()

    def begin(self) -> None:
        """The time runs from here."""
        self._began = time.monotonic()

    def spend(self, attempts: Iterable[Mapping[str, Any]]) -> None:
        with self._lock:
            for one in attempts:
                if not one["cached"]:
                    self.used_tokens += one["tokens_in"] + one["tokens_out"]
                    own = sum(n * p for n, p in zip((one["tokens_in"], one["tokens_out"]), self.prices, strict=True))
                    self.used_money += one["cost"] or own / 1e6

    @property
    def spent(self) -> str:
        """What has run out, in words; empty where nothing has."""
        seconds = time.monotonic() - self._began
        if self.tokens is not None and self.used_tokens >= self.tokens:
            return f"the budget of {self.tokens} tokens is spent ({self.used_tokens})"
        if self.money is not None and self.used_money >= self.money:
            return f"the budget of {self.money:g} in money is spent ({self.used_money:.4g})"
        if self.seconds is not None and seconds >= self.seconds:
            return f"the time of {self.seconds:g} s is over"
        return ""


class OutOfBudget(RuntimeError):
    """There is nothing left to play on with; the message says what has run out."""


class Recorder:
    """A player whose turns are written down, and whom errors that may pass do not stop."""

    def __init__(self, player: Player, name: str, retry: Retry, budget: Budget) -> None:
        self.player, self.name, self.retry, self.budget = player, name, retry, budget
        chooser = player.chooser if isinstance(player, ChooserPlayer) else None
        self.speaker = chooser if isinstance(chooser, Speaker) else None
        self.chooser: object = chooser
        if self.speaker is not None and self.speaker.retry is None:
            self.speaker.retry = retry
        self.turns = list[dict[str, Any]]()
        self._plies = self._own = 0
        self._pending: dict[str, Any] = {}

    def moves(self, state: State) -> Sequence[Move]:
        return self._ask(state, state.mover, lambda: self.player.moves(state))

    def move_of(self, state: State, player: int) -> Move:
        """The move of a player who moves with the others. Raises UnfitGame for one who moves in turn only."""
        chooser: Any = self.player if isinstance(self.player, SimultaneousPlayer) else self.chooser
        choose = getattr(chooser, "move_of", None) or getattr(chooser, "choose_for", None)
        move: Move = self._ask(state, player, choose and partial(choose, state, player))
        self._own = player
        return move

    def _ask(self, state: State, player: int, choose: Callable[[], T] | None) -> T:
        """What a player chooses, written down. Raises Refused, SpeakerFailed, and UnfitGame where nothing chooses."""
        if reason := self.budget.spent:
            raise _as_failed(reason)
        if choose is None:
            raise UnfitGame(f"in {state.game.name} all players move at once, and {self.name} moves in turn only")
        waits, began = list[tuple[str, float]](), time.perf_counter()
        where = f"{self.name} as player {player} of {state.game.name}, at ply {self._plies + 1}"
        try:
            chosen = self.retry.call(choose, where, lambda *one: waits.append(one))
        except IllegalMove as error:
            self._note(state, began, waits)
            self.turns.append({**self._pending, "ply": self._plies, "player": player, "move": ""})
            raise Refused(getattr(error, "reason", "illegal"), str(error)) from error
        self._note(state, began, waits)
        return chosen

    def _note(self, state: State, began: float, waits: list[tuple[str, float]]) -> None:
        """What the turn was like; the ply that follows has it."""
        attempts = [one.to_dict() for one in self.speaker.attempts] if self.speaker else []
        thoughts = getattr(self.chooser, "thoughts", "")
        self._pending = {"seconds": round(time.perf_counter() - began, 4), "attempts": attempts}
        self._pending |= {"thoughts": str(thoughts)} if thoughts else {}
        self._pending |= {"waits": [list(wait) for wait in waits]} if waits else {}
        self.budget.spend(attempts)

    def see(self, state: State, move: Move) -> None:
        self.player.see(state, move)
        name = move_text(state, move)
        self._plies += 1
        player = move.mover if state.is_simultaneous else state.mover
        noted = self._pending if not state.is_simultaneous or player == self._own else {}
        self.turns.append({"ply": self._plies, "player": player, "move": name, **noted})
        self._pending = {} if noted is self._pending else self._pending
        if self.speaker is not None:
            self.speaker.history.append(name)

    def close(self) -> str:
        return self.player.close()


def _as_failed(reason: str) -> SpeakerFailed:
    failure = SpeakerFailed(reason)
    failure.__cause__ = OutOfBudget(reason)
    return failure


def transcript(key: Mapping[str, Any], seat: int, seed: int, recorder: Recorder, text: str) -> Transcript:
    """What was played so far. `text` is the description, where the game is in no library as it was played."""
    attempts = [attempt for turn in recorder.turns for attempt in turn.get("attempts", ())]
    totals = {name: sum(one[name] for one in attempts) for name in ("tokens_in", "tokens_out", "cost")}
    return {
        "format": FORMAT.words, **key, "seat": seat, "seed": seed, "description": text,
        "system": recorder.speaker.system if recorder.speaker else "", "turns": recorder.turns,
        "asked": len(attempts), **totals,
        "seconds": round(sum(turn.get("seconds", 0.0) for turn in recorder.turns), 4),
    }  # fmt: skip


def ended(played: Transcript, outcome: Outcome) -> Transcript:
    """A transcript with how its game ended. `fault` is the seat that lost otherwise than by the rules."""
    result = {"winner": outcome.winner, "reason": outcome.reason, "detail": outcome.detail, "fault": outcome.fault}
    return {**played, "moves": list(outcome.moves), "result": result}


def uncounted(played: Transcript, reason: str, detail: str) -> Transcript:
    """A transcript of a game that says nothing of the agent."""
    return {**played, "moves": [], "result": {"winner": 0, "reason": reason, "detail": detail, "fault": 0}}


def is_counted(played: Mapping[str, Any]) -> bool:
    """Whether a game counts."""
    return played["result"]["reason"] not in (FAILED, UNPLAYED)


def identity(key: Mapping[str, Any]) -> str:
    return repr([key.get(name) for name in KEYS[:-1]] + [key.get("level") or 0])


class Book:
    """The transcripts of a file, which grows; without a path they are kept nowhere."""

    def __init__(self, path: Path | str | None) -> None:
        self.path = None if path is None else Path(path)
        self._lock = threading.Lock()
        self.earlier = {
            identity(one): one
            for one in (read(self.path) if self.path and self.path.exists() else ())
            if is_counted(one)
        }
        self._journal = Journal(self.path)

    def add(self, played: Transcript) -> None:
        with self._lock:
            self._journal.add(played)

    def close(self) -> None:
        self._journal.close()


def read(path: Path | str) -> list[Transcript]:
    """The transcripts of a file, in turn; other lines are passed over. Raises OSError, and OtherVersion."""
    return [one for one in read_journal(Path(path)) if FORMAT.check_words(one.get("format"), path) and "result" in one]
