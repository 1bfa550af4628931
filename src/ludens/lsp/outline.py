"""What a text consists of, for its outline, and what of it can be folded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ludens.lsp.document import Document
from ludens.lsp.syntax import Node

SymbolKind = Literal["game", "define", "option", "piece", "region", "section", "phase", "rule"]
_KINDS: dict[str, SymbolKind] = {
    "game": "game",
    "match": "game",
    "define": "define",
    "option": "option",
    "rulesets": "option",
    "ruleset": "option",
    "item": "option",
    "piece": "piece",
    "die": "piece",
    "tile": "piece",
    "board": "piece",
    "hand": "piece",
    "dice": "piece",
    "regions": "region",
    "track": "region",
    "map": "region",
    "phase": "phase",
    "players": "section",
    "equipment": "section",
    "rules": "section",
    "start": "section",
    "play": "section",
    "end": "section",
    "meta": "section",
    "metadata": "section",
    "info": "section",
    "graphics": "section",
}


@dataclass
class Symbol:
    """A part of a text with a name, which stands from `name_start` to `name_end`."""

    name: str
    kind: SymbolKind
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: list[Symbol] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind,
            "detail": self.detail,
            "from": self.start,
            "to": self.end,
            "name_from": self.name_start,
            "name_to": self.name_end,
            "children": [child.to_json() for child in self.children],
        }


def outline(document: Document) -> list[Symbol]:
    """The parts of a text: game, equipment, pieces, rules, defines, options."""
    symbols: list[Symbol] = []
    open_ones: list[Symbol] = []
    for node in document.nodes:
        if node.kind != "clause" or node.text not in _KINDS:
            continue
        while open_ones and open_ones[-1].end <= node.at:
            open_ones.pop()
        symbol = _symbol(node)
        if not open_ones:
            symbols.append(symbol)
        elif open_ones[-1].kind in ("define", "piece", "region"):
            continue
        else:
            open_ones[-1].children.append(symbol)
        open_ones.append(symbol)
    return symbols


def _symbol(node: Node) -> Symbol:
    first = node.children[0] if node.children else None
    if first is not None and first.kind == "string":
        return Symbol(first.text or node.text, _KINDS[node.text], node.text, node.start, node.end, first.at, first.end)
    detail = first.text if first is not None and first.kind in ("word", "clause") else ""
    return Symbol(node.text, _KINDS[node.text], detail, node.start, node.end, *node.head)


@dataclass
class Fold:
    """Lines, from 0, that can be folded away behind the first of them."""

    first: int
    last: int
    kind: Literal["region", "comment"]

    def to_json(self) -> dict[str, Any]:
        return {"first": self.first, "last": self.last, "kind": self.kind}


def folding(document: Document) -> list[Fold]:
    """The lists and the comments of several lines; of those that begin on one line, the longest."""
    folds: dict[int, Fold] = {}
    for node in document.nodes[1:]:
        if node.is_list and node.closed:
            first, last = document.locate(node.at)[0], document.locate(node.end)[0]
            if last - 1 > first and (first not in folds or folds[first].last < last - 1):
                folds[first] = Fold(first, last - 1, "region")
    folds |= {fold.first: fold for fold in _comments(document) if fold.first not in folds}
    return [folds[line] for line in sorted(folds)]


def _comments(document: Document) -> list[Fold]:
    lines = [
        line
        for token in document.tokens
        if token.kind == "comment"
        for line, column in [document.locate(token.start)]
        if not document.line(line)[:column].strip()
    ]
    folds: list[Fold] = []
    for line in lines:
        if folds and folds[-1].last == line - 1:
            folds[-1].last = line
        else:
            folds.append(Fold(line, line, "comment"))
    return [fold for fold in folds if fold.last > fold.first]
