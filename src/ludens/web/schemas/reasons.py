"""Why a move is legal, or is not, as pages are told it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludens.web.schemas.base import Incoming, Natural, Outgoing, doc

#: texts and lists are cut here
LONGEST, MOST = 2000, 60
_Told = Annotated[str, Meta(max_length=LONGEST)]


class AskWhy(Incoming):
    """A move between two sites, by their references; of what is put down, the same site twice."""

    ply: Annotated[Natural, doc("the position: how many plies have been played")]
    origin: Annotated[str, Meta(max_length=20, pattern=r"^[cve]:\d{1,9}\Z"), doc("the site it would come from")]
    target: Annotated[str, Meta(max_length=20, pattern=r"^[cve]:\d{1,9}\Z"), doc("the site it would go to")]


class Reason(Outgoing):
    """A clause of the description that decides about a move. `line` and `column` are 0 where it stands nowhere."""

    words: Annotated[_Told, doc("what it says")]
    text: Annotated[_Told, doc("what is written there")] = ""
    line: Natural = 0
    column: Natural = 0
    start: Annotated[Natural, doc("its first character, from 0")] = 0
    end: Annotated[Natural, doc("the character behind it")] = 0
    details: Annotated[list[_Told], Meta(max_length=MOST), doc("what it asked, and what that gave")] = []


class Reasons(Outgoing):
    """Why a move is legal, clause by clause from the outermost on; or why it is not, what decides first."""

    move: _Told
    legal: bool
    reasons: Annotated[list[Reason], Meta(max_length=MOST)]
