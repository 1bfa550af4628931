"""Slips in options, with what would mend them: values and arguments without their brackets, tags that no option has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.language import nearest
from ludens.language.options import VALUE
from ludens.lsp.document import Document, OptionTag
from ludens.lsp.findings import Edit, Finding, Fix
from ludens.lsp.syntax import Node

_CODE = "option-slip"
#: what a tag is called; other text between a < and a > is no tag
_NAME = re.compile(r"[A-Za-z]\w*(?: \w+)*")


def option_slips(document: Document) -> list[Finding]:
    """The parts of options that are written so that the reader passes over them."""
    findings = [slip for option in document.options for slip in _in_option(document, option)]
    findings += [slip for clause in document.clauses("option") for slip in _in_heading(document, clause)]
    return [*findings, *_unknown_tags(document)]


def _in_heading(document: Document, clause: Node) -> Iterator[Finding]:
    """The heading, the tag and the names of the arguments."""
    first, others = next(iter(clause.children), None), clause.children[1:]
    if first is not None and first.kind == "word" and not first.text.startswith("<"):
        fix = Fix(f'Write "{first.text}"', (Edit(first.at, first.end, f'"{first.text}"'),))
        message = "an option begins with its heading in quotes"
        yield Finding(first.at, first.end, "error", _CODE, message, fixes=(fix,))
    tag = others[0] if others else None
    if tag is not None and tag.kind == "word" and "<" not in tag.text and tag.label is None:
        yield _bare(tag, f"the tag of an option stands in angle brackets: <{tag.text}>")
    tags = [child for child in others[1:] if child.kind == "tag"]
    if tags and tags[0].label == "args":
        start, end = tags[0].at, tags[-1].end
        fix = Fix("Put them in braces", (Edit(start, end, "{" + document.text[start:end] + "}"),))
        message = "the arguments of an option stand in braces: args:{...}"
        yield Finding(start, end, "error", _CODE, message, fixes=(fix,))


def _in_option(document: Document, option: OptionTag) -> Iterator[Finding]:
    arguments = next((c for c in option.clause.children if c.kind == "array" and c.label == "args"), None)
    for node in arguments.children if arguments is not None else ():
        if node.kind == "word" and not node.text.startswith("<"):
            yield _bare(node, f"an argument of an option stands in angle brackets: <{node.text}>")
    if not option.arguments:
        return
    for item in option.items:
        yield from _in_item(document, option, item)


def _in_item(document: Document, option: OptionTag, item: Node) -> Iterator[Finding]:
    """The values between the name of an item and its description."""
    strings = [child for child in item.children if child.kind == "string"]
    if len(strings) < 2:
        return
    start, end = strings[0].end, strings[-1].at
    values = VALUE.findall(document.text, start, end)
    rest = VALUE.sub(lambda match: " " * len(match[0]), document.text[start:end])
    if re.search(r"[<>(){}\"]|//", rest):
        return  # values that hold clauses, over several lines
    bare = list(re.finditer(r"\S+", rest))
    for match in bare:
        fix = Fix(f"Write <{match[0]}>", (Edit(start + match.start(), start + match.end(), f"<{match[0]}>"),))
        message = f"a value of an item stands in angle brackets: <{match[0]}>"
        yield Finding(start + match.start(), start + match.end(), "error", _CODE, message, fixes=(fix,))
    if not bare and len(values) < len(option.arguments):
        expected = " ".join(f"<{one}>" for one in option.arguments)
        message = f'the item "{strings[0].text}" has {len(values)} of {len(option.arguments)} values: {expected}'
        yield Finding(item.at, item.end, "warning", _CODE, message)


def _bare(node: Node, message: str) -> Finding:
    fix = Fix(f"Write <{node.text}>", (Edit(node.at, node.end, f"<{node.text}>"),))
    return Finding(node.at, node.end, "error", _CODE, message, fixes=(fix,))


def _unknown_tags(document: Document) -> Iterator[Finding]:
    """Uses of tags, or of arguments of tags, that no option has."""
    options = document.tags
    for start, end, tag, argument in document.all_tags():
        option = options.get(tag)
        arguments = [one for each in document.options if each.tag == tag for one in each.arguments]
        token = document.token_at(start)
        if not _NAME.fullmatch(tag) or (token is not None and token.kind == "string"):
            continue
        inside = any(one.clause.at <= start < one.clause.end for one in document.options)
        if inside or (option is not None and (argument in arguments or not argument)) or not options:
            continue
        if option is not None:
            near = nearest(argument, arguments) or arguments
            hint = f"its arguments are {', '.join(arguments)}" if arguments else "it has no arguments"
            message = f'the option "{option.heading}" has no argument `{argument}`'
        else:
            near = nearest(tag, options)
            hint, message = f"the tags are {', '.join(f'<{one}>' for one in options)}", f"no option has the tag <{tag}>"
        proposals = [
            f"<{one}{f':{argument}' if argument else ''}>" if option is None else f"<{tag}:{one}>" for one in near
        ]
        fixes = tuple(Fix(f"Write {one}", (Edit(start, end, one),)) for one in proposals)
        yield Finding(start, end, "error", _CODE, message, hint, fixes=fixes)
