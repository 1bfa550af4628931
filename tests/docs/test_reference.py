"""The examples of the language reference do what the text says, and the chapters hold together."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from fenced import Example, examples

from ludens.language.prelude import predefined

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs" / "making"))
from entries import with_entries  # noqa: E402
from levels import LEVELS, MARK, with_levels  # noqa: E402
from references import linked, references  # noqa: E402

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


def test_references_in_the_code_name_sections_that_exist() -> None:
    missing = []
    for file in sorted(ROOT.glob("src/ludens/**/*.py")):
        for found in references(file.read_text(encoding="utf-8")):
            page = REFERENCE / f"{found.chapter}.md"
            known = sections(page) if page.exists() else {}
            if not page.exists() or not set(found.sections) <= set(known):
                missing.append(f"{file.relative_to(ROOT)}: {found.text}")
    assert not missing


def test_no_reference_names_a_paper_that_readers_do_not_have() -> None:
    files = sorted(ROOT.glob("src/ludens/**/*.py"))
    assert not [
        file.name for file in files if re.search(r"\b[Ss]pec,? (chapter )?\d", file.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A (manual: moves 5.4).", "A ([moves 5.4](../moves.md#s5-4))."),
        ("B (manual: regions).", "B ([regions](../regions.md))."),
        (
            "C (manual: moves 5.1\nand 5.9; puzzles 3).",
            "C ([moves 5.1 and 5.9](../moves.md#s5-1); [puzzles 3](../puzzles.md#s3)).",
        ),
    ],
)
def test_references_become_links(text: str, expected: str) -> None:
    assert linked(text, "..") == expected


def test_headings_and_tables_of_a_chapter_lead_to_entries() -> None:
    heading, entry = with_entries("### 5.4 `(move Hop [from] ..)`", "moves").split("\n\n")
    assert heading == "### 5.4 `(move Hop [from] ..)`"
    assert entry.startswith("*Entry: [move Hop](ludemes/moves.md#move-hop)*")
    assert with_entries("| `(if c a b)` | x |", "integers") == "| [`(if c a b)`](ludemes/integers.md#if) | x |"
    assert with_entries("| `(if C M [N])` | x |", "moves") == "| [`(if C M [N])`](ludemes/moves.md#if) | x |"
    fenced = "```lud\n| `(if c a b)` |\n```"
    assert with_entries(fenced, "moves") == fenced


def test_the_table_of_levels_tells_of_every_recorded_game() -> None:
    lines = LEVELS.read_text(encoding="utf-8").splitlines()[1:]
    table = [row.split(" | ") for row in with_levels(MARK).splitlines() if row.startswith("| ")][2:]
    assert [int(row[0].strip("| ")) for row in table] == [5, 4, 3, 2, 1, 0]
    assert sum(int(row[3]) for row in table) == int(table[-1][4].strip(" |")) == len(lines)
    assert MARK in (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
