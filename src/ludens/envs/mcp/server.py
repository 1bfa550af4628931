"""The server: its tools, resources and prompts."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

from ludens import library
from ludens.envs import extra
from ludens.envs.mcp import manual
from ludens.envs.mcp.listing import ListingServer
from ludens.envs.tables.answers import (
    Checked,
    Closed,
    Entry,
    Hint,
    Legal,
    Library,
    Measured,
    Position,
    Reasons,
    Review,
    Rules,
    Trial,
)
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.envs.tables.failures import describe_failure
from ludens.envs.tables.open_tables import TableServer
from ludens.game import Limits
from ludens.language import LudError
from ludens.version import __version__

with extra("mcp"):
    from anyio import get_cancelled_exc_class, to_thread
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
    from mcp.types import ToolAnnotations
    from pydantic import Field

_INSTRUCTIONS = """Board games from descriptions in the .lud language, which ludens compiles and plays.
To play: library, rules, start_table, then play until the position says that it is over; opponents reply by themselves.
Moves are texts such as those in legal_moves. To design a game: look_up, then check until there are no errors, measure,
start_table with the description. review_table tells what went wrong."""

A = TypeVar("A")

# --- what arguments mean

Game = Annotated[str, Field(description="the name of a library game; leave it out for a description of your own")]
Description = Annotated[str, Field(description="the text of a description in the .lud language, in place of a game")]
Options = Annotated[list[str] | None, Field(description='options and rulesets, as "Heading/Item"; rules lists them')]
TableName = Annotated[str, Field(description="the table, as start_table calls it")]
AgentName = Annotated[str, Field(description="an agent, with its limit: uct:1s, alphabeta:4, uct:500; left out: uct")]
Seconds = Annotated[float, Field(gt=0, description="how long it may think, in seconds")]
Seats = Annotated[list[int] | None, Field(description="only the moves of these players; left out: all")]
First = Annotated[int, Field(ge=1, description="the first ply that is judged")]
Last = Annotated[int | None, Field(description="the last ply that is judged; left out: the last one")]

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)


class Tools:
    """What a model can do: each method is a tool, of the method's name, documentation and types."""

    def __init__(self, tables: TableServer) -> None:
        self._tables = tables

    def library(
        self, query: Annotated[str, Field(description="words in name, kind or description; empty for all games")] = ""
    ) -> Library:
        """List the games that ship with ludens, or search them."""
        return Library(games=manual.search(query))

    def rules(self, game: Game = "", description: Description = "", options: Options = None) -> Rules:
        """Tell all about a game: its rules in words and in the .lud language, options, pieces, start, notation."""
        return self._ask(Rules, game, description, options, "rules")

    def look_up(
        self,
        topic: Annotated[str, Field(description="a word such as hop or is Line, or a chapter; empty: an index")] = "",
    ) -> Entry:
        """Look up a word of the .lud language with its parameters, or a chapter of the language reference."""
        return manual.look_up(topic)

    def check(self, description: Description, options: Options = None) -> Checked:
        """Check a description of your own: errors with their places, and if there are none, random games of it."""
        return self._ask(Checked, "", description, options, "check")

    def measure(
        self,
        game: Game = "",
        description: Description = "",
        options: Options = None,
        games: Annotated[int, Field(ge=1, description="how many random games; fewer where time is short")] = 1000,
        seed: Annotated[int, Field(ge=0, lt=1 << 63, description="equal seeds give equal games")] = 1,
    ) -> Measured:
        """Play random games: how often each player wins, how many are draws, how long they are."""
        return self._ask(Measured, game, description, options, "measure", n=games, seed=seed)

    def start_table(
        self,
        game: Game = "",
        description: Description = "",
        options: Options = None,
        seats: Annotated[list[int] | None, Field(description="the players that you play, from 1; left out: 1")] = None,
        opponents: Annotated[
            list[str] | None,
            Field(
                description="agents of the other seats, one for all or each its own: random, uct:1s; left out: strong"
            ),
        ] = None,
        seed: Annotated[int | None, Field(ge=0, description="equal seeds give equal starts; left out: chance")] = None,
    ) -> Position:
        """Start a game against agents (or alone, with all seats); agents who come first have moved."""
        arguments = {"seats": seats or [1], "opponents": opponents or [], "seed": seed}
        return self._tables.begin(game, description, options or [], **arguments)

    def state(self, table: TableName) -> Position:
        """Look at a table from your seat: board, who is to move, scores, what was played since you last looked."""
        return self._at(Position, table, "state")

    def legal_moves(
        self,
        table: TableName,
        containing: Annotated[str, Field(description="only moves whose notation has this in it")] = "",
    ) -> Legal:
        """List your legal moves in notation."""
        return self._at(Legal, table, "legal", containing=containing)

    def play(
        self,
        table: TableName,
        move: Annotated[str, Field(description="a legal move, or what players write (Nf3, 32-28), in capitals or not")],
    ) -> Position:
        """Make a move; the opponents reply. What is not legal is refused with what comes close, and changes nothing."""
        return self._at(Position, table, "play", move=move)

    def undo(self, table: TableName) -> Position:
        """Take back your last move and the replies to it; not in games of chance or hidden information."""
        return self._at(Position, table, "undo")

    def hint(self, table: TableName, agent: AgentName = "", seconds: Seconds = 1.0) -> Hint:
        """Ask an agent what it would play, and what it thinks of other moves; it knows what you may know."""
        return self._at(Hint, table, "hint", agent=agent, seconds=seconds)

    def review_table(
        self,
        table: TableName,
        agent: AgentName = "",
        seconds: Seconds = 20.0,
        seats: Seats = None,
        first: First = 1,
        last: Last = None,
    ) -> Review:
        """Review the game at a table: what each move was worth, the best one instead, and where the game turned."""
        arguments = {"agent": agent, "seconds": seconds, "seats": seats or [], "first": first, "last": last}
        return self._at(Review, table, "review_table", **arguments)

    def review_game(
        self,
        trial: Annotated[str, Field(description="the text of a trial file, as export_trial gives it")],
        game: Game = "",
        description: Description = "",
        options: Options = None,
        agent: AgentName = "",
        seconds: Seconds = 20.0,
        seats: Seats = None,
        first: First = 1,
        last: Last = None,
    ) -> Review:
        """Review a recorded game, as review_table does."""
        arguments = {"agent": agent, "seconds": seconds, "seats": seats or [], "first": first, "last": last}
        return self._ask(Review, game, description, options, "review", trial=trial, **arguments)

    def why(
        self,
        table: TableName,
        from_site: Annotated[str, Field(description="the label of a site, or pass")],
        to_site: Annotated[str, Field(description="where to; left out for what is put down on one site")] = "",
    ) -> Reasons:
        """Tell which rules make the move between two sites, or which one refuses it, with its place in the text."""
        return self._at(Reasons, table, "why", from_site=from_site, to_site=to_site)

    def export_trial(self, table: TableName) -> Trial:
        """Give the record of the game at a table as the text of a trial file."""
        return self._at(Trial, table, "trial")

    def close_table(self, table: TableName) -> Closed:
        """Put a table away."""
        return self._tables.close(table)

    def _ask(
        self, kind: type[A], game: str, description: str, options: list[str] | None, job: str, **arguments: Any
    ) -> A:
        answer = self._tables.ask(game, description, options or [], job, **arguments)
        assert isinstance(answer, kind)
        return answer

    def _at(self, kind: type[A], table: str, job: str, **arguments: Any) -> A:
        answer = self._tables.at(table, job, **arguments)
        assert isinstance(answer, kind)
        return answer


#: the tools, and how clients see their effects
TOOLS: dict[str, ToolAnnotations] = {
    "library": _READS,
    "rules": _READS,
    "look_up": _READS,
    "check": _READS,
    "measure": _READS,
    "start_table": _CHANGES,
    "state": _READS,
    "legal_moves": _READS,
    "play": _CHANGES,
    "undo": _CHANGES,
    "hint": _READS,
    "review_table": _READS,
    "review_game": _READS,
    "why": _READS,
    "export_trial": _READS,
    "close_table": _ENDS,
}


def server(bounds: Bounds | None = None, groups: Collection[str] | None = None) -> MCPServer[Any]:
    """A server with all tools, resources and prompts, which `run` serves, or a client in the same process.

    With `groups` (`GROUPS` has them) only their tools are listed, without the schemas of answers, and one more tool,
    `switch_on`, lists those of another group: a model reads a list of tools with each request. Tools that are not
    listed are there all the same. Raises ValueError for a group that there is not.

    >>> [tool.name for tool in server()._tool_manager.list_tools()][:3]
    ['library', 'rules', 'look_up']
    """

    tables = TableServer(bounds or Bounds())

    mcp_server = ListingServer(
        "ludens",
        title="ludens: board games",
        instructions=_INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
    )
    tools = Tools(tables)
    for name, effects in TOOLS.items():
        mcp_server.add_tool(_guard(getattr(tools, name), tables.bounds), name=name, annotations=effects)
    if groups is not None:
        mcp_server.show(groups)
    _add_resources(mcp_server)
    _add_resources_of_games(mcp_server, tools)
    _add_prompts(mcp_server)
    return mcp_server


def _guard(tool: Callable[..., Any], bounds: Bounds) -> Callable[..., Any]:
    """A tool on a thread, which stops when its call is cancelled; failures are errors for a model to read."""

    @functools.wraps(tool)
    async def call(*args: Any, **kwargs: Any) -> Any:
        limits = Limits()

        def work() -> Any:
            with limits:
                return tool(*args, **kwargs)

        try:
            return await to_thread.run_sync(work, abandon_on_cancel=True)
        except get_cancelled_exc_class():
            limits.stop()
            raise
        except Exception as error:
            raise ToolError(describe_failure(error, bounds.call_seconds)) from None

    return call


# --- resources


def _add_resources(mcp_server: MCPServer[Any]) -> None:
    @mcp_server.resource("ludens://manual", title="The language: an index", mime_type="text/plain")
    def index() -> str:
        """The names of the chapters and of the words of the .lud language."""
        return manual.index()

    for name in manual.chapters():
        mcp_server.resource(
            f"ludens://manual/{name}",
            name=f"manual/{name}",
            title=f"Language reference: {name}",
            description=f"The chapter {name} of the reference of the .lud language.",
            mime_type="text/markdown",
        )(functools.partial(manual.chapter, name))

    @mcp_server.resource("ludens://ludeme/{word}", title="A word of the language", mime_type="text/plain")
    def ludeme(word: str) -> str:
        """A word of the .lud language, its forms and what they mean."""
        with _as_missing():
            return manual.ludeme(word)

    @mcp_server.resource("ludens://library/{game}", title="A library game", mime_type="text/plain")
    def text(game: str) -> str:
        """The description of a game of the library."""
        with _as_missing():
            return library.read(game)


def _add_resources_of_games(mcp_server: MCPServer[Any], tools: Tools) -> None:
    @mcp_server.resource("ludens://rules/{game}", title="The rules of a library game", mime_type="text/plain")
    def rules(game: str) -> str:
        """The rules of a game of the library: in words, in the language, and how moves are written."""
        with _as_missing():
            all_of_it = tools.rules(game)
        parts = [all_of_it.name, all_of_it.about, all_of_it.rules, all_of_it.notation, all_of_it.description]
        return "\n\n".join(part for part in parts if part)

    @mcp_server.resource("ludens://table/{table}", title="A position", mime_type="text/plain")
    def position(table: str) -> str:
        """The position at a table, as the model's seat sees it, and the legal moves."""
        with _as_missing():
            return position_text(tools.state(table))

    @mcp_server.prompt(title="Think about a position")
    def think_about_a_position(table: str) -> str:
        """Judge the position at a table, and choose a move."""
        return (
            f"{position_text(tools.state(table))}\n\nSay who stands better and why, which threats there are, and "
            f"which move you choose. Then `play` it at {table}."
        )


@contextmanager
def _as_missing() -> Iterator[None]:
    """What is refused is a resource that there is not."""
    try:
        yield
    except (Refused, LudError, library.UnknownGame) as error:
        raise ResourceNotFoundError(str(error)) from None


def position_text(position: Position) -> str:
    """A position in words."""
    head = f"{position.game}, ply {position.ply}: " + (
        position.result if position.over else f"player {', '.join(map(str, position.to_move))} to move"
    )
    moves = ", ".join(position.legal_moves)
    shown = f"{position.legal_count} legal moves, such as {moves}" if moves else ""
    return "\n\n".join(part for part in (head, position.board, shown) if part)


# --- prompts


def _add_prompts(mcp_server: MCPServer[Any]) -> None:
    @mcp_server.prompt(title="Play a game")
    def play_a_game(game: str, opponent: str = "uct:1s", seat: str = "1") -> str:
        """Play a library game against an agent, and review it."""
        return (
            f"Play {game} with the tools of ludens. Read its rules with `rules` first. Begin with `start_table` (seats "
            f"[{seat}], opponents [{opponent!r}]), and `play` until the game is over: think about threats and replies "
            "before each move, and ask for `legal_moves` when you are in doubt. Ask for no hints. At the end tell the "
            "result, `review_table`, and say in a few sentences where the game turned."
        )

    @mcp_server.prompt(title="Design a game")
    def design_a_game(idea: str) -> str:
        """Write a description of a new game, check it, measure it, play it."""
        return (
            f"Design a board game: {idea}\n\nWrite it in the .lud language. Read the rules of one or two similar games "
            "(`library`, `rules`) to see how the language is used, and `look_up` each word that you are not sure of. "
            "`check` until there are no errors. `measure` it: a good game ends, is not won by the same seat much more "
            "often, and has few draws. Change the rules until it is good, play a game at a table (`start_table` with "
            "the description), and tell the final description, what was measured, and how to play."
        )

    @mcp_server.prompt(title="Explain a game")
    def explain_a_game(game: str) -> str:
        """Explain the rules of a library game to people."""
        return (
            f"Explain how to play {game} to somebody who has never seen it: aim, equipment, a turn, the end, and one "
            "or two hints. Take the rules from the tool `rules`; where its words leave something open, from its "
            "description."
        )
