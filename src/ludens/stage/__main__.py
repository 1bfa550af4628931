"""`python -m ludens.stage dump GAME`: the LLVM IR of a game, before or after optimisation."""

from __future__ import annotations

import argparse
import sys

import ludens
from ludens.stage.engine import optimise


def main(arguments: list[str] | None = None) -> int:
    """Print a game's assembly; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m ludens.stage", description=__doc__)
    parser.add_argument("command", choices=["dump"])
    parser.add_argument("game", help="a name of the library or the path of a description")
    parser.add_argument("--optimised", action="store_true", help="after optimisation; before it otherwise")
    parser.add_argument("--traced", action="store_true", help="the module that logs every action")
    options = parser.parse_args(arguments)
    try:
        ir = ludens.load(options.game).ir(traced=options.traced)
    except (ludens.LudError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(optimise(ir) if options.optimised else ir)
    return 0


if __name__ == "__main__":
    sys.exit(main())
