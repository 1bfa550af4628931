"""What a description says about its game in words: the texts of its metadata."""

from collections.abc import Iterator

from ludens.language.tree import Clause, String


def clauses(node: object) -> Iterator[Clause]:
    """The clauses of a tree, outer ones first."""
    if isinstance(node, Clause):
        yield node
    for child in getattr(node, "arguments", getattr(node, "elements", ())):
        yield from clauses(child)


def info(metadata: Clause | None, keyword: str) -> str:
    """The text of the first clause of this keyword in the metadata, on one line; empty where there is none."""
    for node in clauses(metadata):
        if node.keyword == keyword:
            return " ".join(" ".join(a.text for a in node.arguments if isinstance(a, String)).split())
    return ""
