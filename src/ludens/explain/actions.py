"""Actions of moves in words, with the labels of sites and the names of pieces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ludens.explain.values import label
from ludens.game.notation import SITE_TYPES
from ludens.words import say

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.rules.state.trace import Action

#: where a word of a name such as "SetNextPlayer" begins
_WORD: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
#: fields that name a site, by the field that tells of which type
_SITES: Final = {"from": ("typeFrom", "type"), "to": ("typeTo", "type"), "site": ("type",)}
#: fields that are told otherwise, or tell of the log and not of the game
_SILENT: Final = {"type", "typeFrom", "typeTo", "decision", "forced"}


def in_words(game: Game, action: Action) -> str:
    """What an action does, for people: "E2 to E4", "Disc1 on B3", "Set Counter: -1"."""
    fields = dict(action.fields)
    words = {key: _worded(game, fields, key) for key in fields if key not in _SILENT}
    match action.name:
        case "Move" if "from" in words and "to" in words:
            return say("{0} to {1}|two sites", words["from"], words["to"]) + _besides(words, "from", "to")
        case "Add" if "to" in words and "what" in words:
            return say("{0} on {1}|a piece, and where it is", words["what"], words["to"]) + _besides(
                words, "to", "what"
            )
        case "Remove" if "to" in words:
            return say("{0} is cleared", words["to"]) + _besides(words, "to")
        case "Pass":
            return say("Pass")
    name = _WORD.sub(" ", action.name)
    listed = list(words.items())
    if len(listed) == 1:
        return f"{name}: {listed[0][1]}"
    return f"{name}: {', '.join(f'{key} {value}' for key, value in listed)}" if listed else name


def _worded(game: Game, fields: dict[str, str], key: str) -> str:
    """The value of a field in words."""
    value = fields[key]
    if not value.lstrip("-").isdigit():
        return value
    number = int(value)
    if key in _SITES and number >= 0:
        kind = next((fields[name] for name in _SITES[key] if name in fields), None)
        return label(game, number, next((name for name in SITE_TYPES.values() if name == kind), None))
    if key == "what" and 1 <= number <= len(game.components):
        return game.components[number - 1].name
    return value


def _besides(words: dict[str, str], *named: str) -> str:
    """What else is told, in brackets."""
    rest = [f"{key} {value}" for key, value in words.items() if key not in named]
    return f" ({', '.join(rest)})" if rest else ""
