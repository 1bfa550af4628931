"""bot: a player on standard input and output.

It has to start fast: what is heavy is imported where it is needed.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from ludens.cli.arguments import OPTION, add_command
from ludens.cli.errors import Misuse
from ludens.cli.matches import PROTOCOLS, add_times

#: the protocols of engines, and the game that each is spoken of
ENGINES = {"uci": "Chess", "usi": "Shogi", "ucci": "Xiangqi", "gtp": "Go"}


def add(commands: Any) -> None:
    bot = add_command(commands, "bot", _bot)
    bot.add_argument("protocol", choices=(*PROTOCOLS, *ENGINES), help="which lines: %(choices)s")
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
    add_times(bot)


def _bot(arguments: argparse.Namespace) -> int:
    if arguments.protocol in ENGINES:
        return _speak(arguments)
    if arguments.game:
        raise Misuse(f"{arguments.protocol} is spoken of Amazons alone: no game is named")
    from ludens.arena.protocols import bot
    from ludens.arena.protocols.codingame import ProtocolError
    from ludens.arena.protocols.engine import Misused

    agent = arguments.agent or bot.DEFAULT_AGENT
    plan = bot.Plan(arguments.first_ms / 1000, arguments.turn_ms / 1000)
    try:
        if arguments.prepare:
            return _prepare(agent)
        bot.run(agent, plan, seed=arguments.seed)
    except (ProtocolError, Misused) as error:
        raise Misuse(str(error)) from None
    return 0


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


def _prepare(agent: str) -> int:
    """Compile what the first turn would have to: Python's code, where nobody has, and the game's."""
    import compileall

    from ludens.arena.protocols.engine import AmazonsSearcher

    compileall.compile_dir(Path(__file__).parents[1], quiet=2)
    began = time.perf_counter()
    AmazonsSearcher(agent).load()
    print(f"{agent} is ready, loaded in {time.perf_counter() - began:.2f} s")
    return 0
