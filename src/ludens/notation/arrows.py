"""Arrows and rings in comments, as `[%cal Ge2e4]` and `[%csl Rd5]`, which chess programs write into PGN."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Final

from ludens.game import Game
from ludens.game.match import Match
from ludens.game.notation import site_name
from ludens.notation.record import Mark

#: the colours by their letters
COLOURS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_LETTERS: Final = {colour: letter for letter, colour in COLOURS.items()}
_DRAWN = re.compile(r"\s*\[%c(?P<kind>[as])l\s+(?P<listed>[^\]]*)\]\s*")
_SQUARES = re.compile(r"[a-z]+\d+", re.IGNORECASE)


@functools.lru_cache(maxsize=16)
def _names(game: Game) -> dict[str, str]:
    """The references of a game's sites by their names."""
    if isinstance(game, Match):
        return {}
    named = {letter: kind for kind in game.model.site_types for letter in kind[0]}
    return {
        site_name(game, site, named.get(letter)).casefold(): f"{letter.lower()}:{site}"
        for letter, site in reversed(game.slots)
    }


def of_marks(game: Game, marks: Sequence[Mark]) -> list[str]:
    """The commands that draw marks.

    >>> import ludens
    >>> of_marks(ludens.load("Chess"), [Mark("c:28", "c:12"), Mark("c:28", None, "red")])
    ['[%cal Ge2e4]', '[%csl Re4]']
    """
    if not marks:
        return []
    sites = {place: name.lower() for name, place in _names(game).items()}
    values: dict[str, list[str]] = {"a": [], "s": []}
    for mark in marks:
        ends = [sites.get(place) for place in (mark.origin, mark.site) if place is not None]
        if all(ends):
            plain = all(_SQUARES.fullmatch(name or "") for name in ends)
            text = ("" if plain else "-").join(name or "" for name in ends)
            values["s" if mark.origin is None else "a"].append(_LETTERS.get(mark.colour, "G") + text)
    return [f"[%c{kind}l {','.join(listed)}]" for kind, listed in values.items() if listed]


def marks_of(game: Game, comment: str) -> tuple[str, list[Mark]]:
    """A comment without its commands that draw, and the marks that they draw.

    What has a colour or sites that we do not know stays in the comment.

    >>> import ludens
    >>> marks_of(ludens.load("Chess"), "A plan. [%cal Ge2e4]")
    ('A plan.', [Mark(site='c:28', origin='c:12', colour='green')])
    """
    if "[%c" not in comment:
        return comment, []
    marks, sites = list[Mark](), _names(game)

    def taken(match: re.Match[str]) -> str:
        others = list[str]()
        for text in match["listed"].split(","):
            word = text.strip().casefold()
            ends = [word[1:]]
            if match["kind"] == "a":
                squares = _SQUARES.findall(word[1:])
                ends = squares if "".join(squares) == word[1:] else word[1:].split("-")
            places = [sites.get(name) for name in ends]
            colour = COLOURS.get(word[:1].upper())
            if colour is not None and all(places) and len(places) == (2 if match["kind"] == "a" else 1):
                marks.append(Mark(places[-1] or "", places[0] if len(places) > 1 else None, colour))
            elif word:
                others.append(text.strip())
        return f" [%c{match['kind']}l {','.join(others)}] " if others else " "

    return _DRAWN.sub(taken, comment).strip(), marks
