"""The table of rules by which code becomes smaller or faster, each with a name and a switch (`docs/ir.md`).

A rule is at work while nodes are built, where it saves the most, or makes a module of a module. `LUDENS_WITHOUT` names
the rules, with commas between, that are off for all code.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from ludens.stage.ir.nodes import Module, Procedure, walk


class Rule(NamedTuple):
    """What a rule does. `apply` makes a module of a module; None for one that is at work while nodes are built."""

    says: str
    apply: Callable[[Module], Module] | None = None


def needed(module: Module) -> Module:
    """Without the procedures that no exported one calls, by itself or by others."""
    procedures = {procedure.name: procedure for procedure in module.procedures}
    seen: set[str] = set()
    ahead = [procedure.name for procedure in module.procedures if procedure.exported]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += _called(procedures[name])
    return replace(module, procedures=[one for one in module.procedures if one.name in seen])


def only(module: Module, names: Collection[str]) -> Module:
    """What these of its exported procedures need."""
    exported = [replace(one, exported=one.exported and one.name in names) for one in module.procedures]
    return needed(replace(module, procedures=exported))


def _called(procedure: Procedure) -> Iterable[str]:
    return [str(node.data[0]) for node in walk(procedure.body) if node.op == "call"]


#: every rule by its name, in the order in which they are at work
RULES: Final[dict[str, Rule]] = {
    "lanes": Rule("a condition on a site is worked out for all sites at once, as words"),
    "rounds": Rule("a loop whose rounds are few and short draws no fuel"),
    "equal": Rule("functions that do the same are one function"),
    "needed": Rule("procedures that nobody calls are left out", needed),
}


def rules_in_force() -> frozenset[str]:
    """All rules but those that `LUDENS_WITHOUT` names. Raises ValueError where it names none of them."""
    return without(filter(None, map(str.strip, os.environ.get("LUDENS_WITHOUT", "").split(","))))


def without(names: Iterable[str]) -> frozenset[str]:
    """All rules but some. Raises ValueError for the name of no rule."""
    return frozenset(RULES).difference(map(_checked, names))


def up_to(name: str) -> frozenset[str]:
    """The rules up to one, in the order of the table. Raises ValueError for the name of no rule."""
    names = list(RULES)
    return frozenset(names[: names.index(_checked(name)) + 1])


def _checked(name: str) -> str:
    if name not in RULES:
        raise ValueError(f"there is no rule {name!r}; there are {', '.join(RULES)}")
    return name


def apply(module: Module, rules: Collection[str]) -> Module:
    """The module by those of some rules that work on modules."""
    for name, rule in RULES.items():
        if name in rules and rule.apply is not None:
            module = rule.apply(module)
    return module
