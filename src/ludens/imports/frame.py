"""What the texts of all descriptions that are made here have in common: their head, their frame, their clauses."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.imports import naming


@dataclass(frozen=True)
class Imported:
    """A game of another system as a description: its text, and what the text does not say."""

    name: str
    text: str
    remarks: tuple[str, ...]


def headed(head: Sequence[str], remarks: Sequence[str], body: str) -> str:
    """A description behind a comment, which has what the description does not say."""
    return "\n".join([*head, *(f"// Not said: {one}" for one in remarks), "", body])


def game(name: str, players: str, equipment: Sequence[str], rules: Sequence[str]) -> str:
    """A game of its parts."""
    return "\n".join([
        f"(game {naming.text(name)}",
        f"    (players {players})",
        f"    (equipment {{\n{lines(stacked(equipment), 1)}\n    }})",
        "    (rules",
        *(lines(rule, 2) for rule in rules),
        "    )",
        ")",
    ])  # fmt: skip


def lines(text: str, depth: int) -> str:
    """A text that is indented by levels of four spaces."""
    return textwrap.indent(text, "    " * depth)


def wrapped(words: Sequence[str]) -> str:
    """Words in lines that are not too long."""
    rows = [""]
    for word in words:
        if len(rows[-1]) + len(word) > 96:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return "\n".join(rows)


def stacked(parts: Sequence[str]) -> str:
    """Parts one below the other, as they stand between braces."""
    return "\n".join(lines(part, 1) for part in parts)


def joined(keyword: str, parts: Sequence[str]) -> str:
    """Parts as one clause, `(or {..})`; one alone as it is."""
    return parts[0] if len(parts) == 1 else f"({keyword} {{\n{stacked(parts)}\n}})"


def inline(keyword: str, parts: Sequence[str]) -> str:
    """The same in one line: `(or a b)`, and with braces where there are more."""
    if len(parts) < 3:
        return parts[0] if len(parts) == 1 else f"({keyword} {parts[0]} {parts[1]})"
    return f"({keyword} {{{' '.join(parts)}}})"


def quoted(names: Sequence[str]) -> str:
    """Names as a list, one alone without its braces."""
    words = [f'"{name}"' for name in names]
    return words[0] if len(words) == 1 else f"{{{' '.join(words)}}}"
