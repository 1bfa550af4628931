"""A study: a session in which nobody plays and everything is tried.

Its tree is kept here, its positions by the engine.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable

from ludens.study import StudyError
from ludens.study.setup import Position
from ludens.web.engine.interface import Engine
from ludens.web.engine.requests import Arrange, Placement, Play, Show, Shown, Start, Turn, Walk, WriteStudy
from ludens.web.errors import ApiError
from ludens.web.schemas import client, server
from ludens.web.schemas.study import Work
from ludens.web.services import Services
from ludens.web.session import events
from ludens.web.session.book import Book, marks_of
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.lookout import Lookout
from ludens.web.session.session import Session
from ludens.web.storage import StoredSession
from ludens.words import say

#: what changes is written after so many seconds, all of it at once
_SAVE_SECONDS = 1.0


class StudySession(Session):
    """The session of a study. What is changed is told to all pages, which see the same position."""

    def __init__(
        self,
        services: Services,
        stored: StoredSession,
        engine: Engine,
        turn: Turn,
        on_lost: Callable[[Session, str], object],
        book: Book,
    ) -> None:
        super().__init__(services, stored, engine, turn, on_lost)
        self.book = self.state.book = book
        self.state.paused = True  # no agent plays here
        self.lookout = Lookout(self.state, book, self._changed)
        self._unsaved = False

    def eyes_of(self, guest: str) -> int | None:
        return self.book.eyes

    # --- connections

    async def join(self, connection: Connection) -> None:
        await super().join(connection)
        Reply(connection).send(self._tree())

    def _tree(self) -> server.StudyTree:
        book, lookout = self.book, self.lookout
        return server.StudyTree(
            nodes=book.all_infos(),
            current=book.current,
            eyes=book.eyes,
            formats=list(self.state.facts.formats),
            begins_as_usual=not self.state.record.start,
            tags=dict(book.tags),
            review=lookout.progress["review"],
            puzzles=lookout.progress["puzzles"],
            found=list(book.puzzles),
        )

    async def _snapshot(self, connection: Connection | None = None) -> server.Snapshot:
        shown = await self.state.engine.ask(Show(self.state.players, whole=True, eyes=self.book.eyes))
        return events.snapshot(self.state, shown)

    # --- messages

    async def _do(self, message: client.Message, reply: Reply) -> None:
        try:
            match message:
                case client.Review() | client.Puzzles():
                    self._look(message)
                    reply.send(server.Ok())
                case _:
                    await super()._do(message, reply)
        except StudyError as error:
            raise ApiError("study", str(error)) from None

    async def _change(self, message: client.Message, reply: Reply) -> None:
        book = self.book
        match message:
            case client.Refresh():
                reply.send(await self._snapshot())
                Reply(reply.connection).send(self._tree())
            case client.Play():
                await self._played(message, reply)
            case client.Goto(node=node):
                await self._go(node, reply)
            case client.Eyes(seat=seat):
                if seat > self.state.facts.players:
                    raise ApiError("illegal", say("there is no seat {0}", seat))
                book.eyes = seat
                await self._go(book.current, reply)
            case client.Promote(node=node, main=main):
                self._reorder(node, main=main, reply=reply)
            case client.Prune(node=node):
                await self._prune(node, reply)
            case client.Comment(node=node, text=text):
                book.tree.comment(node, text)
                self._changed([node], reply=reply)
            case client.Glyph(node=node, glyph=glyph):
                book.tree.judge(node, glyph)
                self._changed([node], reply=reply)
            case client.Draw(node=node, marks=marks):
                book.tree.draw(node, marks_of(marks))
                self._changed([node], reply=reply)
            case _:
                raise ApiError("illegal", say("this is a study, and not a game"))

    async def _played(self, message: client.Play, reply: Reply) -> None:
        state, book = self.state, self.book
        if message.ply != book.depth:
            reason = say("this is a move for ply {0}, and the study is at ply {1}", message.ply, book.depth)
            raise ApiError("stale", reason)
        if book.depth >= self.limits.plies:
            raise ApiError("limit", say("a line here has at most {0} plies", self.limits.plies))
        state.interrupt()
        parent = book.current
        played = await state.engine.ask(Play(message.numbers, state.players, book.eyes))
        try:
            node = book.tree.add(parent, played.ply)
        except StudyError:
            await state.engine.ask(self._walk(parent))
            raise
        book.current = node.id
        self._changed([parent, node.id])
        self._show(played.shown, reply)

    async def _go(self, number: int, reply: Reply | None) -> None:
        """Show the position of a node. Raises StudyError, ApiError."""
        walk = self._walk(number)
        self.state.interrupt()
        shown = await self.state.engine.ask(walk)
        self.book.current = number
        self._changed([])
        self._show(shown, reply)

    def _walk(self, number: int) -> Walk:
        return Walk(self.book.plies(number), self.state.players, self.book.eyes)

    def _show(self, shown: Shown, reply: Reply | None) -> None:
        self.state.take_turn(shown.turn)
        self.state.audience.send(events.position_update(self.state, shown), reply)

    def _reorder(self, node: int, *, main: bool, reply: Reply) -> None:
        tree = self.book.tree
        if main:
            tree.make_main(node)
        else:
            tree.promote(node)
        self._changed([0, *(one.id for one in tree.path(node))], reply=reply)

    async def _prune(self, number: int, reply: Reply) -> None:
        book, tree = self.book, self.book.tree
        parent = tree[number].parent or 0
        gone = tree.prune(number)
        book.puzzles = [one for one in book.puzzles if one.node in tree.nodes]
        if book.current in gone:
            book.current = parent
            self._changed([parent], gone)
            await self._go(parent, reply)
        else:
            self._changed([parent], gone, reply)

    def _look(self, message: client.Review | client.Puzzles) -> None:
        """Begin or end what goes on in the background. Raises ApiError."""
        work: Work = "review" if isinstance(message, client.Review) else "puzzles"
        if not message.on:
            self.lookout.stop(work)
            return
        if isinstance(message, client.Review):
            seconds = min(message.seconds or 1.0, self.limits.review_seconds)
            self.background.start_once("review", lambda: self.lookout.review(seconds))
        else:
            self.background.start_once("puzzles", lambda: self.lookout.seek(message.turns))

    # --- telling and keeping

    def _changed(self, nodes: Iterable[int], gone: Iterable[int] = (), reply: Reply | None = None) -> None:
        """Tell all pages what has changed in the tree, and keep it soon."""
        book = self.book
        message = server.NodesChanged(nodes=book.infos(nodes), gone=list(gone), current=book.current, eyes=book.eyes)
        self.state.audience.send(message, reply)
        self._unsaved = True
        if not self.state.is_closed:
            self.background.start_once("save", self._save_soon)

    async def _save_soon(self) -> None:
        await asyncio.sleep(_SAVE_SECONDS)
        await self._save()

    async def _save(self) -> None:
        async with self.state.lock:
            self._unsaved = False
            await self.saver.save_all()

    async def close(self) -> None:
        self.state.is_closed = True
        if self._unsaved and not self.lost:
            await self._save()
        await super().close()

    def _wake(self) -> None:
        """Nobody plays; analyses go on."""
        if not self.lost:
            self._wake_analyst()

    # --- for the routes

    async def file(self, form: str) -> str:
        """The study as the text of a file. Raises ApiError."""
        async with self.state.lock:
            data = json.dumps(self.book.to_json(), ensure_ascii=False).encode()
            return await self.state.engine.ask(WriteStudy(data, form, self.state.source.name))

    async def arrange(self, position: Position | None, *, keep: bool = False) -> Placement:
        """A position set up by hand, or the current one; kept, it is what the study begins with from now on.

        Raises ApiError.
        """
        state = self.state
        async with state.change():
            placement = await state.engine.ask(Arrange(position))
            if keep and not placement.problem:
                await self._begin_with(placement.start)
        if keep:
            self._wake()
        return placement

    async def _begin_with(self, start: bytes) -> None:
        state, book = self.state, Book(self.limits.study_moves, self.book.num_players)
        state.interrupt()
        self.lookout.stop("review")
        self.lookout.stop("puzzles")
        begun = await state.engine.ask(Start(state.record.rng, state.players, start))
        state.take_turn(begun.turn)
        book.eyes = self.book.eyes
        self.book = state.book = self.lookout.book = book
        self._unsaved = True
        await self.saver.save_all()
        state.audience.send(await self._snapshot())
        state.audience.send(self._tree())
