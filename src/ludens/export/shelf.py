"""A folder of games' pages with an index, which is made anew from the pages that lie there."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import quote

from ludens.export.files import require_folder, write_all
from ludens.export.page import page
from ludens.game import Game

_INDEX = "index.html"
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Games</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 16px; font: 18px/1.6 system-ui, sans-serif; }
li { padding: 4px 0; }
</style>
</head>
<body>
<h1>Games</h1>
<ul>
"""


def add_to_shelf(game: Game, folder: Path) -> list[Path]:
    """Write the page of a game into a folder, and the index of the pages there. Raises ExportError as `page` does."""
    require_folder(folder)
    text = page(game)
    folder.mkdir(parents=True, exist_ok=True)
    file, index = folder / f"{_file_name(game.name)}.html", folder / _INDEX
    write_all({file: text.encode()})
    return [file, *write_all({index: _index(folder).encode()})]


def _index(folder: Path) -> str:
    titles = {path.name: _title(path) for path in folder.glob("*.html") if path.name != _INDEX}
    entries = sorted((title.lower(), name, title) for name, title in titles.items() if title is not None)
    links = [f'<li><a href="{quote(name)}">{title}</a></li>' for _, name, title in entries]
    return _HEAD + "\n".join([*links, "</ul>", "</body>", "</html>", ""])


def _title(path: Path) -> str | None:
    """The title of a page, as HTML has it; None where it has none."""
    match = re.search(r"<title>([^<]*)</title>", path.read_text(encoding="utf-8", errors="replace"))
    return html.escape(html.unescape(match[1])) if match else None


def _file_name(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-") or "game"
