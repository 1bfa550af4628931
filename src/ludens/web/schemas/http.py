"""The bodies of requests and answers."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from ludens.web.archive.records import GameRecord
from ludens.web.schemas.accounts import (
    Act,
    AskLetter,
    AskNewPasskey,
    AskProvider,
    Block,
    DeleteMe,
    Entrance,
    GoToProvider,
    LetterOwner,
    Me,
    NewPasskey,
    NewReport,
    Nothing,
    PasskeyOptions,
    Queue,
    RemoveWay,
    RenameAccount,
    ShownPasskey,
    SignOut,
    Unblock,
)
from ludens.web.schemas.archive import AskPlaytests, Explored, FormAnswers, Games, Playtests, Profile
from ludens.web.schemas.base import Incoming, Label, Options, Outgoing, PlayerNames, Seed, doc
from ludens.web.schemas.bots import (
    AskGame,
    BotAccount,
    Bots,
    BotSays,
    BotToken,
    ChallengeAnswer,
    ChallengeLists,
    DeclineChallenge,
    Fine,
    GameRef,
    NewBot,
)
from ludens.web.schemas.design import Answered, Ask, CheckReport, Design, DraftFile, DraftFiles, SaveDraft, Templates
from ludens.web.schemas.errors import DescriptionError, ErrorInfo
from ludens.web.schemas.objects import AgentInfo, Option, Ruleset
from ludens.web.schemas.people import Challenges, Invitation, Invited, OpenTable, Seated, Sit
from ludens.web.schemas.post import AddMail, AddPush, Contacts, LetterLink, RemoveContact
from ludens.web.schemas.reasons import ActionSteps, AskSteps, AskWhy, Reasons
from ludens.web.schemas.rules import RulePictures
from ludens.web.schemas.study import Arranged, Arrangement, OpenStudy, TryHere
from ludens.web.schemas.tournaments import JoinTournament, NewTournament, TournamentInfo, Tournaments


class CreateTable(Incoming):
    """A new session, of a library game or of a description: one of the two is wanted."""

    game: Annotated[Label | None, doc("the name of a game of the library")] = None
    text: Annotated[str | None, doc("a description")] = None
    options: Options | None = None
    players: Annotated[
        PlayerNames | None, doc("who plays, as `human` or an agent; by default a person against the strongest agents")
    ] = None
    seed: Seed | None = None
    shared: Annotated[OpenTable | None, doc("for several people, each at a page of their own")] = None

    def __post_init__(self) -> None:
        if (self.game is None) == (self.text is None):
            raise ValueError("either game, the name of one, or text, a description, is wanted")
        if self.shared is not None and self.seed is not None:
            raise ValueError("seed: where others play, nobody says what is drawn")


class OpenTrial(Incoming):
    """A new session that goes on where a trial file ends."""

    trial: Annotated[str, doc("the text of a trial file")]
    text: Annotated[str | None, doc("a description, where the game is not in the library")] = None


class DescriptionText(Incoming):
    """A description to be checked or drawn."""

    text: Annotated[str, doc("a description")]
    options: Options | None = None


class TableCreated(Outgoing):
    """The id of a new session."""

    table: str


class TournamentCreated(Outgoing):
    """The id of a new tournament."""

    id: str


class CatalogueEntry(Outgoing):
    """A game of the library."""

    name: str
    category: str
    description: str
    players: int
    aliases: list[str]
    options: list[Option]
    rulesets: list[Ruleset]
    chance: Annotated[bool | UnsetType, doc("whether something is drawn at random, where that is known")] = UNSET
    traits: Annotated[list[str] | UnsetType, doc("what sets the game apart, where that is known")] = UNSET
    title: Annotated[str | UnsetType, doc("what the description calls the game, where that is not its name")] = UNSET
    origin: Annotated[str | UnsetType, doc("the address of the shelf that it was fetched from, if it was")] = UNSET
    error: Annotated[str | UnsetType, doc("where the description cannot be read")] = UNSET


class Catalogue(Outgoing):
    """The games of the library."""

    games: list[CatalogueEntry]


class Refusal(Outgoing):
    """A file of the shelf that is no game of the library, and why."""

    file: Annotated[str, doc("its place below the folder")]
    why: str
    line: int | UnsetType = UNSET


class ShelfFolder(Outgoing):
    """A folder of the shelf."""

    folder: str
    games: Annotated[int, doc("how many of its files are games of the library")]
    refused: list[Refusal]


class Shelf(Outgoing):
    """The folders that the server's owner added to the library; none where others than this machine may connect."""

    folders: list[ShelfFolder]


class Source(Outgoing):
    """The text of a description."""

    text: str


class Agents(Outgoing):
    """All agents, or those that play a game of the library."""

    agents: list[AgentInfo]


class Picture(Outgoing):
    """A picture of the start of a description, or its errors."""

    svg: str | UnsetType = UNSET
    errors: list[DescriptionError] | UnsetType = UNSET


class ErrorAnswer(Outgoing):
    """What every request that is not done is answered with, and a fitting status."""

    error: ErrorInfo


class Endpoint(Struct, frozen=True):
    """An address, what it is for, and the schemas of what goes there and comes back."""

    method: str
    path: str
    summary: str
    body: type[Incoming] | None = None
    answer: type[Outgoing] | None = None


ENDPOINTS = (
    Endpoint(
        "GET",
        "/, /table/{table}, /analysis, /analysis/{table}, /design, /library, /mail, /account, /moderation, "
        "/explorer/{name}, /tournaments, /tournament/{id}, /profile/{person}",
        "the page, which routes itself",
    ),
    Endpoint("GET", "/static/...", "its files"),
    Endpoint("GET", "/words.js", "its texts in the language of who reads it"),
    Endpoint("GET", "/api/games", "the library", answer=Catalogue),
    Endpoint("GET", "/api/shelf", "what of the owner's folders is no game of the library, and why", answer=Shelf),
    Endpoint(
        "GET",
        "/api/games/{name}/picture.svg",
        "a small picture of the start; of the board alone while the game is being compiled",
    ),
    Endpoint("GET", "/api/games/{name}/source", "a description", answer=Source),
    Endpoint("GET", "/api/agents", "the agents; with `?game=NAME` those that play this one", answer=Agents),
    Endpoint("POST", "/api/tables", "open a session; the status is 201", CreateTable, TableCreated),
    Endpoint("POST", "/api/tables/open", "go on with a trial; the status is 201", OpenTrial, TableCreated),
    Endpoint(
        "POST",
        "/api/tables/{table}/invitation",
        "what a link to a table of several people leads to",
        Invited,
        Invitation,
    ),
    Endpoint("POST", "/api/tables/{table}/sit", "sit down with such a link; a cookie says who one is", Sit, Seated),
    Endpoint(
        "GET",
        "/api/tables/{table}/trial",
        "the game so far, as a trial file to keep, or with `?form=pgn` in a format of the game's `files`; what was "
        "seen of it, while something is hidden",
    ),
    Endpoint("GET", "/api/tables/{table}/rules", "pictures that go with the rules of the game", answer=RulePictures),
    Endpoint(
        "POST",
        "/api/tables/{table}/why",
        "why a move is legal, or not, or what ended the game; of a game that hides as far as the viewer may know",
        AskWhy,
        Reasons,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/steps",
        "what a move did, action by action; refused while the viewer may not know all of it",
        AskSteps,
        ActionSteps,
    ),
    Endpoint("GET", "/api/tables/{table}/source", "the description that is played", answer=Source),
    Endpoint(
        "POST", "/api/studies", "open a study, a session of its own kind; the status is 201", OpenStudy, TableCreated
    ),
    Endpoint("GET", "/api/studies/{table}/file", "a study as a file, with `?form=` in one of its formats"),
    Endpoint(
        "GET", "/api/studies/{table}/position", "what stands on the board of a study, to be changed", answer=Arranged
    ),
    Endpoint("POST", "/api/studies/{table}/position", "set up a position by hand", Arrangement, Arranged),
    Endpoint(
        "POST", "/api/studies/{table}/try", "a game that goes on from here; the status is 201", TryHere, TableCreated
    ),
    Endpoint("POST", "/api/check", "what is wrong with a description", DescriptionText, CheckReport),
    Endpoint(
        "POST",
        "/api/design",
        "follow a draft: one message a line, as told [below](#messages-about-a-draft), until the client leaves",
        Design,
    ),
    Endpoint("POST", "/api/language", "ask about a text that is being written", Ask, Answered),
    Endpoint("GET", "/api/templates", "small whole games to begin with, one of every family", answer=Templates),
    Endpoint("GET", "/api/drafts", "drafts in files of the server's owner, where it has any", answer=DraftFiles),
    Endpoint("GET", "/api/drafts/{name}", "one of them", answer=DraftFile),
    Endpoint("POST", "/api/drafts", "save one; refused where the file was changed meanwhile", SaveDraft, DraftFile),
    Endpoint("GET", "/api/post", "where one is told that it is one's turn, while no page is open", answer=Contacts),
    Endpoint("POST", "/api/post/mail", "be told by letters, once their reader has agreed", AddMail, Contacts),
    Endpoint("POST", "/api/post/push", "be told in this browser", AddPush, Contacts),
    Endpoint("POST", "/api/post/remove", "be told there no more", RemoveContact, Contacts),
    Endpoint("POST", "/api/post/confirm", "by the link of a letter: yes, write to me", LetterLink, Contacts),
    Endpoint("POST", "/api/post/cancel", "by the link of a letter: no more of these", LetterLink, Contacts),
    Endpoint("GET", "/api/challenges", "seats that anybody may take, where the server has a lobby", answer=Challenges),
    Endpoint("GET", "/sw.js", "what shows a browser's messages while no page is open"),
    Endpoint("GET", "/health, /ready, /metrics", "for those who keep the server running"),
    Endpoint("GET", "/api/tables/{table}/games", "the games that were played to an end at a table", answer=Games),
    Endpoint("GET", "/api/archive/mine", "one's own games, the newest first", answer=Games),
    Endpoint("GET", "/api/archive/mine.jsonl", "all of one's own games, a GameRecord a line"),
    Endpoint("GET", "/api/archive/{id}", "a game that is public, or that one has played", answer=GameRecord),
    Endpoint("GET", "/api/archive/{id}/trial", "the same as a trial file"),
    Endpoint("POST", "/api/archive/{id}/answers", "three questions about a game of one's own", FormAnswers, Fine),
    Endpoint("POST", "/api/playtests", "what people's games of a description tell", AskPlaytests, Playtests),
    Endpoint(
        "GET",
        "/api/explorer/{name}",
        "a position of a game (its name in the library, or the SHA-256 of a text of which public games are kept), by"
        " `?play=` moves with commas between them, and `&option=`",
        answer=Explored,
    ),
    Endpoint("GET", "/api/profile/{person}", "somebody's ratings and public games; `me` is oneself", answer=Profile),
    Endpoint("GET", "/api/tournaments", "tournaments, the newest first", answer=Tournaments),
    Endpoint("POST", "/api/tournaments", "open one; the status is 201", NewTournament, TournamentCreated),
    Endpoint("GET", "/api/tournaments/{id}", "how all stand, and the pairings", answer=TournamentInfo),
    Endpoint("POST", "/api/tournaments/{id}/join", "take part", JoinTournament, Fine),
    Endpoint("POST", "/api/tournaments/{id}/leave", "take no part, before it begins", JoinTournament, Fine),
    Endpoint("POST", "/api/tournaments/{id}/start", "begin with the first round", JoinTournament, Fine),
    Endpoint("GET", "/api/me", "who one is here, and how one may sign in", answer=Me),
    Endpoint("POST", "/api/me/letter", "send a letter that lets its reader sign in", AskLetter, Fine),
    Endpoint("POST", "/api/me/link", "sign in by the secret of a letter", LetterLink, Entrance),
    Endpoint("POST", "/api/me/link/owner", "whose address it was sent to", LetterLink, LetterOwner),
    Endpoint("POST", "/api/me/passkeys/new", "begin to make a passkey", AskNewPasskey, PasskeyOptions),
    Endpoint("POST", "/api/me/passkeys", "a passkey is made: be signed in by it", NewPasskey, Entrance),
    Endpoint("POST", "/api/me/passkeys/ask", "begin to sign in by a passkey", Nothing, PasskeyOptions),
    Endpoint("POST", "/api/me/passkeys/answer", "sign in by a passkey", ShownPasskey, Entrance),
    Endpoint("POST", "/api/me/providers/{name}", "begin to sign in by a provider", AskProvider, GoToProvider),
    Endpoint("GET", "/signed-in/{name}", "where providers send people back to, and these go on to a page"),
    Endpoint("POST", "/api/me/name", "be called otherwise", RenameAccount, Fine),
    Endpoint("POST", "/api/me/ways/remove", "sign in no more in one way, of several", RemoveWay, Fine),
    Endpoint("POST", "/api/me/leave", "sign out, here or everywhere", SignOut, Fine),
    Endpoint("GET", "/api/me/data", "all that is kept of oneself, as lines of JSON in a zip"),
    Endpoint("POST", "/api/me/delete", "delete all that is kept of oneself, but games", DeleteMe, Fine),
    Endpoint("POST", "/api/reports", "report somebody, a message or a table to the moderators", NewReport, Fine),
    Endpoint("POST", "/api/blocks", "meet somebody no more", Block, Fine),
    Endpoint("POST", "/api/blocks/remove", "meet somebody again", Unblock, Fine),
    Endpoint("GET", "/api/moderation", "for moderators: reports, measures, the log", answer=Queue),
    Endpoint("POST", "/api/moderation/act", "for moderators: decide about something", Act, Fine),
    Endpoint("GET", "/api/bots", "one's own bots", answer=Bots),
    Endpoint("POST", "/api/bots", "make a bot; the status is 201, and its token is told this once", NewBot, BotToken),
    Endpoint("POST", "/api/bots/{name}/remove", "remove a bot of one's own", DeclineChallenge, Fine),
    Endpoint("GET", "/api/bot/online", "the bots that listen, a User a line"),
    Endpoint("GET", "/api/account", "with a token, as all below: oneself", answer=BotAccount),
    Endpoint("GET", "/api/account/playing", "the games that go on, as `nowPlaying`"),
    Endpoint("POST", "/api/token/test", "what tokens let one do; the body has them, with commas between them"),
    Endpoint("POST", "/api/bot/account/upgrade", "nothing: bots are bots here from the first", answer=Fine),
    Endpoint("GET", "/api/stream/event", "an event a line, as told [below](#events-of-bots), until the client leaves"),
    Endpoint(
        "GET",
        "/api/bot/game/stream/{table}",
        "how a game stands, a line after each change, as told [below](#lines-of-games), until it is over",
    ),
    Endpoint("GET", "/api/bot/game/{table}/source", "the description that is played, and its name in the library"),
    Endpoint("POST", "/api/bot/game/{table}/move/{move:path}", "play; `?offeringDraw=true` offers a draw", answer=Fine),
    Endpoint("POST", "/api/bot/game/{table}/chat", "say something", BotSays, Fine),
    Endpoint("POST", "/api/bot/game/{table}/abort", "end a game before everybody has moved", answer=Fine),
    Endpoint("POST", "/api/bot/game/{table}/resign", "give a game up", answer=Fine),
    Endpoint("POST", "/api/bot/game/{table}/draw/{accept}", "`yes`: offer a draw, or take it", answer=Fine),
    Endpoint("POST", "/api/bot/game/{table}/takeback/{accept}", "the same for taking moves back", answer=Fine),
    Endpoint("GET", "/api/challenge", "one's challenges", answer=ChallengeLists),
    Endpoint("POST", "/api/challenge/{name}", "challenge a bot; people by their cookie", AskGame, ChallengeAnswer),
    Endpoint("POST", "/api/challenge/ai", "a game against one of our agents, `level` 1 to 8", AskGame, GameRef),
    Endpoint("POST", "/api/challenge/{id}/accept", "play", answer=Fine),
    Endpoint("POST", "/api/challenge/{id}/decline", "do not", DeclineChallenge, Fine),
    Endpoint("POST", "/api/challenge/{id}/cancel", "take a challenge of one's own back", answer=Fine),
    Endpoint("GET", "/ws/{table}", "the WebSocket of a session: see the messages below"),
)
