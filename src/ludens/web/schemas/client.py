"""What a page sends over the WebSocket of a session. Any message may carry `id`, which comes back as `re`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, field

from ludens.notation.record import GLYPHS
from ludens.web.schemas.base import MAX_PLAYERS, Incoming, Label, Mark, Natural, Options, PlayerNames, Seed, doc
from ludens.web.schemas.people import ChatText, Matter, SeatNumber
from ludens.web.schemas.study import CommentText, Marks, Node


class ClientMessage(Incoming, tag_field="type", tag=str.lower):
    """A message of a page."""

    id: Annotated[Mark, doc("comes back as `re` with the direct answer")] = None


class Play(ClientMessage, kw_only=True):
    """Play a legal move; where players move at once, one move of each human who moves, as `moves`."""

    ply: Annotated[Natural, doc("the current ply, else the answer is `stale`")]
    move: Annotated[Natural | None, doc("the number of a legal move")] = None
    moves: Annotated[
        Annotated[tuple[Natural, ...], Meta(min_length=1, max_length=MAX_PLAYERS)] | None,
        doc("where players move at once: the numbers of their moves"),
    ] = None

    def __post_init__(self) -> None:
        if self.move is None and self.moves is None:
            raise ValueError("play wants move, or moves with one number a player")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the moves.

        >>> Play(ply=0, move=3).numbers
        (3,)
        """
        return (self.move,) if self.move is not None else self.moves or ()


class ViewPly(ClientMessage, tag="view", kw_only=True):
    """Show the position after so many plies."""

    ply: Annotated[Natural, doc("how many plies were played")]


class New(ClientMessage, kw_only=True):
    """Begin again; what is left out stays."""

    options: Options | None = None
    players: PlayerNames | None = None
    seed: Seed | None = None


class Seats(ClientMessage, kw_only=True):
    """Who plays from now on; who is left out is human."""

    players: PlayerNames


class Analyse(ClientMessage, kw_only=True):
    """Begin or end the analysis of each position; answered by `ok`."""

    on: bool
    seconds: Annotated[Annotated[float, Meta(gt=0)] | None, doc("for how long each position is analysed")] = None


class Goto(ClientMessage, kw_only=True):
    """In a study: go to a position of the tree."""

    node: Node


class Promote(ClientMessage, kw_only=True):
    """In a study: let a variation take the place of the line that it leaves."""

    node: Node
    main: Annotated[bool, doc("and let it be the main line")] = False


class Prune(ClientMessage, kw_only=True):
    """In a study: delete a move and all that follows it."""

    node: Node


class Comment(ClientMessage, kw_only=True):
    """In a study: say something about a position; an empty text takes it back."""

    node: Node
    text: CommentText


class Glyph(ClientMessage, kw_only=True):
    """In a study: praise or blame a move; an empty glyph takes it back."""

    node: Node
    glyph: Annotated[Label, doc(", ".join(f"`{glyph}`" for glyph in GLYPHS))]


class Draw(ClientMessage, kw_only=True):
    """In a study: what is drawn on a position from now on."""

    node: Node
    marks: Marks


class Eyes(ClientMessage, kw_only=True):
    """In a study of a game that hides something: see it as a seat does, or all of it."""

    seat: Annotated[Natural, doc("0 sees everything")]


class Review(ClientMessage, kw_only=True):
    """In a study: begin or end the review of the line that is shown."""

    on: bool
    seconds: Annotated[Annotated[float, Meta(gt=0)] | None, doc("for each position")] = None


class Puzzles(ClientMessage, kw_only=True):
    """In a study: begin or end the search for puzzles in the line that is shown."""

    on: bool
    turns: Annotated[int, Meta(ge=2, le=4, description="wins in at most so many turns")] = 2


class Undo(ClientMessage):
    """Back to the last human decision; where only computers play, one ply, and the session is paused."""


class Redo(ClientMessage):
    """Forth again."""


class Pause(ClientMessage):
    """Computers wait."""


class Resume(ClientMessage):
    """Computers go on."""


class AskHint(ClientMessage, tag="hint"):
    """What an agent would play."""


class Refresh(ClientMessage, tag="table"):
    """Tell all of the session again."""


class Ping(ClientMessage):
    """Answered by `pong`."""


class Resign(ClientMessage):
    """At a table of several people: give the game up."""


class Offer(ClientMessage, kw_only=True):
    """At a table of several people: propose something to the others; a second proposal of the same agrees with it."""

    matter: Matter


class Answer(ClientMessage, kw_only=True):
    """At a table of several people: accept or decline what is proposed, or withdraw what one has proposed oneself."""

    accept: bool


class Plan(ClientMessage, kw_only=True):
    """At a table of several people where nobody is hurried: what one answers if the others move so; none for no plan.

    A line has the plies from the next one on, as people write them, with spaces between them: `e5 Nf3 Nc6 Bb5`.
    """

    lines: Annotated[
        tuple[Annotated[str, Meta(max_length=500)], ...], Meta(max_length=20), doc("one for each case")
    ] = ()


class Say(ClientMessage, kw_only=True):
    """At a table of several people: say something. While a game goes on those who look on are heard by each other."""

    text: ChatText


class Rename(ClientMessage, kw_only=True):
    """At a table of several people: be called otherwise."""

    name: Label


class Premove(ClientMessage, kw_only=True):
    """At a table of several people: a move to be played as soon as it is one's turn, if it is legal then."""

    from_: Annotated[Label | None, doc("the site that it goes from")] = field(default=None, name="from")
    to: Annotated[Label | None, doc("the site that it goes to; without, none is to be played")] = None


class Invite(ClientMessage, kw_only=True):
    """By the host: a new link for a seat; the one of before leads nowhere."""

    seat: Annotated[Natural, doc("0: for those who look on")]


class OpenSeat(ClientMessage, tag="chair", kw_only=True):
    """By the host: let nobody sit down on a seat any more, or somebody again."""

    seat: SeatNumber
    open: bool


class Dismiss(ClientMessage, kw_only=True):
    """By the host: somebody has to leave, and their link leads nowhere from then on."""

    person: Label


class Spectators(ClientMessage, kw_only=True):
    """By the host: whether others may look on."""

    allowed: bool
    everybody: Annotated[bool, doc("whether they need no link, but the table's address")] = False


class Probed(ClientMessage, kw_only=True):
    """Answers `probe` at once, which tells how slow the line is."""

    number: Natural


#: what only tables of several people are asked
TableMessage: TypeAlias = (
    Resign | Offer | Answer | Say | Rename | Premove | Plan | Invite | OpenSeat | Dismiss | Spectators | Probed
)
#: what only studies are asked
StudyMessage: TypeAlias = Goto | Promote | Prune | Comment | Glyph | Draw | Eyes | Review | Puzzles

Message: TypeAlias = (
    Play
    | ViewPly
    | New
    | Seats
    | Analyse
    | Undo
    | Redo
    | Pause
    | Resume
    | AskHint
    | Refresh
    | Ping
    | Goto
    | Promote
    | Prune
    | Comment
    | Glyph
    | Draw
    | Eyes
    | Review
    | Puzzles
    | Resign
    | Offer
    | Answer
    | Say
    | Rename
    | Premove
    | Plan
    | Invite
    | OpenSeat
    | Dismiss
    | Spectators
    | Probed
)


class Marked(Incoming):
    """The mark of a message that is wrong otherwise."""

    id: Mark = None
