"""The `ludens` command: each of its commands is a module of this package, or of a package that adds some."""

from __future__ import annotations

import argparse
import os
import pkgutil
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

from ludens import plugins
from ludens.cli.catalogue import SUMMARIES, listing
from ludens.cli.errors import FAILED, INTERRUPTED, MISUSED, Misuse, say, unread
from ludens.version import __version__

_USAGE = "ludens [--help] [--version] COMMAND ..."
_VERSION = f"ludens {__version__}"
_ABOUT = "Board games from descriptions in the .lud language."


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit code: 0, 1 if the game or file is at fault, 2 for misuse."""
    words, game = sys.argv[1:] if argv is None else list(argv), ""
    try:
        arguments = _parser(_commands_of(words)).parse_args(words)
        game = getattr(arguments, "game", None) or ""
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has printed why
        return stop.code if isinstance(stop.code, int) else MISUSED
    except BrokenPipeError:
        _silence()
        return FAILED
    except KeyboardInterrupt:
        say("\ninterrupted")
        return _exit_code(INTERRUPTED)
    except OSError as error:
        say(f"ludens: {unread(error)}")
        return MISUSED
    except Misuse as error:
        say(f"ludens: {error}")
        return MISUSED
    except Exception as error:
        return _report(error, game)


def _run(arguments: argparse.Namespace) -> int:
    """Run a command, in the language that is asked for or the terminal has where the command speaks several."""
    if not hasattr(arguments, "language"):
        return int(arguments.run(arguments))
    from ludens import words

    code = arguments.language or words.from_environment(os.environ)
    if code not in words.languages():
        raise Misuse(f"there is no language {code!r}; there are {', '.join(words.languages())}")
    with words.speaking(code):
        return int(arguments.run(arguments))


def _report(error: Exception, game: str) -> int:
    """Print an error of the rooms below and return its exit code; raise any other error again.

    The rooms are imported here, not above: some commands have to start fast.
    """
    from ludens import agents, library
    from ludens.arena.entrants import AgentFailed
    from ludens.board.errors import BoardError
    from ludens.formats import OtherVersion
    from ludens.game import LimitExceeded
    from ludens.game.errors import MatchError
    from ludens.game.trial import TrialError
    from ludens.language import LudError

    if isinstance(error, agents.AgentError | library.UnknownGame | OtherVersion | MatchError):
        say(f"ludens: {error}")
        return MISUSED
    if isinstance(error, AgentFailed):
        say(f"ludens: {error}")
        return FAILED
    if isinstance(error, LimitExceeded) and game:
        say(f"{game}: {error}")
        return FAILED
    if isinstance(error, LudError | BoardError | TrialError | LimitExceeded):
        say(str(error))
        return FAILED
    raise error


def _exit_code(code: int) -> int:
    """The exit code. While LLVM works in another thread this process ends at once: nothing it uses is taken down."""
    apart = sys.modules.get("ludens.stage.apart")
    if apart is not None and apart.is_something_apart():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _silence() -> None:
    """Let nobody's output go nowhere: what is still buffered must not be an error at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        from ludens.language.printed import printed

        super().error(printed(message))


class _Help(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        others = {"from elsewhere": _summaries_of_plugins()}
        # `print` is a command here once all are listed, a module of this package
        sys.stdout.write(f"usage: {_USAGE}\n\n{_ABOUT}\n\n{listing(others)}\n\n")
        sys.stdout.write("ludens COMMAND --help says what a command takes.\n")
        parser.exit()


def whole_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    return _parser(_names())


def _parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the commands of these names; no other command is imported."""
    parser = _Parser(prog="ludens", description=_ABOUT, usage=_USAGE, add_help=False)
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="list the commands, and exit")
    parser.add_argument("--version", action="version", version=_VERSION, help="print the version, and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog="ludens")
    for name in names:
        module = import_module(f"{__name__}.{name}") if name in _modules() else plugins.load("commands", name)
        if hasattr(module, "add"):
            module.add(commands)
    return parser


def _names() -> list[str]:
    """The commands' names, and those of modules here that are none: they have no function `add`."""
    return [*_modules(), *plugins.names("commands")]


def _modules() -> list[str]:
    """The modules here, or in a folder appended to `__path__`."""
    return [module.name for module in pkgutil.iter_modules(__path__)]


def _summaries_of_plugins() -> dict[str, str]:
    """The commands of other packages, and of folders that were appended to `__path__`."""
    parser = _parser([*(module.name for module in pkgutil.iter_modules(__path__[1:])), *plugins.installed("commands")])
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {command.dest: command.help or "" for command in commands._choices_actions}


def _commands_of(words: Sequence[str]) -> list[str]:
    """The names of the command that a command line begins with. Raises Misuse for an unknown one."""
    if not words or words[0].startswith("-"):
        return []
    if words[0] in SUMMARIES or words[0] in _names():
        return [words[0]]
    close = get_close_matches(words[0], SUMMARIES, n=3)
    hint = f"; close to it: {', '.join(close)}" if close else ""
    raise Misuse(f"{words[0]!r} is no command{hint} (ludens --help lists them)")
