"""What the pages of the documentation show is what happens (tests/docs/pages.py says how blocks are read)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import ROOT, blocks, pages
from running import ready

PAGES = [path for path in pages() if any(block.runs for block in blocks(path.read_text(encoding="utf-8")))]


#: pages whose programs run for seconds
LONG = {"docs/amazons.md", "docs/arena.md", "docs/codingame.md", "docs/greener.md", "docs/ludo.md", "docs/training.md"}


def each_page() -> list[object]:
    """The pages, those of long programs as slow tests."""
    names = {path.relative_to(ROOT).as_posix(): path for path in PAGES}
    return [pytest.param(p, id=n, marks=[pytest.mark.slow] if n in LONG else []) for n, p in names.items()]


@pytest.mark.parametrize("path", each_page())
def test_page(path: Path, tmp_path: Path) -> None:
    with ready(path.relative_to(ROOT).as_posix(), tmp_path) as runner:
        for block in blocks(path.read_text(encoding="utf-8")):
            if block.runs:
                runner.run(block)


def test_what_is_left_out_says_why() -> None:
    for path in pages():
        for block in blocks(path.read_text(encoding="utf-8")):
            assert block.directives.get("skip") != "", f"{path}:{block.line}"
