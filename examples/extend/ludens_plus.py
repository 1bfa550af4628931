"""`ludens` with the ludemes, agents and commands of this folder: python examples/extend/ludens_plus.py COMMAND ..."""

import sys
from pathlib import Path

from ludens import agents, cli, ludemes


def extend() -> None:
    """Let ludens look into this folder, too."""
    for package in (ludemes, agents, cli):
        package.__path__.append(str(Path(__file__).parent / package.__name__.removeprefix("ludens.")))


if __name__ == "__main__":
    extend()
    sys.exit(cli.main())
