"""What a model can look up: the games of the library, the words of the language, the chapters of its reference."""

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
def listed() -> tuple[Listed, ...]:
    """What is told of each game of the library, without compiling it."""
    return tuple(_listed(name) for name in library.names())


def _listed(name: str) -> Listed:
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
    """The games that every word of a query is found in: in the name, the aliases, the kind, or the sentence on it."""
    words = query.casefold().split()
    return [one for one in listed() if all(word in _searched(one) for word in words)]


def _searched(one: Listed) -> str:
    return " ".join((one.name, *one.aliases, one.category, f"{one.players} players", one.about)).casefold()


# --- the language


def chapters() -> dict[str, Path]:
    """The chapters of the language reference, by their names."""
    folder = next((place for place in _CHAPTERS if place.is_dir()), None)
    return {} if folder is None else {path.stem: path for path in sorted(folder.glob("*.md"))}


def chapter(name: str) -> str:
    """The text of a chapter. Raises Refused."""
    found = chapters()
    if name not in found:
        raise Refused(f"there is no chapter {name!r}; there are {', '.join(found) or 'none here'}")
    return found[name].read_text(encoding="utf-8")


def spellings() -> dict[str, list[Form]]:
    """The forms of each way to begin a clause: `line`, `is Line`."""
    found: dict[str, list[Form]] = {}
    for form in (form for listed in forms().values() for form in listed):
        found.setdefault(form.spelling, []).append(form)
    return dict(sorted(found.items(), key=lambda item: item[0].casefold()))


def ludeme(spelling: str) -> str:
    """The entry of a word of the language, with all its forms, made from their classes. Raises Refused."""
    known = spellings()
    wanted = " ".join(spelling.strip("() ").split()).casefold()
    named = [name for name in known if name.casefold() == wanted or name.casefold().partition(" ")[0] == wanted]
    if not named:
        close = near(spelling)
        raise Refused(
            f"the language has no word {spelling!r}" + (f"; close to it: {', '.join(close)}" if close else "")
        )
    return "\n\n".join(_entry(form) for name in named for form in known[name])


def _entry(form: Form) -> str:
    return f"{signature(form)}\n{inspect.getdoc(form.cls) or ''}"


def near(word: str) -> list[str]:
    """Words of the language and chapters that may be meant by another one."""
    names = [*chapters(), *spellings()]
    wanted = word.strip("() ").casefold()
    within = [name for name in names if len(wanted) > 2 and wanted in name.casefold()]
    by_key = {name.casefold(): name for name in names}
    close = [by_key[key] for key in difflib.get_close_matches(wanted, by_key, n=_NEAR, cutoff=0.6)]
    return list(dict.fromkeys([*close, *within]))[:_NEAR]


def look_up(topic: str) -> Entry:
    """What the manual says of a word of the language or a chapter; without a topic, what there is. Raises Refused."""
    said = topic.strip()
    if not said:
        return Entry(topic="", text=index())
    if said.casefold() in chapters():
        return Entry(topic=said, text=chapter(said.casefold()), near=[name for name in near(said) if name != said])
    return Entry(topic=said, text=ludeme(said), near=[name for name in near(said) if name != said])


def index() -> str:
    """The names of all chapters and of all words."""
    return "\n".join(
        [
            "Chapters of the language reference: " + ", ".join(chapters()),
            "",
            "Words of the language: " + ", ".join(spellings()),
        ]
    )
