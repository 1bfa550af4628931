"""Doubts about a text that need no binding of its rules: what is declared and never used, and the like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ludens.language import LudError, did_you_mean, parse
from ludens.lsp.document import Document, OptionTag
from ludens.lsp.findings import Edit, Finding, Fix
from ludens.lsp.option_slips import option_slips
from ludens.lsp.shadows import shadowed
from ludens.lsp.syntax import Node

#: how many items of options are tried out, each by reading the text again
_MOST_ITEMS = 24
#: pieces that other equipment makes: dice, cards, dominoes
_MADE = re.compile(r"Die|Dice|Card|Domino|Tile|Deck", re.IGNORECASE)
_MADE_UP = re.compile(r"<[^<>]*>|#[1-9]")


def lints(document: Document) -> list[Finding]:
    """The doubts about a text, in no order."""
    return [finding for check in _CHECKS for finding in check(document)]


def _unused_defines(document: Document) -> Iterator[Finding]:
    made_up = [
        re.compile(".*".join(map(re.escape, _MADE_UP.split(name)))) for name in document.uses if _MADE_UP.search(name)
    ]
    made_up += [
        re.compile(".*".join(map(re.escape, _MADE_UP.split(node.text))))
        for node in document.nodes
        if node.kind == "string" and _MADE_UP.search(node.text)
    ][:200]
    for name, node in document.defines.items():
        used = [use for use in document.uses.get(name, ()) if not node.at <= use.at < node.end]
        if not used and not any(one.fullmatch(name) for one in made_up):
            fix = Fix(f'Remove the define "{name}"', (_removal(document, node),))
            yield _warn(node.children[0], "unused-define", f'the define "{name}" is never used', fixes=(fix,))


def _repeated_defines(document: Document) -> Iterator[Finding]:
    for node in document.clauses("define"):
        first = document.defines.get(node.children[0].text) if node.children else None
        if first is not None and first is not node and node.children[0].kind == "string":
            line = document.locate(first.at)[0] + 1
            message = f'there is a define "{node.children[0].text}" already, in line {line}: this one never counts'
            yield _warn(node.children[0], "repeated-define", message)


def _unused_arguments(document: Document) -> Iterator[Finding]:
    for name, define in document.defines.items():
        count = document.parameters(define)
        for use in document.uses.get(name, ()):
            if use.kind == "use" and len(use.children) > count and use.closed:
                has = f"has {count or 'no'} parameter{'' if count == 1 else 's'}"
                extra = use.children[count]
                yield _warn(extra, "unused-parameter", f'the define "{name}" {has}: this is left out')


def _idle_options(document: Document) -> Iterator[Finding]:
    for option in document.options:
        uses = {argument for _, _, argument in document.tag_uses(option.tag)}
        is_set = any(_in_use_for(node) and node.text.startswith(f"{option.heading}/") for node in _strings(document))
        if not _is_used(document, option) and not is_set:
            message = f'the option "{option.heading}" changes nothing: no place has its tag <{option.tag}>'
            yield _warn(option.clause.children[0], "idle-option", message)
            continue
        for argument in option.arguments:
            if (
                argument not in uses
                and not (argument == option.arguments[0] and "" in uses)
                and option.items
                and not is_set
            ):
                message = f"nothing asks for <{option.tag}:{argument}>: what the items have for it changes nothing"
                yield _warn(option.clause.children[0], "idle-option", message)


def _is_used(document: Document, option: OptionTag) -> bool:
    """Whether the option's tag stands anywhere outside of the option."""
    return any(not option.clause.at <= at < option.clause.end for at, _, _ in document.tag_uses(option.tag))


def _strings(document: Document) -> list[Node]:
    return [node for node in document.nodes if node.kind == "string"]


def _in_use_for(node: Node) -> bool:
    return any(one.text == "useFor" for one in node.above())


def _unknown_settings(document: Document) -> Iterator[Finding]:
    names = [f"{o.heading}/{name.text}" for o in document.options for i in o.items for name in i.children[:1]]
    for ruleset in document.clauses("ruleset"):
        for node in ruleset.walk():
            if node.kind == "string" and node is not ruleset.children[0] and node.text not in names:
                message = f'no option has the item "{node.text}"'
                yield Finding(node.at, node.end, "warning", "unknown-setting", message, did_you_mean(node.text, names))


def _unused_regions(document: Document) -> Iterator[Finding]:
    """Regions with a name that stands nowhere else, unless some region is named by its player alone."""
    by_role = any(
        node.children
        and node.children[0].kind == "word"
        and len(node.children) == 1
        and _is_role(node.children[0].text)
        for node in document.clauses("sites")
    )
    if by_role or any(
        "#" in n.text for n in document.nodes if n.kind == "parameter" and n.parent and n.parent.text == "sites"
    ):
        return
    for one in document.declarations:
        if one.kind == "region" and not _mentioned(document, one.at):
            yield _warn(one.at, "unused-region", f'nothing asks for the region "{one.name}"')


def _mentioned(document: Document, declared: Node) -> bool:
    places = [node for node in _strings(document) if node.text == declared.text and node.parent is not declared.parent]
    return any(not (node.parent and node.parent.text == "regions") for node in places)


def _is_role(word: str) -> bool:
    return word in ("Mover", "Next", "Prev", "Player", "Each", "All") or bool(re.fullmatch(r"P\d+", word))


def idle_metadata(document: Document, names: Mapping[str, Sequence[str]], players: int) -> Iterator[Finding]:
    """Graphics of pieces, regions and players that the game lacks; `names` are those of its pieces and regions."""
    chosen = any(child.kind == "tag" for node in document.clauses("players") for child in node.walk())
    for node in document.clauses("graphics"):
        for clause in (one for one in node.walk() if one.kind == "clause" and one.parent in (node, *node.children)):
            declared = names.get(clause.text, ())
            renames = any(child.text in ("Rename", "ExtendName", "AddStateToName") for child in clause.children[:1])
            strings = (c for c in clause.children if c.kind == "string" and c.label == ("piece" if renames else None))
            first = next(strings, None)
            if declared and first is not None and not _fits(first.text, declared) and not _MADE.match(first.text):
                message = f'there is no {clause.text} "{first.text}": this changes nothing'
                yield _warn(first, "idle-metadata", message)
            for child in clause.children:
                role = re.fullmatch(r"P(\d+)", child.text) if child.kind == "word" else None
                if role is not None and not chosen and int(role[1]) > players:
                    yield _warn(child, "idle-metadata", f"there is no player {child.text}: this changes nothing")


def _fits(text: str, names: Sequence[str]) -> bool:
    """Whether graphics that name this are of one of these: by the whole name, or by what it begins or ends with."""
    bare = text.rstrip("0123456789").lower()
    return any(bare in name.lower() or name.rstrip("0123456789").lower() in bare for name in names)


def _repeated_rules(document: Document) -> Iterator[Finding]:
    """In the lists of `or`, `and` and of ends: a part that stands there before."""
    for keyword in ("or", "end"):
        for node in document.clauses(keyword):
            parts = node.children[0].children if node.children and node.children[0].kind == "array" else node.children
            seen: dict[str, Node] = {}
            for part in parts:
                text = " ".join(document.text[part.start : part.end].split())
                if part.is_list and text in seen:
                    line = document.locate(seen[text].at)[0] + 1
                    yield _warn(part, "repeated-rule", f"this stands in line {line} already")
                seen.setdefault(text, part)


def tried_options(document: Document, options: Sequence[str] = ()) -> Iterator[Finding]:
    """Items of an option that give the same game, found by reading the text with each."""
    budget = _MOST_ITEMS
    for option in document.options:
        if len(option.items) < 2 or budget < len(option.items) or not _is_used(document, option):
            continue
        budget -= len(option.items)
        try:
            expanded = [_expanded(document, option, item, options) for item in option.items]
        except LudError:
            continue
        yield from _same(option, expanded)


def _same(option: OptionTag, expanded: Sequence[str]) -> Iterator[Finding]:
    if len(set(expanded)) == 1:
        message = f'the option "{option.heading}" changes nothing: all its items give the same game'
        yield _warn(option.clause.children[0], "idle-option", message)
        return
    first: dict[str, Node] = {}
    for item, text in zip(option.items, expanded, strict=True):
        if text in first:
            message = f'this item gives the same game as "{first[text].children[0].text}"'
            yield _warn(item.children[0], "same-items", message)
        first.setdefault(text, item)


def _expanded(document: Document, option: OptionTag, item: Node, options: Sequence[str]) -> str:
    name = f"{option.heading}/{item.children[0].text if item.children else ''}"
    others = [one for one in options if not one.startswith(f"{option.heading}/")]
    return parse(document.text, options=[*others, name]).expanded


def _warn(node: Node, code: str, message: str, fixes: tuple[Fix, ...] = ()) -> Finding:
    return Finding(node.at, max(node.end, node.at + 1), "warning", code, message, fixes=fixes)


def _removal(document: Document, node: Node) -> Edit:
    """The edit that removes a clause, with the line that it leaves empty."""
    start, end = node.start, node.end
    line_start = document.line_starts[document.locate(start)[0]]
    rest = re.compile(r"[ \t]*\n").match(document.text, end)
    alone = rest is not None and not document.text[line_start:start].strip()
    return Edit(line_start if alone else start, rest.end() if rest and alone else end, "")


_CHECKS: tuple[Callable[[Document], Iterable[Finding]], ...] = (
    option_slips,
    shadowed,
    _unused_defines,
    _repeated_defines,
    _unused_arguments,
    _idle_options,
    _unknown_settings,
    _unused_regions,
    _repeated_rules,
)
