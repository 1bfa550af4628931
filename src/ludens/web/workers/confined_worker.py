"""What a worker of the server does: it compiles, draws and plays what strangers wrote, one description in its life.

Whatever happens here costs nothing but this process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludens.game import compile_text
from ludens.native import Limits, Stopped
from ludens.native.limits import REQUESTED, TIMED_OUT
from ludens.web import limits as web_limits
from ludens.web import seats
from ludens.web.engine.desk import Desk, facts_of
from ludens.web.engine.errors import late, refusal_of
from ludens.web.engine.requests import Facts, Play, Request, Search, Show, Start
from ludens.web.workers import sandbox
from ludens.web.workers.draft import Draft
from ludens.web.workers.jobs import (
    ChooseAgent,
    CountPositions,
    DoubtDraft,
    DrawDraft,
    Explore,
    Job,
    MeasureDraft,
    ReadDraft,
)
from ludens.web.workers.messages import Open, Question, pack, read_question
from ludens.web.workers.thread_pool import JobTimeout
from ludens.workers.serving import Call, Handler

#: played once, so that what is made when first needed is there
_SMALL = """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


class ConfinedHandler(Handler):
    """Does jobs on a description, or has a draft, or plays a game."""

    def __init__(self) -> None:
        self._desk: Desk | None = None
        self._draft = Draft()

    @classmethod
    def prepare(cls) -> None:
        game = compile_text(_SMALL, "<text>")
        game.compile()
        game.ir()  # what is in the cache asks for nothing that emits
        seats.prepare(game)
        facts_of(game)
        desk = Desk(game, web_limits.Limits())
        players = ("human", "human")
        desk.do(Start(bytes(8), players))
        desk.do(Show(players, whole=True))
        desk.do(Play((0,), players))

    def do(self, call: Call) -> bytes | Callable[[], bytes]:
        question = read_question.decode(call.question)
        if isinstance(question, Search):
            search = self.desk.search(question, call.stop)  # the position is that of now
            return lambda: _limited(call, lambda: search(lambda analysis: call.report(pack(analysis))))
        return _limited(call, lambda: self._do(question, call))

    def failure(self, error: Exception, call: Call) -> bytes:
        question = read_question.decode(call.question)
        if isinstance(error, Stopped) and call.is_late:
            error = late(JobTimeout(call.seconds, error.place, lost=False))
        return pack(refusal_of(error, question if isinstance(question, Request) else None))

    @property
    def desk(self) -> Desk:
        assert self._desk is not None
        return self._desk

    def _do(self, question: Question, call: Call) -> Any:
        match question:
            case Job():
                return sandbox.answer(question, call.begin_stage)
            case ChooseAgent():
                return sandbox.choose(question)
            case Explore():
                return sandbox.explore(question)
            case CountPositions():
                return sandbox.count_positions(question)
            case ReadDraft() | DrawDraft() | DoubtDraft() | MeasureDraft():
                return self._draft.do(question)
            case Open():
                return self._opened(question)
            case _:
                request: Any = question
                return self.desk.do(request)

    def _opened(self, what: Open) -> Facts:
        game = compile_text(what.text, what.name, what.options)
        game.compile()
        seats.prepare(game)
        self._desk = Desk(game, what.limits)
        return facts_of(game)


def _limited(call: Call, do: Callable[[], Any]) -> bytes:
    """What a function gives; its native code is stopped when the call is over."""
    limits = Limits()
    call.ends_by(lambda: limits.stop(TIMED_OUT if call.is_late else REQUESTED))
    with limits:
        return pack(do())
