"""explain: what a ludeme is, how it is written, what to look out for, and where it is used."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from ludens.cli.common import FAILED, Misuse, add_command, say, tell
from ludens.cli.facts import add_json, print_facts


def add(commands: Any) -> None:
    explain = add_command(commands, "explain", _explain)
    explain.epilog = "By name: sites, 'move Hop', is Line. By purpose: jump over others, number of pieces."
    explain.add_argument("words", nargs="+", metavar="WORD", help="a ludeme, or what it should do")
    explain.add_argument("--all", action="store_true", help="with all the manual says, and its examples")
    add_json(explain)


def _explain(arguments: argparse.Namespace) -> int:
    from ludens.lsp import lookup  # late: it reads the library

    words = " ".join(arguments.words)
    entry = lookup.explain(words)
    if entry is not None:
        if arguments.json:
            print_facts(entry.to_dict())
        else:
            _tell(entry, whole=arguments.all)
        return 0
    matches = lookup.for_purpose(words)
    if not matches:
        close = lookup.near(words)
        hint = f": did you mean {' or '.join(close)}?" if close else ""
        if len(arguments.words) == 1:
            raise Misuse(f"there is no ludeme {words}{hint}")
        say(f"no ludeme is found for this{hint}")
        return FAILED
    if arguments.json:
        print_facts({"asked": words, "found": [{"ludeme": name, "means": means} for name, means in matches]})
        return 0
    for name, means in matches:
        tell(f"({name} ...)")
        tell(
            textwrap.fill(
                means.split("\n\n")[0].replace("\n", " "), 96, initial_indent="    ", subsequent_indent="    "
            )
        )
    tell(f"\nMore: ludens explain {matches[0][0]}")
    return 0


def _tell(entry: Any, *, whole: bool) -> None:
    """The forms, the manual's sections, shortened unless all is asked for, and uses in games of the library."""
    for form, means in entry.forms:
        tell(textwrap.fill(form, 100, subsequent_indent="    ", break_long_words=False))
        tell(textwrap.indent(means, "    ") + "\n")
    passages = entry.passages if whole or len(entry.passages) <= 3 else entry.passages[:3]
    for one in passages:
        tell(f"{one.heading.replace('`', '')}  [reference/{one.chapter}.md#{one.anchor}]")
        tell(textwrap.indent(one.text, "    ") + "\n")
        if one.example and (whole or one is passages[0]):
            tell(textwrap.indent(one.example, "        ") + "\n")
    for one in entry.passages[len(passages) :]:
        tell(f"See also: {one.heading.replace('`', '')}  [reference/{one.chapter}.md#{one.anchor}]")
    for game, text in entry.examples:
        tell(f"In {game}:")
        tell(textwrap.indent(text, "    "))
