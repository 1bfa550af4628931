"""The `ludens` command: each of its commands is a module of this package."""

from __future__ import annotations

import argparse
import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from ludens.cli.errors import FAILED, INTERRUPTED, MISUSED, Misuse, say, unread


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; gives the exit code: 0, 1 where what was asked about is at fault, 2 for misuse."""
    words, asked = sys.argv[1:] if argv is None else list(argv), ""
    try:
        arguments = _parser(words).parse_args(words)
        asked = getattr(arguments, "game", None) or ""
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
        return _left(INTERRUPTED)
    except OSError as error:
        say(f"ludens: {unread(error)}")
        return MISUSED
    except Misuse as error:
        say(f"ludens: {error}")
        return MISUSED
    except Exception as error:
        return _reported(error, asked)


def _reported(error: Exception, asked: str) -> int:
    """The exit code of an error of the rooms below, once it is said; raises any other again.

    The rooms are imported here, and not above, for commands that have to start fast.
    """
    from ludens import agents, library
    from ludens.arena.entrants import AgentFailed
    from ludens.board.errors import BoardError
    from ludens.game import LimitExceeded
    from ludens.game.trial import TrialError
    from ludens.language import LudError

    if isinstance(error, agents.AgentError | library.UnknownGame):
        say(f"ludens: {error}")
        return MISUSED
    if isinstance(error, AgentFailed):
        say(f"ludens: {error}")
        return FAILED
    if isinstance(error, LimitExceeded) and asked:
        say(f"{asked}: {error}")
        return FAILED
    if isinstance(error, LudError | BoardError | TrialError | LimitExceeded):
        say(str(error))
        return FAILED
    raise error


def _left(code: int) -> int:
    """The exit code; ends this process at once where LLVM goes on: what it uses must not be taken down meanwhile."""
    apart = sys.modules.get("ludens.stage.apart")
    if apart is not None and apart.is_something_apart():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _silence() -> None:
    """Nobody reads the output any more: what is still buffered must not be an error at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        from ludens.language.printed import printed

        super().error(printed(message))


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from importlib.metadata import version  # late: it takes longer than many a command's start

        print(f"ludens {version('ludens')}")
        parser.exit()


def whole_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    return _parser(())


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(prog="ludens", description="Board games from descriptions in the .lud language.")
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is, and exit")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in _commands(words[0] if words else ""):
        module.add(commands)
    return parser


def _commands(asked: str) -> list[Any]:
    """The module of the command that is asked for, which no other has to be imported for; all where there is none.

    A module of this package, or of a folder appended to its `__path__`, is a command of its own name if it has a
    function `add`.
    """
    names = [found.name for found in pkgutil.iter_modules(__path__)]
    modules = (import_module(f"{__name__}.{name}") for name in ([asked] if asked in names else names))
    commands = [module for module in modules if hasattr(module, "add")]
    return commands if commands or not asked else _commands("")
