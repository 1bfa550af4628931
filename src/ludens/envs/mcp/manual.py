"""The manual for a model: the games of the library, the words of the language, the chapters of its reference."""

from __future__ import annotations

import difflib
import inspect
from functools import cache
from pathlib import Path

from ludens import library
from ludens.envs.tables.answers import Entry, Listed
from ludens.envs.tables.bounds import Refused
from ludens.language import LudError, parse
from ludens.ludemes.metadata.clause import read_metadata
from ludens.ludemes.registry import Form, forms
from ludens.ludemes.signatures import signature
from ludens.rules.structure import players_told

#: where the chapters lie: in the package that was installed, or in the repository
_CHAPTERS = (Path(__file__).parents[2] / "manual", Path(__file__).parents[4] / "docs" / "reference")
_NEAR = 8


# --- the library


@cache
def listing() -> tuple[Listed, ...]:
    """A summary of each game of the library, without compiling it."""
    return tuple(_list_game(name) for name in library.names())


def _list_game(name: str) -> Listed:
    place = library.find(name)
    try:
        description = parse(place.read_text(encoding="utf-8"), name=place.name)
    except LudError:
        return Listed(name=name, category=place.parent.name, players=2)
    metadata, _ = read_metadata(description)
    return Listed(
        name=name,
        category=place.parent.name,
        players=players_told(description.game),
        about=metadata.text("description"),
        aliases=list(metadata.aliases),
    )


def search(query: str) -> list[Listed]:
    """The games in which every word of a query stands: in the name, the aliases, the kind, or the sentence on it."""
    words = query.casefold().split()
    return [one for one in listing() if all(word in _searchable(one) for word in words)]


def _searchable(one: Listed) -> str:
    return " ".join((one.name, *one.aliases, one.category, f"{one.players} players", one.about)).casefold()


# --- the language


def chapters() -> dict[str, Path]:
    """The chapters of the language reference, by their names."""
    folder = next((place for place in _CHAPTERS if place.is_dir()), None)
    return {} if folder is None else {path.stem: path for path in sorted(folder.glob("*.md"))}


def chapter(name: str) -> str:
    """The text of a chapter. Raises Refused."""
    files = chapters()
    if name not in files:
        raise Refused(f"there is no chapter {name!r}; there are {', '.join(files) or 'none here'}")
    return files[name].read_text(encoding="utf-8")


def spellings() -> dict[str, list[Form]]:
    """The forms of each way to begin a clause: `line`, `is Line`."""
    by_spelling: dict[str, list[Form]] = {}
    for form in (form for family in forms().values() for form in family):
        by_spelling.setdefault(form.spelling, []).append(form)
    return dict(sorted(by_spelling.items(), key=lambda item: item[0].casefold()))


def ludeme(spelling: str) -> str:
    """The entry of a word of the language, with all its forms, made from their classes. Raises Refused."""
    by_spelling = spellings()
    word = " ".join(spelling.strip("() ").split()).casefold()
    names = [name for name in by_spelling if name.casefold() == word or name.casefold().partition(" ")[0] == word]
    if not names:
        close = near(spelling)
        raise Refused(
            f"the language has no word {spelling!r}" + (f"; close to it: {', '.join(close)}" if close else "")
        )
    return "\n\n".join(_entry(form) for name in names for form in by_spelling[name])


def _entry(form: Form) -> str:
    return f"{signature(form)}\n{inspect.getdoc(form.cls) or ''}"


def near(word: str) -> list[str]:
    """Words of the language and chapters that resemble another word."""
    names = [*chapters(), *spellings()]
    folded = word.strip("() ").casefold()
    within = [name for name in names if len(folded) > 2 and folded in name.casefold()]
    by_key = {name.casefold(): name for name in names}
    close = [by_key[key] for key in difflib.get_close_matches(folded, by_key, n=_NEAR, cutoff=0.6)]
    return list(dict.fromkeys([*close, *within]))[:_NEAR]


def look_up(topic: str) -> Entry:
    """The entry of a word of the language or a chapter; without a topic, the index. Raises Refused."""
    word = topic.strip()
    if not word:
        return Entry(topic="", text=index())
    if word.casefold() in chapters():
        return Entry(topic=word, text=chapter(word.casefold()), near=[name for name in near(word) if name != word])
    return Entry(topic=word, text=ludeme(word), near=[name for name in near(word) if name != word])


def index() -> str:
    """The names of all chapters and of all words."""
    return "\n".join(
        [
            "Chapters of the language reference: " + ", ".join(chapters()),
            "",
            "Words of the language: " + ", ".join(spellings()),
        ]
    )
