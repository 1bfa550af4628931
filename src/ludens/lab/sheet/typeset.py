"""Sheets as pages of PDF, set by Typst, whose package is the extra `print`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ludens.lab.sheet.document import Item, RulesSheet, Section


def typeset(files: Mapping[str, str]) -> bytes:
    """The pages of `page.typ` among some files, the others of which are its pictures. Raises ImportError."""
    try:
        import typst
    except ImportError:
        raise ImportError('typst is not installed: pip install "ludens[print]"', name="typst") from None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        return bytes(typst.compile(str(folder / "page.typ"), root=name))


def page_setup(paper: str, margin: float) -> list[str]:
    """What pages begin with; the paper is a4 or letter, the margin in millimetres."""
    return [
        f'#set page(paper: "{"us-letter" if paper == "letter" else paper}", margin: {margin}mm)',
        "#set text(size: 10.5pt)",
        "#set par(justify: true)",
    ]


def as_pdf(sheet: RulesSheet, paper: str = "a4", margin: float = 16.0) -> bytes:
    """A sheet as pages. Raises ImportError where Typst is missing."""
    pictures = dict[str, str]()
    lines = [*page_setup(paper, margin), *as_typst(sheet, "picture-", pictures)]
    return typeset({"page.typ": "\n".join(lines) + "\n"} | pictures)


def literal(text: str) -> str:
    """A text as it is, whatever it holds."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'#"{escaped}"'


def as_typst(sheet: RulesSheet, prefix: str, pictures: dict[str, str]) -> list[str]:
    """A sheet as Typst reads it; its pictures are added, by names with that prefix."""
    lines = [f"= {literal(sheet.title)}\n"]
    lines += [f"{literal(text)}\n" for text in (sheet.lead, sheet.written) if text]
    for section in sheet.sections:
        lines += _section(section, 2, prefix, pictures)
    return lines


def _section(section: Section, level: int, prefix: str, pictures: dict[str, str]) -> Iterator[str]:
    yield f"{'=' * level} {literal(section.title)}\n"
    if section.text:
        yield f"{literal(section.text)}\n"
    yield from _items(section.items, 0)
    yield ""
    for picture in section.pictures:
        file = f"{prefix}{len(pictures)}.svg"
        pictures[file] = picture.svg
        width = 70 if picture.name == "board" else 45
        yield f'#figure(image("{file}", width: {width}mm), caption: [{literal(picture.caption)}], numbering: none)\n'
    for inner in section.sections:
        yield from _section(inner, level + 1, prefix, pictures)


def _items(items: tuple[Item, ...], depth: int) -> Iterator[str]:
    for item in items:
        yield f"{'  ' * depth}- {literal(item.text)}"
        yield from _items(item.items, depth + 1)
