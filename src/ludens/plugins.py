"""What other packages add to ludens: agents, commands, protocols of bots, notations, screens.

A package names what it adds as entry points of the groups `ludens.agents` and so on; each is imported when its name is
first needed. What surrounds the founding systems comes in by the same door, without an installation.

| kind | what an entry point names |
| --- | --- |
| `agents` | a module that defines classes of `ludens.agents.agent.Agent` |
| `bots` | a function of the parsed arguments of `ludens bot` that plays on standard input and output |
| `commands` | a module with `add`, as those of `ludens.cli` |
| `notations` | a class of `ludens.notation.style.Style` |
| `screens` | a module with the functions of `ludens.cli.screen.Screen`: how a terminal shows a game |
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, Final

_AMAZONS: Final = "ludens.founding.amazons"
#: what ludens brings itself
_OWN: Final[Mapping[str, Mapping[str, str]]] = {
    "agents": {"net": "ludens.learning.player"},
    "bots": {"amazons-codingame": f"{_AMAZONS}.codingame.command:serve"},
    "commands": {
        "greener": "ludens.founding.greener.command",
        "record": f"{_AMAZONS}.commands.record",
        "referee": f"{_AMAZONS}.commands.referee",
        "territory": f"{_AMAZONS}.commands.territory",
    },
    "screens": {"greener": "ludens.founding.greener.screen"},
    "notations": {"amazons": f"{_AMAZONS}.style:Amazons"},
}


def names(kind: str) -> list[str]:
    """The names that are added to a kind.

    >>> names("notations")
    ['amazons']
    """
    return [*_OWN[kind], *installed(kind)]


@functools.cache
def installed(kind: str) -> Mapping[str, str]:
    """What packages that are installed add to a kind: by name, the module or `module:object`."""
    from importlib.metadata import entry_points  # it takes as long as a short command

    return {entry.name: entry.value for entry in entry_points(group=f"ludens.{kind}") if entry.name not in _OWN[kind]}


def load(kind: str, name: str) -> Any:
    """What adds a name to a kind; None where nothing does. Raises ImportError where it cannot be imported."""
    path = _OWN[kind].get(name) or installed(kind).get(name)
    return None if path is None else resolve_name(path)


def load_all(kind: str) -> list[Any]:
    """All that is added to a kind. Raises ImportError for what cannot be imported."""
    return [load(kind, name) for name in names(kind)]
