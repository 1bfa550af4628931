"""Accounts: signing in, what one decides about one's own, moderation."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludens.web.schemas.base import Incoming, Label, Natural, Outgoing, doc
from ludens.web.schemas.post import Line

WayKind = Literal["mail", "passkey", "provider"]
Path = Annotated[str, Meta(max_length=500)]
#: a text of somebody for moderators
Words = Annotated[str, Meta(max_length=2000)]
Subject = Annotated[str, Meta(max_length=1500)]
#: the id of somebody at a table
PersonId = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9_-]*\Z", title="id")]
Reason = Literal["insults", "cheating", "spam", "name", "other"]
ReportKind = Literal["person", "message", "table"]
Deed = Literal["mute", "unmute", "close", "reopen", "close-table", "reopen-table", "dismiss"]
Credential = Annotated[dict[str, Any], doc("as `PublicKeyCredential.toJSON` gives it")]


class AskLetter(Incoming):
    """A letter that lets its reader sign in."""

    address: Annotated[str, Meta(max_length=300)]


class LetterOwner(Outgoing):
    """Whose address a letter was sent to."""

    address: str


class AskNewPasskey(Incoming):
    """Make a passkey: of an account, or for a new one."""

    name: Annotated[Label, doc("what a new account's person is called by their device")] = ""


class NewPasskey(Incoming):
    """The passkey that a browser has made."""

    credential: Credential
    label: Annotated[Label, doc("what its owner calls it")] = ""


class ShownPasskey(Incoming):
    """What a browser answers that has a passkey."""

    credential: Credential


class PasskeyOptions(Outgoing):
    """What a browser is asked, as `PublicKeyCredential.parseCreationOptionsFromJSON` and its like take it."""

    options: dict[str, Any]


class AskProvider(Incoming):
    """Sign in by who says who one is."""

    path: Annotated[Path, doc("the page of this site that one comes back to")] = "/account"


class GoToProvider(Outgoing):
    """Where to go."""

    url: str


class Entrance(Outgoing):
    """One is signed in."""

    path: Annotated[str, doc("the page to go to")]


class Nothing(Incoming):
    """Nothing more is to be said."""


class RenameAccount(Incoming):
    """Be called otherwise."""

    name: Label


class RemoveWay(Incoming):
    """Let nobody sign in this way any more."""

    kind: WayKind
    subject: Subject


class SignOut(Incoming):
    """Be signed in no more."""

    everywhere: bool = False


class DeleteMe(Incoming):
    """Delete all that is kept of oneself."""

    sure: Annotated[Literal[True], doc("it cannot be undone")]


class WayInfo(Outgoing):
    """A way in which one signs in."""

    kind: WayKind
    subject: str
    label: str
    made: Annotated[int, doc("milliseconds of the epoch")]
    used: int


class ProviderInfo(Outgoing):
    """Somebody who says who one is."""

    name: str
    label: str


class BlockedInfo(Outgoing):
    """Somebody whom one does not want to meet."""

    person: str
    name: str


class Me(Outgoing):
    """Who one is here, and what the server can do."""

    on: Annotated[bool, doc("whether there are accounts")]
    mail: Annotated[bool, doc("whether one signs in by a letter")]
    passkeys: Annotated[bool, doc("whether one does by a passkey, at this address")]
    providers: list[ProviderInfo]
    id: Annotated[str, doc("what others may know one by; empty for somebody who has been nowhere")]
    signed_in: bool
    name: str
    ways: list[WayInfo]
    browsers: Annotated[int, doc("in how many one is signed in")]
    moderator: bool
    closed: Annotated[bool, doc("whether a moderator has closed the account")]
    muted: bool
    blocked: list[BlockedInfo]


class NewReport(Incoming):
    """Report something at a table to the moderators."""

    table: Annotated[str, Meta(max_length=40)]
    kind: ReportKind
    reason: Reason
    person: Annotated[PersonId, doc("who, by the id at the table; empty for the table")] = ""
    line: Annotated[Natural, doc("the number of the message")] = 0
    words: Words = ""


class Block(Incoming):
    """Meet somebody no more, who is at a table."""

    table: Annotated[str, Meta(max_length=40)]
    person: PersonId


class Unblock(Incoming):
    """Meet somebody again."""

    person: Annotated[Line, doc("as `Me` has it")]


class Act(Incoming):
    """What a moderator decides."""

    deed: Deed
    report: Annotated[str, Meta(max_length=40)] = ""
    subject: Annotated[Line, doc("whom, or which table, where it is not about a report")] = ""
    days: Annotated[Annotated[int, Meta(ge=0, le=3650)], doc("for how long; 0: for ever")] = 0
    words: Words = ""


class EvidenceLine(Outgoing):
    """What was said at a table."""

    at: int
    name: str
    text: str
    reported: Annotated[bool, doc("whether it is this that is reported, or of who is")]


class ReportInfo(Outgoing):
    """A report, with what stood at the table then."""

    id: str
    kind: ReportKind
    reason: Reason
    words: str
    by: Annotated[str, doc("what they are known by")]
    person: Annotated[str, doc("what who is reported is known by; empty for a table")]
    name: str
    table: str
    game: str
    people: list[str]
    lines: list[EvidenceLine]
    made: int
    open: Annotated[bool, doc("whether nobody has looked at it")]


class MeasureInfo(Outgoing):
    """A measure that lasts."""

    kind: Literal["mute", "close", "table"]
    subject: str
    name: str
    until: Annotated[int | None, doc("null: for ever")]


class DeedInfo(Outgoing):
    """What a moderator has done."""

    at: int
    moderator: str
    deed: Deed
    subject: str
    name: str
    words: str


class Queue(Outgoing):
    """What moderators see."""

    reports: list[ReportInfo]
    measures: list[MeasureInfo]
    deeds: list[DeedInfo]
