"""A draft of the editor, followed from its text to its numbers in one process, which ends when nobody listens."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, aclosing

from ludens.web.engine.errors import TookTooLong
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.schemas.design import Checked, CheckReport, Doubts, DraftEvent, Drawn, Numbers, Refused, Stage
from ludens.web.visitors import Visitors, asking
from ludens.web.workers.compilers import Compilers, not_done
from ludens.web.workers.jobs import DoubtDraft, DrawDraft, MeasureDraft, ReadDraft
from ludens.web.workers.turns import Turns
from ludens.workers.frames import WorkerDied
from ludens.workers.worker import Worker

#: how long games are played until the first numbers are told, and at most until the next ones are
_FIRST_SECONDS, _MOST_SECONDS = 0.1, 1.0
#: each time so much longer than before
_GROWTH = 1.5


class Drafting:
    """Follows the drafts of all visitors: compiles them in turn with other descriptions, plays them two at a time."""

    def __init__(self, limits: Limits, compilers: Compilers, visitors: Visitors) -> None:
        self._limits, self._compilers, self._visitors = limits, compilers, visitors
        self._turns = Turns(2)

    async def follow(
        self, text: str, options: Sequence[str], *, measured: bool, against: str | None
    ) -> AsyncGenerator[DraftEvent, None]:
        """What is found, as it is found. Whoever closes this ends the process."""
        try:
            async with AsyncExitStack() as ends:
                with self._visitors.description(asking.get()):
                    async with self._compilers.turn():
                        worker = await ends.enter_async_context(self._compilers.worker())
                        async with aclosing(self._made(worker, ReadDraft(text, tuple(options)))) as made:
                            async for event in made:
                                yield event
                                if isinstance(event, (Checked, Drawn)) and is_wrong(event):
                                    return
                if measured:
                    yield Stage("measuring")
                    async with aclosing(self._measured(worker, against)) as stream:
                        async for numbers in stream:
                            yield numbers
                else:
                    yield await self._doubts(worker)
        except (WorkerDied, TookTooLong) as error:
            yield Refused(not_done(error).info)
        except ApiError as error:
            yield Refused(error.info)

    async def _made(self, worker: Worker, draft: ReadDraft) -> AsyncGenerator[Checked | Stage | Drawn, None]:
        """The draft read, then compiled and drawn."""
        seconds = self._limits.compile_seconds
        yield Checked(await worker.ask(draft, CheckReport, seconds))
        yield Stage("compiling")
        yield await worker.ask(DrawDraft(), Drawn, seconds)

    async def _doubts(self, worker: Worker) -> Doubts:
        async with self._turns.turn(asking.get()):
            doubts: Doubts = await worker.ask(DoubtDraft(), Doubts, self._limits.compile_seconds)
            return doubts

    async def _measured(self, worker: Worker, against: str | None) -> AsyncGenerator[Numbers | Doubts, None]:
        """Numbers, the first ones soon, then doubts, then more numbers until all is known or the time is over."""
        doubted, seconds, left = False, _FIRST_SECONDS, self._limits.measuring_seconds
        with self._visitors.measured(asking.get()):
            while left > 0:
                async with self._turns.turn(asking.get()):
                    began, request = time.monotonic(), MeasureDraft(seconds, against)
                    numbers: Numbers = await worker.ask(request, Numbers, self._limits.engine_seconds)
                left -= time.monotonic() - began
                seconds = min(_MOST_SECONDS, _GROWTH * seconds)
                yield numbers
                if not doubted:
                    doubted = True
                    yield await self._doubts(worker)
                if numbers.progress >= 1:
                    return


def is_wrong(event: Checked | Drawn) -> bool:
    """Whether errors have been found, after which nothing follows."""
    return bool(event.report.errors if isinstance(event, Checked) else event.errors)
