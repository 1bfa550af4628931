"""Every description of the conformance corpus is read."""

import re
from pathlib import Path

import pytest

from ludens.language import LudError, String, parse

SHARED = Path(__file__).resolve().parents[3] / "shared"
CORPUS = SHARED / "conformance" / "corpus" / "lud"
SEEDS = SHARED / "seeds"

files = sorted(CORPUS.rglob("*.lud")) if CORPUS.is_dir() else []
#: an even spread, and all of them in the slow tests
some_or_all = pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.slow)])


@pytest.mark.skipif(not files, reason="the conformance corpus is not here")
@some_or_all
def test_descriptions_of_the_corpus(step: int) -> None:
    failures = []
    for path in files[::step]:
        try:
            description = parse(path.read_text(encoding="utf-8"), name=path.name)
            assert description.metadata is not None
        except LudError as error:
            failures.append(str(error))
    assert not failures, "\n".join(failures)


@pytest.mark.skipif(not files, reason="the conformance corpus is not here")
@some_or_all
def test_every_ruleset_of_the_corpus_that_can_be_chosen(step: int) -> None:
    for path in files[::step]:
        text = path.read_text(encoding="utf-8")
        if "(rulesets" not in text or len(text) > 30_000:
            continue
        description = parse(text, name=path.name)
        for ruleset in description.rulesets:
            if ruleset.settings:
                parse(text, name=path.name, ruleset=ruleset.heading, strict=False)


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the tutorial is not here")
def test_listings_of_the_tutorial() -> None:
    listings = [
        listing for path in SEEDS.glob("00[01]_*.txt") for listing in _listings(path.read_text(encoding="utf-8"))
    ]
    assert len(listings) == 11
    for listing in listings:
        title = parse(listing).game.arguments[0]
        assert isinstance(title, String) and title.text == "Amazons"


def _listings(text: str) -> list[str]:
    """The blocks that begin with a game, each up to the line that closes it and with the metadata behind it."""
    found = re.finditer(
        r"^( *)\(game.*\n(?:(?:\1 .*)?\n)*\1\)\n(?:\n\1\(metadata.*\n(?:\1 .*\n)*\1\))?", text, re.MULTILINE
    )
    return [block[0] for block in found]
