"""The pages of the documentation as tests read them: blocks of code, what they print, and how they are run.

    ```python   with >>>: a session, compared line by line; else run
    ```console  commands behind `$ `, each followed by what it prints; where nothing follows, the output is not compared
    ```sh       a script for bash, which has to end well
    ```text     directly below a block: what that block prints
    ```lud      a description that begins with (game or (match: compiled, and played once at random

In what is printed, `...` stands for anything. The blocks of a page run in order, with one set of names and one folder.
A comment above a block says where this does not hold: `<!-- test: skip, because ... -->` leaves it out, `<!-- test:
parse -->` only looks whether there are such commands and options, `<!-- test: file NAME -->` keeps the text in a file,
`<!-- test: with --option ... -->` adds words to every command, where a busy machine would decide otherwise.
`--8<-- "path"` stands for a file of the repository, as it does on the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_FENCE: Final = re.compile(r"^(?P<indent> *)(?P<marks>`{3,}|~{3,}) *(?P<language>[\w-]*)[^`]*$")
_DIRECTIVE: Final = re.compile(r"^ *<!-- test: (?P<word>skip|parse|file|with)\b(?P<rest>.*?) *-->$")
_SNIPPET: Final = re.compile(r'^( *)-+8<-+ "([^"]+)"$', re.MULTILINE)
_GAME: Final = re.compile(r"^\((game|match)\s", re.MULTILINE)


@dataclass
class Block:
    """A block of code: its language, its text, the line it begins at, and what its page says of it."""

    language: str
    text: str
    line: int
    directives: dict[str, str] = field(default_factory=dict)
    output: str | None = None

    @property
    def runs(self) -> bool:
        """Whether there is anything to be run or compiled."""
        if "skip" in self.directives:
            return False
        runnable = self.language in ("python", "console", "sh") or (self.language == "lud" and self.is_game)
        return runnable or "file" in self.directives

    @property
    def is_game(self) -> bool:
        return _GAME.search(self.text) is not None


def pages() -> list[Path]:
    """Every page: those of docs/, and the Markdown of the repository's root.

    test_reference.py has the chapters; the notebook is about what was, which does not run any more.
    """
    reference, notebook = (ROOT / "docs" / "reference").glob("*.md"), (ROOT / "docs" / "notebook").glob("*.md")
    return sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {*reference, *notebook})


def blocks(text: str) -> list[Block]:
    """The blocks of a page, what the next block says is their output joined to them."""
    found: list[Block] = []
    directly = False  # whether nothing has stood between the last block and here
    directives: dict[str, str] = {}
    lines = enumerate(text.splitlines(), 1)
    for number, line in lines:
        if fence := _FENCE.match(line):
            block = Block(fence["language"], _inside(lines, fence), number, directives)
            if directly and block.language == "text" and found[-1].output is None:
                found[-1].output = block.text
            found.append(block)
            directly, directives = True, {}
        elif directive := _DIRECTIVE.match(line):
            directives[directive["word"]] = directive["rest"].strip(" ,")
            directly = False
        elif line.strip():
            directly, directives = False, {}
    return found


def _inside(lines: Iterator[tuple[int, str]], fence: re.Match[str]) -> str:
    """The lines up to the end of a block, without its indentation, snippets put in."""
    inside = []
    for _, line in lines:
        if line.strip() == fence["marks"]:
            break
        inside.append(line.removeprefix(fence["indent"]))
    return _SNIPPET.sub(_snippet, "".join(f"{line}\n" for line in inside))


def _snippet(found: re.Match[str]) -> str:
    """A file of the repository, or the part `[start:NAME]` to `[end:NAME]` of one (`path:NAME`)."""
    path, _, section = found[2].partition(":")
    text = (ROOT / path).read_text(encoding="utf-8")
    if section:
        part = re.search(rf"^.*\[start:{section}\].*\n((?:.*\n)*?).*\[end:{section}\]", text, re.MULTILINE)
        assert part, found[2]
        text = part[1]
    return "".join(found[1] + line for line in text.splitlines(keepends=True)).rstrip("\n")
