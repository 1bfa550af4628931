"""The definitions of the measures, for the manual's page of them."""

from __future__ import annotations

from typing import Final

from ludens.lab import measures

#: where a page wants them
MARK: Final = "<!-- measures -->"


def with_measures(markdown: str) -> str:
    """The page with every measure, its title and its definition, in the place of the mark."""
    if MARK not in markdown:
        return markdown
    rows = [f"| `{name}` | {kind.title} | {kind.definition()} |" for name, kind in measures().items()]
    return markdown.replace(MARK, "\n".join(["| name | title | definition (source) |", "| --- | --- | --- |", *rows]))
