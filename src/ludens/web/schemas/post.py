"""Telling people who have no page open: what they ask for, and what there is."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludens.web.schemas.base import Incoming, Outgoing, doc

#: what stands in an address of mail or of a push service, and in keys of browsers
Line = Annotated[str, Meta(max_length=1000, pattern=r"^[\x21-\x7e]*\Z", title="address")]
_Base64 = Annotated[str, Meta(max_length=200, pattern=r"^[A-Za-z0-9_=-]+\Z", title="base64 for addresses")]


class AddMail(Incoming):
    """Ask for letters at an address; its owner is asked first."""

    address: Annotated[str, Meta(max_length=300)]


class AddPush(Incoming):
    """Ask for messages to this browser, as its subscription says."""

    endpoint: Line
    p256dh: _Base64
    auth: _Base64


class RemoveContact(Incoming):
    """Be told there no more."""

    kind: Literal["mail", "push"]
    address: Line


class LetterLink(Incoming):
    """What the link of a letter carries."""

    token: Annotated[str, Meta(max_length=100, pattern=r"^[0-9a-f]*\Z", title="secret")]


class ContactInfo(Outgoing):
    """Where somebody is told that it is their turn."""

    kind: Literal["mail", "push"]
    address: str
    confirmed: Annotated[bool, doc("whether its owner has agreed")]


class Contacts(Outgoing):
    """Where one is told that it is one's turn, and what else the server can do."""

    mail: Annotated[bool, doc("whether the server sends mail")]
    push: Annotated[str, doc("the server's key for push services; empty where it sends to none")]
    contacts: list[ContactInfo]
