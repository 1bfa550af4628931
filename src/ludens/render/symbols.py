"""Short symbols for pieces, as text drawings show them."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.rules.state.model import Component

_ONE_KIND = "XOZYVWUT"
_NEUTRAL = "*#@%&$"
#: chess players' letters for pieces whose first letter is taken or has another use
_USUAL = {"knight": "N", "king": "K", "queen": "Q", "rook": "R", "bishop": "B", "pawn": "P"}


def symbols(components: Sequence[Component], num_players: int) -> dict[int, str]:
    """A symbol for each component, by its number.

    Games with one kind of piece a player get X and O; others letters of the pieces' names: upper case for player 1,
    lower case for player 2, followed by the player's number where there are more.
    """
    owned = [c for c in components if 1 <= c.owner <= num_players]
    signs = {c.index: s for c, s in zip(_unowned(components, num_players), _signs(), strict=False)}
    if num_players > 1 and all(sum(c.owner == p for c in owned) <= 1 for p in range(1, num_players + 1)):
        return signs | {c.index: _ONE_KIND[(c.owner - 1) % len(_ONE_KIND)] for c in owned}
    letters = _letters(owned)
    return signs | {c.index: _for_owner(letters[_base(c)], c.owner, num_players) for c in owned}


def _unowned(components: Sequence[Component], num_players: int) -> list[Component]:
    return [c for c in components if not 1 <= c.owner <= num_players]


def _signs() -> list[str]:
    return [*_NEUTRAL, *(a + b for a in "abcdefghijklmnopqrstuvwxyz" for b in "0123456789")]


def _base(component: Component) -> str:
    return (component.base_name or component.name).rstrip("0123456789").lower()


def _letters(components: Sequence[Component]) -> dict[str, str]:
    """A letter of each name, the usual one for chess pieces, every one different while there are enough."""
    letters: dict[str, str] = {}
    for base in dict.fromkeys(_base(c) for c in components):
        candidates = [_USUAL.get(base, ""), *base.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        free = (w for w in candidates if w.isalpha() and w.isascii() and w not in letters.values())
        letters[base] = next(free, "?")
    return letters


def _for_owner(letter: str, owner: int, num_players: int) -> str:
    if num_players > 2:
        return f"{letter}{owner}"
    return letter.lower() if owner == 2 else letter
