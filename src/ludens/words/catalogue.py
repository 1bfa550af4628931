"""Catalogues: files of gettext's form (`de.po`), read without compiling them first; a wheel has all in one file."""

from __future__ import annotations

import ast
import functools
import gettext
import json
import lzma
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

#: the language that texts in the code are written in, which has no catalogue
ENGLISH: Final = "en"
_VALUE: Final = re.compile(r"\{(\d)\}")
_RULE: Final = re.compile(r"plural=(.*?);?\s*$", re.MULTILINE)
#: the rules for plurals of gettext depend on a number up to here, and then on its last two digits
_NUMBERS: Final = 200


@dataclass(frozen=True)
class Entry:
    """A message of a catalogue: its text, and translations, one for each form that a number may ask for.

    `notes` is what the file says of it: the values that are put in, and the files that it stands in.
    """

    text: str
    plural: str
    translations: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        return all(self.translations)

    @property
    def is_on_pages(self) -> bool:
        """Whether pages show the text by themselves."""
        return any(note.startswith("#:") and (".js" in note or ".html" in note) for note in self.notes)


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language by their English texts. `name` is what the language calls itself."""

    language: str
    name: str
    entries: Mapping[str, Entry] = field(default_factory=dict, repr=False)
    form: Callable[[int], int] = lambda number: int(number != 1)

    def text(self, text: str) -> str | None:
        """The translation of a text, None where there is none."""
        entry = self.entries.get(text)
        return entry.translations[0] if entry is not None and entry.is_whole else None

    def counted(self, text: str, number: int) -> str | None:
        """The translation of a text for a number; `text` is what English says of one."""
        entry = self.entries.get(text)
        return entry.translations[self.form(number)] if entry is not None and entry.is_whole else None

    @property
    def forms(self) -> str:
        """The form that each number from 0 to 199 asks for, a digit each; greater ones go by their last two digits.

        >>> catalogue("fr").forms[:4]
        '0011'
        """
        return "".join(str(self.form(number)) for number in range(_NUMBERS))


@functools.cache
def languages() -> Mapping[str, str]:
    """The languages that there are, by their codes, and what each calls itself; English first.

    >>> list(languages())
    ['en', 'de', 'es', 'fr', 'ja', 'zh']
    """
    return {ENGLISH: "English", **{code: _header(text).get("X-Name", code) for code, text in _texts().items()}}


@functools.cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language. Raises KeyError for one that there is not."""
    name = languages()[language]
    if language == ENGLISH:
        return Catalogue(language, name)
    text = _texts()[language]
    rule = _RULE.search(_header(text).get("Plural-Forms", ""))
    form: Callable[[int], int] = gettext.c2py(rule[1]) if rule else lambda number: int(number != 1)
    return Catalogue(language, name, {entry.text: entry for entry in entries(text)}, form)


def page_texts(language: str, source: str | None = None) -> dict[str, object]:
    """What a page needs for its texts in a language: see `words.js` of the server.

    With the `source` of all its modules it is those texts alone that have all their parts in it.
    """
    words = catalogue(language)
    shown = {
        entry.text: list(entry.translations) if entry.plural else entry.translations[0]
        for entry in words.entries.values()
        if entry.is_whole and entry.is_on_pages and (source is None or _stands_in(entry.text, source))
    }
    return {"language": language, "languages": dict(languages()), "forms": words.forms, "messages": shown}


def _stands_in(text: str, source: str) -> bool:
    return all(part in source for part in re.split(r"\{\d\}", text))


def filled(text: str, values: tuple[object, ...]) -> str:
    """A text with its values put in.

    >>> filled("{1} of {0}", ("a", 2))
    '2 of a'
    """
    return _VALUE.sub(lambda match: str(values[int(match[1])]) if int(match[1]) < len(values) else "", text)


def english(text: str) -> str:
    """What English says: the text without the note on its sense that may stand behind it.

    >>> english("Draw|a picture")
    'Draw'
    """
    return text.partition("|")[0]


def entries(text: str) -> Iterator[Entry]:
    """The messages of a file of gettext's form, without its header."""
    for block in re.split(r"\n\s*\n", text):
        parts, notes = _parts(block)
        if parts.get("msgid"):
            forms = [value for name, value in parts.items() if name.startswith("msgstr")]
            yield Entry(parts["msgid"], parts.get("msgid_plural", ""), tuple(forms), tuple(notes))


def _parts(block: str) -> tuple[dict[str, str], list[str]]:
    """What a message of a file has by the keywords there, and the notes on it."""
    parts, notes, name = dict[str, str](), list[str](), ""
    for line in block.splitlines():
        if line.startswith("#"):
            notes.append(line)
            continue
        if line[:1] != '"':
            name, _, line = line.partition(" ")
            parts[name] = ""
        parts[name] += ast.literal_eval(line) if line else ""
    return parts, notes


def _header(text: str) -> dict[str, str]:
    """What the first message says, which is the one without a text of its own."""
    lines = _parts(text.split("\n\n", 1)[0])[0].get("msgstr", "").splitlines()
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


@functools.cache
def _texts() -> Mapping[str, str]:
    """The texts of the catalogues by their languages; `packaging/packing.py` packs them for a wheel."""
    folder = files(__package__)
    packed = folder / "catalogues.xz"
    if packed.is_file():
        return joined(json.loads(lzma.decompress(packed.read_bytes())))
    listed = sorted((path for path in folder.iterdir() if path.name.endswith(".po")), key=lambda path: path.name)
    return {path.name.removesuffix(".po"): path.read_text(encoding="utf-8") for path in listed}


def joined(columns: Mapping[str, list[str]]) -> dict[str, str]:
    """The catalogues of a wheel: under no language the messages, under each one its head and what it says of them."""
    heads = columns[""]
    return {
        code: "\n\n".join([head, *("\nmsgstr".join(pair) for pair in zip(heads, rest, strict=True))])
        for code, (head, *rest) in columns.items()
        if code
    }
