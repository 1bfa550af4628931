"""What a page is told over the WebSocket of a session."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Raw, UnsetType

from ludens.agents.analysis import Counted, Unit
from ludens.web.people.clock import ClockRules
from ludens.web.schemas.base import Mark, Outgoing, doc
from ludens.web.schemas.errors import Code
from ludens.web.schemas.objects import AgentInfo, AnalysedMove, GameInfo, Ply, PositionInfo, Seat, Times
from ludens.web.schemas.people import Chair, ChatLine, OfferInfo, Onlooker
from ludens.web.schemas.study import NodeInfo, Progress, PuzzleInfo, Work


class ServerMessage(Outgoing, tag_field="type", tag=str.lower):
    """A message of the server."""

    re: Annotated[Mark | UnsetType, doc("the `id` of the message that this answers directly")] = UNSET


class Snapshot(ServerMessage, tag="table", kw_only=True):
    """All of a session: on connecting, after `new`, and where a match comes to another of its games."""

    table: Annotated[str, doc("the id of the session")]
    game: GameInfo
    scene: Annotated[Raw, doc("as of `ludens.render.scene.scene`: what never changes of the board's picture")]
    seats: list[Seat]
    agents: list[AgentInfo]
    paused: Annotated[bool, doc("whether computers wait")]
    analysing: Annotated[bool, doc("whether each position is analysed")]
    warning: Annotated[str | None, doc("why the game is not being saved")]
    position: PositionInfo
    history: list[Ply]
    times: Times


class PositionUpdate(ServerMessage, tag="position", kw_only=True):
    """After each change: forget the plies from `history_from` on, then add these."""

    position: PositionInfo
    history_from: Annotated[int, doc("the number of a ply, from 1")]
    history: list[Ply]
    times: Times


class PastPosition(ServerMessage, tag="view", kw_only=True):
    """Answers `view`; without moves."""

    position: PositionInfo
    scene: Annotated[Raw, doc("of a position of another game of a match than the current one, else null")]


class StudyTree(ServerMessage, tag="study", kw_only=True):
    """All of a study's tree: after `table`, which tells of a study as of a game."""

    nodes: list[NodeInfo]
    current: Annotated[int, doc("the position that is shown")]
    eyes: Annotated[int, doc("the seat whose view is shown, 0 for all")]
    formats: Annotated[list[str], doc("in which the study can be saved")]
    begins_as_usual: Annotated[bool, doc("whether it begins as the rules say, and not with a position set up by hand")]
    tags: Annotated[dict[str, str], doc("what is told of the game, such as the players' names")]
    review: Progress
    puzzles: Progress
    found: list[PuzzleInfo]


class NodesChanged(ServerMessage, tag="nodes", kw_only=True):
    """What has changed in a study's tree; the position follows where another one is shown."""

    nodes: list[NodeInfo]
    gone: Annotated[list[int], doc("the numbers of positions that are no more")]
    current: int
    eyes: int


class StudyProgress(ServerMessage, tag="progress", kw_only=True):
    """How far what goes on in the background of a study is."""

    work: Work
    progress: Progress
    found: Annotated[list[PuzzleInfo], doc("puzzles so far")]


class Thinking(ServerMessage, tag="thinking", kw_only=True):
    """An agent begins to think."""

    player: int
    since: Annotated[int, doc("milliseconds of the epoch")]


class Analysis(ServerMessage, tag="analysis", kw_only=True):
    """While analysing; moves from the best on (of each player who moves at once)."""

    ply: Annotated[int, doc("how many plies led to the position")]
    done: Annotated[bool, doc("whether the search is over")]
    iterations: Annotated[int, doc("how much was searched")]
    counted: Annotated[Counted, doc("what the iterations are")]
    depth: Annotated[int, doc("how many moves ahead")]
    value: Annotated[float, doc("from 0 to 1, for who moves")]
    unit: Annotated[Unit, doc("what values are: a share of games won, a lead in points and pieces, an estimate")]
    line: Annotated[list[str], doc("the names of the best moves in turn")]
    moves: list[AnalysedMove]


class HintFound(ServerMessage, tag="hint", kw_only=True):
    """Answers `hint`; where players move at once, for the first human who moves."""

    move: Annotated[int, doc("the number of a legal move")]
    name: str
    ply: Annotated[int, doc("how many plies led to the position")]


class Paused(ServerMessage, tag="paused", kw_only=True):
    """Computers wait, or go on."""

    paused: bool


class SeatsChanged(ServerMessage, tag="seats", kw_only=True):
    """Who plays from now on; followed by a `position`."""

    seats: list[Seat]


class People(ServerMessage, kw_only=True):
    """Of a table of several people: who is there and what they may do, after `table` and after each change."""

    seat: Annotated[int, doc("one's own seat; 0: one looks on")]
    person: Annotated[str, doc("one's own id, by which others know one")]
    host: Annotated[bool, doc("whether one is the table's host")]
    chairs: list[Chair]
    watching: list[Onlooker]
    crowd: Annotated[int, doc("how many pages look on beside them, of whom nobody is remembered")]
    spectators: Annotated[bool, doc("whether others may look on")]
    broadcast: Annotated[bool, doc("whether they need no link, but the table's address")]
    begun: Annotated[bool, doc("whether all seats are taken, or the game goes on or is over")]
    lone: Annotated[bool, doc("whether a move that is the only one is played at once")]
    clock: ClockRules
    offer: OfferInfo | None
    premove: Annotated[list[str | None] | None, doc("the sites of one's own move that waits for its turn")]
    plans: Annotated[list[list[str]], doc("one's own plans: what may come, as people write it")] = []
    may_plan: Annotated[bool, doc("whether one may plan what one answers")] = False
    watch_key: Annotated[str | UnsetType, doc("for the host alone: the secret of the link for those who look on")] = (
        UNSET
    )


class Chat(ServerMessage, kw_only=True):
    """What people say; after `people` what was said before."""

    lines: list[ChatLine]


class Notice(ServerMessage, kw_only=True):
    """Something that has happened at the table, in words."""

    message: str


class Probe(ServerMessage, kw_only=True):
    """To be answered by `probed` at once, where clocks run."""

    number: int


class SaveWarning(ServerMessage, tag="warning", kw_only=True):
    """The game is not being saved; null when it is again."""

    message: str | None


class Ok(ServerMessage, tag="ok"):
    """Answers `analyse`, and `play` where agents still think about their moves of the same turn."""


class Pong(ServerMessage, tag="pong"):
    """Answers `ping`."""


class Error(ServerMessage, tag="error", kw_only=True):
    """Something asked for is not done, or went wrong."""

    code: Code
    message: str


Message: TypeAlias = (
    Snapshot
    | PositionUpdate
    | PastPosition
    | Thinking
    | Analysis
    | HintFound
    | Paused
    | SeatsChanged
    | SaveWarning
    | Ok
    | Pong
    | Error
    | StudyTree
    | NodesChanged
    | StudyProgress
    | People
    | Chat
    | Notice
    | Probe
)
