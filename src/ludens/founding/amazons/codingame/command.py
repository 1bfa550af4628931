"""Our bot for the Amazons arena as a protocol of `ludens bot`. What is heavy is imported where it is needed."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ludens.cli.errors import Misuse
from ludens.founding.amazons.codingame import bot
from ludens.founding.amazons.codingame.engine import AmazonsSearcher, Misused
from ludens.founding.amazons.codingame.protocol import FIRST_SECONDS, TURN_SECONDS, ProtocolError


def serve(arguments: argparse.Namespace) -> int:
    """Play on standard input and output to the end."""
    if arguments.game:
        raise Misuse(f"{arguments.protocol} is spoken of Amazons alone: no game is named")
    agent = arguments.agent or bot.DEFAULT_AGENT
    try:
        if arguments.prepare:
            return _prepare(agent)
        plan = bot.Plan(_seconds(arguments.first_ms, FIRST_SECONDS), _seconds(arguments.turn_ms, TURN_SECONDS))
        bot.run(agent, plan, seed=arguments.seed)
    except (ProtocolError, Misused) as error:
        raise Misuse(str(error)) from None
    return 0


def _seconds(milliseconds: int | None, usual: float) -> float:
    return usual if milliseconds is None else milliseconds / 1000


def _prepare(agent: str) -> int:
    """Compile what the first turn would have to: Python's code, where nobody has, and the game's."""
    import compileall

    compileall.compile_dir(Path(__file__).parents[3], quiet=2)
    began = time.perf_counter()
    AmazonsSearcher(agent).load()
    print(f"{agent} is ready, loaded in {time.perf_counter() - began:.2f} s")
    return 0
