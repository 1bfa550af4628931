"""Why a move is legal, or is not, as pages are told it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludens.web.schemas.base import Incoming, Natural, Outgoing, doc

#: texts and lists are cut here
LONGEST, MOST = 2000, 60
#: so many actions of a move are told
MOST_STEPS = 64
_Text = Annotated[str, Meta(max_length=LONGEST)]
_Site = Annotated[str, Meta(max_length=20, pattern=r"^[cve]:\d{1,9}\Z")]


class AskWhy(Incoming):
    """A question about a position: what is asked about, and where."""

    ply: Annotated[Natural, doc("the position: how many plies have been played")]
    about: Annotated[
        Literal["sites", "move", "played", "end"],
        doc("a move between two sites; a legal move; the move that led here; what ended the game here"),
    ] = "sites"
    origin: Annotated[_Site | None, doc("with `sites`, where it would come from")] = None
    target: Annotated[_Site | None, doc("with `sites`, where it would go to; the same where one puts down")] = None
    move: Annotated[Natural | None, doc("with `move`, its `index` in the position")] = None


class AskSteps(Incoming):
    """A move that was played, to be seen action by action."""

    ply: Annotated[Natural, doc("the position that it led to")]


class Reason(Outgoing):
    """A clause of the description that decides about a move. `line` and `column` are 0 where it stands nowhere."""

    words: Annotated[_Text, doc("what it says")]
    text: Annotated[_Text, doc("what is written there")] = ""
    line: Natural = 0
    column: Natural = 0
    start: Annotated[Natural, doc("its first character, from 0")] = 0
    end: Annotated[Natural, doc("the character behind it")] = 0
    details: Annotated[list[_Text], Meta(max_length=MOST), doc("what it asked, and what that gave")] = []


class Reasons(Outgoing):
    """Why a move is legal, clause by clause from the outermost on; or why it is not, what decides first.

    Of the end of a game: what ended it, and the clauses of the end rule that held.
    """

    move: Annotated[_Text, doc("what it is called; empty where the end is told of")]
    legal: bool
    reasons: Annotated[list[Reason], Meta(max_length=MOST)]
    words: Annotated[_Text, doc("all of it in a sentence, where there is one")] = ""


class ActionStep(Outgoing):
    """An action of a move."""

    words: Annotated[_Text, doc("what it does")]
    action: Annotated[_Text, doc("the same in trial format")]
    clause: Annotated[Reason | None, doc("the clause of the effect that asked for it; null where the move itself did")]
    pieces: Annotated[dict[str, Any], doc("what stands where behind it, as in a position")]


class ActionSteps(Outgoing):
    """A move action by action; the turn is over behind the last one."""

    move: _Text
    before: Annotated[dict[str, Any], doc("what stood where before it, as in a position")]
    steps: Annotated[list[ActionStep], Meta(max_length=MOST_STEPS)]
    more: Annotated[Natural, doc("so many actions follow that are not listed")] = 0
