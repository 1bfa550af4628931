"""What the pages say of the program in prose."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
from pages import ROOT, pages

from ludens import cli
from ludens.founding.amazons.codingame.referee import REASONS

#: options of other programs, and of the scripts under benchmarks/ and tests/, that pages name
OF_OTHERS = {
    "--address",
    "--again",
    "--all",
    "--apart",
    "--capture-all-dead",
    "--check",
    "--checks",
    "--chinese-rules",
    "--conformance",
    "--dbname",
    "--editable",
    "--emulate",
    "--env",
    "--every",
    "--exclude-table-data",
    "--file",
    "--from",
    "--games",
    "--grammar-file",
    "--head",
    "--install-extension",
    "--json",
    "--no-deps",
    "--no-owner",
    "--no-push",
    "--nodes",
    "--pack",
    "--rm",
    "--seconds",
    "--share",
    "--solve",
    "--tags",
    "--undecided",
    "--update",
    "--visit",
}


@pytest.fixture(scope="module")
def options() -> set[str]:
    """Every option of every command."""
    with contextlib.redirect_stdout(io.StringIO()) as told:
        cli.main(["--help"])
        for command in re.findall(r"^  ([a-z]+)\b", told.getvalue(), re.MULTILINE):
            listed = len(told.getvalue())
            cli.main([command, "--help"])
            _, _, actions = told.getvalue()[listed:].partition("\nactions:")
            for action in re.findall(r"^    ([a-z]+)\b", actions, re.MULTILINE):
                cli.main([command, action, "--help"])
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", told.getvalue()))


def test_every_option_that_is_named_exists(options: set[str]) -> None:
    assert len(options) > 30
    unknown = {
        f"{path.relative_to(ROOT)}: {option}"
        for path in pages()
        for option in re.findall(r"(?<![\w-])--[a-z]{2}[a-z-]*", path.read_text(encoding="utf-8"))
        if option not in options | OF_OTHERS
    }
    assert unknown == set()


def test_every_reason_of_the_referee_is_explained() -> None:
    text = (ROOT / "docs" / "codingame.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE) == list(REASONS)


def test_every_picture_of_the_browser_is_shown_and_small() -> None:
    docs = ROOT / "docs"
    if not (docs / "screenshots").is_dir():
        pytest.skip("the source archive has no pictures of the manual")
    pages = (path.read_text(encoding="utf-8") for path in sorted(docs.glob("*.md")))
    shown = [picture for text in pages for picture in re.findall(r"!\[[^]]*\]\((screenshots/[^)]+)\)", text)]
    made = {path.relative_to(docs).as_posix(): path.stat().st_size for path in (docs / "screenshots").iterdir()}
    assert sorted(shown) == sorted(made)
    assert sum(made.values()) < 1_500_000
