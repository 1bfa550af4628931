"""The examples of the language reference do what the text says, and the chapters hold together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fenced import Example, examples

from ludens.language.prelude import predefined

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
CHAPTERS = sorted(REFERENCE.glob("*.md"))
EXAMPLES = [example for page in CHAPTERS for example in examples(page)]
HEADING = re.compile(r"^#{2,4} (\d+(?:\.\d+)*) .*?(?:\{#(s[\d-]+)\})?$", re.MULTILINE)


def sections(page: Path) -> dict[str, str | None]:
    """The anchors of a chapter's sections by their numbers."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {match[1]: match[2] for match in HEADING.finditer(text)}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example(example: Example) -> None:
    example.run()


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_sections_carry_their_number_as_anchor(page: Path) -> None:
    for number, anchor in sections(page).items():
        assert anchor == "s" + number.replace(".", "-")


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_links_between_chapters_lead_somewhere(page: Path) -> None:
    for name, anchor in re.findall(r"\]\((\w+)\.md#(s[\d-]+)\)", page.read_text(encoding="utf-8")):
        assert anchor in sections(REFERENCE / f"{name}.md").values(), f"{name}.md#{anchor}"


def test_the_prelude_chapter_names_every_define() -> None:
    named = set(re.findall(r'`"(\w+)"`', (REFERENCE / "prelude.md").read_text(encoding="utf-8")))
    own = {"Columns", "PiecesOwnedBy"}  # which some of them expect in the description
    assert named - own == set(predefined())
