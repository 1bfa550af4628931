"""The shortest game in which two descriptions differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.lab.difference import Searching, differ
from ludens.language import parse

QUICK = Searching(positions=10_000, seconds=None, games=20)


def text_of(name: str) -> str:
    return ludens.load(name).description.source.text


def changed(name: str, before: str, after: str) -> tuple[ludens.Game, ludens.Game]:
    text = text_of(name)
    assert before in text
    return ludens.load(name), ludens.load(text.replace(before, after))


def test_the_shortest_line_is_found() -> None:
    found = differ(*changed("Tic-Tac-Toe", "(is Line 3)", "(is Line 3 Orthogonal)"), QUICK)
    assert found.line is not None and found.is_shortest
    assert found.line_names(ludens.load("Tic-Tac-Toe")) == ["A1", "B1", "B2", "C1", "C3"]
    assert [finding.kind for finding in found.findings] == ["end"]
    assert [str(change) for change in found.texts] == ["nothing | 11:28 Orthogonal"]


def test_games_of_the_same_meaning_do_not_differ() -> None:
    same = differ(ludens.load("Hex"), ludens.load(text_of("Hex").replace("\n", "\n\n")), QUICK)
    assert same.line is None and same.same_code and same.texts == ()


def test_all_positions_of_a_small_game_are_looked_at() -> None:
    one, other = (
        ludens.load(
            '(game "Small" (players 2) (equipment {(board (rectangle 1 4)) (piece "Disc" Each)})'
            f"(rules (play (move Add (to (sites Empty)))) (end (if {condition} (result Mover Win)))))"
        )
        for condition in ("(is Full)", "(or (is Full) (= 5 (count Moves)))")
    )
    found = differ(one, other, Searching(seconds=None))
    assert (found.line, found.depth, found.same_code) == (None, None, False)
    assert found.positions == 1 + 4 + 12 + 24 + 12  # states remember the last move


def test_other_moves_at_the_start_are_told() -> None:
    one, other = changed("Breakthrough", "Forward", "Forwards") if "Forwards" not in text_of("Breakthrough") else (
        ludens.load("Breakthrough"), ludens.load(text_of("Breakthrough").replace("Forward", "Rightward")))  # fmt: skip
    found = differ(one, other, QUICK)
    assert found.line == () and found.is_shortest
    assert [finding.kind for finding in found.findings] == ["moves"]


def test_another_board_is_told_before_any_move() -> None:
    found = differ(ludens.load("Hex"), ludens.load("Hex", options=["Board Size/5x5"]), QUICK)
    assert [(one.kind, one.first, one.second) for one in found.findings] == [("sites", "121 Cell", "25 Cell")]


def test_a_deep_difference_is_found_and_made_shorter() -> None:
    one, other = changed("Breakthrough", "(is In (last To) (sites Mover))", "(is In (last To) (sites Corners))")
    found = differ(one, other, Searching(positions=200, seconds=None, games=20))
    assert found.line is not None and not found.is_shortest
    assert 7 <= len(found.line) <= 20
    state = one.start(seed=found.seed)
    for name in found.line_names(one):
        state.play(state.parse(name))


def test_a_depth_is_kept() -> None:
    one, other = changed("Tic-Tac-Toe", "(is Line 3)", "(is Line 3 Orthogonal)")
    found = differ(one, other, Searching(depth=4, seconds=None, games=0))
    assert (found.line, found.depth) == (None, 4)
    assert differ(one, other, Searching(depth=5, seconds=None, games=0)).line is not None


def test_games_of_chance_are_compared_with_equal_dice() -> None:
    one = ludens.load("Royal Game of Ur")
    other = ludens.load(text_of("Royal Game of Ur").replace("(dice d:2 ", "(dice d:3 ").replace("num:4", "num:3"))
    assert differ(one, other, QUICK).line is not None


def test_moves_of_several_players_at_once_are_compared() -> None:
    one, other = changed("Rock Paper Scissors", "(<= <Points:number> (score P1))", "(<= 1 (score P1))")
    found = differ(one, other, QUICK)
    assert found.line is not None and len(found.line) == 1 and found.is_shortest


def test_a_match_is_refused() -> None:
    match = next(name for name in ludens.library.names() if parse(ludens.library.read(name)).game.keyword == "match")
    with pytest.raises(ValueError, match="match"):
        differ(ludens.load(match), ludens.load("Hex"), QUICK)


def test_the_command_tells_and_its_exit_code_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "other.lud"
    path.write_text(text_of("Tic-Tac-Toe").replace("(is Line 3)", "(is Line 3 Orthogonal)"), encoding="utf-8")
    assert main(["diff", "Tic-Tac-Toe", str(path)]) == 1
    told = capsys.readouterr().out
    assert "the shortest game in which they differ, 5 plies:\n  A1  B1  B2  C1  C3" in told
    assert "  nothing | 11:28 Orthogonal" in told
    assert main(["diff", "Tic-Tac-Toe", str(path), "--json", "--depth", "2", "--games", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["depth"] == 2
    assert main(["diff", "Tic-Tac-Toe", "Tic-Tac-Toe"]) == 0
    assert capsys.readouterr().out == "the two descriptions mean the same game\n"
    assert main(["diff", "Tic-Tac-Toe", "no such game"]) == 2
    assert main(["diff", "-", "-"]) == 2
