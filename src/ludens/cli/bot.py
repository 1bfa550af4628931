"""bot: a player on standard input and output.

It has to start fast: what is heavy is imported where it is needed.
"""

from __future__ import annotations

import argparse
from typing import Any

from ludens import plugins
from ludens.cli.arguments import OPTION, add_command
from ludens.cli.errors import Misuse
from ludens.cli.matches import add_times

#: the protocols of engines, and the game that each is spoken of
ENGINES = {"uci": "Chess", "usi": "Shogi", "ucci": "Xiangqi", "gtp": "Go"}


def add(commands: Any) -> None:
    bot = add_command(commands, "bot", _bot)
    bot.add_argument("protocol", metavar="PROTOCOL", help=f"which lines: {', '.join(_protocols())}")
    bot.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="for uci, usi, ucci and gtp: Chess, Shogi, Xiangqi, Go, or one like them",
    )
    bot.add_argument("--option", **OPTION)
    bot.add_argument("--agent", metavar="WHO", help="who plays, such as territory or uct")
    bot.add_argument("--seed", type=int, help="of the agent")
    bot.add_argument("--prepare", action="store_true", help="fill the cache, so that the first turn is fast, and end")
    add_times(bot, None, None)


def _bot(arguments: argparse.Namespace) -> int:
    if arguments.protocol in ENGINES:
        return _speak(arguments)
    serve = plugins.load("bots", arguments.protocol)
    if serve is None:
        raise Misuse(f"there is no protocol {arguments.protocol!r}; there are {', '.join(_protocols())}")
    return int(serve(arguments))


def _protocols() -> list[str]:
    return [*plugins.names("bots"), *ENGINES]


def _speak(arguments: argparse.Namespace) -> int:
    from ludens import agents
    from ludens.arena.protocols import gtp
    from ludens.arena.protocols.uci import UnsupportedGame, speak
    from ludens.cli.common import load

    game = load(arguments.game or ENGINES[arguments.protocol], arguments.option)
    if arguments.prepare:
        game.compile()
        return 0
    agent = arguments.agent or agents.strongest(game)
    try:
        if arguments.protocol == "gtp":
            gtp.speak(game, agent, seed=arguments.seed)
        else:
            speak(arguments.protocol, game, agent, seed=arguments.seed)
    except UnsupportedGame as error:
        raise Misuse(str(error)) from None
    return 0
