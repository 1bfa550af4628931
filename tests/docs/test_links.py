"""The checker of links finds what is wrong with a site; `make docs` runs it over the whole one."""

from __future__ import annotations

import sys
from pathlib import Path

from pages import ROOT

sys.path.append(str(ROOT / "docs" / "making"))
from links import check


def test_what_is_wrong_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="there/#part">1</a> <a href="there/#gone">2</a> <a href="nowhere/">3</a> <img src="no.svg">'
        '<a href="https://example.org/">allowed</a> <script src="https://example.org/x.js"></script>'
    )
    for name in ("there", "alone"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text('<h2 id="part">Part</h2>')
    crawl = check(tmp_path)
    assert sorted(crawl.wrong) == [
        "index loads https://example.org/x.js from elsewhere",
        "index: no.svg is not there",
        "index: nowhere/ is not there",
        "index: there/#gone names no place of its page",
        "no page links to alone/index.html",
    ]
    assert crawl.checked == 4
