"""A rules sheet written down: as text, as Markdown, as a page of HTML."""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from ludens.lab.sheet.document import Item, Picture, RulesSheet, Section

_WIDTH = 100
#: a width at which no line is broken
_UNBROKEN = 1_000_000
_STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.55 Georgia, serif; color: #1d1d1f;
  background: #fffdf8; }
h1 { font-size: 2rem; margin-bottom: 0; } h2 { border-bottom: 1px solid #ddd6c8; padding-bottom: .2rem; }
.lead { font-style: italic; color: #55504a; } figure { display: inline-block; margin: .5rem 1rem .5rem 0; }
figure svg { max-width: 100%; height: auto; } figcaption { font-size: .85rem; color: #55504a; }
li { margin: .2rem 0; }
@media (prefers-color-scheme: dark) { body { color: #e8e4dc; background: #1b1a18; } h2 { border-color: #444; }
  .lead, figcaption { color: #b0a99e; } }
@media print { body { max-width: none; background: none; } section { break-inside: avoid-page; } }
"""


# --- text


def as_text(sheet: RulesSheet, width: int = _WIDTH) -> str:
    """The sheet as plain text, without pictures."""
    lines = [sheet.title, "=" * len(sheet.title)]
    for text in (sheet.lead, sheet.written):
        if text:
            lines += ["", textwrap.fill(text, width)]
    for section in sheet.sections:
        lines += ["", *_text_section(section, width, 0)]
    return "\n".join(lines)


def _text_section(section: Section, width: int, depth: int) -> Iterator[str]:
    yield section.title
    if depth == 0:
        yield "-" * len(section.title)
    if section.text:
        yield textwrap.fill(section.text, width)
    for item in section.items:
        yield from _text_item(item, width, 1)
    for inner in section.sections:
        yield ""
        yield from _text_section(inner, width, depth + 1)


def _text_item(item: Item, width: int, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield textwrap.fill(item.text, width, initial_indent=f"{indent[2:]}- ", subsequent_indent=indent)
    for inner in item.items:
        yield from _text_item(inner, width, depth + 1)


def paragraphs(sheet: RulesSheet) -> list[str]:
    """The sheet as paragraphs; the items of a list are lines that begin with a hyphen, those under others indented."""
    texts = list[str]()
    for section in sheet.sections:
        texts += _paragraphs(section)
    return texts


def _paragraphs(section: Section) -> Iterator[str]:
    yield f"{section.title}. {section.text}".strip()
    if section.items:
        yield "\n".join(line for item in section.items for line in _text_item(item, _UNBROKEN, 1))
    for inner in section.sections:
        yield from _paragraphs(inner)


# --- Markdown


def as_markdown(sheet: RulesSheet, folder: str | None = None) -> str:
    """The sheet as Markdown; with pictures from the files of that folder, or without where there is none."""
    lines = [f"# {_plain(sheet.title)}"]
    if sheet.lead:
        lines += ["", f"*{_plain(sheet.lead)}*"]
    if sheet.written:
        lines += ["", _plain(sheet.written)]
    for section in sheet.sections:
        lines += ["", *_markdown_section(section, folder, 2)]
    return "\n".join(lines) + "\n"


def _markdown_section(section: Section, folder: str | None, level: int) -> Iterator[str]:
    yield f"{'#' * level} {_plain(section.title)}"
    if section.text:
        yield ""
        yield _plain(section.text)
    if folder is not None:
        for picture in section.pictures:
            yield ""
            yield f"![{_plain(picture.caption)}]({folder}/{file_name(picture)})"
    if section.items:
        yield ""
        for item in section.items:
            yield from _markdown_item(item, 0)
    for inner in section.sections:
        yield ""
        yield from _markdown_section(inner, folder, level + 1)


def _markdown_item(item: Item, depth: int) -> Iterator[str]:
    yield f"{'    ' * depth}- {_plain(item.text)}"
    for inner in item.items:
        yield from _markdown_item(inner, depth + 1)


def _plain(text: str) -> str:
    """Text of which Markdown makes nothing else."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#" else letter for letter in text)


def file_name(picture: Picture) -> str:
    """The name of a picture's file."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in picture.name) + ".svg"


# --- HTML


def as_html(sheets: Sequence[RulesSheet], title: str | None = None) -> str:
    """Sheets as a page of HTML that needs nothing else: its pictures are in it. `title` is that of the page."""
    body = "\n".join(_html_sheet(sheet) for sheet in sheets)
    name = escape(title or (f"{sheets[0].title}: the rules" if sheets else "Rules"))
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{name}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _html_sheet(sheet: RulesSheet) -> str:
    parts = [f"<h1>{escape(sheet.title)}</h1>"]
    if sheet.lead:
        parts.append(f"<p class=lead>{escape(sheet.lead)}</p>")
    if sheet.written:
        parts.append(f"<p>{escape(sheet.written)}</p>")
    return "\n".join([*parts, *(_html_section(section, 2) for section in sheet.sections)])


def _html_section(section: Section, level: int) -> str:
    parts = [f"<section><h{level}>{escape(section.title)}</h{level}>"]
    if section.text:
        parts.append(f"<p>{escape(section.text)}</p>")
    parts += [_figure(picture) for picture in section.pictures]
    if section.items:
        parts.append(_html_items(section.items))
    parts += [_html_section(inner, min(level + 1, 6)) for inner in section.sections]
    return "\n".join([*parts, "</section>"])


def _html_items(items: Sequence[Item]) -> str:
    lines = "".join(f"<li>{escape(item.text)}{_html_items(item.items) if item.items else ''}</li>" for item in items)
    return f"<ul>{lines}</ul>"


def _figure(picture: Picture) -> str:
    """A picture in a page: as an image, so that the names in one drawing do not meet those in another."""
    data = base64.b64encode(picture.svg.encode()).decode()
    text = escape(picture.caption, quote=True)
    return f'<figure><img alt="{text}" src="data:image/svg+xml;base64,{data}"><figcaption>{text}</figcaption></figure>'
