"""Which clauses take the time of random games."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludens
from ludens.cli import main
from ludens.lab.rule_profile import RuleProfile, profile

GAME = """
(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules
    (play (move Add (to (sites Empty))))
    (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
"""


@pytest.fixture(scope="module")
def small() -> RuleProfile:
    return profile(ludens.load(GAME), n=3000, seed=7)


def test_clauses_are_counted_as_the_rules_enter_them(small: RuleProfile) -> None:
    calls = {clause.text: clause.calls for clause in small.clauses}
    played = ludens.load(GAME).playouts(3000, seed=7)
    assert small.moves == sum(played.lengths)
    assert calls["(is Line 3)"] == small.moves
    assert calls["(is Full)"] == small.moves  # all end rules are asked


def test_clauses_are_told_with_their_place_and_what_is_around_them(small: RuleProfile) -> None:
    line = next(clause for clause in small.clauses if clause.text == "(is Line 3)")
    assert (line.line, line.column) == (5, 15)
    assert [clause.text[:5] for clause in small.chain(line.number)] == ["(end ", "(is L"]


def test_shares_add_up(small: RuleProfile) -> None:
    if small.looks:
        assert sum(clause.own for clause in small.clauses) == pytest.approx(1)
    tops = [clause for clause in small.clauses if clause.number and not clause.above]
    assert sum(clause.whole for clause in tops) + small.clauses[0].own == pytest.approx(int(small.looks > 0))


def test_a_match_is_not_profiled() -> None:
    match = ludens.load('(match "Two" (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Tic-Tac-Toe" next:0)}) '
                        "(end (if True (result P1 Win))))")  # fmt: skip
    with pytest.raises(ValueError, match="match"):
        profile(match)  # type: ignore[arg-type]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, picture = tmp_path / "small.lud", tmp_path / "small.svg"
    path.write_text(GAME, encoding="utf-8")
    assert main(["profile", str(path), "-n", "500", "--json", "--svg", str(picture)]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["games"] == 500
    assert any(clause["text"] == "(is Line 3)" and clause["line"] == 5 for clause in facts["clauses"])
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")
    assert main(["profile", str(path), "-n", "500"]) == 0
    assert "(is Line 3)" in capsys.readouterr().out
