"""The shortest game in which two descriptions differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.lab.difference import Searching, differ
from ludens.lab.lockstep import turns_of
from ludens.lab.lockstep_store import PairKeys

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
    assert found.positions == 1 + 4 + 12 + 12 + 6  # nobody asks where the last move went


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
    ("game", "options", "moves", "asks_for_last_move"),
    [
        ("Chess", ["Draws/None"], ("g1f3", "g8f6", "b1c3", "b8c6"), True),
        ("Breakthrough", [], ("A2-A3", "A7-A6", "C2-C3", "C7-C6"), False),
    ],
)
def test_a_position_that_comes_again_by_another_way_is_the_same(
    game: str, options: list[str], moves: tuple[str, ...], asks_for_last_move: bool
) -> None:
    first, second, third, fourth = moves
    state, other, elsewhere = (ludens.load(game, options=options).start(seed=seed) for seed in (1, 2, 1))
    lines = (moves, (third, second, first, fourth), (first, fourth, third, second))
    for one, line in zip((state, other, elsewhere), lines, strict=True):
        for move in line:
            one.play(one.parse(move))
    keys = PairKeys()
    assert keys.key(state) == keys.key(other) and state.tobytes() != other.tobytes()
    assert (keys.key(state) == keys.key(elsewhere)) is not asks_for_last_move


def test_all_positions_of_tic_tac_toe() -> None:
    one, other = changed("Tic-Tac-Toe", "(is Line 3)", "(or (is Line 3) (= 15 (count Moves)))")
    found = differ(one, other, Searching(seconds=None))
    assert (found.line, found.depth, found.positions) == (None, None, 5478)


LATE = """(game "Late" (players 2)
    (equipment {(board (square 2)) (piece "Stone" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules (start {(place "Stone1" {0}) (place "Stone2" {3})})
        (play (forEach Piece)) (end (if (< 40 (count Moves)) (result Mover Win)))))"""


def test_a_rule_of_late_moves_is_not_overlooked() -> None:
    one, other = ludens.load(LATE), ludens.load(LATE.replace("< 40", "< 200"))
    found = differ(one, other, Searching(positions=5000, seconds=None, games=0))
    assert found.line is not None and len(found.line) == 41


# --- in a folder


def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    one, other = changed("Tic-Tac-Toe", "(is Line 3)", "(is Line 3 Orthogonal)")
    whole = differ(one, other, Searching(seconds=None))
    for positions in (10, 60, 61, 700):
        found = differ(one, other, Searching(positions=positions, seconds=None, games=0), folder=tmp_path / "kept")
        assert found.line is None and found.positions == positions
    assert differ(one, other, Searching(seconds=None), folder=tmp_path / "kept") == whole
    assert differ(one, other, Searching(seconds=None), folder=tmp_path / "kept") == whole


def test_what_was_written_after_the_last_note_is_written_again(tmp_path: Path) -> None:
    one, other = changed("Tic-Tac-Toe", "(is Line 3)", "(is Line 3 Orthogonal)")
    whole = differ(one, other, Searching(seconds=None))
    differ(one, other, Searching(positions=30, seconds=None, games=0), folder=tmp_path)
    kept = (tmp_path / "progress.json").read_text()
    differ(one, other, Searching(positions=900, seconds=None, games=0), folder=tmp_path)
    (tmp_path / "progress.json").write_text(kept)
    assert differ(one, other, Searching(seconds=None), folder=tmp_path) == whole


def test_random_games_go_on_too(tmp_path: Path) -> None:
    one, other = changed("Tic-Tac-Toe", "(is Line 3)", "(is Line 3 Orthogonal)")
    few = differ(one, other, Searching(positions=20, seconds=None, games=3), folder=tmp_path)
    more = differ(one, other, Searching(positions=20, seconds=None, games=10), folder=tmp_path)
    assert (few.games, more.games) == (3, 10)
    assert more == differ(one, other, Searching(positions=20, seconds=None, games=10))


def test_a_match_goes_on_too(tmp_path: Path) -> None:
    (tmp_path / "Row.lud").write_text(ROW)
    (tmp_path / "one.lud").write_text(SERIES)
    (tmp_path / "other.lud").write_text(SERIES.replace(">=", ">"))
    one, other = (ludens.load(tmp_path / f"{name}.lud") for name in ("one", "other"))
    for positions in (1, 2, 4):
        differ(one, other, Searching(positions=positions, seconds=None, games=0), folder=tmp_path / "kept")
    found = differ(one, other, QUICK, folder=tmp_path / "kept")
    assert found == differ(one, other, QUICK) and found.line is not None


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    one, other = changed("Tic-Tac-Toe", "(is Line 3)", "(is Line 3 Orthogonal)")
    short = Searching(positions=10, seconds=None, games=0)
    differ(one, other, short, folder=tmp_path / "kept")
    with pytest.raises(ValueError, match="other games: Tic-Tac-Toe and Tic-Tac-Toe"):
        differ(other, one, short, folder=tmp_path / "kept")
    with pytest.raises(ValueError, match="seed 1"):
        differ(one, other, Searching(positions=10, seconds=None, games=0, seed=2), folder=tmp_path / "kept")
    with pytest.raises(ValueError, match="something else"):
        differ(one, other, short, folder=tmp_path)


@pytest.mark.parametrize("name", ["Sudoku", "Royal Game of Ur", "Rock Paper Scissors", "Focus", "Ludo"])
def test_keys_of_every_kind_of_game(name: str) -> None:
    game, keys = ludens.load(name), PairKeys()
    state = game.start(seed=1)
    before = keys.key(state)
    assert before == keys.key(game.start(seed=1))
    state.play(turns_of(state)[0][1])
    assert keys.key(state) != before


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
    kept = ["--folder", str(tmp_path / "kept")]
    assert main(["diff", "Tic-Tac-Toe", str(path), "--positions", "20", "--games", "0", *kept]) == 0
    capsys.readouterr()
    assert main(["diff", "Tic-Tac-Toe", str(path), *kept]) == 1
    assert capsys.readouterr().out == told
    assert main(["diff", str(path), "Tic-Tac-Toe", *kept]) == 2
    assert "other games" in capsys.readouterr().err
