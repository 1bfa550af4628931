"""Ludemes looked up by name and by purpose."""

from __future__ import annotations

import json

import pytest

from ludens.cli import main
from ludens.lsp import lookup


@pytest.mark.parametrize(
    "words, found",
    [
        ("jump over others", "move Hop"),
        ("number of pieces", "count Pieces"),
        ("capture by surrounding", "surround"),
        ("roll dice", "roll"),
        ("largest group", "count SizeBiggestGroup"),
        ("pass the turn", "move Pass"),
        ("promote a piece", "promote"),
    ],
)
def test_a_ludeme_is_found_by_what_it_is_for(words: str, found: str) -> None:
    assert found in [name for name, _ in lookup.for_purpose(words)][:4]


def test_an_entry_has_forms_the_manual_and_uses() -> None:
    entry = lookup.explain("move Hop")
    assert entry is not None
    assert entry.forms[0][0].startswith("(move Hop ")
    assert [one.chapter for one in entry.passages] == ["moves"] and "hurdle" in entry.passages[0].text
    assert entry.examples and all("(move Hop" in text for _, text in entry.examples)


def test_every_ludeme_of_the_rules_has_an_entry() -> None:
    for keyword in ("sites", "is", "count", "forEach", "custodial", "sow", "trackSite", "directions", "board"):
        assert lookup.explain(keyword) is not None


def test_the_command_looks_up_names_and_purposes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "is", "Line"]) == 0
    assert "(is Line " in capsys.readouterr().out
    assert main(["explain", "jump", "over", "others", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["found"][0]["ludeme"].endswith(("hop", "Hop"))
    assert main(["explain", "moev"]) == 2
    assert "did you mean move" in capsys.readouterr().err
