"""What messages are made of: options, agents, seats, positions, moves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from ludens.web.schemas.base import Outgoing, doc

MoveKind = Literal["move", "pass", "swap", "other"]


class OptionItem(Outgoing):
    """One choice of an option; its full name is `Heading/Item`."""

    name: str
    description: str
    selected: bool


class Option(Outgoing):
    """An option of a description."""

    heading: str
    items: list[OptionItem]


class Ruleset(Outgoing):
    """A ruleset of a description; its heading may stand among `options`."""

    heading: str
    settings: Annotated[list[str], doc("the options that it selects, as `Heading/Item`")]
    selected: bool


class Character(Outgoing):
    """Whom people play against, where an agent is made for them."""

    name: str
    word: Annotated[str, doc("how strong it is")]
    about: Annotated[str, doc("a sentence")]


class AgentInfo(Outgoing):
    """An agent that can take a seat."""

    name: str
    title: str
    about: Annotated[str, doc("a sentence")]
    quick: Annotated[str, doc("the seat that one takes who does not choose")]
    limits: Annotated[list[str], doc("useful limits, such as `1s`; with limits a seat is `name:limit`")]
    allround: Annotated[bool, doc("whether it is the usual one, for games of which nothing is known")]
    characters: Annotated[list[Character], doc("whom its limits stand for, the first for `name:1`; mostly none")]
    strongest: Annotated[bool | UnsetType, doc("only where the agents of a game are asked for")] = UNSET


class GameInfo(Outgoing):
    """What a page says of a game beside its board."""

    name: str
    library: Annotated[str, doc("the name in the library, empty for a description of one's own")]
    players: int
    options: list[Option]
    rulesets: list[Ruleset]
    rules: Annotated[list[str], doc("paragraphs")]
    description: str
    simultaneous: Annotated[bool, doc("whether players move at once, in the game that is being played")]
    chance: Annotated[bool, doc("whether anything is drawn at random, in play or for the start")]
    hidden: Annotated[bool, doc("whether players may not see everything")]
    games: Annotated[list[str], doc("of a match its games, else none")]
    files: Annotated[list[str], doc("formats that other programs know, in which its games can be saved: `pgn`")]
    between: Annotated[str, doc("what stands between the plies of a turn")]


class Seat(Outgoing):
    """Who plays for a player."""

    player: Annotated[int, doc("from 1")]
    who: Annotated[str, doc("`human`, or an agent")]
    label: Annotated[str, doc("what the game calls the player")]


class Ply(Outgoing):
    """A ply of the history."""

    ply: Annotated[int, doc("the first has number 1")]
    player: Annotated[int, doc("0 stands for all at once, and for going on to the next game of a match")]
    name: str


class Times(Outgoing):
    """How long the players have thought, in milliseconds; time runs while somebody looks on and nothing is paused."""

    used: Annotated[list[int], doc("of each player, for the moves that were made")]
    turn: Annotated[int, doc("about the next move so far")]


class SeatClock(Outgoing):
    """What a seat has left, as it was when the message was sent."""

    left: Annotated[int, doc("milliseconds of the main time; of the turn where it has days")]
    step: Annotated[int, doc("milliseconds of the delay, or of the period, that are left of this turn")]
    periods: int
    runs: bool


class LegalMove(Outgoing, rename={"from_": "from"}):
    """A move that can be played now; sites are as in the scene, or null."""

    index: Annotated[int, doc("the number by which it is played")]
    name: str
    from_: str | None
    to: str | None
    player: int
    kind: Annotated[MoveKind, doc("all but `move` are no clicks on the board")]
    label: Annotated[str, doc("tells apart moves with the same sites; else empty")]


class LastMove(Outgoing, rename={"from_": "from"}):
    """The move that led to a position, and the turn that it is of."""

    from_: str | None
    to: str | None
    text: Annotated[str, doc("the whole turn, as far as it was played")]
    sites: Annotated[list[str], doc("the sites that the turn went from and to, as far as the viewer may know")]


class MatchInfo(Outgoing):
    """Where a match stands."""

    number: Annotated[int, doc("the number of the game in the match, from 1")]
    game: str
    scores: list[int]
    between: Annotated[bool, doc("between two games nothing can be done but to go on")]


class PositionInfo(Outgoing):
    """A position, as the viewer may see it."""

    ply: Annotated[int, doc("how many plies were played")]
    plies: Annotated[int, doc("how many plies the game has")]
    mover: int
    over: Annotated[bool, doc("whether the game, or the match, is over")]
    status: Annotated[str, doc("whose turn it is, or how the game ended, in words")]
    result: Annotated[str | None, doc("how the game ended, null while it goes on")]
    ranking: Annotated[list[float], doc("a rank for each player, from 1.0 on; 0.0 while undecided")]
    scores: Annotated[list[int] | None, doc("of each player, null in games without")]
    standing: Annotated[list[int] | None, doc("what it would be if the game ended now, where only the end counts")]
    match: MatchInfo | None
    viewer: Annotated[int | None, doc("whose view it is; null sees everything, 0 what is hidden from nobody")]
    pieces: Annotated[dict[str, Any], doc("as of `ludens.render.scene.pieces`")]
    moves: Annotated[list[LegalMove], doc("only at the last ply, where a human chooses")]
    prompt: Annotated[str, doc("with moves, what is to be done, in a few words; empty where that cannot be said")]
    part: Annotated[int, doc("with moves, which part of a turn it is that goes on; 0 at its beginning")]
    last: LastMove | None
    can_undo: bool
    can_redo: bool


class AnalysedMove(Outgoing, rename={"from_": "from"}):
    """What an analysis says of a move."""

    index: Annotated[int, doc("the number by which it is played")]
    name: str
    from_: str | None
    to: str | None
    visits: Annotated[int, doc("how often the search looked at it; 0 of a search that does not count")]
    value: Annotated[float, doc("from 0 to 1, for who moves")]
    score: Annotated[float | None, doc("the lead in points and pieces, of a search that goes by them")]
    bound: Annotated[bool, doc("whether the value is at most that")]
    proven: Annotated[int, doc("1 for a move that wins whatever follows, -1 for one that loses, else 0")]
    line: Annotated[list[str], doc("what is expected from this move on, by name, of the first few moves")]
