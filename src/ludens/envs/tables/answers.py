"""The answers of the tools: their fields and what they mean, which clients see as JSON schemas."""

from __future__ import annotations

from ludens.envs import extra

with extra("mcp"):
    from pydantic import BaseModel, Field


class Answer(BaseModel):
    """What a tool gives."""


# --- games


class Listed(Answer):
    """A game of the library."""

    name: str
    category: str
    players: int
    about: str = Field(default="", description="one sentence on the game")
    aliases: list[str] = []


class Library(Answer):
    """Games that fit a search, or all."""

    games: list[Listed]


class Choice(Answer):
    """An option of a game, or its rulesets."""

    heading: str
    items: list[str] = Field(description='what can be chosen, as start_table takes it: "Heading/Item"')
    selected: str | None = None


class Piece(Answer):
    """A kind of piece."""

    name: str
    owner: int = Field(description="the player who owns it; 0 for nobody, more than there are players for everybody")


class Rules(Answer):
    """All that is known of a game."""

    name: str
    players: int
    about: str = ""
    rules: str = Field(default="", description="the rules in plain words, as far as the description has them")
    history: str = ""
    description: str = Field(description="the rules in the .lud language, with the options chosen")
    options: list[Choice] = []
    rulesets: list[str] = []
    pieces: list[Piece] = []
    containers: list[str] = Field(default=[], description="the board, and what is beside it: hands, dice")
    start: str = Field(default="", description="the position at the start, with the names of the sites")
    notation: str = Field(default="", description="how moves are written, with examples from the start")
    kinds: list[str] = Field(default=[], description="chance, hidden information, moves at once, puzzle, match")
    agents: list[str] = Field(default=[], description="agents that play it, the strongest first")
    warnings: list[str] = []


class Problem(Answer):
    """Something wrong in a description."""

    message: str
    line: int | None = None
    column: int | None = None
    text: str = Field(default="", description="the message with the line at fault and a mark below the place")
    hint: str = ""


class Checked(Answer):
    """What is wrong with a description."""

    is_playable: bool = Field(description="whether it compiles, and random games of it come to an end")
    name: str = ""
    players: int = 0
    errors: list[Problem] = []
    warnings: list[Problem] = []
    lengths: list[int] = Field(default=[], description="plies of the random games that were played to try it out")
    start: str = Field(default="", description="the position at the start")


class Share(Answer):
    """How often something happened, with an interval at 95 %."""

    what: str
    count: int
    share: float
    low: float
    high: float


class Measured(Answer):
    """What random games are like."""

    name: str
    games: int
    results: list[Share]
    mean_length: float = Field(description="plies")
    shortest: int
    longest: int
    moves_at_start: int
    seconds: float


# --- a table


class Played(Answer):
    """A move that was made."""

    ply: int
    player: int
    move: str = Field(description='its notation; "hidden" where the rules hide it from you')


class Position(Answer):
    """A table as you see it from your seat."""

    table: str = Field(description="what the other tools call this table")
    game: str
    ply: int = Field(description="moves made so far")
    your_seats: list[int]
    opponents: dict[int, str] = {}
    your_turn: bool
    to_move: list[int] = Field(default=[], description="the players who choose now; several where they move at once")
    board: str = Field(description="with hands and dice, and what the signs mean; ? is hidden from you")
    scores: list[int] = []
    phase: str = ""
    moves_since: list[Played] = Field(default=[], description="what was played since you last looked, yours included")
    legal_count: int = 0
    legal_moves: list[str] = Field(default=[], description="the first ones; legal_moves lists them all")
    over: bool = False
    plays: dict[int, int] = Field(default={}, description="once sides were swapped: the player that each seat plays")
    winner: int | None = Field(default=None, description="once it is over: the seat that won, if one did")
    ranking: list[float] = Field(default=[], description="once it is over: the rank of each seat, 1.0 the best")
    result: str = ""


class Legal(Answer):
    """The legal moves of your seat."""

    count: int = Field(description="of those that fit the filter")
    moves: list[str]
    more: bool = Field(default=False, description="whether there are more than are listed; filter them")


class Candidate(Answer):
    """A move that an agent examined."""

    move: str
    value: float | None = Field(description="what the mover may expect after it, 0 lost to 1 won")
    visits: int = 0


class Hint(Answer):
    """What an agent would play."""

    agent: str
    move: str
    value: float | None = Field(default=None, description="what the mover may expect, 0 lost to 1 won")
    line: list[str] = Field(default=[], description="the expected continuation")
    candidates: list[Candidate] = []


class Judged(Answer):
    """A move of a game under review."""

    ply: int
    player: int
    move: str
    value: float | None = Field(description="what its player could expect after it, 0 lost to 1 won")
    best: str = Field(description="what the agent would have played")
    best_value: float | None
    swing: float | None = Field(description="how much worse the move is than the best one: 0 is as good")
    verdict: str = Field(description="best, good, inaccuracy, mistake, blunder, forced; or why it was not judged")


class Review(Answer):
    """A game, move by move."""

    game: str
    agent: str
    seconds_per_move: float
    plies: int
    moves: list[Judged]
    turning_points: list[Judged] = Field(default=[], description="the moves that cost most")
    mean_swing: dict[int, float] = Field(default={}, description="by player")
    result: str = ""


class Clause(Answer):
    """A clause of a description that decides about a move."""

    words: str = Field(description="what it says here")
    text: str = Field(default="", description="what is written there")
    line: int = 0
    column: int = 0


class Reasons(Answer):
    """Why a move is legal, clause by clause from the outermost on; or why it is not, what decides first."""

    move: str
    legal: bool
    reasons: list[Clause]


class Trial(Answer):
    """A recorded game."""

    name: str
    trial: str = Field(description="the text of a trial file, as `ludens replay` and review_game take it")


class Closed(Answer):
    """A table that is no more."""

    table: str
    open_tables: int


# --- the manual


class Entry(Answer):
    """What the manual says."""

    topic: str
    text: str
    near: list[str] = Field(default=[], description="other topics that may be meant")
