"""Trees written with the defines of a description, where a part of the tree is what a define means.

>>> from ludens.language import parse
>>> text = '(define "Free" (is Empty #1)) (game "G" (rules (play (if ("Free" (to)) (pass)))))'
>>> folded(parse(text).game, parse(text))
'(define "Free" (is Empty #1))\\n\\n(game "G" (rules (play (if ("Free" (to)) (pass)))))'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ludens.language.cleanup import remove_comments
from ludens.language.defines import Define, take_defines
from ludens.language.description import Description, parse
from ludens.language.errors import LudError
from ludens.language.options import select_items, substitute, take_options
from ludens.language.prelude import predefined
from ludens.language.rulesets import take_rulesets
from ludens.language.text import Text
from ludens.language.tree import Array, Clause, Node, String, Word, bare, children, to_text, walk

#: a parameter in a pattern; no description has such a word
_HOLE = "Parameter_of_a_define_"


@dataclass(frozen=True)
class _Pattern:
    """The content of a define, with holes for its parameters."""

    define: Define
    node: Node
    holes: int

    @property
    def size(self) -> int:
        return sum(1 for _ in walk(self.node))


def folded(tree: Clause, description: Description) -> str:
    """The text of a tree with those defines of a description that fit, which reads back as an equal tree."""
    own = _own(description)
    written = to_text(tree)
    patterns: list[_Pattern] = []
    for pattern in sorted(_patterns(own, description.source.text), key=lambda one: -one.size):
        text = _text(_fold(tree, [*patterns, pattern]), own)
        if text != written and _means(text, tree):
            patterns.append(pattern)
            written = text
    return written


def _own(description: Description) -> Mapping[str, Define]:
    """The defines of a description's own text, with its options put in."""
    text, options = take_options(remove_comments(Text.of(description.source)))
    text, _ = take_rulesets(text)
    items = select_items(options, list(description.selected))
    return {one.name: one for one in take_defines(substitute(text, options, [item for _, item in items]))[1]}


def _patterns(own: Mapping[str, Define], source: str) -> Iterator[_Pattern]:
    """The defines that a text uses, as far as each is one clause or list."""
    defines = {**predefined(), **own}
    for name, define in defines.items():
        if name not in own and f'("{name}"' not in source:
            continue
        numbers = re.findall("#([1-9])", define.body.chars)
        holes = max(map(int, numbers), default=0)
        uses = "".join(f" {_HOLE}{number}" for number in range(1, holes + 1))
        try:
            nodes = parse(f'{_texts(own.values())}(game "G" ("{name}"{uses}))').game.arguments[1:]
        except LudError:
            continue
        if len(nodes) == 1 and isinstance(nodes[0], Clause | Array) and _is_whole(nodes[0], holes):
            yield _Pattern(define, bare(nodes[0]), holes)


def _is_whole(node: Node, holes: int) -> bool:
    """Whether each hole is a node of its own, and all of them are there, and something else is."""
    parts = list(walk(node))
    words = [part.text for part in parts if isinstance(part, Word) and part.text.startswith(_HOLE)]
    whole = {f"{_HOLE}{number}" for number in range(1, holes + 1)}
    return set(words) == whole and to_text(node).count(_HOLE) == len(words) and len(parts) > len(words) + 1


def _fold(node: Node, patterns: Sequence[_Pattern]) -> Node:
    for pattern in patterns:
        holes: dict[str, Node] = {}
        if _matches(pattern.node, bare(node), holes):
            arguments = tuple(_fold(holes[f"{_HOLE}{number}"], patterns) for number in range(1, pattern.holes + 1))
            return Clause(pattern.define.tag, arguments, node.span, node.label)
    if isinstance(node, Array):
        return replace(node, elements=tuple(_fold(part, patterns) for part in node.elements))
    if isinstance(node, Clause):
        return replace(node, arguments=tuple(_fold(part, patterns) for part in node.arguments))
    return node


def _matches(pattern: Node, node: Node, holes: dict[str, Node]) -> bool:
    """Whether a node is what a pattern says; what stands at its holes is put into `holes`."""
    if pattern.label != node.label:
        return False
    if isinstance(pattern, Word) and pattern.text.startswith(_HOLE):
        return holes.setdefault(pattern.text, bare(node)) == bare(node)
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, Word | String):
        return pattern == node
    ours, theirs = children(pattern), children(node)
    same = not (isinstance(pattern, Clause) and isinstance(node, Clause)) or pattern.keyword == node.keyword
    return same and len(ours) == len(theirs) and all(_matches(a, b, holes) for a, b in zip(ours, theirs, strict=True))


def _text(tree: Node, own: Mapping[str, Define]) -> str:
    """A tree behind the defines that it uses, and those that these use."""
    body, used = to_text(tree), list[Define]()
    while more := [one for one in own.values() if one not in used and _is_used(one, [body, *_bodies(used)])]:
        used += more
    return _texts(one for one in own.values() if one in used) + body


def _is_used(define: Define, texts: Sequence[str]) -> bool:
    return any(f"({define.tag}" in text for text in texts)


def _bodies(defines: Sequence[Define]) -> list[str]:
    return [one.body.chars for one in defines]


def _texts(defines: Iterable[Define]) -> str:
    return "".join(f"(define {one.tag} {one.body.chars})\n\n" for one in defines)


def _means(text: str, tree: Clause) -> bool:
    try:
        return parse(text).game == tree
    except LudError:
        return False
