"""What goes on in the background of a study while somebody looks on: the review of a line, the search for puzzles."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from ludens.study.tree import Node
from ludens.web.engine.requests import Choice, Examine, Search, Seek
from ludens.web.errors import ApiError
from ludens.web.schemas import server
from ludens.web.schemas.study import Progress, Work
from ludens.web.session.book import Book
from ludens.web.session.state import SessionState
from ludens.words import say

#: a search that was ended early, as somebody went to another position, is begun again so many times
_TRIES = 4
#: what share of its time a search needs to be believed
_ENOUGH = 0.6


class Lookout:
    """One review and one search for puzzles at a time; both end with the last page."""

    def __init__(self, session: SessionState, book: Book, changed: Callable[[list[int]], None]) -> None:
        self.session, self.book, self._changed = session, book, changed
        self.progress: dict[Work, Progress] = {
            "review": Progress(on=False, done=0, total=0),
            "puzzles": Progress(on=False, done=0, total=0),
        }

    def stop(self, work: Work) -> None:
        """Let it end behind the position that it is at."""
        if self.progress[work].on:
            self.progress[work].on = False
            self.session.engine.stop()

    async def review(self, seconds: float) -> None:
        """Look at each position of the line that is shown, of which nothing is known yet. Raises ApiError."""
        await self._each("review", lambda node: self._reviewed(node, seconds))
        # what moves cost is seen better beside all others of the game
        self._changed([node.id for node in self.book.tree.line(self.book.current)])

    async def seek(self, turns: int) -> None:
        """Look for puzzles in the line that is shown. Raises ApiError."""
        self.book.puzzles = []
        await self._each("puzzles", lambda node: self._sought(node, turns))

    async def _each(self, work: Work, look: Callable[[Node], Awaitable[bool]]) -> None:
        """Do something with each position of the line, until it says that it will do no more."""
        book = self.book
        line = [book.tree[0], *book.tree.line(book.current)]
        with self._at_work(work, len(line)) as progress:
            for number, node in enumerate(line):
                progress.done = number
                self._tell(work)
                if node.id in book.tree.nodes and not await look(node):
                    break
                if not self._is_active(work, book):
                    break
            else:
                progress.done = len(line)

    @contextmanager
    def _at_work(self, work: Work, total: int) -> Iterator[Progress]:
        services = self.session.services
        if services.reviews >= self.session.limits.reviews:
            raise ApiError("limit", say("{0} games are being reviewed: try again later", services.reviews), 503)
        services.reviews += 1
        progress = self.progress[work] = Progress(on=True, done=0, total=total)
        try:
            yield progress
        finally:
            services.reviews -= 1
            progress.on = False
            self._tell(work)

    def _is_active(self, work: Work, book: Book) -> bool:
        return self.progress[work].on and len(self.session.audience) > 0 and book is self.book

    def _tell(self, work: Work) -> None:
        progress, puzzles = self.progress[work], self.book.puzzles if work == "puzzles" else []
        self.session.audience.send(server.StudyProgress(work=work, progress=progress, found=list(puzzles)))

    async def _reviewed(self, node: Node, seconds: float) -> bool:
        if node.evaluation is not None:
            return True
        book, plies = self.book, self.book.plies(node.id)
        choice = await self._search("review", Examine(plies, seconds), seconds)
        if choice is None or book is not self.book or node.id not in book.tree.nodes:
            return choice is not None
        node.evaluation = choice.evaluation
        self._changed([node.id, *node.children])
        return True

    async def _sought(self, node: Node, turns: int) -> bool:
        plies, budget = self.book.plies(node.id), self.session.limits.puzzle_positions
        choice = await self._search("puzzles", Seek(plies, turns, budget), 0.0)
        if choice is None:
            return False
        if choice.puzzle is not None and node.id in self.book.tree.nodes:
            self.book.puzzles.append(self.book.puzzle(node, choice.puzzle))
        return True

    async def _search(self, work: Work, request: Search, seconds: float) -> Choice | None:
        """What a search finds, None once nobody waits for it; begun again where it was ended early."""
        session, book = self.session, self.book
        for _ in range(_TRIES):
            async with session.lock:
                epoch, began = session.epoch, time.monotonic()
                search = await session.engine.begin(request, lambda _: None)
            choice = await search
            if not self._is_active(work, book):
                return None
            if epoch == session.epoch or time.monotonic() - began >= _ENOUGH * seconds > 0:
                return choice
        return choice
