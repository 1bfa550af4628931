"""What a game in play is asked, and what it answers: data alone, which may come from another process.

Each request names the answer that it gets as its parameter, as in `class Play(Request[Played])`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, cast, get_args

import msgspec
from msgspec import Meta, Struct

from ludens.study.evaluation import Evaluation
from ludens.study.files import TRIAL
from ludens.study.setup import Position
from ludens.web.schemas.errors import Code, DescriptionError
from ludens.web.schemas.objects import AgentInfo, GameInfo, PositionInfo
from ludens.web.schemas.objects import Ply as ToldPly
from ludens.web.schemas.reasons import ActionSteps, AskWhy, Reasons
from ludens.web.schemas.rules import RulePictures
from ludens.web.schemas.study import PaletteEntry
from ludens.web.storage import Ply

A = TypeVar("A")
#: a name that stands in many rows and messages
_Short = Annotated[str, Meta(max_length=1000)]


class Request(Struct, Generic[A], frozen=True, tag=True):
    """What is asked; `slow` says that it may take as long as opening a game does."""

    slow: ClassVar[bool] = False

    @classmethod
    def answer(cls) -> type[A]:
        """The type of what it is answered with.

        >>> WriteStudy.answer()
        <class 'str'>
        """
        (base, *_) = cast(Any, cls).__orig_bases__
        return cast("type[A]", get_args(base)[0])


# --- answers


class Facts(Struct, frozen=True):
    """What stays true of a game whoever plays it."""

    name: _Short
    players: Annotated[int, Meta(ge=0, le=64)]
    options: tuple[str, ...]
    hides: bool
    labels: tuple[str, ...]
    agents: tuple[AgentInfo, ...]
    #: those in which studies of the game can be written
    formats: tuple[str, ...] = ()
    chance: bool = False


class Turn(Struct, frozen=True):
    """Whose turn it is. `movers` are those who move at once, none where they move in turns.

    Where it is forced, a human can only pass, and is not asked. `plays` are the players that the seats play before each
    ply, and behind the last one, where sides may be swapped: `players` of other requests are by seat.
    """

    mover: int
    movers: tuple[int, ...]
    is_over: bool
    is_between: bool
    is_human: bool
    is_forced: bool = False
    plays: tuple[tuple[int, ...], ...] = ()


class Begun(Struct, frozen=True):
    """A game that can be played on: the generator's eight bytes before its start, its plies, how many are played."""

    rng: bytes
    plies: list[Ply]
    cursor: int
    turn: Turn


class Scene(Struct, frozen=True):
    """What never changes of a game's picture, as JSON."""

    json: bytes

    def __post_init__(self) -> None:
        msgspec.json.decode(self.json, type=dict)  # it goes on to pages as it is


class Shown(Struct, frozen=True):
    """A position with the plies from number `first` on; game and scene where clients do not have them yet."""

    turn: Turn
    position: PositionInfo
    first: int
    history: list[ToldPly]
    game: GameInfo | None
    scene: Scene | None


class Views(Struct, frozen=True):
    """A position as each of several sees it, by their eyes."""

    by_eyes: dict[int, Shown]


class Played(Struct, frozen=True):
    """A ply, and the position after it."""

    ply: Ply
    shown: Shown


class Past(Struct, frozen=True):
    """A position that is past; the scene where it is of another game than the one that clients have."""

    position: PositionInfo
    scene: Scene | None


class Puzzle(Struct, frozen=True):
    """A win that one move alone begins: who wins, in how many turns, and how."""

    player: int
    turns: int
    solution: Annotated[tuple[_Short, ...], Meta(min_length=1, max_length=100)]


class Choice(Struct, frozen=True):
    """The number of a legal move, and what it is called where that was asked for; or what else was looked for."""

    move: Annotated[int, Meta(ge=0)]
    name: str = ""
    evaluation: Evaluation | None = None
    puzzle: Puzzle | None = None
    reasons: Reasons | None = None
    steps: ActionSteps | None = None
    pictures: RulePictures | None = None


class TrialText(Struct, frozen=True):
    """A game as text; `whole` for a trial file, which can be played on, else what a player has seen of it."""

    text: str
    whole: bool


class Opened(Struct, frozen=True):
    """A study out of a file: the position that it begins with (empty for the game's start), and its tree as JSON."""

    rng: bytes
    start: bytes
    study: bytes


class Placement(Struct, frozen=True):
    """A position set up by hand: as it is kept, as it can be drawn, and why it is none, as far as it is none."""

    position: Position
    start: bytes
    pieces: dict[str, Any] | None
    problem: Annotated[str, Meta(max_length=1000)]
    palette: list[PaletteEntry]
    faces: list[list[list[int]]]
    stacks: bool
    counts: bool
    phases: list[list[str]]


class Spelling(Struct, frozen=True):
    """A move, or a whole turn, as programs write it, and what people call it; the label is among moves alike."""

    text: _Short
    name: _Short
    label: _Short = ""


class Spelled(Struct, frozen=True):
    """A game as programs write it: by turns in UCI and USI, else by plies.

    `initial` is the position that it began with; `legal` what the player may play, and `state` the position in bytes,
    without what will be drawn: only where nothing is hidden.
    """

    notation: Literal["uci", "usi", "names"]
    initial: _Short
    moves: list[_Short]
    legal: list[Spelling]
    state: bytes


class Reading(Struct, frozen=True):
    """The plies that a text means: among the player's own moves the number of the first, and the names of the rest."""

    number: int
    rest: tuple[_Short, ...]


class PlannedPly(Struct, frozen=True):
    """A ply that may come: in trial format, by the name among legal moves, and as people write it."""

    player: int
    trial: str
    move: _Short
    name: _Short


# --- requests


class Seating(Request[tuple[str, ...]], frozen=True):
    """Who plays: those wanted, the rest human; None for the usual ones. Refused where an agent does not play this."""

    slow = True
    players: tuple[str, ...] | None


class Start(Request[Begun], frozen=True):
    """Begin a game, from a position where one is given."""

    slow = True
    rng: bytes
    players: tuple[str, ...]
    start: bytes = b""


class Restore(Request[Begun], frozen=True):
    """Go on with a game whose plies were kept."""

    slow = True
    rng: bytes
    plies: list[Ply]
    cursor: int
    players: tuple[str, ...]
    start: bytes = b""


class Follow(Request[Begun], frozen=True):
    """Go on with a trial of at most so many plies."""

    slow = True
    trial: str
    most: int
    players: tuple[str, ...]


class Show(Request[Shown], frozen=True):
    """The position; `whole` for clients that know nothing yet. `eyes` are those that look at it.

    Where they are `seated`, they are those of a player at a table of several people, who gets the own moves alone;
    else those of a study.
    """

    players: tuple[str, ...]
    first: int = 1
    whole: bool = False
    eyes: int | None = None
    seated: bool = False


class ShowEach(Request[Views], frozen=True):
    """The position as each of some players at a table of several people sees it, in one go."""

    players: tuple[str, ...]
    first: int
    whole: bool
    eyes: tuple[int, ...]


class Play(Request[Played], frozen=True):
    """Play the legal moves of these numbers: one, or one of each player's."""

    numbers: tuple[int, ...]
    players: tuple[str, ...]
    eyes: int | None = None


class Walk(Request[Shown], frozen=True):
    """Be behind these plies, in a study that is looked at with these eyes."""

    slow = True
    plies: tuple[Ply, ...]
    players: tuple[str, ...]
    eyes: int


class Go(Request[Shown], frozen=True):
    """Take plies back, or play them again, until so many are played."""

    ply: int
    players: tuple[str, ...]
    first: int
    eyes: int | None = None


class View(Request[Past], frozen=True):
    """The position after so many plies."""

    ply: int
    players: tuple[str, ...]
    eyes: int | None = None


class Chosen(Request[dict[int, int]], frozen=True):
    """What humans choose who move at once, by player: one of these numbers each."""

    numbers: tuple[int, ...]
    players: tuple[str, ...]


class Pick(Request[int], frozen=True):
    """The number of a legal move that a player chose: by its number among the player's own, or by what it is called."""

    player: int
    number: int = 0
    name: str | None = None


class Spell(Request[Spelled], frozen=True):
    """The game as programs write it, as a player may know it; `legal` says whether with what the player may play."""

    eyes: int
    legal: bool = False


class ReadMove(Request[Reading], frozen=True):
    """The plies that a player means by a text, as programs or people write them."""

    player: int
    text: str


class Rehearse(Request[list[list[PlannedPly]]], frozen=True):
    """Play lines of texts from here on, on a copy: what they come to, ply by ply. Refused where one is not legal."""

    lines: tuple[tuple[str, ...], ...]


class Trial(Request[TrialText], frozen=True):
    """The game so far as a text to keep, where its description is called so.

    It is a trial file, or a file of the game's own `form`, unless something of the game is hidden from who plays it:
    then it is what they have seen of it.
    """

    name: str
    players: tuple[str, ...]
    form: str = TRIAL
    eyes: int | None = None


class ReadStudy(Request[Opened], frozen=True):
    """A study out of the text of a file, of at most so many moves."""

    slow = True
    text: str
    most: int


class WriteStudy(Request[str], frozen=True):
    """A study, its tree as JSON, as the text of a file of this format."""

    slow = True
    study: bytes
    form: str
    source: str


class Arrange(Request[Placement], frozen=True):
    """Set up a position, or tell of the current one; what is not said by pieces is remembered from there."""

    slow = True
    position: Position | None = None


class Search(Request[Choice], frozen=True):
    """What takes its time, beside other requests, on the position that it is asked for in."""


class Choose(Search, frozen=True):
    """The move of an agent, after at most so many seconds; `seed` decides what it draws."""

    player: int
    agent: str
    seed: int
    seconds: float


class Analyse(Search, frozen=True):
    """The best move, after so many seconds, of `player` where several move at once."""

    players: tuple[str, ...]
    seconds: float
    player: int | None = None


class Examine(Search, frozen=True):
    """What the position behind these plies is worth, by so many seconds of the strongest agent that searches."""

    plies: tuple[Ply, ...]
    seconds: float


class Seek(Search, frozen=True):
    """Whether the position behind these plies is a puzzle: a win in at most so many turns."""

    plies: tuple[Ply, ...]
    turns: int
    budget: int


class Explain(Search, frozen=True):
    """What the rules say of a move or an end, or what a move does, as who plays or looks on may know it."""

    question: AskWhy
    players: tuple[str, ...]
    eyes: int | None = None
    #: what the move did that led to the position, and not why
    steps: bool = False


class Illustrate(Search, frozen=True):
    """The pictures that go with the rules."""


AnyRequest: TypeAlias = (
    Seating
    | Start
    | Restore
    | Follow
    | Show
    | ShowEach
    | Play
    | Walk
    | Go
    | View
    | Chosen
    | Pick
    | Spell
    | ReadMove
    | Rehearse
    | Trial
    | ReadStudy
    | WriteStudy
    | Arrange
    | Choose
    | Analyse
    | Examine
    | Seek
    | Explain
    | Illustrate
)


# --- errors


class Refusal(Struct, frozen=True):
    """Why something is not done, as `ludens.web.errors.ApiError` has it.

    `trace` is there where a defect of ours showed; `late` says that it was stopped when its time was over.
    """

    code: Code
    message: str
    status: int = 400
    errors: tuple[DescriptionError, ...] = ()
    trace: str = ""
    late: bool = False


# --- what is played


@dataclass
class Record:
    """What was played, wherever the game itself is: enough to play it again."""

    rng: bytes = b""
    plies: list[Ply] = field(default_factory=list)
    cursor: int = 0
    #: the position that was begun with; empty where the game begins as its rules say
    start: bytes = b""

    def note(self, request: Request[A], answer: A) -> None:
        """Keep what a request has changed."""
        match request, answer:
            case _, Begun():
                self.start = getattr(request, "start", b"")
                self.rng, self.plies, self.cursor = answer.rng, list(answer.plies), answer.cursor
            case Play(), Played():
                del self.plies[self.cursor :]
                self.plies.append(answer.ply)
                self.cursor += 1
            case Go(), _:
                self.cursor = request.ply
            case Walk(), _:
                self.plies, self.cursor = list(request.plies), len(request.plies)
