"""Reports with their evidence, what moderators do about them, and the log of it; whom somebody has blocked."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from ludens.web.accounts.identity import Identity
from ludens.web.accounts.signing import SignIn
from ludens.web.errors import ApiError
from ludens.web.moderation.measures import CLOSE, FOREVER, MOST_BLOCKS, MUTE, TABLE
from ludens.web.people import words
from ludens.web.people.keys import SignedIn, public_id
from ludens.web.people.party import Party
from ludens.web.schemas.accounts import (
    Act,
    BlockedInfo,
    Deed,
    DeedInfo,
    EvidenceLine,
    MeasureInfo,
    NewReport,
    Queue,
    Reason,
    ReportInfo,
    ReportKind,
)
from ludens.web.services import Services
from ludens.web.session.shared import SharedSession
from ludens.web.storage import Storage, positional
from ludens.web.visitors import Allowance
from ludens.words import say

#: reports of one person: so many at once, and so many an hour; reports that wait, of all
_AT_ONCE, _AN_HOUR, _MOST_WAITING = 5, 10, 2000
_HOUR, _DAY = 3600.0, 86_400.0
#: lines of chat that a report keeps, the last ones and the one that is meant; what moderators see at once
_LINES: Final = 60
_LISTED: Final = 100
#: days that a report is kept after somebody has looked at it
_RETENTION_DAYS: Final = 180
#: what each deed changes: the measure, and whether it begins or ends
_DEEDS: Final[Mapping[Deed, tuple[str, bool]]] = {
    "mute": (MUTE, True),
    "unmute": (MUTE, False),
    "close": (CLOSE, True),
    "reopen": (CLOSE, False),
    "close-table": (TABLE, True),
    "reopen-table": (TABLE, False),
}


class _Report(NamedTuple):
    """A report, as it is stored; `evidence` is JSON, and `done` 0 while nobody has looked at it."""

    id: str
    reporter: str
    kind: ReportKind
    table_id: str
    person: str
    name: str
    reason: Reason
    words: str
    evidence: str
    made: float
    done: float


_REPORTS: Final = f"SELECT {', '.join(_Report._fields)} FROM reports"


class Moderation:
    """What people and moderators ask for; where there are no accounts there is nobody to report to."""

    def __init__(self, services: Services, signing: SignIn, identity: Identity) -> None:
        self._storage, self._measures = services.storage, services.measures
        self._signing, self._identity = signing, identity
        self._reports = Allowance(_AN_HOUR / _HOUR, _AT_ONCE)

    def _check_on(self) -> None:
        if not self._measures.is_on:
            raise ApiError("unknown", say("this server has no moderators"), 404)

    # --- people

    async def report(self, session: SharedSession, guest: str, body: NewReport) -> None:
        """Report something at a table where somebody is, with what stands there now. Raises ApiError."""
        self._check_on()
        session.admit(guest)
        if guest not in session.party.people:
            raise ApiError("forbidden", say("those report who are at the table"), 403)
        if not self._reports.take(guest):
            raise ApiError("limit", say("you have reported much: wait a while"), 429)
        person, name = self._reported(session, guest, body)
        row = {
            "id": secrets.token_urlsafe(9),
            "reporter": guest,
            "kind": body.kind,
            "table": session.id,
            "person": person,
            "name": name,
            "reason": body.reason,
            "words": words.clean_text(body.words, 1000),
            "evidence": json.dumps(_evidence(session, body.line)),
            "now": time.time(),
            "most": _MOST_WAITING,
            "old": time.time() - _RETENTION_DAYS * _DAY,
        }
        text = (
            "INSERT INTO reports (id, reporter, kind, table_id, person, name, reason, words, evidence, made, done)"
            " SELECT :id, :reporter, :kind, :table, :person, :name, :reason, :words, :evidence, :now, 0"
            " WHERE (SELECT count(*) FROM reports WHERE done = 0) < :most"
        )
        gone = "DELETE FROM reports WHERE done > 0 AND done < :old"

        def add(store: Storage) -> int:
            store.execute((gone, row))
            with store.database.writing() as run:
                return run(*positional(text, row)).rowcount

        if not await self._storage.run(add):
            raise ApiError("limit", say("many reports wait: try again later"), 503)

    def _reported(self, session: SharedSession, guest: str, body: NewReport) -> tuple[str, str]:
        """Who is reported, and what they are called; nobody for a table. Raises ApiError."""
        party, id_ = session.party, body.person
        if body.kind == "table":
            host = party.people.get(party.host)
            return party.host, host.name if host is not None else ""
        if body.kind == "message":
            line = next((one for one in session.talk.lines(guest) if one.number == body.line), None)
            if line is None:
                raise ApiError("unknown", say("there is no such message any more"), 404)
            id_ = line.person
        person = guest_at(party, id_)
        if person == guest:
            raise ApiError("illegal", say("nobody reports themselves"))
        one = party.people.get(person)
        spoke = next((line.name for line in session.state.chat if line.person == id_), "")
        return person, one.name if one is not None else spoke

    async def block(self, session: SharedSession, guest: str, id_: str) -> None:
        """Meet somebody no more who is at a table. Raises ApiError."""
        self._check_on()
        session.admit(guest)
        other = guest_at(session.party, id_)
        if not guest or other == guest:
            raise ApiError("illegal", say("nobody blocks themselves"))
        person = session.party.people.get(other)
        row = {"person": guest, "blocked": other, "name": person.name if person else "", "now": time.time()}

        def add(store: Storage) -> None:
            ((count,),) = store.query("SELECT count(*) FROM blocks WHERE person = :person", row)
            if count >= MOST_BLOCKS:
                raise ApiError("limit", say("at most {0} people are blocked by one", MOST_BLOCKS), 422)
            text = "INSERT INTO blocks (person, blocked, name, made) VALUES (:person, :blocked, :name, :now)"
            store.execute((f"{text} ON CONFLICT (person, blocked) DO NOTHING", row))

        await self._storage.run(add)
        await self._measures.changed()

    async def blocked(self, guest: str) -> list[BlockedInfo]:
        """Whom somebody has blocked."""
        text = "SELECT blocked, name FROM blocks WHERE person = :person ORDER BY made"
        rows = await self._storage.run(lambda store: store.query(text, {"person": guest})) if guest else []
        return [BlockedInfo(public_id(blocked), name) for blocked, name in rows]

    async def unblock(self, guest: str, person: str) -> None:
        """Meet somebody again, whom others know so."""

        def remove(store: Storage) -> None:
            for (blocked,) in store.query("SELECT blocked FROM blocks WHERE person = :guest", {"guest": guest}):
                if public_id(blocked) == person:
                    text = "DELETE FROM blocks WHERE person = :guest AND blocked = :blocked"
                    store.execute((text, {"guest": guest, "blocked": blocked}))

        await self._storage.run(remove)
        await self._measures.changed()

    # --- moderators

    async def check(self, person: SignedIn | None) -> SignedIn:
        """The moderator who asks. Raises ApiError."""
        self._check_on()
        if person is None or not await self._signing.is_moderator(person):
            raise ApiError("forbidden", say("this is for moderators"), 403)
        return person

    async def queue(self) -> Queue:
        """What waits, what lasts, and what was done."""
        return await self._storage.run(_queue)

    async def act(self, moderator: SignedIn, body: Act) -> None:
        """Do something about a report, or about somebody or a table by itself, and write down who did it.

        Raises ApiError.
        """
        report = await self._report(body.report) if body.report else None
        subject, name = await self._storage.run(lambda store: _subject(store, body, report))
        if body.deed in ("mute", "close"):
            await self._spare_moderators(subject)
        now = time.time()
        row = {
            "id": secrets.token_urlsafe(9),
            "now": now,
            "moderator": moderator.guest,
            "moderator_name": moderator.name,
            "deed": body.deed,
            "subject": subject,
            "name": name,
            "words": words.clean_text(body.words, 1000),
            "report": body.report,
            "until": now + body.days * _DAY if body.days else FOREVER,
        }
        log = (
            "INSERT INTO deeds (id, at, moderator, moderator_name, deed, subject, name, words)"
            " VALUES (:id, :now, :moderator, :moderator_name, :deed, :subject, :name, :words)"
        )
        statements = [(log, row), ("UPDATE reports SET done = :now WHERE id = :report", row)]
        if body.deed in _DEEDS:
            statements += _measure(body.deed, row)
        await self._storage.run(lambda store: store.execute(*statements))
        await self._measures.changed()
        if body.deed == "close":
            await self._identity.part(subject)
        elif body.deed == "close-table":
            await self._identity.shut(subject)

    async def _spare_moderators(self, guest: str) -> None:
        """Raises ApiError where somebody is a moderator, too: the host decides about these."""
        if await self._signing.is_moderating(guest):
            raise ApiError("forbidden", say("the host decides about moderators"), 403)

    async def _report(self, id_: str) -> _Report:
        rows = await self._storage.run(lambda store: store.query(f"{_REPORTS} WHERE id = :id", {"id": id_}))
        if not rows:
            raise ApiError("unknown", say("there is no such report"), 404)
        return _Report(*rows[0])


def guest_at(party: Party, person: str) -> str:
    """Who is, or was, known so at a table. Raises ApiError."""
    return party.guest_behind(person) or party.guest_called(person)


def _evidence(session: SharedSession, line: int) -> dict[str, Any]:
    """What stands at a table now: the game, the people, the last lines of the chat."""
    party, state = session.party, session.state
    chosen = [one for one in state.chat if one.number == line] + state.chat[-_LINES:]
    lines = {one.number: one for one in chosen}
    return {
        "game": state.facts.name,
        "people": [{"guest": guest, "name": one.name} for guest, one in party.people.items()],
        "lines": [
            {"number": n, "guest": party.guest_behind(one.person), "at": one.at, "name": one.name, "text": one.text}
            for n, one in sorted(lines.items())
        ],
        "line": line,
    }


def _subject(store: Storage, body: Act, report: _Report | None) -> tuple[str, str]:
    """The guest, or the table, that a deed is about, and its name. Raises ApiError."""
    kind = _DEEDS[body.deed][0] if body.deed in _DEEDS else ""
    if report is not None:
        is_person = kind in (MUTE, CLOSE)
        return (report.person, report.name) if is_person else (report.table_id, json.loads(report.evidence)["game"])
    rows = store.query("SELECT subject, name FROM measures WHERE kind = :kind", {"kind": kind})
    for subject, name in rows:
        if body.subject == _shown(kind, subject):
            return str(subject), str(name)
    raise ApiError("unknown", say("there is nothing of this name to be decided about"), 404)


def _measure(deed: Deed, row: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    kind, begins = _DEEDS[deed]
    values = row | {"kind": kind}
    if not begins:
        return [("DELETE FROM measures WHERE kind = :kind AND subject = :subject", values)]
    if not row["subject"]:
        raise ApiError("illegal", say("nobody is known who could be meant"), 422)
    text = (
        "INSERT INTO measures (kind, subject, until, name) VALUES (:kind, :subject, :until, :name)"
        " ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until, name = excluded.name"
    )
    return [(text, values)]


def _queue(store: Storage) -> Queue:
    most = {"most": _LISTED}
    waiting = store.query(f"{_REPORTS} WHERE done = 0 ORDER BY made LIMIT :most", most)
    done = store.query(f"{_REPORTS} WHERE done > 0 ORDER BY done DESC LIMIT :most", most)
    measures = store.query("SELECT kind, subject, name, until FROM measures ORDER BY kind, name")
    deeds = store.query(
        "SELECT at, moderator_name, deed, subject, name, words FROM deeds ORDER BY at DESC LIMIT :most", most
    )
    return Queue(
        [_report_info(_Report(*row)) for row in (*waiting, *done)],
        [
            MeasureInfo(kind, _shown(kind, subject), name, None if until >= FOREVER else int(1000 * until))
            for kind, subject, name, until in measures
        ],
        [
            DeedInfo(int(1000 * at), by, deed, _shown(_DEEDS.get(deed, (TABLE, True))[0], subject), name, text)
            for at, by, deed, subject, name, text in deeds
            if deed in get_args(Deed)
        ],
    )


def _shown(kind: str, subject: str) -> str:
    """What moderators know a subject by: nobody is told what tables know a person by."""
    return subject if kind == TABLE or not subject else public_id(subject)


def _report_info(report: _Report) -> ReportInfo:
    about, kind, person = json.loads(report.evidence), report.kind, report.person
    lines = [
        EvidenceLine(
            one["at"],
            one["name"],
            one["text"],
            one["number"] == about["line"] if kind == "message" else kind == "person" and one["guest"] == person,
        )
        for one in about["lines"]
    ]
    return ReportInfo(
        id=report.id,
        kind=kind,
        reason=report.reason,
        words=report.words,
        by=public_id(report.reporter) if report.reporter else "",
        person=public_id(person) if person else "",
        name=report.name,
        table=report.table_id,
        game=about["game"],
        people=[one["name"] for one in about["people"]],
        lines=lines,
        made=int(1000 * report.made),
        open=not report.done,
    )
