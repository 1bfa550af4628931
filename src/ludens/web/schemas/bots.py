"""What bots are told and answer: the shapes of lichess's bot API, with what any game needs beside them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field

from ludens.web.schemas.base import Incoming, Label, Natural, Options, Outgoing, doc
from ludens.web.schemas.objects import SeatClock
from ludens.web.schemas.people import SeatNumber

Colour = Literal["white", "black", "random"]
Status = Literal["started", "mate", "variantEnd", "draw", "resign", "outoftime", "aborted"]


class NewBot(Incoming):
    """A bot of one's own."""

    name: Annotated[Label, doc("2 to 24 letters of English, digits, `_` and `-`")]
    scopes: Annotated[tuple[Label, ...] | None, doc("what its token lets it do; by default everything")] = None


class BotToken(Outgoing):
    """A new bot. The token is told once, and never again."""

    id: str
    name: str
    token: str


class BotInfo(Outgoing):
    """A bot of one's own."""

    id: str
    name: str
    scopes: list[str]
    created: Annotated[int, doc("milliseconds of the epoch")]
    online: Annotated[bool, doc("whether it listens")]


class Bots(Outgoing):
    """Bots."""

    bots: list[BotInfo]


class User(Outgoing, omit_defaults=True):
    """Somebody, as bots are told of them."""

    id: str
    name: str
    title: Annotated[str | None, doc("`BOT` of a bot")] = None
    rating: Annotated[int | None, doc("in the game in question")] = None
    provisional: bool = False
    online: bool = False
    username: Annotated[str | UnsetType, doc("the name, where lichess calls it so")] = UNSET


class Variant(Outgoing):
    """A game: its key is `standard` for chess, else its name in small letters and digits."""

    key: str
    name: str
    short: str


class TimeControl(Outgoing, omit_defaults=True):
    """A clock, as lichess has it; others than Fischer's are told by their kind."""

    type: Literal["clock", "correspondence", "unlimited"]
    limit: Annotated[int | UnsetType, doc("seconds")] = UNSET
    increment: Annotated[int | UnsetType, doc("seconds")] = UNSET
    daysPerTurn: int | UnsetType = UNSET  # noqa: N815
    show: str | UnsetType = UNSET
    kind: Annotated[str | UnsetType, doc("`delay` or `byoyomi`, where it is one of these")] = UNSET


class Perf(Outgoing):
    """What a rating is of: the game."""

    name: str


class AskGame(Incoming, rename={"clock_limit": "clock.limit", "clock_increment": "clock.increment"}):
    """A challenge, as JSON or as a form. Without a clock nobody is hurried."""

    game: Annotated[Label | None, doc("the name of a game of the library")] = None
    variant: Annotated[Label | None, doc("the same as a key; `standard`, chess, by default")] = None
    options: Annotated[Options | None, doc("options and rulesets, as `Heading/Item`; `;` between them in a form")] = (
        None
    )
    color: Annotated[Colour | None, doc("what the challenger plays; `white` is player 1")] = None
    clock_limit: Annotated[Natural | None, doc("seconds")] = None
    clock_increment: Annotated[Natural | None, doc("seconds")] = None
    days: Annotated[Natural | None, doc("a turn")] = None
    rated: bool | None = None
    fen: Annotated[str | None, doc("games begin as their rules say: refused")] = None
    level: Annotated[Natural | None, doc("of the machine `ai`, 1 to 8")] = None
    table: Annotated[Label | None, doc("one's own table, at whose free seat the bot shall sit")] = None
    seat: Annotated[SeatNumber | None, doc("which seat of it; the first one that is free by default")] = None
    name: Annotated[Label, doc("what one is called, who is no bot")] = ""


class ChallengeInfo(Outgoing, rename={"time_control": "timeControl", "dest_user": "destUser"}):
    """A challenge."""

    id: str
    url: str
    status: Literal["created", "canceled", "declined", "accepted"]
    challenger: User | None
    dest_user: User | None
    variant: Variant
    rated: bool
    speed: str
    time_control: TimeControl
    color: Colour
    perf: Perf
    direction: Literal["in", "out"] | UnsetType = UNSET
    decline_reason: Annotated[str | UnsetType, doc("why it was declined")] = UNSET
    options: Annotated[list[str], doc("of the game, as `Heading/Item`")] = []
    table: Annotated[str | UnsetType, doc("where it is accepted: the game's id")] = UNSET


class ChallengeAnswer(Outgoing):
    """A challenge that one has made."""

    challenge: ChallengeInfo


class ChallengeLists(Outgoing, rename={"incoming": "in", "outgoing": "out"}):
    """One's challenges."""

    incoming: list[ChallengeInfo]
    outgoing: list[ChallengeInfo]


class Compat(Outgoing):
    """Whether bots may play it."""

    bot: bool = True
    board: bool = False


class GameRef(
    Outgoing, rename={"game_id": "gameId", "full_id": "fullId", "is_my_turn": "isMyTurn", "has_moved": "hasMoved"}
):
    """A game that a bot plays."""

    id: str
    game_id: str
    full_id: str
    color: str
    seat: Annotated[int, doc("the bot's")]
    variant: Variant
    opponent: User | None
    rated: bool
    speed: str
    perf: str
    is_my_turn: bool
    has_moved: bool
    source: str = "friend"
    compat: Compat = field(default_factory=Compat)
    status: dict[str, Any] | UnsetType = UNSET
    winner: str | UnsetType = UNSET


class GameStart(Outgoing, tag_field="type", tag="gameStart"):
    """A game of the bot's begins, or goes on where the bot begins to listen."""

    game: GameRef


class GameFinish(Outgoing, tag_field="type", tag="gameFinish"):
    """A game of the bot's is over."""

    game: GameRef


class Challenged(Outgoing, tag_field="type", tag="challenge"):
    """Somebody challenges the bot, or a challenge of its own stands."""

    challenge: ChallengeInfo
    compat: Compat = field(default_factory=Compat)


class ChallengeCanceled(Outgoing, tag_field="type", tag="challengeCanceled"):
    """A challenge is taken back."""

    challenge: ChallengeInfo


class ChallengeDeclined(Outgoing, tag_field="type", tag="challengeDeclined"):
    """A challenge of the bot's is declined."""

    challenge: ChallengeInfo


Event: TypeAlias = GameStart | GameFinish | Challenged | ChallengeCanceled | ChallengeDeclined


class Legal(Outgoing):
    """Something that may be played."""

    text: Annotated[str, doc("what is sent to play it: UCI, USI or the game's own notation")]
    name: Annotated[str, doc("what people call it; a turn has the names of its plies, with `/` between them")]
    label: Annotated[str, doc("what tells it apart from moves with the same sites")]


class Standing(Outgoing):
    """What stands on a site, as far as the bot may see it."""

    site: str
    owner: Annotated[int, doc("a player; 0 for nobody's")]
    words: str


class GameState(Outgoing, tag_field="type", tag="gameState", omit_defaults=True):
    """How a game stands, after each change; fields of white are those of player 1."""

    moves: Annotated[
        str, doc("turns in UCI or USI, else plies, whose spaces are `_`; `hidden` what the bot may not see")
    ]
    wtime: Annotated[int, doc("milliseconds; a month where nobody is hurried")]
    btime: int
    winc: int
    binc: int
    status: Status
    ply: Annotated[int, doc("how many plies were played")]
    turn: Annotated[list[int], doc("the players who are to move")]
    yours: Annotated[bool, doc("whether the bot is to move")]
    legal: Annotated[list[Legal], doc("what the bot may play now")]
    board: Annotated[list[Standing], doc("what stands where; of games that programs write in UCI or USI left out")] = []
    dice: Annotated[Any, doc("what has been rolled")] = None
    scores: list[int] | None = None
    clocks: Annotated[list[SeatClock | None], doc("of each seat, where there are clocks")] = []
    position: Annotated[str, doc("for `Game.from_bytes`, in base 64, without what will be drawn")] = ""
    winner: Annotated[Literal["white", "black"] | None, doc("of a game of two")] = None
    ranking: Annotated[list[float], doc("once it is over: the places of the players")] = []
    result: Annotated[str, doc("once it is over, in words")] = ""
    wdraw: bool = False
    bdraw: bool = False
    wtakeback: bool = False
    btakeback: bool = False


class ClockInfo(Outgoing):
    """A clock, in milliseconds."""

    initial: int
    increment: int


class GameFull(
    Outgoing, tag_field="type", tag="gameFull", rename={"initial_fen": "initialFen", "created_at": "createdAt"}
):
    """The first line of a game's stream."""

    id: str
    variant: Variant
    speed: str
    perf: Perf
    rated: bool
    created_at: int
    white: User
    black: User
    players: Annotated[list[User], doc("all of them, from player 1 on")]
    you: Annotated[int, doc("the player whom the bot plays")]
    notation: Annotated[Literal["uci", "usi", "names"], doc("how moves are written")]
    hidden: Annotated[bool, doc("whether players may not see everything")]
    chance: Annotated[bool, doc("whether anything is drawn at random")]
    simultaneous: Annotated[bool, doc("whether players move at once")]
    options: list[str]
    initial_fen: Annotated[str, doc("`startpos`, or the position that the game began with")]
    clock: ClockInfo | None
    state: GameState


class ChatSaid(Outgoing, tag_field="type", tag="chatLine"):
    """Somebody says something."""

    room: Literal["player", "spectator"]
    username: str
    text: str


class OpponentGone(Outgoing, tag_field="type", tag="opponentGone"):
    """The opponent has left, or is back."""

    gone: bool


GameLine: TypeAlias = GameFull | GameState | ChatSaid | OpponentGone


class BotAccount(Outgoing, rename={"created_at": "createdAt", "seen_at": "seenAt"}):
    """Oneself."""

    id: str
    username: str
    title: str
    created_at: int
    seen_at: int
    perfs: dict[str, Any]
    online: bool = True


class Fine(Outgoing):
    """It is done."""

    ok: bool = True


class BotSays(Incoming):
    """What a bot says."""

    text: Label
    room: Literal["player", "spectator"] = "player"


class DeclineChallenge(Incoming):
    """Why a challenge is declined."""

    reason: Annotated[Label, doc("such as `tooFast` or `variant`")] = "generic"
