"""Look ludemes up, by name or by purpose: their forms, what the manual says, and examples.

Nothing is written here: forms and entries come from the classes, chapters and uses from the manual and the library.
"""

from __future__ import annotations

import inspect
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from ludens import library
from ludens.language import nearest
from ludens.lsp.document import Document
from ludens.lsp.habits import written
from ludens.lsp.syntax import Node
from ludens.ludemes.matching import raised
from ludens.ludemes.registry import Form, forms, forms_of
from ludens.ludemes.signatures import signature

_HEADING: Final = re.compile(r"^(#{2,4}) (.*?)(?: \{#([\w-]+)\})?$", re.MULTILINE)
_NAMED: Final = re.compile(r"`\(([^\s()`]+)(?: ([A-Z]\w*))?")
_GAME: Final = re.compile(r"```lud[^\n]*\n(.*?)```", re.DOTALL)
_WORDS: Final = re.compile(r"[a-z]{3,}")
_LITTLE: Final = frozenset(("the", "and", "for", "with", "that", "this", "its", "one", "are", "into", "out", "which"))
#: how many ludemes are listed for a purpose, and how long an example may be
_MOST: Final = 8
_LONG: Final = 240


@dataclass(frozen=True)
class Passage:
    """A section of the manual, with its chapter, its heading, where it is linked, its text without the blocks."""

    chapter: str
    heading: str
    anchor: str
    text: str
    example: str

    @property
    def keywords(self) -> frozenset[tuple[str, str]]:
        return frozenset((keyword, constant) for keyword, constant in _NAMED.findall(self.heading))


@dataclass(frozen=True)
class Entry:
    """A ludeme: its forms with what each is, the passages of the manual about it, and examples of its use."""

    keyword: str
    forms: Sequence[tuple[str, str]]
    passages: Sequence[Passage]
    examples: Sequence[tuple[str, str]]

    def to_dict(self) -> dict[str, Any]:
        return {
            "ludeme": self.keyword,
            "forms": [{"form": form, "means": means} for form, means in self.forms],
            "manual": [
                {"chapter": one.chapter, "section": one.heading, "anchor": one.anchor, "text": one.text}
                for one in self.passages
            ],
            "examples": [{"game": game, "text": text} for game, text in self.examples],
        }


def explain(words: str) -> Entry | None:
    """The entry of a ludeme, such as `sites` or `move Hop`; None if there is none of that name."""
    keyword, _, constant = words.strip("() ").partition(" ")
    matches = _forms(keyword, constant)
    if not matches:
        return None
    name = f"{keyword} {raised(constant)}" if constant else keyword
    texts = [(signature(form), _means(form)) for form in matches]
    return Entry(name, tuple(dict.fromkeys(texts)), _passages(keyword, raised(constant)), _examples(name))


def for_purpose(words: str) -> list[tuple[str, str]]:
    """The forms that serve a purpose, the likeliest first: each with what it is.

    Rare words count more than those that many entries have.
    """
    query, entries = set(_stems(words)), _entries()
    frequent = Counter(stem for _, _, stems in entries for stem in stems)
    worth = {stem: math.log(len(entries) / frequent[stem]) for stem in query if frequent[stem]}
    scored: dict[str, tuple[float, str]] = {}
    for name, means, stems in entries:
        score = sum(worth.get(stem, 0) * weight for stem, weight in stems.items())
        if score > scored.get(name, (0.0, ""))[0]:
            scored[name] = score, means
    ranked = sorted(scored.items(), key=lambda one: (-one[1][0], one[0]))
    best = ranked[0][1][0] if ranked else 0
    return [(name, means) for name, (score, means) in ranked[:_MOST] if score > best / 3]


@cache
def _entries() -> list[tuple[str, str, dict[str, float]]]:
    """For each form its name, what it is, and how much each word says of it."""
    entries = []
    for form in (form for family in forms().values() for form in family):
        if ".graphics" in form.cls.__module__ or ".metadata" in form.cls.__module__:
            continue
        means = _means(form)
        texts = [(3.0, form.cls.says.replace("{.site}", "site")), (3.0, means), (4.0, form.spelling)]
        texts += [(1.0, one.text) for one in _passages(form.keyword, _constant(form)) if one.keywords]
        stems: dict[str, float] = {}
        for weight, text in texts:
            for stem in set(_stems(text)):
                stems[stem] = max(stems.get(stem, 0), weight)
        entries.append((form.spelling, means, stems))
    return entries


def near(words: str) -> list[str]:
    """The keywords that resemble an unknown word."""
    return nearest(words.strip("() ").partition(" ")[0], forms())


def _forms(keyword: str, constant: str) -> list[Form]:
    listed = forms_of(keyword) if keyword in forms() else ()
    return [form for form in listed if not constant or _constant(form) == raised(constant)]


def _constant(form: Form) -> str:
    return form.constants[0] if form.constants else ""


def _means(form: Form) -> str:
    return (inspect.getdoc(form.cls) or "").strip()


def _stems(text: str) -> list[str]:
    """The words of a text without their endings, by which others of the same kind are found."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|\{[^}]*\}", " ", text).lower()
    words = (word for word in _WORDS.findall(spaced) if word not in _LITTLE)
    return [re.sub(r"(?:ing|ed|es|s)$", "", word) if len(word) > 4 else word for word in words]


# --- the manual


@cache
def manual() -> tuple[Passage, ...]:
    """The sections of the manual's chapters about ludemes."""
    return tuple(passage for path in sorted(_folder().glob("*.md")) for passage in _sections(path))


def _folder() -> Path:
    """Where the manual lies: in the package that was built, or in the repository."""
    here = Path(__file__).parents[1]
    shipped = here / "manual"
    return shipped if shipped.is_dir() else here.parents[1] / "docs" / "reference"


def _sections(path: Path) -> Iterator[Passage]:
    text = path.read_text(encoding="utf-8")
    headings = list(_HEADING.finditer(text))
    for at, heading in enumerate(headings):
        end = headings[at + 1].start() if at + 1 < len(headings) else len(text)
        body = text[heading.end() : end]
        games = _GAME.findall(body)
        plain = re.sub(r"```.*?```", "", body, flags=re.DOTALL)
        prose = re.sub(r"\n{3,}", "\n\n", plain).strip()
        yield Passage(path.stem, heading[2], heading[3] or "", prose, games[0].strip() if games else "")


def _passages(keyword: str, constant: str) -> tuple[Passage, ...]:
    """The sections whose headings name a ludeme; of a keyword alone, those of all of its forms."""
    about = [one for one in manual() if any(_names(each, keyword, constant) for each in one.keywords)]
    exact = [one for one in about if not constant or (keyword, constant) in one.keywords]
    if exact or about or not constant:
        return tuple(exact or about)
    return tuple(one for one in manual() if f"({keyword} {constant}" in one.text)[:2]


def _names(named: tuple[str, str], keyword: str, constant: str) -> bool:
    return named[0] == keyword and (not constant or not named[1] or named[1] == constant)


# --- the library


@cache
def _uses() -> dict[str, list[tuple[int, str, str]]]:
    """For each form its uses in the library, by their length."""
    uses: dict[str, list[tuple[int, str, str]]] = {}
    for path in library.shipped().values():
        document = Document(path.read_text(encoding="utf-8"))
        for node in document.nodes:
            name = written(node) if node.kind == "clause" else None
            if name is not None and (text := _text(document, node)):
                uses.setdefault(name, []).append((len(text), path.stem, text))
    return uses


def _text(document: Document, node: Node) -> str:
    text = document.text[node.at : node.end]
    return text if len(text) <= _LONG and "#" not in text and '("' not in text and "<" not in text else ""


def _examples(name: str) -> list[tuple[str, str]]:
    """Three uses in games of the library, neither the shortest nor the longest, each in another game."""
    uses = [use for form, family in _uses().items() if form == name or form.startswith(f"{name} ") for use in family]
    examples: dict[str, str] = {}
    for _, game, text in sorted(uses, key=lambda one: abs(one[0] - 60)):
        if text not in examples.values():
            examples.setdefault(game, text)
    return list(examples.items())[:3]
