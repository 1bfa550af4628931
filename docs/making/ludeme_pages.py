"""The pages of the ludemes, made from their classes while the site is built.

An entry has the forms of one spelling, what each parameter may be, the docstring of the class, and links to the
chapters of the language reference that speak of it.
"""

from __future__ import annotations

import enum
import html
import inspect
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from references import linked

from ludens.ludemes.registry import Form, enumerations, forms
from ludens.ludemes.signatures import describe, signature
from ludens.rules import categories
from ludens.rules.base import ArrayOf, Ludeme, Slot

FOLDER: Final = "reference/ludemes"


@dataclass(frozen=True)
class Category:
    """A page: its file, its title, and the class or the module of the ludemes on it."""

    file: str
    title: str
    parent: type[Ludeme] = Ludeme
    module: str = "ludens."

    def has(self, cls: type[Ludeme]) -> bool:
        return issubclass(cls, self.parent) and cls.__module__.startswith(self.module)


#: a ludeme is on the first page that has it
CATEGORIES: Final = (
    Category("dimensions", "Integers of the board", module="ludens.ludemes.dims"),
    Category("moves", "Moves and effects", categories.MovesLudeme),
    Category("conditions", "Conditions", categories.BooleanLudeme),
    Category("integers", "Integers", categories.IntLudeme),
    Category("arrays", "Arrays of integers", categories.IntsLudeme),
    Category("regions", "Regions", categories.SitesLudeme),
    Category("directions", "Directions", categories.DirectionLudeme),
    Category("ranges", "Ranges", categories.RangeLudeme),
    Category("numbers", "Numbers with a fraction", categories.FloatLudeme),
    Category("equipment", "Equipment", categories.ItemLudeme),
    Category("graphs", "Graphs", categories.GraphLudeme),
    Category("start", "Start rules", categories.StartRuleLudeme),
    Category("meta", "Meta rules", categories.MetaRuleLudeme),
    Category("ends", "End rules", categories.EndRuleLudeme),
    Category("ends", "End rules", categories.ResultLudeme),
    Category("metadata", "Metadata", module="ludens.ludemes.metadata"),
    Category("graphics", "Graphics", module="ludens.ludemes.graphics"),
    Category("parts", "Parts of a game and of other clauses"),
)
INDEX: Final = """# The ludemes

Every clause of the language that ludens compiles, by what it gives. These pages are made from the classes when the
site is built, so that they say what this version does; `ludens check`, the completions of the editor and the error
messages come from the same classes.

In a form, `[...]` is optional, `name:` is a label, and what stands in angle brackets says what may stand there. Several
forms below one name are told apart by their arguments.

| page | ludemes |
| --- | --- |
"""
MOST_CHAPTERS: Final = 3
WIDTH: Final = 80


def pages(chapters: Path) -> dict[str, str]:
    """The text of each page by its place in the site; `chapters` is the folder of the language reference."""
    by_spelling = _grouped()
    told = _mentions(chapters)
    listed: dict[str, list[str]] = defaultdict(list)
    titles = {category.file: category.title for category in CATEGORIES}
    for (file, spelling), found in sorted(by_spelling.items(), key=lambda item: item[0][1].casefold()):
        listed[file].append(_entry(spelling, found, file, told.get(spelling, ())))
    made = {f"{FOLDER}/{file}.md": "\n".join([f"# {titles[file]}\n", *entries]) for file, entries in listed.items()}
    made[f"{FOLDER}/constants.md"] = _constants()
    made[f"{FOLDER}/index.md"] = _index(by_spelling, titles)
    return made


def file_spellings() -> list[tuple[str, str]]:
    """The page and the spelling of every entry."""
    return list(_grouped())


def slug(spelling: str) -> str:
    """The anchor of an entry: `is-line`, and `plus-sign` where there are no letters."""
    letters = re.sub(r"[^a-z0-9]+", "-", spelling.lower()).strip("-")
    return letters or "-".join(unicodedata.name(sign).lower().replace(" ", "-") for sign in spelling)


def _grouped() -> Mapping[tuple[str, str], list[Form]]:
    """The forms of each page and spelling."""
    grouped: dict[tuple[str, str], list[Form]] = defaultdict(list)
    for form in (form for listed in forms().values() for form in listed):
        grouped[_file_of(form.cls), form.spelling].append(form)
    return grouped


def _file_of(cls: type[Ludeme]) -> str:
    return next(category.file for category in CATEGORIES if category.has(cls))


def _index(by_spelling: Mapping[tuple[str, str], list[Form]], titles: Mapping[str, str]) -> str:
    rows = []
    for file, title in titles.items():
        names = sorted((spelling for at, spelling in by_spelling if at == file), key=str.casefold)
        links = " · ".join(f"[{_escaped(name)}]({file}.md#{slug(name)})" for name in names)
        rows.append(f"| [{title}]({file}.md) | {links} |")
    rows.append(
        "| [Constants](constants.md) | " + " ".join(f"[{e}](constants.md#{e.lower()})" for e in _enums()) + " |"
    )
    return INDEX + "\n".join(rows) + "\n"


def _entry(spelling: str, found: Sequence[Form], file: str, chapters: Sequence[str]) -> str:
    parts = [f"## {_escaped(spelling)} {{ #{slug(spelling)} }}\n"]
    parts += [_form(form, file) for form in found]
    if chapters:
        parts.append(f"More: {', '.join(chapters)}.\n")
    return "\n".join(parts)


def _form(form: Form, file: str) -> str:
    parts = [f"```lud\n{_wrapped(signature(form))}\n```\n", linked(inspect.getdoc(form.cls) or "", ".."), ""]
    slots = form.cls.slots()
    if slots:
        parts += ["| parameter | what it may be |", "| --- | --- |", *(_row(slot, file) for slot in slots), ""]
    return "\n".join(parts)


def _wrapped(form: str) -> str:
    """A form, each parameter on a line of its own where they do not fit on one."""
    if len(form) <= WIDTH:
        return form
    depth, lines = 0, [""]
    for sign in form[1:-1]:
        depth += (sign in "<[(") - (sign in ">])")
        if sign == " " and depth == 0:
            lines.append("")
        else:
            lines[-1] += sign
    first = next(number for number, line in enumerate(lines) if "<" in line)
    return "\n    ".join(["(" + " ".join(lines[:first]), *lines[first:]]) + "\n)"


def _row(slot: Slot, file: str) -> str:
    name = f"`{slot.label}:`" if slot.label else slot.field.rstrip("_").replace("_", " ")
    optional = ", optional" if slot.optional else ""
    return f"| {name} | {_linked(slot.alternatives, file)}{optional} |"


def _linked(alternatives: Sequence[Any], file: str) -> str:
    """Alternatives in words, each a link to where it is described."""
    return " or ".join(dict.fromkeys(_link(alternative, file) for alternative in alternatives))


def _link(alternative: Any, file: str) -> str:
    if isinstance(alternative, ArrayOf):
        return "a list of " + _linked(alternative.alternatives, file)
    if issubclass(alternative, enum.Enum):
        return f"[{alternative.__name__}](constants.md#{alternative.__name__.lower()})"
    text, target = _escaped(describe((alternative,))), _page_of(alternative)
    return f"[{text}]({target})" if target not in (None, f"{file}.md") else text


def _page_of(alternative: type) -> str | None:
    """The page of a category, or the entry of a clause."""
    if not issubclass(alternative, Ludeme):
        return None
    if not alternative.spellings:
        parents = {category.parent: f"{category.file}.md" for category in CATEGORIES if category.parent is not Ludeme}
        return next((parents[parent] for parent in alternative.__mro__ if parent in parents), None)
    return f"{_file_of(alternative)}.md#{slug(alternative.spellings[0])}"


def _escaped(text: str) -> str:
    """Text that Markdown leaves as it is, in a table too."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", lambda found: f"&#{ord(found[1])};", text)


def _enums() -> dict[str, type[enum.Enum]]:
    """The enumerations that some parameter takes, by name."""
    return {kind.__name__: kind for kind in sorted(enumerations(), key=lambda kind: kind.__name__)}


def _constants() -> str:
    parts = ["# Constants\n", "The names that parameters take, as they are written in a description.\n"]
    for name, members in _enums().items():
        values = ", ".join(f"`{html.escape(str(member.value), quote=False)}`" for member in members)
        parts.append(f"## {name} {{ #{name.lower()} }}\n\n{_own_doc(members)}{values}.\n")
    return "\n".join(parts)


def _own_doc(members: type[enum.Enum]) -> str:
    text = inspect.cleandoc(members.__doc__ or "")
    return f"{text}\n\n" if text and members.__doc__ != enum.Enum.__doc__ else ""


def _mentions(chapters: Path) -> dict[str, list[str]]:
    """For each spelling, links to the chapters that write it most often."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted(chapters.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        title = re.search(r"^# (.+)$", text, re.MULTILINE)
        link = f"[{title[1] if title else path.stem}](../{path.name})"
        for keyword, constant in re.findall(r"\(([a-zA-Z]+|[-+*/%^<>=!]+)(?: ([A-Z]\w*))?(?=[\s)])", text):
            for spelling in {keyword, f"{keyword} {constant}".strip()}:
                counts[spelling][link] += 1
    return {spelling: [link for link, _ in found.most_common(MOST_CHAPTERS)] for spelling, found in counts.items()}
