"""The shortest game in which two descriptions differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.lab.difference import Searching, differ, key

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


SERIES = """(match "Series" (players 2) (games {(subgame "Row" next:1) (subgame "Row" next:0)})
    (end (if (>= (matchScore P2) 2) (result P2 Win))))"""
ROW = """(game "Row" (players 2) (equipment {(board (rectangle 1 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""


def test_matches_are_compared_from_game_to_game(tmp_path: Path) -> None:
    (tmp_path / "Row.lud").write_text(ROW)
    (tmp_path / "one.lud").write_text(SERIES)
    (tmp_path / "other.lud").write_text(SERIES.replace(">=", ">"))
    one, other = (ludens.load(tmp_path / f"{name}.lud") for name in ("one", "other"))
    assert differ(one, one, QUICK).same_code
    found = differ(one, other, QUICK)
    assert found.line is not None and found.is_shortest
    assert [*map(str, found.line_names(one))][2::3] == ["next game"] * 2 and len(found.line) == 6
    assert [finding.kind for finding in found.findings] == ["board", "end"]
    single = differ(one, ludens.load(tmp_path / "Row.lud"), QUICK)
    assert "games" in [finding.kind for finding in single.findings]


@pytest.mark.parametrize(
    ("game", "moves"),
    [("Chess", ("g1f3", "g8f6", "b1c3", "b8c6")), ("Breakthrough", ("A2-A3", "A7-A6", "C2-C3", "C7-C6"))],
)
def test_a_position_that_comes_again_by_another_way_has_the_same_key(game: str, moves: tuple[str, ...]) -> None:
    first, second, third, fourth = moves
    state, other, elsewhere = (ludens.load(game).start(seed=seed) for seed in (1, 2, 1))
    lines = (moves, (third, second, first, fourth), (first, fourth, third, second))
    for one, line in zip((state, other, elsewhere), lines, strict=True):
        for move in line:
            one.play(one.parse(move))
    assert key(state) == key(other) and state.tobytes() != other.tobytes()
    assert key(state) != key(elsewhere)  # another last move


def test_ctrl_c_tells_to_which_depth_no_line_differed() -> None:
    def stop(said: str, part: float) -> None:
        if "of 3 plies" in said:
            raise KeyboardInterrupt

    one, other = changed("Tic-Tac-Toe", "(is Line 3)", "(is Line 3 Orthogonal)")
    found = differ(one, other, QUICK, report=stop)
    assert found.stopped and found.line is None and found.depth == 2


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
