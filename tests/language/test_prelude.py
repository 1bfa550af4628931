"""The predefined defines: what they expand to."""

import itertools
import re

import pytest

from ludens.language import LudError, parse, to_text
from ludens.language.prelude import predefined


def expansion(use: str, before: str = "") -> str:
    return to_text(parse(f"{before} (game _ {use})").game)[len("(game _ ") : -1]


def test_there_are_164_of_them() -> None:
    assert len(predefined()) == 164


def test_each_one_reads_without_and_with_arguments() -> None:
    own = '(define "Columns" 6) (define "PiecesOwnedBy" (count Cell #1))'
    several = ("", " 1", " 1 2", " 1 2 3", " 1 2 3 4", " ~ 2", " 1 ~ (then (x))")
    for name, arguments in itertools.product(sorted(predefined()), several):
        try:
            text = expansion(f'("{name}"{arguments})', own)
        except LudError as error:
            raise AssertionError(f"{name}{arguments}: {error}") from error
        assert not re.search(r"#\d", text), (name, arguments)
        known = {
            f'"{word}"' for word in ("Counter", "Counter1", "Counter2", "DoubleCounter", "Board", "Track1", "Track2")
        }
        assert set(re.findall(r'"[^"]*"', text)) <= known, (name, arguments)


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ('("IsEnemyAt" (to))', "(is Enemy (who at:(to)))"),
        ('("IsFriendAt" (to) level:(level))', "(is Friend (who at:(to) level:(level)))"),
        ('("IsInCheck" "King" Mover at:(to))', '(is Threatened (id "King" Mover) at:(to))'),
        ('("HandEmpty" P1)', "(all Sites (sites Hand P1) if:(= 0 (count Cell at:(site))))"),
        ('("IsPieceAt" "Pawn" Next (to))', '(= (what at:(to)) (id "Pawn" Next))'),
        ('("CrossBoard" 3 7 use:Vertex)', None),
        ('("BackgammonBoard" ("BackgammonTracksWithBar" End))', None),
        ('{"SameTurn" "NewTurn"}', "{(is Prev Mover) (not (is Prev Mover))}"),
        ('("NextSiteOnTrack" (pips) from:(from))', "(trackSite Move from:(from) steps:(pips))"),
        ('("StepToEmpty")', "(move Step (to if:(is Empty (to))))"),
        ('("StepToEmpty" ~ (then (moveAgain)))', "(move Step (to if:(is Empty (to))) (then (moveAgain)))"),
        ('("Line3Win" Orthogonal)', "(if (is Line 3 Orthogonal) (result Mover Win))"),
        ('("ReplayIfLine3" ~ exact:True)', "(if (is Line 3 exact:True) (moveAgain))"),
        ('("RollMove" (forEach Die (x)))', "(do (roll) next:(forEach Die (x)))"),
        ('(sites "KnightWalk")', "(sites {{F F R F} {F F L F}})"),
    ],
)
def test_expansions(use: str, expected: str | None) -> None:
    special = {
        '("CrossBoard" 3 7 use:Vertex)': "(board (merge (shift 0 (/ (- 7 3) 2) (rectangle 3 7)) "
        "(shift (/ (- 7 3) 2) 0 (rectangle 7 3))) use:Vertex)",
        '("BackgammonBoard" ("BackgammonTracksWithBar" End))': "(board (rectangle 2 13) {"
        '(track "Track1" {6 12 11 10 9 8 7 5 4 3 2 1 0 13 14 15 16 17 18 20 21 22 23 24 25 End} P1 directed:True) '
        '(track "Track2" {19 25 24 23 22 21 20 18 17 16 15 14 13 0 1 2 3 4 5 7 8 9 10 11 12 End} P2 directed:True)'
        "} use:Vertex)",
    }
    assert expansion(use) == (expected or special[use])


def test_a_missing_capture_effect_of_a_knight_lets_the_next_argument_move_up() -> None:
    text = expansion('("ChessKnight" "Knight" ~ (then (pass)))')
    assert "(remove (to) (then (pass)))" in text
    both = expansion('("ChessKnight" "Knight" (then (roll)) (then (pass)))')
    assert "(remove (to) (then (roll)))" in both
    assert both.endswith("(then (pass))))")


def test_a_pawn_is_made_of_other_defines() -> None:
    assert expansion('("ChessPawn" "Pawn" ("DoubleStepForwardToEmpty") (then (x)))') == (
        '(piece "Pawn" Each (or {'
        "(move Step Forward (to if:(is Empty (to)))) "
        "(move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to))))) "
        "(move Slide Forward (between (exact 2) if:(is Empty (between))) (to if:(is Empty (to))))"
        "} (then (x))))"
    )


def test_a_sequence_of_hops() -> None:
    again = expansion('("HopDiagonalSequenceCaptureAgain" ~ ~ at:EndOfTurn)')
    condition = "(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between))))"
    assert again == (
        f"(move Hop (from (last To)) Diagonal (between if:{condition} (apply (remove (between) at:EndOfTurn))) "
        "(to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) Diagonal "
        f"(between if:{condition}) (to if:(is Empty (to))))) (moveAgain))))"
    )
    first = expansion('("HopSequenceCapture" before:1 after:2 ~ (pass))')
    assert first.startswith(
        "(move Hop (between before:1 after:2 if:(is Enemy (who at:(between))) (apply (remove (between))))"
    )
    assert first.endswith("(moveAgain) (pass))))")


def test_a_file_s_own_define_wins_over_a_predefined_one_of_its_name() -> None:
    assert expansion('("IsEnemyAt" (to))', '(define "IsEnemyAt" (is Foe #1))') == "(is Foe (to))"
    # What a predefined define uses itself is expanded before the file's own defines have another turn.
    assert "(is Enemy" in expansion('("StepToEnemy")', '(define "IsEnemyAt" (is Foe #1))')


def test_the_graph_of_lasca() -> None:
    board = parse('(game _ "LascaBoard")').game.arguments[1]
    text = to_text(board)
    vertices, edges = text.split("edges:")
    assert len(re.findall(r"\{\d \d\}", vertices)) == 25
    pairs = re.findall(r"\{(\d+) (\d+)\}", edges)
    assert len(pairs) == 36
    assert pairs[:3] == [("0", "4"), ("1", "4"), ("1", "5")]
    assert pairs[-1] == ("20", "24")
