"""The texts that people read, brought into the catalogues of `src/ludens/words`: `python docs/making/messages.py`.

New texts are added without a translation, and those that stand nowhere any more are left out; with a code such as `it`
a catalogue for a language is begun. `--check` only says whether something would change.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from page_texts import Literal, literals

from ludens.words.catalogue import Entry, catalogue, entries, languages

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludens"
PAGES = (PACKAGE / "web" / "static", PACKAGE / "export" / "static")
#: words that descriptions bring, which texts may have in them
TERMS = Path(__file__).parent / "terms.txt"
#: the messages of ludemes that stand in the rules of games, which docs/making/wordings.py lists
WORDINGS = Path(__file__).parent / "wordings.txt"
#: functions whose first text is a message; those of which the second one is its plural
_SAYING, _COUNTING = {"say"}, {"count"}
_PLURAL = re.compile(r"\btn\(\s*(?:[^,()`\"]|\([^()]*\))+,\s*$")


@dataclass
class Message:
    """A text of the code: where it stands, and what is put in."""

    text: str
    plural: str = ""
    places: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)


def messages() -> dict[str, Message]:
    """All texts by themselves, in the order of the files that they stand in."""
    listed = dict[str, Message]()
    for message in (*_of_pages(), *_of_code(), *_of_terms(), *_of_wordings()):
        one = listed.setdefault(message.text, message)
        if one is not message:
            one.places += [place for place in message.places if place not in one.places]
            one.values = one.values or message.values
    return listed


def _place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


# --- pages


def _of_pages() -> Iterator[Message]:
    index = _Texts()
    index.feed((PAGES[0] / "index.html").read_text(encoding="utf-8"))
    yield from (Message(text, places=["web/static/index.html"]) for text in index.texts)
    for path in (path for folder in PAGES for path in sorted(folder.glob("*.js"))):
        source = path.read_text(encoding="utf-8")
        yield from (Message(text, plural, [_place(path)], list(values)) for text, plural, values in said(source))


def said(source: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The texts of a module of the page, with their plurals and what is put in."""
    listed = list(literals(source))
    for n, one in enumerate(listed):
        if is_said(source, one):
            yield one.text, "", one.values
        elif _PLURAL.search(source[max(0, one.start - 120) : one.start]):
            other = listed[n + 1]
            yield one.text, other.text, ()


def is_said(source: str, literal: Literal) -> bool:
    """Whether a literal is a text of the catalogue: a template behind `t` or `nodes`."""
    return (
        literal.is_template
        and re.search(r"(?<![\w.])(?:t|nodes)$", source[max(0, literal.start - 8) : literal.start]) is not None
    )


class _Texts(HTMLParser):
    """The texts of a page that is written in HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        shown = [value for name, value in attrs if name in ("aria-label", "title", "content") and value]
        self.texts += [value for value in shown if value[0].isupper()]

    def handle_data(self, data: str) -> None:
        self.texts += [data.strip()] if data.strip()[:1].isupper() else []


# --- code


def _of_code() -> Iterator[Message]:
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "ludens.words import" in text or "import words" in text or "words.say" in text:
            yield from _of_module(ast.parse(text), _place(path))


def _of_module(tree: ast.Module, place: str) -> Iterator[Message]:
    bound, functions = dict[str, list[str]](), _SAYING | _COUNTING if place == "words/speech.py" else set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "ludens.words":
            functions |= {alias.name for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    bound.setdefault(target.id, []).extend(_strings(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := _called(node, functions)):
            if name in _SAYING:
                values = [ast.unparse(value) for value in node.args[1:]]
                yield from (Message(text, "", [place], values) for text in _texts(node.args[0], bound) if text)
            elif name in _COUNTING and len(node.args) > 2:
                one, other = _strings(node.args[1]), _strings(node.args[2])
                yield from (Message(a, b, [place], []) for a, b in zip(one, other, strict=True))


def _called(node: ast.Call, functions: set[str]) -> str:
    """The function of the room `words` that is called, by its own name where that is imported."""
    called = node.func
    if isinstance(called, ast.Name):
        return called.id if called.id in functions else ""
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "words":
        return called.attr
    return ""


def _texts(argument: ast.expr, bound: dict[str, list[str]]) -> list[str]:
    """The texts that an argument may be: those in it, or of the names in it."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return [argument.value]
    if isinstance(argument, ast.IfExp):
        return [*_texts(argument.body, bound), *_texts(argument.orelse, bound)]
    names = (node.id for node in ast.walk(argument) if isinstance(node, ast.Name))
    return [text for name in dict.fromkeys(names) for text in bound.get(name, [])]


def _strings(node: ast.expr) -> list[str]:
    """The texts that a value has in it; of a dictionary those that are its values."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Dict):
        return [text for value in node.values for text in _strings(value)]
    if isinstance(node, ast.IfExp):
        return [*_strings(node.body), *_strings(node.orelse)]
    return [text for one in getattr(node, "elts", ()) for text in _strings(one)]


# --- terms


def _of_terms() -> Iterator[Message]:
    """Words that descriptions bring; of pieces each with its articles, too."""
    on_pages = False
    pieces = False
    for line in TERMS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            on_pages, pieces = "pages" in line, "pieces" in line
        elif line and pieces:
            an = "an" if line[0] in "aeiou" else "a"
            yield from (
                Message(text, places=["terms"])
                for text in (line, f"{an} {line}", f"the {line}", f"the {line}|who moves")
            )
        elif line:
            yield Message(line, places=["terms", "terms.js"] if on_pages else ["terms"])


def _of_wordings() -> Iterator[Message]:
    """What the rules of games are made of."""
    for line in WORDINGS.read_text(encoding="utf-8").splitlines():
        yield Message(line, places=["wordings"])


# --- catalogues


def written(language: str, listed: dict[str, Message]) -> str:
    """A catalogue with these texts, and the translations that it has."""
    path = PACKAGE / "words" / f"{language}.po"
    old = path.read_text(encoding="utf-8") if path.exists() else _HEADER.format(code=language)
    known = {entry.text: entry for entry in entries(old)}
    forms = len(set(catalogue(language).forms)) if path.exists() and language in languages() else 2
    header = old.split("\n\n", 1)[0].rstrip("\n")
    return "\n\n".join([header, *(_entry(one, known.get(one.text), forms) for one in listed.values())]) + "\n"


def _entry(message: Message, known: Entry | None, forms: int) -> str:
    lines = [f"#. {{{n}}}: {' '.join(value.split())[:80]}" for n, value in enumerate(message.values)]
    lines += [f"#: {' '.join(message.places[:3])}", f"msgid {_quoted(message.text)}"]
    same = known is not None and known.plural == message.plural
    old = known.translations if known is not None and same else ()
    if message.plural:
        lines.append(f"msgid_plural {_quoted(message.plural)}")
        lines += [f"msgstr[{n}] {_quoted(old[n] if n < len(old) else '')}" for n in range(forms)]
    else:
        lines.append(f"msgstr {_quoted(old[0] if old else '')}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


_HEADER = r"""# The texts of ludens in another language; docs/translating.md says how they are translated.
msgid ""
msgstr ""
"Language: {code}\n"
"X-Name: {code}\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"Content-Type: text/plain; charset=UTF-8\n"

"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("language", nargs="*", help="codes of languages, for new ones; without, all that there are")
    parser.add_argument("--check", action="store_true", help="only say whether something would change")
    arguments = parser.parse_args()
    listed, changed = messages(), False
    for language in arguments.language or [code for code in languages() if code != "en"]:
        path, text = PACKAGE / "words" / f"{language}.po", written(language, listed)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed = True
            if not arguments.check:
                path.write_text(text, encoding="utf-8")
        missing = sum(not entry.is_whole for entry in entries(text))
        print(f"{language}: {len(listed)} texts, {missing} without a translation")
    return int(changed and arguments.check)


if __name__ == "__main__":
    sys.exit(main())
