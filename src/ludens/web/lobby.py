"""All sessions of a server: found, read again from the database, closed when nobody looks at them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ludens.web.accounts.identity import Identity
from ludens.web.accounts.signing import SignIn
from ludens.web.archive.keeper import Keeper
from ludens.web.archive.ratings import Ratings
from ludens.web.bots.accounts import Accounts
from ludens.web.errors import ApiError
from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.moderation.moderation import Moderation
from ludens.web.nodes.node import Elsewhere
from ludens.web.nodes.sharing import SharedList
from ludens.web.opening import Hosted, Opener
from ludens.web.room import Room
from ludens.web.schemas.people import Challenge
from ludens.web.services import Services
from ludens.web.session.session import Session
from ludens.web.session.shared import SharedSession
from ludens.web.session.standing import standing
from ludens.web.session.study import StudySession
from ludens.web.sources import GameSource
from ludens.web.storage import Storage, StorageError
from ludens.web.visitors import Visitors
from ludens.words import say

_log = logging.getLogger("ludens.web")

#: seconds that tables have to be closed in, when the server ends
_CLOSING: Final = 5.0
_SWEEP_SECONDS = 15.0
#: the status of tables that are not there any more
LOST: Final = (404, 410)
#: where a clock could not be looked at: after how many seconds it is again, and how often
_CLOCK_AGAIN: Final = 5.0
_CLOCK_TRIES: Final = 100
#: tables whose games cannot go on, as far as is remembered
_MOST_CLOSED = 10_000


class Lobby:
    """The sessions that are open, by their ids. `num_connections` counts the pages that look at any of them."""

    def __init__(self, limits: Limits, data: Path | None, hosting: Hosting | None = None) -> None:
        """Raises FolderInUse, StorageError."""
        self.limits, self.services, self.visitors = limits, Services(limits, data, hosting), Visitors(limits)
        self.opener = Opener(self.services, self._forget)
        self.ratings = Ratings(self.services.storage)
        self.accounts = Accounts(self.services.storage)
        self.keeper = Keeper(self.services, self.ratings)
        self.identity = Identity(self, self.services)
        self.signing = SignIn(self.services, self.identity)
        self.moderation = Moderation(self.services, self.signing, self.identity)
        self._room = Room(self.services.storage, limits)
        self.num_connections = 0
        self.is_closing = False
        self._sessions: dict[str, asyncio.Task[Session]] = {}
        self._closed: OrderedDict[str, str] = OrderedDict()
        self._clocks_late: Counter[str] = Counter()
        self._sweeper: asyncio.Task[None] | None = None
        self.services.deadlines.on_due = self._look_at_clock
        self.services.on_moved = self._depart
        #: sessions that are being closed, by their ids
        self._closing: dict[str, asyncio.Task[None]] = {}
        if (node := self.services.node) is not None:
            node.on_lapse, node.on_orphan = self._depart_but, self._look_at_clock
        #: what this server lists together with others; of it the challenges, where they are told
        self.shared: list[SharedList[Any]] = []
        self.elsewhere: SharedList[Challenge] | None = None

    # --- opening

    async def create(
        self,
        source: GameSource,
        options: Sequence[str],
        players: Sequence[str] | None,
        seed: int | None,
        hosted: Hosted | None = None,
    ) -> str:
        """The id of a new session, of several people where it is hosted. Raises ApiError."""
        await self._make_room()
        return self._add(await self.opener.create(source, options, players, seed, hosted))

    async def create_from_trial(self, trial: str, source: GameSource | None = None) -> str:
        """The id of a session where a trial's game goes on: of this description, or the library's. Raises ApiError."""
        await self._make_room()
        return self._add(await self.opener.create_from_trial(trial, source))

    async def study_table(self, table: Session) -> str:
        """The id of a study of a table's game. Raises ApiError."""
        await self._make_room()
        return self._add(await self.opener.study_of(table))

    async def study(self, source: GameSource | None, options: Sequence[str], file: str | None) -> str:
        """The id of a study of a game from its start, or of what a file tells. Raises ApiError."""
        await self._make_room()
        return self._add(await self.opener.study(source, options, file))

    async def try_here(self, study: StudySession, players: Sequence[str] | None) -> str:
        """The id of a session that goes on from the current position of a study. Raises ApiError."""
        await self._make_room()
        return self._add(await self.opener.try_here(study, players))

    def _add(self, session: Session) -> str:
        self._sessions[session.id] = asyncio.ensure_future(_given(session))
        return session.id

    async def find(self, session_id: str) -> Session:
        """The session of this id, read again where it had been closed. Raises ApiError."""
        if self.services.node is not None:
            self.services.node.check()
        if session_id in self._closed:
            raise ApiError("limit", self._closed[session_id], 422)
        if self.services.measures.is_table_closed(session_id):
            raise ApiError("unknown", say("a moderator has closed this table"), 410)
        if session_id not in self._sessions:
            await self._check_open(session_id)
        task = self._sessions.get(session_id)
        if task is None:
            task = self._sessions[session_id] = asyncio.create_task(self._restored(session_id))
        try:
            session = await asyncio.shield(task)
            session.state.audience.left = time.monotonic()
            return session
        except BaseException:
            if task.done() and self._sessions.get(session_id) is task:
                del self._sessions[session_id]
            raise

    async def _restored(self, session_id: str) -> Session:
        """A session that is read again, by the only server that may. Raises ApiError."""
        if (closing := self._closing.get(session_id)) is not None:  # it may still be writing
            await asyncio.wait([closing])
        since = self.services.started
        if self.services.node is not None:
            claim = await self.services.node.claim(session_id)
            if claim is not None and claim.address:
                raise Elsewhere(claim.address)
            since = time.time() if claim is not None and claim.was_lost else 0.0
        session = await self.opener.restore(session_id, since)
        if session.state.turn.is_over:  # the server may have ended before its game was archived
            self.keeper.keep(session.state)
        return session

    def has_open(self, session_id: str) -> bool:
        """Whether a session is open here, or being opened."""
        return session_id in self._sessions

    async def shut(self, session_id: str) -> None:
        """Put a session away: its pages are told when they come back why it is not there."""
        await self.services.measures.load()
        task = self._sessions.pop(session_id, None)
        if task is None:
            return
        self.services.deadlines.set(session_id, None)
        try:
            await self._put_away(await task, releases=True)
        except ApiError as error:
            _log.info("table %s: %s", session_id, error)

    def _depart(self, session_id: str) -> None:
        """Let go of a session that another server has by now: pages come back, and are sent there."""
        task = self._sessions.pop(session_id, None)
        self.services.deadlines.set(session_id, None)
        if task is None:
            return
        if not task.done():
            task.cancel()
        elif not task.cancelled() and not task.exception():
            session = task.result()
            session.depart()
            self._put_away(session)

    def _depart_but(self, own: list[str]) -> None:
        """Let go of all sessions but these."""
        for session_id in self._sessions.keys() - set(own):
            self._depart(session_id)

    def _put_away(self, session: Session, *, releases: bool = False) -> asyncio.Task[None]:
        """Close a session that nobody finds any more; it is not opened again before all that it writes is written."""

        async def put_away() -> None:
            try:
                await session.close()
                async with session.state.lock:  # what somebody does with it at this moment
                    pass
                if releases and self.services.node is not None:
                    await self.services.node.release(session.id)
            finally:
                del self._closing[session.id]

        closing = self._closing[session.id] = asyncio.create_task(put_away())
        return closing

    def _forget(self, session: Session, why: str) -> None:
        """Let go of a session whose game cannot go on: a stranger's is opened no more, ours is compiled anew."""
        self._sessions.pop(session.id, None)
        if not self.services.games.forget(session.state.source):
            self._closed[session.id] = why
            while len(self._closed) > _MOST_CLOSED:
                self._closed.popitem(last=False)

    # --- room

    async def _check_open(self, session_id: str = "") -> None:
        """Raises ApiError where too many sessions are open."""
        await self._sweep(keep=self.limits.open_tables - 1)
        if session_id not in self._sessions and len(self._sessions) >= self.limits.open_tables:
            raise ApiError("limit", say("{0} games are being played: try again later", self.limits.open_tables), 503)

    async def _make_room(self) -> None:
        """Raises ApiError where there are too many sessions; where the disk is full, they are kept in memory."""
        try:
            shortage = await self._delete_old()
        except StorageError as error:
            _log.error("sessions cannot be counted: %s", error)
        else:
            if shortage is not None and await self.services.storage.run(Storage.count) >= self.limits.stored_tables:
                raise ApiError("limit", shortage, 503)
        await self._check_open()

    async def _delete_old(self) -> str | None:
        """Delete sessions that nobody wants any more where there is no room; why there is none even then."""
        return await self._room.make(list(self._sessions), self.services.games.own_keys)

    # --- closing

    async def start(self) -> None:
        """Begin to close sessions at which nobody looks, and to watch the clocks of all. Raises StorageError."""
        await self.services.start()
        await self.services.measures.load()
        for shared in self.shared:
            shared.start()
        self._sweeper = asyncio.create_task(self._keep_sweeping())

    async def _watch_clocks(self) -> None:
        """Watch the clocks that ran when the server ended."""
        try:
            listed = await self.services.storage.run(lambda database: database.deadlines(self.services.started))
        except StorageError as error:
            _log.error("clocks cannot be read: %s", error)
            return
        for table, due in listed:
            if table not in self._sessions:  # else it has set its alarm itself
                self.services.deadlines.set(table, due)

    async def _look_at_clock(self, table: str) -> None:
        """Somebody's time may be over at a table, whoever looks on."""
        try:
            session = await self.find(table)
            if isinstance(session, SharedSession):
                await session.flag()
        except Elsewhere:  # whose business it is now
            pass
        except ApiError as error:  # it was stopped, or there is no room for it now
            _log.warning("the clock of game %s: %s", table, error)
            self._clocks_late[table] += 1
            if error.status not in LOST and self._clocks_late[table] < _CLOCK_TRIES:
                self.services.deadlines.set(table, time.time() + _CLOCK_AGAIN)
                return
        except Exception:
            _log.exception("the clock of game %s", table)
        self._clocks_late.pop(table, None)

    async def _keep_sweeping(self) -> None:
        if self.services.node is None:
            await self._watch_clocks()
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            try:
                await self._end_waiting()
                await self._sweep()
                await self._delete_old()
                await self.services.measures.load()
            except Exception:  # the next time may go better
                _log.exception("sessions cannot be closed")

    async def _end_waiting(self) -> None:
        """Let no bot wait for ever."""
        for session in self._opened():
            if isinstance(session, SharedSession):
                try:
                    await session.end_waiting(time.monotonic())
                except ApiError as error:
                    _log.info("table %s: %s", session.id, error)

    async def _sweep(self, keep: int | None = None) -> None:
        """Close what has long been left; with `keep`, as many of the left ones as needed to keep only so many."""
        now = time.monotonic()
        idle = [session for session in self._opened() if not session.is_busy]
        for session in idle:
            await session.save_again()
        left = sorted((s for s in idle if s.saver.is_saved), key=lambda s: s.state.audience.left)
        surplus = 0 if keep is None else len(self._sessions) - keep
        for number, session in enumerate(left):
            old = now - session.state.audience.left > self.limits.idle_seconds
            if not session.is_busy and (number < surplus or old):  # it may be wanted since it was looked at
                self._sessions.pop(session.id, None)
                if self.services.node is not None:
                    self.services.deadlines.set(session.id, None)
                await self._put_away(session, releases=True)

    def count_open(self) -> int:
        """How many sessions are open here."""
        return len(self._sessions)

    async def challenges(self) -> list[Challenge]:
        """The seats that anybody may take: whose hosts wait for somebody, and those of games by days."""
        listed = self._own_challenges() + ([] if self.elsewhere is None else self.elsewhere.listed())
        seen, closed = {one.key for one in listed}, self.services.measures.is_table_closed
        more = await standing(self.services.storage)
        return listed + [
            one for one in more if one.key not in seen and not self.has_open(one.table) and not closed(one.table)
        ]

    def _own_challenges(self) -> list[Challenge]:
        return [one for session in self._opened() if isinstance(session, SharedSession) for one in session.challenges()]

    def share_challenges(self) -> None:
        """Tell other servers of challenges, and list theirs."""
        if (node := self.services.node) is not None:
            self.elsewhere = SharedList(node.bus, node.address, "challenges", Challenge, self._own_challenges)
            self.shared.append(self.elsewhere)

    def opened_tasks(self) -> list[asyncio.Task[Session]]:
        """What gives the sessions that are open here, or being opened."""
        return list(self._sessions.values())

    def _opened(self) -> list[Session]:
        """The sessions that are open, without those that are still being read."""
        tasks = [task for task in self._sessions.values() if task.done() and not task.cancelled()]
        return [task.result() for task in tasks if not task.exception()]

    def halt(self) -> None:
        """End at once all that is being computed, for a server that is about to end."""
        self.is_closing = True
        for session in self._opened():
            session.halt()
        self.services.happenings.stop()
        self.services.halt()

    async def close(self) -> None:
        """End everything."""
        self.halt()
        if self._sweeper is not None:
            self._sweeper.cancel()
        for shared in self.shared:
            shared.close()
        closing = [asyncio.ensure_future(session.close()) for session in self._opened()]
        if closing:
            _, late = await asyncio.wait(closing, timeout=_CLOSING)
            for task in late:
                _log.error("a table was not closed in time, at %s", _place(task))
        await self.services.happenings.settle(_CLOSING)
        self.keeper.close()
        await self.services.close()


def _place(task: asyncio.Task[None]) -> str:
    """Where a task waits: file, line and function, from the outermost one inwards."""
    lines = list[str]()
    awaited: Any = task.get_coro()
    while awaited is not None:
        frame = getattr(awaited, "cr_frame", None)
        if frame is not None:
            lines.append(f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} {frame.f_code.co_name}")
        awaited = getattr(awaited, "cr_await", None)
    return ", ".join(lines)


async def _given(session: Session) -> Session:
    return session
