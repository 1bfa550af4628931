"""How often words stand at a place in the library's games: completion proposes the usual ones first.

`habits.txt` has a line for each place, `keyword constant/index` or `keyword constant/label:`, and what stands there,
the most frequent first. It is made anew by `python -m ludens.lsp.habits`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

from ludens.lsp.document import Document
from ludens.lsp.syntax import Node
from ludens.ludemes.matching import raised
from ludens.ludemes.registry import constants_of

FILE: Final = Path(__file__).with_name("habits.txt")
#: how many words a place has
_MOST: Final = 24
_CLAUSES: Final = ("define", "option", "item", "metadata", "rulesets")


def usual(parent: Node | None, index: int, label: str | None) -> dict[str, int]:
    """How often each word or form stands at a place inside of a clause, in the library's games."""
    if parent is None or parent.kind != "clause":
        return {}
    counts = dict(_habits().get(_place(parent, index, label), {}))
    if index == 0 and label is None and constants_of(parent.text):
        # which form of the keyword: as often as that form stands where the clause stands
        above, at, own = _above(parent)
        forms = usual(above, index_at(above, at), own) if above is not None else {}
        prefix = f"{parent.text} "
        counts |= {form.removeprefix(prefix): count for form, count in forms.items() if form.startswith(prefix)}
    return counts


def _above(node: Node) -> tuple[Node | None, int, str | None]:
    """The clause around a node, past lists, where in it the node stands, and with which label."""
    at, label, parent = node.at, node.label, node.parent
    while parent is not None and parent.kind == "array":
        at, label, parent = parent.at, parent.label, parent.parent
    return parent, at, label


def written(node: Node) -> str | None:
    """The word that a node counts as: a clause by its form; None for names, numbers, and for options and defines."""
    if node.kind == "clause":
        return f"{node.text} {first}" if (first := _constant(node)) else node.text
    return node.text if node.kind == "word" and node.text[:1].isupper() else None


def habits_text() -> str:
    """The text of `habits.txt`."""
    from ludens import library  # late: a language server starts without it

    tallies: dict[str, Counter[str]] = {}
    for path in library.shipped().values():
        document = Document(path.read_text(encoding="utf-8"))
        for node in document.nodes:
            word, (parent, at, label) = written(node), _above(node)
            is_constant = parent is not None and parent.children[:1] == [node] and _constant(parent) is not None
            if not word or is_constant or parent is None or parent.kind != "clause" or parent.text in _CLAUSES:
                continue
            tallies.setdefault(_place(parent, index_at(parent, at), label), Counter())[word] += 1
    lines = [f"{place}\t{_counted(counts)}" for place, counts in sorted(tallies.items())]
    return "\n".join(lines) + "\n"


def _counted(counts: Counter[str]) -> str:
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_MOST]
    return ", ".join(f"{word} {count}" for word, count in ranked)


def _place(parent: Node, index: int, label: str | None) -> str:
    head = f"{parent.text} {first}" if (first := _constant(parent)) else parent.text
    if parent.text == "if":  # conditions of endings are others than those of moves
        around = (one.text for one in parent.above() if one.text in ("end", "play", "then", "piece"))
        head = f"if of {next(around, 'play')}"
    return f"{head}/{label}:" if label else f"{head}/{index}"


def index_at(parent: Node, offset: int) -> int:
    """How many arguments without a label stand before, as far as three: behind them the order says little."""
    return min(sum(1 for child in parent.children if child.end <= offset and child.label is None), 3)


def _constant(clause: Node) -> str | None:
    first = clause.children[0] if clause.children else None
    if first is None or first.kind != "word" or raised(first.text) not in constants_of(clause.text):
        return None
    return raised(first.text)


@cache
def _habits() -> dict[str, dict[str, int]]:
    habits = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        place, _, words = line.partition("\t")
        counted = (one.rpartition(" ") for one in words.split(", "))
        habits[place] = {word: int(count) for word, _, count in counted}
    return habits


if __name__ == "__main__":
    FILE.write_text(habits_text(), encoding="utf-8")
