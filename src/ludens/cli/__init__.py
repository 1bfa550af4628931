"""The `ludens` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from ludens.cli.errors import FAILED, INTERRUPTED, MISUSED, Misuse, say

#: which module of this package has which commands; only the one that is asked for is imported
COMMANDS: Final = {
    "describe": ("games", "show", "check"),
    "measure": ("moves", "playouts", "perft"),
    "play": ("play",),
    "replay": ("replay",),
    "referee": ("referee", "bot", "arena"),
    "web": ("web",),
    "greener": ("greener",),
    "amazons": ("territory", "record"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; gives the exit code: 0, 1 where what was asked about is at fault, 2 for misuse."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        arguments = _parser(words).parse_args(words)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has said it
        return stop.code if isinstance(stop.code, int) else MISUSED
    except BrokenPipeError:
        _silence()
        return FAILED
    except KeyboardInterrupt:
        say("\ninterrupted")
        return INTERRUPTED
    except OSError as error:
        say(f"ludens: {error.filename or ''}: {error.strerror or error}")
        return MISUSED
    except Misuse as error:
        say(f"ludens: {error}")
        return MISUSED
    except Exception as error:
        return _reported(error)


def _reported(error: Exception) -> int:
    """The exit code of an error of the rooms below, once it is said; raises any other again.

    The rooms are imported here, and not above, for commands that have to start fast.
    """
    from ludens import agents, library
    from ludens.board.errors import BoardError
    from ludens.game import LimitExceeded
    from ludens.game.trial import TrialError
    from ludens.language import LudError

    if isinstance(error, agents.AgentError | library.UnknownGame):
        say(f"ludens: {error}")
        return MISUSED
    if isinstance(error, LudError | BoardError | TrialError | LimitExceeded):
        say(str(error))
        return FAILED
    raise error


def _silence() -> None:
    """Nobody reads the output any more: what is still buffered must not be an error at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ludens", description="Board games from descriptions in the .lud language.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    wanted = [module for module, names in COMMANDS.items() if words and words[0] in names]
    for module in wanted or COMMANDS:
        import_module(f"ludens.cli.{module}").add(commands)
    return parser
