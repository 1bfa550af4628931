"""mcp: games for language models, by the Model Context Protocol."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens.cli.arguments import new_parser
from ludens.cli.common import NET, Misuse, offer, positive

_ABOUT = """Serve games to a language model: a client of the Model Context Protocol starts this command, and speaks
with it over the standard streams. A model looks up rules and the language, checks descriptions, plays against
agents, reviews games. It reads no files without --files."""


def add(commands: Any) -> None:
    parser = new_parser(commands, "mcp", _ABOUT)
    over = "listen at http://127.0.0.1:PORT/mcp in place of the standard streams"
    parser.add_argument("--http", type=_port, metavar="PORT", help=over)
    files = "let models name .lud files of this folder in place of library games"
    parser.add_argument("--files", type=Path, metavar="DIR", help=files)
    parser.add_argument("--net", **NET)
    parser.add_argument("--tables", type=positive, default=16, metavar="N", help="games at once (16)")
    parser.add_argument("--seconds", type=positive, default=60, metavar="S", help="how long a call may take (60)")
    thinking = "how long an agent may think about a move (10)"
    parser.add_argument("--thinking", type=positive, default=10, metavar="S", help=thinking)
    about = "groups of tools that are listed at first; a model can switch on more (play)"
    parser.add_argument("--tools", nargs="+", choices=("play", "review", "design", "all"), default=["play"], help=about)
    parser.set_defaults(run=_mcp)


def _port(text: str) -> int:
    if not text.isdigit() or not 0 < int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def _mcp(arguments: argparse.Namespace) -> int:
    try:
        from ludens.envs import mcp
    except ImportError as error:
        raise Misuse(str(error)) from None
    if arguments.files is not None and not arguments.files.is_dir():
        raise Misuse(f"{arguments.files} is no folder")
    offer(arguments.net)
    bounds = mcp.Bounds(
        tables=arguments.tables,
        call_seconds=float(arguments.seconds),
        thinking_seconds=float(arguments.thinking),
        folder=arguments.files,
    )
    groups = None if "all" in arguments.tools else arguments.tools
    mcp.run(bounds, port=arguments.http, groups=groups)
    return 0
