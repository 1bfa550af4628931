"""The fenced blocks of a page of documentation, run as tests.

| fence | what happens |
| --- | --- |
| ```` ```lud ```` | a whole description: it must load |
| ```` ```lud values ```` | items and position, then lines `expression => value`, read after a move (see `Table`) |
| ```` ```lud error ```` | must be refused; the ```` ```text ```` block after it shows lines of the message |
| ```` ```lud fragment ```` | part of a description: its brackets must match, no more |
| ```` ```python ```` | asserts, or a doctest where it holds `>>>` |

A python block belongs to the last `lud` block above it and shares its names with the other blocks of that example:
`ludens`, `game`, `state` (`game.start(seed=1)`), `pairs(state)` (from and to of the legal moves) and `pieces(state)`
(the names on each occupied site, bottom first). Blocks of any other language are not run.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ludens

FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = ("lud", "lud values", "lud error", "lud fragment", "python")
STRUCTURE = ("define", "players", "start", "play", "end", "meta")
PIECES = ("(piece", "(tile", "(dominoes", "(deck")
WORDS = {"True": "1", "False": "0"}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text and the line of its first line on the page."""

    kind: str
    text: str
    line: int


@dataclass
class Example:
    """A block that stands for itself, or a description with the python blocks that use it."""

    page: Path
    blocks: list[Block] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.page.name}:{self.blocks[0].line}"

    def run(self) -> None:
        """Run it. Raises what a description that does not load raises, and AssertionError for a false claim."""
        names: dict[str, Any] = {"ludens": ludens, "pairs": pairs, "pieces": pieces}
        for position, block in enumerate(self.blocks):
            match block.kind:
                case "lud":
                    names["game"] = game = ludens.load(block.text)
                    names["state"] = game.start(seed=1)
                case "lud values":
                    Table.read(block.text).check(self.page, block.line)
                case "lud error":
                    check_refused(block, self.blocks[position + 1 :])
                case "lud fragment":
                    assert block.text.count("(") == block.text.count(")"), "brackets that do not match"
                case "python":
                    run_python(block, names, self.page)


def pairs(state: Any) -> list[tuple[int, int]]:
    """From and to of each legal move, in the order of generation."""
    return [(move.from_site, move.to_site) for move in state.legal_moves()]


def pieces(state: Any) -> dict[int, list[str]]:
    """The names of the pieces on each occupied site, bottom first; a pile repeats the name of its pieces."""
    names = {component.index: component.name for component in state.game.components}
    found: dict[int, list[str]] = {}
    for _type, site, _level, what, _who, count, *_rest in state.sites():
        found.setdefault(site, []).extend([names.get(what, "")] * max(count, 1))
    return found


def examples(page: Path) -> Iterator[Example]:
    """The examples of a page, in order."""
    current: Example | None = None
    for block in blocks(page.read_text(encoding="utf-8")):
        joins = block.kind == "python" or (block.kind == "text" and current and current.blocks[-1].kind == "lud error")
        if joins and current:
            current.blocks.append(block)
        elif block.kind in RUN:
            if current:
                yield current
            current = Example(page, [block])
    if current:
        yield current


def blocks(text: str) -> Iterator[Block]:
    for match in FENCE.finditer(text):
        yield Block(match[1].strip(), match[2], text.count("\n", 0, match.start(2)) + 1)


def run_python(block: Block, names: dict[str, Any], page: Path) -> None:
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line - 1)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not report, "".join(report)


def check_refused(block: Block, after: list[Block]) -> None:
    try:
        ludens.load(block.text).start(seed=1)
    except ludens.LudError as error:
        message = str(error)
    else:
        raise AssertionError("this description should be refused")
    assert after and after[0].kind == "text", "the message is missing: a text block behind the description"
    missing = [line for line in after[0].text.splitlines() if line.strip() not in message]
    assert not missing, f"the message is\n{message}\nand does not say {missing}"


@dataclass
class Table:
    """Expressions and their values, evaluated in one game after its first move.

    Above the first line with `=>`: items of equipment and, if wanted, `(players ..)`, `(start ..)`, `(meta ..)`,
    `(end ..)` and `(play MOVE)`, whose first legal move is played; without them two players, a 3 by 3 board, a piece
    `Disc` of each player and a pass. An expression is an integer (`=> 3`), a condition (`=> True`), a region
    (`=> {0 4}`, ascending) or an array (`=> [4 0]`, in its order).
    """

    setting: dict[str, list[str]]
    lines: list[tuple[str, str]]

    @classmethod
    def read(cls, text: str) -> Table:
        lines = [re.sub(r"\s*//.*", "", line) for line in text.splitlines()]
        first = next(number for number, line in enumerate(lines) if "=>" in line)
        setting: dict[str, list[str]] = {}
        for clause in clauses("\n".join(lines[:first])):
            setting.setdefault(re.match(r"\((\w+)", clause)[1], []).append(clause)  # type: ignore[index]
        checks = [line.split("=>") for line in lines[first:] if line.strip()]
        return cls(setting, [(expression.strip(), value.strip()) for expression, value in checks])

    def description(self) -> str:
        given = self.setting
        items = [clause for word, found in given.items() if word not in STRUCTURE for clause in found]
        if not any("oard" in item.split()[0] for item in items):
            items.insert(0, "(board (square 3))")
        if not any(item.startswith(PIECES) for item in items):
            items.append('(piece "Disc" Each)')
        move = given.get("play", ["(play (move Pass))"])[0][len("(play") : -1].strip()
        asked = " ".join(probe(number, *line) for number, line in enumerate(self.lines))
        parts = [
            *given.get("define", []),
            f'(game "Values" {given.get("players", ["(players 2)"])[0]} (equipment {{{" ".join(items)}}})',
            "(rules",
            *given.get("meta", []),
            *given.get("start", []),
            f"(play {move[:-1]} (then (and {{{asked}}}))))",
            given.get("end", ["(end (if (> (count Moves) 9999) (result Mover Draw)))"])[0] + "))",
        ]
        return "\n".join(parts)

    def check(self, page: Path, line: int) -> None:
        state = ludens.load(self.description()).start(seed=1)
        played = state.play(state.legal_moves()[0]).to_trial()
        for number, (expression, expected) in enumerate(self.lines):
            found = [int(value) for value in re.findall(rf"name=v{number},value=(-?\d+)", played)]
            wanted = [int(value) for value in re.findall(r"-?\d+", WORDS.get(expected, expected))]
            assert found == wanted, f"{page.name}:{line}: {expression} gives {found}, not {expected}"


def probe(number: int, expression: str, expected: str) -> str:
    """The effect that writes the value of an expression into the played move."""
    if expected in WORDS:
        return f'(if {expression} (set Var "v{number}" 1) (set Var "v{number}" 0))'
    if expected.startswith("{"):
        return f'(forEach Site {expression} (remember Value "v{number}" (site)))'
    if expected.startswith("["):
        return f'(forEach Value {expression} (remember Value "v{number}" (value)))'
    return f'(set Var "v{number}" {expression})'


def clauses(text: str) -> Iterator[str]:
    """The clauses at the top level of a text."""
    depth = start = 0
    for position, character in enumerate(text):
        if character == "(":
            start = position if depth == 0 else start
            depth += 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                yield text[start : position + 1]
