"""territory: the moves that each side of Amazons has left."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from ludens.cli.arguments import number
from ludens.cli.common import add_command, count, positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import progress_bar
from ludens.founding.amazons.commands.files import is_referees, is_trial, record_of, referees_record, text_of
from ludens.founding.amazons.position import SIDES, Position, PositionError
from ludens.founding.amazons.record import Record, RecordError, is_record
from ludens.founding.amazons.score import score
from ludens.founding.amazons.territory import Holding, Progress, Territory, describe, territory


def add(commands: Any) -> None:
    parser = add_command(commands, "territory", _territory)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a position or a record, or - (the default)"
    )
    parser.add_argument(
        "--size", type=positive, default=10, metavar="N", help="the board of a record without headers (10)"
    )
    parser.add_argument(
        "--after", type=count, metavar="N", help="the position after N turns of a record (the last one)"
    )
    parser.add_argument(
        "--seconds",
        type=number("a number of seconds is", zero=True),
        default=10.0,
        metavar="S",
        help="then give bounds (10)",
    )
    parser.add_argument("--line", action="store_true", help="show how the moves are made, region by region")
    add_json(parser)


def _territory(arguments: argparse.Namespace) -> int:
    try:
        position = _position(arguments)
    except (PositionError, RecordError) as error:
        say(str(error))
        return FAILED
    if arguments.json:
        print_facts(_facts(position, _solve(position, arguments.seconds)))
        return 0
    print(position.diagram())
    print(f"{position}  ({SIDES[position.mover]} to move)\n")
    counts = _solve(position, arguments.seconds)
    print(describe(counts))
    if arguments.line:
        print("\n".join(_lines(counts)))
    print(_outcome(position, counts))
    return 0


def _position(arguments: argparse.Namespace) -> Position:
    if is_referees(arguments.file):
        return _at(referees_record(arguments.file), arguments.after)
    text, name = text_of(arguments.file)
    if is_record(text) or is_trial(text):
        return _at(record_of(text, name, arguments.size), arguments.after)
    if arguments.after is not None:
        raise Misuse(f"--after needs a record, and {name} is a position")
    return Position.parse(text, name)


def _at(record: Record, after: int | None) -> Position:
    """The position of a record after a number of turns, or after the last one."""
    positions = list(record.positions())
    if after is not None and after >= len(positions):
        raise Misuse(f"--after {after}: the record has {len(positions) - 1} turns")
    return positions[-1 if after is None else after]


def _solve(position: Position, seconds: float) -> Territory:
    with progress_bar() as bar:
        task = bar.add_task("territory", total=None)

        def tell(progress: Progress) -> None:
            search = progress.search
            bar.update(task, description=_progress_text(progress), completed=search.tried, total=search.choices or None)

        return territory(position, seconds=seconds, progress=tell)


def _progress_text(progress: Progress) -> str:
    search, who = progress.search, f"{SIDES[progress.side]} {' '.join(progress.amazons)}"
    bounds = f"{search.lower} to {search.upper} moves, {search.nodes:,} positions"
    return f"region {progress.number} of {progress.regions}, {who}: {bounds}"


def _facts(position: Position, counts: Territory) -> dict[str, Any]:
    """The counts, ready for JSON; the bounds of a count are equal if it is exact."""
    winner = counts.winner(position.mover)
    return {
        "position": str(position),
        "mover": SIDES[position.mover],
        "moves": {side: asdict(counts.moves(number)) for number, side in SIDES.items()},
        "contested": counts.contested,
        "winner": None if winner is None else SIDES[winner],
        "regions": [
            {
                "side": SIDES[holding.side],
                "amazons": holding.amazons,
                "squares": holding.squares,
                "moves": asdict(holding.moves),
                "line": [str(turn) for turn in holding.line],
                "sealed": holding.is_sealed,
            }
            for holding in counts.regions
        ],
    }


def _lines(counts: Territory) -> list[str]:
    return [f"{_who(holding)}: {' '.join(map(str, holding.line))}" for holding in counts.regions if holding.line]


def _who(holding: Holding) -> str:
    return f"{SIDES[holding.side]} {' '.join(holding.amazons)}"


def _outcome(position: Position, counts: Territory) -> str:
    """How the game ended, or how it will."""
    finished = score(position)
    if finished is not None:
        return f"The game is over: {finished}."
    winner = counts.winner(position.mover)
    if winner is None:
        return f"Not decided: {SIDES[position.mover]} is to move."
    return f"{SIDES[winner]} wins if both play out what they have; {SIDES[position.mover]} is to move."
