"""Studies in PGN, SGF, trials: round trips, variations of real files."""

from __future__ import annotations

import pytest

import ludens
from ludens import notation
from ludens.notation import NotationError
from ludens.notation.record import Mark
from ludens.study import Study, StudyError, read, write
from ludens.study.files import record_of, study_of

PGN = """[Event "Casual"]
[White "A"]
[Black "B"]

1. e4 {Best by test. [%cal Gd2d4,Rg1f3] [%csl Ye5]} e5 $1 (1... c5 2. Nf3 (2. c3 d5?) 2... d6) (1... e6)
2. Nf3?! Nc6 (2... Nf6 (2... Kd4 {cannot be}) ) 3. Bb5 *
"""

SGF = """(;FF[4]GM[1]SZ[19]C[Root]AR[dd:pp]
;B[pd]C[A corner \\] with a bracket]CR[pd]
(;W[dp];B[pp])
(;W[dd]TE[1];B[pq](;W[cq])(;W[dq]BM[2])))
"""


def outline(study: Study, number: int = 0) -> list[object]:
    """The tree as nested lists of names, with what is told."""
    node = study.tree[number]
    return [node.name + node.glyph, node.comment, node.marks, *(outline(study, one) for one in node.children)]


def test_a_file_of_chess_with_variations() -> None:
    game = ludens.load("Chess")
    study = read(PGN, game)
    assert [node.name for node in study.tree.line()] == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    e4 = study.tree[study.tree[0].children[0]]
    assert [study.tree[one].name for one in e4.children] == ["e5", "c5", "e6"]
    assert e4.comment == "Best by test."
    assert e4.marks == [Mark("c:27", "c:11"), Mark("c:21", "c:6", "red"), Mark("c:36", None, "yellow")]
    e5 = study.tree[e4.children[0]]
    assert e5.glyph == "!" and study.tree[e5.children[0]].glyph == "?!"
    c5 = study.tree[e4.children[1]]
    assert [study.tree[one].name for one in c5.children] == ["Nf3", "c3"]
    assert study.tags["White"] == "A"


def test_a_variation_that_cannot_be_played_stays_as_a_comment() -> None:
    study = read(PGN, ludens.load("Chess"))
    knight = next(node for node in study.tree.below(0) if node.name == "Nf6")
    assert knight.comment == "(2... Kd4 (cannot be))"


def test_chess_comes_back_from_its_file() -> None:
    game = ludens.load("Chess")
    study = read(PGN, game)
    assert outline(read(write(study, "pgn"), game)) == outline(study)
    assert outline(read(write(study), game)) == outline(study)


def test_a_file_of_go_with_variations() -> None:
    game = ludens.load("Go")
    study = read(SGF, game)
    root = study.tree[0]
    assert root.comment == "Root" and len(root.marks) == 1 and root.marks[0].origin is not None
    first = study.tree[root.children[0]]
    assert first.comment == "A corner ] with a bracket" and [m.origin for m in first.marks] == [None]
    assert len(first.children) == 2
    other = study.tree[first.children[1]]
    assert other.glyph == "!" and len(study.tree[other.children[0]].children) == 2
    assert outline(read(write(study, "sgf"), game)) == outline(study)


def test_brackets_that_are_not_closed_are_errors() -> None:
    with pytest.raises(NotationError, match="never closed"):
        read("1. e4 (1. d4 d5", ludens.load("Chess"))
    with pytest.raises(NotationError, match="never closed"):
        read("(;B[pd](;W[dp])", ludens.load("Go"))


def test_variations_very_deep_are_read_and_not_run_into() -> None:
    text = "1. e4 e5 " + "(1... c5 " * 300 + ")" * 300 + "*"
    study = read(text, ludens.load("Chess"))
    assert len(study.tree) < 200
    sgf = "(;B[pd]" + "(;W[dp])(;W[dd]" * 200 + ")" * 200 + ")"
    assert len(read(sgf, ludens.load("Go")).tree) >= 1


def test_a_comment_with_braces_comes_back() -> None:
    game = ludens.load("Chess")
    study = Study(game)
    study.tree.comment(study.play("e4").id, "a } b { c")
    assert read(write(study, "pgn"), game).tree[1].comment == "a } b { c"


def test_turns_of_several_plies_branch_where_they_do() -> None:
    game = ludens.load("Amazons")
    study = Study(game)
    study.play_numbers((0,))
    arrow = study.play_numbers((0,))
    study.play_numbers((0,))
    study.play_numbers((0,))
    study.go(arrow.parent or 0)
    study.tree.comment(study.play_numbers((3,)).id, "Another arrow.")
    assert outline(study_of(record_of(study))) == outline(study)
    for form in notation.of(game).files:
        assert outline(read(write(study, form), game)) == outline(study)
    study.go(study.tree.line()[-1].id)
    study.play_numbers((0,))  # half a turn, which files of turns do not hold
    assert len(study_of(record_of(study)).tree) == len(study.tree) - 1
    assert outline(read(write(study), game)) == outline(study)


def test_a_trial_is_the_main_line() -> None:
    game = ludens.load("Hex")
    study = Study(game)
    for name in ("A1", "B2", "C3"):
        study.play(name)
    study.go(1)
    study.play("D4")
    again = read(write(study, "trial"), game)
    assert [node.name for node in again.tree.line()] == [node.name for node in study.tree.line()]
    assert len(again.tree) == 4


def test_a_study_from_a_position_has_no_trial() -> None:
    game = ludens.load("Tic-Tac-Toe")
    study = Study(game, game.position([("C", 4, 0, 1, 1, 1, 0, 0, 0)], mover=2))
    study.play("A1")
    assert read(write(study), game).state_at(0).sites() == study.start.sites()
    with pytest.raises(StudyError, match="set up by hand"):
        write(study, "trial")


def test_what_is_no_study_names_the_formats() -> None:
    with pytest.raises(StudyError, match="json, trial"):
        read("hello", ludens.load("Tic-Tac-Toe"))
    with pytest.raises(StudyError, match="json, pgn, trial"):
        write(Study(ludens.load("Chess")), "sgf")


@pytest.mark.parametrize("name", ["Shogi", "Reversi", "Go", "International Draughts", "Chess"])
def test_the_format_of_a_text_is_told_by_how_it_begins(name: str) -> None:
    game = ludens.load(name)
    study, style = Study(game), notation.of(game)
    for _ in range(3):
        study.play_numbers([0])
    for form in style.files:
        again = read(write(study, form), game)
        assert [node.name for node in again.tree.line(0)] == [node.name for node in study.tree.line(0)], form


def test_annotations_and_moves_of_nobody_stay_with_a_study() -> None:
    game = ludens.load("Chess")
    study = read("1. e4! $14 {Best.} e5 $10 (1... -- 2. d4 Z0 3. c4) 2. Nf3 *", game)
    text = " ".join(write(study, "pgn").split())
    assert "1. e4! $14 {(-- d4 -- c4)" not in text and "1. e4! $14 {Best." in text and "e5 $10" in text
    assert "(-- d4 -- c4)" in text


def test_a_line_that_is_a_position_begins_a_study() -> None:
    chess = ludens.load("Chess")
    study = read("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", chess)
    assert len(study.tree) == 1 and len(study.start.sites()) == 32 and study.start.mover == 1
    with pytest.raises(NotationError, match=r"9|rank|squares|row"):
        read("r1bqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess)
    assert [node.name for node in read("1. e4 e5", chess).tree.line()] == ["e4", "e5"]
