"""grammar: the language as a grammar, for constrained decoding and for parsers of others."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ludens.cli.arguments import count
from ludens.cli.common import add_command

if TYPE_CHECKING:
    from ludens.ludemes.grammar import Grammar

_FORMATS: Final = ("ebnf", "gbnf", "lark", "json-schema")


def add(commands: Any) -> None:
    grammar = add_command(commands, "grammar", _grammar)
    formats = "ebnf for people, gbnf for llama.cpp, lark for Lark and llguidance, json-schema for servers that take one"
    grammar.add_argument("--format", choices=_FORMATS, default="ebnf", help=formats)
    samples = "print N texts of the grammar drawn at random, one a line, in place of it"
    grammar.add_argument("--samples", type=count, metavar="N", help=samples)
    grammar.add_argument("--seed", type=int, default=1, help="of the samples (1)")


def _grammar(arguments: argparse.Namespace) -> int:
    from ludens.ludemes import grammar as language

    whole = language.grammar()
    if arguments.samples is not None:
        rng = random.Random(arguments.seed)
        for _ in range(arguments.samples):
            print(language.sample(whole, rng))
        return 0
    writers: dict[str, Callable[[Grammar], str]] = {
        "ebnf": language.to_ebnf,
        "gbnf": language.to_gbnf,
        "lark": language.to_lark,
        "json-schema": lambda one: json.dumps(language.to_json_schema(one), indent=1) + "\n",
    }
    print(writers[arguments.format](whole), end="")
    return 0
