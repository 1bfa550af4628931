"""Arguments of commands that read the games of a server."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import platformdirs


def add_archive(parser: argparse.ArgumentParser, when: str) -> None:
    """Add where the games of a server are; `when` says what the arguments go with."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"{when}the server's data (the user's folder)")
    database = f"{when}the server's PostgreSQL database in its place ($LUDENS_DATABASE)"
    parser.add_argument("--database", metavar="URL", default="", help=database)


def archive_of(arguments: argparse.Namespace) -> Path | str:
    """Where the games of a server are: in a folder, or at the address of a database."""
    if arguments.data is not None:
        folder: Path = arguments.data
        return folder
    address: str = arguments.database or os.environ.get("LUDENS_DATABASE", "")
    return address or Path(platformdirs.user_data_dir("ludens"))
