"""Links from the chapters of the language reference to the entries of the ludemes that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ludeme_pages import file_spellings, slug

#: which pages of entries a chapter means, where a spelling is on several; the others follow
PAGES: Final = {
    "boards": ("graphs", "dimensions", "equipment"),
    "booleans": ("conditions",),
    "directions": ("directions",),
    "effects": ("moves",),
    "equipment": ("equipment", "parts"),
    "integers": ("integers", "arrays", "numbers", "ranges"),
    "metadata": ("metadata", "graphics"),
    "moves": ("moves", "parts"),
    "puzzles": ("conditions", "moves"),
    "regions": ("regions",),
    "structure": ("parts", "start", "meta", "ends"),
}
_CODE: Final = re.compile(r"`\(([a-zA-Z]+|[-+*/%^<>=!]+)(?: ([A-Z]\w*))?(?=[\s)])[^`]*`")
_FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def with_entries(markdown: str, chapter: str) -> str:
    """A chapter with links to entries: below a heading that shows a form, and in the first column of its tables."""
    targets = _targets(chapter)
    parts, at = [], 0
    for fence in _FENCE.finditer(markdown):
        parts += [_linked(markdown[at : fence.start()], targets), fence[0]]
        at = fence.end()
    return "".join([*parts, _linked(markdown[at:], targets)])


def _targets(chapter: str) -> Mapping[str, str]:
    """Where the entry of each spelling is that a chapter may mean."""
    wanted = PAGES.get(chapter, ())
    order = sorted(file_spellings(), key=lambda found: wanted.index(found[0]) if found[0] in wanted else len(wanted))
    return {spelling: f"ludemes/{file}.md#{slug(spelling)}" for file, spelling in reversed(order)}


def _linked(text: str, targets: Mapping[str, str]) -> str:
    return "\n".join(line for row in text.split("\n") for line in _lines(row, targets))


def _lines(line: str, targets: Mapping[str, str]) -> Iterator[str]:
    if line.startswith("| `("):
        cell, bar, rest = line[2:].partition(" |")
        yield "| " + _CODE.sub(lambda code: _link(code, targets), cell) + bar + rest
        return
    yield line
    if line.startswith("##"):
        names = dict.fromkeys(name for code in _CODE.finditer(line) if (name := _spelling(code, targets)))
        if names:
            yield "\n" + "*Entry: " + ", ".join(f"[{name}]({targets[name]})" for name in names) + "*{ .entry }\n"


def _spelling(code: re.Match[str], targets: Mapping[str, str]) -> str | None:
    """The spelling that a piece of code begins with: with its constant if there is such an entry."""
    names = (f"{code[1]} {code[2]}", code[1])
    return next((name for name in names if name in targets), None)


def _link(code: re.Match[str], targets: Mapping[str, str]) -> str:
    name = _spelling(code, targets)
    return f"[{code[0]}]({targets[name]})" if name else code[0]
