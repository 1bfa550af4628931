"""count: who has won a game of Go, by any of its rules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.common import FAILED, Misuse, add_command, counted, load, positive, say, tell
from ludens.cli.facts import add_json, print_facts

if TYPE_CHECKING:
    from ludens.notation import Record
    from ludens.notation.counting import Count, Rules
    from ludens.notation.go import Go

_PLAYOUTS = "playouts"


def add(commands: Any) -> None:
    parser = add_command(commands, "count", _count, game=True)
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="a file of SGF, or - (the default)")
    parser.add_argument("--number", type=positive, default=1, metavar="N", help="the game of this number in the file")
    rules = "area, territory, japanese, korean, chinese, aga, nz, tromp-taylor or ing (the file's, else area)"
    parser.add_argument("--rules", metavar="RULES", help=rules)
    parser.add_argument("--komi", metavar="POINTS", help="such as 6.5 (the file's, else the game's)")
    dead = "dead stones, such as D4,E5, or playouts to guess them by random games (those that the file marks)"
    parser.add_argument("--dead", metavar="POINTS", help=dead)
    parser.add_argument("--neutral", default="", metavar="POINTS", help="points that are nobody's, as in a seki")
    add_json(parser)


def _count(arguments: argparse.Namespace) -> int:
    from ludens import notation
    from ludens.notation.counting import counted as count
    from ludens.notation.counting import komi_of, sites_of
    from ludens.notation.go import Go

    style = notation.of(load(arguments.game, arguments.option))
    if not isinstance(style, Go):
        raise Misuse(f"{style.game.name} is not counted as Go is")
    komi = None if arguments.komi is None else komi_of(arguments.komi)
    if arguments.komi is not None and komi is None:
        raise Misuse(f"a komi is a number such as 6.5, not {arguments.komi!r}")
    try:
        record = _record(style, arguments.file, arguments.number)
        score = count(
            style,
            record,
            _rules(arguments.rules),
            komi=komi,
            dead=_dead(style, record, arguments.dead),
            neutral=sites_of(style, arguments.neutral),
        )
    except notation.NotationError as error:
        say(str(error))
        return FAILED
    facts = _facts(style, record, score)
    if arguments.json:
        print_facts(facts)
    else:
        _tell(facts)
    return 0


def _record(style: Go, file: str, number: int) -> Record:
    from ludens.notation import Record
    from ludens.notation.reading import encoding_of, lines_of

    if file == "-":
        records = list(style.games(iter(sys.stdin.read().splitlines(keepends=True)), "sgf", "<stdin>", only=number))
    else:
        with Path(file).open("rb") as data:
            encoding = encoding_of(data, [style.sgf.file()], file)
            records = list(style.games(lines_of(data, encoding), "sgf", file, only=number))
    if not records:
        raise Misuse(f"{file} has no game of the number {number}")
    if not isinstance(records[0], Record):
        raise records[0].error
    return records[0]


def _rules(name: str | None) -> Rules | None:
    from ludens.notation.counting import RULES, rules_of

    rules = None if name is None else rules_of(name)
    if name is not None and rules is None:
        raise Misuse(f"there are no rules {name!r}; there are {', '.join(RULES)}")
    return rules


def _dead(style: Go, record: Record, text: str | None) -> list[int] | None:
    from ludens.notation.counting import sites_of
    from ludens.notation.playouts import dead_stones

    if text is None:
        return None
    return dead_stones(style, record.final) if text == _PLAYOUTS else sites_of(style, text)


def _facts(style: Go, record: Record, score: Count) -> dict[str, Any]:
    players = {
        colour: {
            "points": float(score.points[n]),
            "stones": score.stones[n],
            "territory": len(score.territory[n]),
            "prisoners": score.prisoners[n],
        }
        for n, colour in enumerate(("black", "white"))
    }
    return {
        "rules": score.rules.name,
        "komi": float(score.komi),
        "bonus": score.bonus,
        **players,
        "dead": [style.point(site) for site in sorted(score.dead)],
        "result": score.result,
        "written": record.tags.get("Result"),
    }


def _tell(facts: dict[str, Any]) -> None:
    by_area = facts["rules"] not in ("territory", "japanese", "korean")
    for colour in ("black", "white"):
        one = facts[colour]
        parts = [counted(one["stones"], "stone") if by_area else counted(one["prisoners"], "prisoner")]
        parts.append(f"{one['territory']} of territory")
        if colour == "white":
            parts += [f"komi {facts['komi']:g}"] + [f"{facts['bonus']} for the handicap"] * bool(facts["bonus"])
        tell(f"{colour.capitalize():6}{one['points']:g}: {', '.join(parts)}")
    if facts["dead"]:
        tell(f"dead: {', '.join(facts['dead'])}")
    tell(f"{facts['result']} ({facts['rules']} rules)")
    if facts["written"] not in (None, facts["result"]):
        tell(f"the file says {facts['written']}")
