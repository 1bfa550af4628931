"""Language models as players: they are asked for each move, and what they answer is read."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import itertools
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludens import notation
from ludens.arena.entrants import ChooserMaker, await_value
from ludens.game import Game, IllegalMove, Move, State
from ludens.suite.answers import Answer, Ask, Chat, Message
from ludens.suite.move_reader import CUT_OFF, LATE, REASONS, Unread, read_turn
from ludens.suite.prompts import PROTOCOLS, Prompts, prompt, tells_all
from ludens.suite.retry import Retry
from ludens.workers.cluster.journal import Journal, read_journal


def move_in(state: State, answer: str) -> Move:
    """The move on the last line of an answer (the first protocol), the first one of a turn of several plies.

    Labels are read, and what players of the game write: `Nf3`, `7g7f`, `8/5 6/5`. Raises IllegalMove, which names what
    came close.
    """
    return _turn_in(state, answer)[0]


def _turn_in(state: State, answer: str) -> Sequence[Move]:
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    if not lines:
        raise IllegalMove("the answer is empty: a legal move is expected on its last line", notation.names_of(state))
    last = lines[-1].strip("*`\"'.")
    text = last.partition(":")[2].strip() if last.lower().startswith("move:") else last
    return notation.read_turn(state, text)


class AnswerCache:
    """Answers that a file keeps, so that nothing is asked and paid for twice: a line of JSON for each.

    An answer belongs to a model's name, all that it was shown, and the seed of its game: other games ask anew.
    """

    def __init__(self, path: Path | str) -> None:
        self._path, self._lock = Path(path), threading.Lock()
        entries = read_journal(self._path) if self._path.exists() else ()
        self._answers = {entry["key"]: Answer(**entry["answer"]) for entry in entries if "key" in entry}
        self._journal = Journal(self._path)

    @staticmethod
    def key(name: str, messages: Sequence[Message], seed: int) -> str:
        return hashlib.sha256(json.dumps([name, seed, list(messages)]).encode()).hexdigest()[:32]

    def get(self, key: str) -> Answer | None:
        return self._answers.get(key)

    def put(self, key: str, answer: Answer) -> None:
        with self._lock:
            self._answers[key] = answer
            self._journal.add({"key": key, "answer": answer.to_dict()})


@dataclass
class Attempt:
    """One question to a model and its answer; `trouble` says why the answer is no move, `reason` of which kind that is.

    `waits` are the errors after which it was asked again, with the seconds in between.
    """

    prompt: str
    answer: Answer
    seconds: float
    reason: str = ""
    trouble: str = ""
    waits: list[tuple[str, float]] = field(default_factory=list)
    cached: bool = False

    def to_dict(self) -> dict[str, Any]:
        answer = self.answer.to_dict()
        own = {"prompt": self.prompt, "answer": answer.pop("text"), **answer, "seconds": round(self.seconds, 4)}
        return own | {
            "reason": self.reason, "trouble": self.trouble, "waits": [list(wait) for wait in self.waits],
            "cached": self.cached,
        }  # fmt: skip


@dataclass(eq=False)
class Speaker:
    """A player that asks for each move; answers without a legal move are told why, and asked again.

    `ask` gets a text, with `chat` the messages of a conversation; it may be a coroutine function. `attempts` are the
    questions of the last turn. An error of `ask` that may pass is tried again as `retry` says; any other is an error,
    and no answer; without it `evaluate` says how. `turn_seconds` is the time for an answer.
    """

    ask: Ask | Chat
    tries: int = 3
    prompts: Prompts | None = None
    chat: bool = False
    retry: Retry | None = None
    turn_seconds: float | None = None
    cache: AnswerCache | None = None
    name: str = "language model"
    seed: int = 0
    #: the moves so far, as players write them: whoever plays the game notes them
    history: list[str] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    #: what stays the same for the game, once it was asked
    system: str = ""
    _planned: list[tuple[bytes, Move]] = field(default_factory=list)

    def maker(self) -> ChooserMaker:
        """What makes such a speaker for each game."""

        def language_model(game: Game, seed: int) -> Speaker:
            return replace(self, seed=seed, history=[], attempts=[], system="", _planned=[])

        language_model.__name__ = self.name
        language_model.protocol = "1" if self.prompts is None else self.prompts.version  # type: ignore[attr-defined]
        return language_model

    def choose(self, state: State) -> Move:
        """The move that was answered. Raises IllegalMove after the last try (Unread says of which kind), SpeakerFailed
        where the model cannot be asked."""
        self.attempts = []
        if self.tries < 1:
            raise ValueError("a speaker wants tries >= 1")
        if self._planned and self._planned[0][0] == state.tobytes():  # a ply of a turn that was answered as a whole
            return self._planned.pop(0)[1]
        return self._by_first(state) if self.prompts is None else self._by_prompts(state, self.prompts)

    def choose_for(self, state: State, player: int) -> Move:
        """The move of a player who moves with the others, by the second protocol; raises as `choose` does."""
        self.attempts = []
        return self._by_prompts(state, self.prompts or Prompts(moves=True), player)

    def _by_first(self, state: State) -> Move:
        """By the first protocol: all in one text, and once more with what was answered."""
        text = prompt(state)
        for left in reversed(range(self.tries)):
            attempt = self._attempt(state, [{"role": "user", "content": text}])
            try:
                moves: Sequence[Move] = _or_cut(attempt, lambda answer: _turn_in(state, answer))
            except IllegalMove as error:
                _note(attempt, error)
                if not left:
                    raise
                text = f"{text}\n\nYou answered:\n\n{attempt.answer.text}\n\nThat is no legal move: {error}"
            else:
                self._plan(state, moves)
                return moves[0]
        raise AssertionError("there is at least one try")

    def _by_prompts(self, state: State, prompts: Prompts, player: int | None = None) -> Move:
        messages = prompts.messages(state, self.history if tells_all(state.game) else (), self.tries, player)
        self.system = messages[0]["content"]
        for left in reversed(range(self.tries)):
            attempt = self._attempt(state, messages)
            try:
                moves: tuple[Move, ...] = _or_cut(attempt, lambda answer: read_turn(state, answer, player))
            except IllegalMove as error:
                _note(attempt, error)
                if not left:
                    raise
                again = f"That is no legal move: {error}. Answer once more."
                messages = [*messages, _message("assistant", attempt.answer.text), _message("user", again)]
            else:
                self._plan(state, moves if player is None else ())
                return moves[0]
        raise AssertionError("there is at least one try")

    def _plan(self, state: State, moves: Sequence[Move]) -> None:
        """Keep the further plies of a turn that was answered as a whole."""
        self._planned, here = [], state.copy()
        for before, move in itertools.pairwise(moves):
            here.play(before)
            self._planned.append((here.tobytes(), move))

    def _attempt(self, state: State, messages: list[Message]) -> Attempt:
        """Ask once. Raises SpeakerFailed, and Unread for an answer that comes too late."""
        key = AnswerCache.key(self.name, messages, self.seed)
        if self.cache is not None and (before := self.cache.get(key)) is not None:
            self.attempts.append(Attempt(messages[-1]["content"], before, 0.0, cached=True))
            return self.attempts[-1]
        waits = list[tuple[str, float]]()
        where = f"{self.name} as player {state.mover} of {state.game.name}, at ply {len(self.history) + 1}"
        answer, seconds = (self.retry or Retry()).call(
            lambda: self._timed(messages), where, lambda *one: waits.append(one)
        )
        attempt = Attempt(messages[-1]["content"], answer or Answer(""), seconds, waits=waits)
        self.attempts.append(attempt)
        if answer is None or (self.turn_seconds is not None and seconds > self.turn_seconds):
            attempt.reason, attempt.trouble = LATE, f"no answer within {self.turn_seconds:g} s"
            raise Unread(LATE, f"{REASONS[LATE]}: {attempt.trouble}")
        if self.cache is not None:
            self.cache.put(key, answer)
        return attempt

    def _timed(self, messages: list[Message]) -> tuple[Answer | None, float]:
        """An answer and its seconds; None where it did not come in time."""
        prompt: Any = messages if self.chat else "\n\n".join(message["content"] for message in messages)
        began = time.perf_counter()
        answer = self.ask(prompt)
        if inspect.isawaitable(answer):
            answer = await_value(_within(answer, self.turn_seconds))
        seconds = time.perf_counter() - began
        return None if answer is _LATE else Answer.of(answer), seconds


_LATE: Any = object()


async def _within(answer: Any, seconds: float | None) -> Any:
    """What is awaited; `_LATE` where it does not come in time. Its own errors, TimeoutError too, are raised."""
    task = asyncio.ensure_future(answer)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
    return task.result() if done else _LATE


def _or_cut(attempt: Attempt, read: Callable[[str], Any]) -> Any:
    """What is read of an answer. Where it was cut off, and no move is in it, that is why."""
    try:
        return read(attempt.answer.text)
    except IllegalMove as error:
        if attempt.answer.cut_off:
            raise Unread(CUT_OFF, f"{REASONS[CUT_OFF]}: {error}", error.candidates) from None
        raise


def _note(attempt: Attempt, error: IllegalMove) -> None:
    attempt.trouble = str(error)
    attempt.reason = error.reason if isinstance(error, Unread) else "illegal"


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def speaker(
    ask: Ask | Chat,
    tries: int | None = None,
    *,
    protocol: int | Prompts = 1,
    chat: bool = False,
    retry: Retry | None = None,
    turn_seconds: float | None = None,
    cache: AnswerCache | Path | str | None = None,
    name: str = "language_model",
) -> ChooserMaker:
    """What `evaluate` takes as an agent: a model, given as a function from prompts to answers.

    The function may be a coroutine function. It gives a text, an `Answer`, or the response of a provider's client. With
    `protocol=2` (or `Prompts` of one's own) the rules are a part of their own, and no legal moves are listed; with
    `chat` the function is given the messages instead of one text. `tries` is how often it is asked in a turn, each time
    with the reason: three times by the first protocol, once by the second. `cache` is a file that keeps answers.
    Raises ValueError for a protocol that there is not.
    """
    if isinstance(protocol, int) and protocol not in PROTOCOLS:
        raise ValueError(f"there is no protocol {protocol}; there are {', '.join(map(str, PROTOCOLS))}")
    prompts = PROTOCOLS[protocol] if isinstance(protocol, int) else protocol
    often = tries if tries is not None else 3 if prompts is None else 1
    answers = cache if isinstance(cache, AnswerCache) or cache is None else AnswerCache(cache)

    return Speaker(ask, often, prompts, chat, retry, turn_seconds, answers, name).maker()
