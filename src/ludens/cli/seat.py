"""seat: an agent or an engine of this machine at the tables of a server."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, positive
from ludens.cli.errors import FAILED, Misuse, say

if TYPE_CHECKING:
    from ludens.arena.remote import Make

#: what `--protocol` may be, and the families of games that each is spoken of
PROTOCOLS = ("uci", "usi", "ucci", "gtp", "bot")
TOKEN = "LUDENS_TOKEN"


def add(commands: Any) -> None:
    seat = add_command(commands, "seat", _seat)
    seat.add_argument("--url", required=True, metavar="URL", help="the server, such as http://localhost:8080")
    token = f"the bot's token, from the server's page; better in the variable {TOKEN}, or in --token-file"
    seat.add_argument("--token", metavar="T", help=token)
    seat.add_argument("--token-file", type=Path, metavar="FILE", help="a file that holds the token")
    seat.add_argument("--agent", metavar="WHO", help="one of our agents plays, such as uct or level:3")
    spoken = "what COMMAND speaks: %(choices)s (by the game: uci of chess, usi of shogi, gtp of Go, else bot)"
    seat.add_argument("--protocol", choices=PROTOCOLS, help=spoken)
    seat.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for a turn where there is no clock (1)")
    seat.add_argument("--games", type=positive, metavar="N", help="end after so many games")
    challenge = "challenge this bot of the server to --game, in place of waiting"
    seat.add_argument("--challenge", metavar="BOT", help=challenge)
    seat.add_argument("--game", metavar="GAME", help="the game of the challenge")
    seat.add_argument("command", nargs="*", metavar="COMMAND", help="an engine or a bot, behind --")


def _seat(arguments: argparse.Namespace) -> int:
    from ludens.arena.remote import Server, ServerError, Sitter

    if bool(arguments.agent) == bool(arguments.command):
        raise Misuse("either --agent WHO plays, or a COMMAND behind --")
    if arguments.challenge and not arguments.game:
        raise Misuse("--challenge BOT wants --game GAME")
    make = _maker(arguments)
    try:
        server = Server(arguments.url, _token(arguments))
    except ValueError as error:
        raise Misuse(str(error)) from None
    try:
        account = server.get("/api/account")
        say(f"{account['username']} waits for games at {server.address} (Ctrl-C ends it)")
        if arguments.challenge:
            server.post(f"/api/challenge/{arguments.challenge}", {"game": arguments.game})
        Sitter(server, make, arguments.games, say).run()
    except ServerError as error:
        say(f"ludens: {error}")
        return FAILED
    except KeyboardInterrupt:
        return 0
    return 0


def _token(arguments: argparse.Namespace) -> str:
    """The token, which other people of this machine do not see where it is in a file or a variable. Raises Misuse."""
    if arguments.token_file is not None:
        try:
            token = arguments.token_file.read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise Misuse(f"the token cannot be read: {error}") from None
    else:
        token = arguments.token or os.environ.get(TOKEN, "")
    if not token.strip():
        raise Misuse(f"a token is needed: --token T, --token-file FILE, or the variable {TOKEN}")
    return str(token.strip())


def _maker(arguments: argparse.Namespace) -> Make:
    from ludens.arena.remote import AgentThinker, ProcessThinker, Thinker
    from ludens.game import Game
    from ludens.workers.programs import CommandError, split_command

    if arguments.agent:
        return lambda game: AgentThinker(arguments.agent, game, arguments.seconds)
    command = shlex.join(arguments.command)
    try:
        split_command(command)
    except CommandError as error:
        raise Misuse(str(error)) from None

    def make(game: Game) -> Thinker:
        return ProcessThinker(arguments.protocol or protocol_of(game), command, game, arguments.seconds)

    return make


def protocol_of(game: Any) -> str:
    """The protocol that engines speak of a game."""
    from ludens import notation
    from ludens.notation import wxf
    from ludens.notation.chess import Chess
    from ludens.notation.go import Go
    from ludens.notation.shogi import Shogi

    match notation.of(game):
        case Chess() as style:
            return "ucci" if wxf.fits(style) else "uci"
        case Shogi():
            return "usi"
        case Go():
            return "gtp"
    return "bot"
