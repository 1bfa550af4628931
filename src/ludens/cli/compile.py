"""compile: what a game is compiled to."""

from __future__ import annotations

import argparse
from typing import Any

from ludens.cli.common import Misuse, add_command, load, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import thinking


def add(commands: Any) -> None:
    parser = add_command(commands, "compile", _compile, game=True)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--ir", action="store_true", help="print the intermediate representation")
    form.add_argument("--llvm", action="store_true", help="print the assembly that LLVM is given")
    form.add_argument("--optimised", action="store_true", help="print the assembly once LLVM has optimised it")
    parser.add_argument("--traced", action="store_true", help="of the module that logs every action")
    rules = parser.add_mutually_exclusive_group()
    rules.add_argument("--after", metavar="RULE", help="by the rules up to this one alone (docs/ir.md lists them)")
    rules.add_argument("--without", metavar="RULE", action="append", help="by all rules but this one; repeatable")
    add_json(parser)


def _compile(arguments: argparse.Namespace) -> int:
    from ludens.stage.engine import optimise
    from ludens.stage.ir.text import to_text

    rules = _rules(arguments)
    emitted = load(arguments.game, arguments.option).code.emitted(traced=arguments.traced, rules=rules)
    if arguments.ir:
        print(to_text(emitted.module), end="")
    elif arguments.llvm:
        print(emitted.ir, end="")
    elif arguments.optimised:
        print(optimise(emitted.ir))
    else:
        facts = _facts(emitted)
        if arguments.json:
            print_facts(facts)
        else:
            for name, number in facts.items():
                tell(f"{number:12,}  {name}")
    return 0


def _rules(arguments: argparse.Namespace) -> frozenset[str] | None:
    """The rules that are asked for; None for those in force. Raises Misuse for the name of no rule."""
    from ludens.stage.ir.rules import up_to, without

    try:
        if arguments.after:
            return up_to(arguments.after)
        return without(arguments.without) if arguments.without else None
    except ValueError as error:
        raise Misuse(str(error)) from None


def _facts(emitted: Any) -> dict[str, int]:
    from ludens.stage.engine import compile_ir
    from ludens.stage.ir import walk

    module = emitted.module
    with thinking("compiling"):
        code = compile_ir(emitted.ir)
    nodes = sum(1 for one in module.procedures for block in (one.entry, one.body) for _ in walk(block))
    return {
        "procedures": len(module.procedures),
        "nodes": nodes,
        "tables": len(module.data),
        "lines of assembly": emitted.ir.count("\n"),
        "bytes of object code": len(code),
    }
