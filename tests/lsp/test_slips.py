"""Slips that people make in descriptions: what is said of each, where, and that `check --fix` mends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.cli import main
from ludens.lsp import Document, diagnose
from ludens.lsp.expectations import Expectations
from ludens.lsp.repair import repair
from ludens.lsp.symbols import NotRenamed, rename

RIGHT = """(define "Hop" (move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))
(game "Slip" (players 2)
  (equipment {(board (square 6)) (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))))
    (hand Each) (regions "Home" P1 (sites Bottom))})
  (rules (start {(place "Disc1" (sites Bottom)) (place "Disc2" {30 31})})
    (play (or {(forEach Piece) ("Hop") (if (is Mover P1) (move Add (to (sites Empty))))}))
    (end {(if (is Line 3) (result Mover Win)) (if (no Moves Next) (result Next Loss))})))"""

#: what is right, the slip, what is said, and of which text; every one is mended to what is right
SLIPS = [
    ("(square 6)", "(squre 6)", "the language has no ludeme (squre ...)", "(squre 6)"),
    ("(square 6)", "square 6", "`square` lacks brackets", "square"),
    ("(square 6)", '(square "6")', '"6" is no name here', '"6"'),
    ("(square 6)", "(square six)", "`six` is no value", "six"),
    ("(players 2)", "(players two)", "`two` is no value", "two"),
    ("(players 2)", "players 2", "`players` lacks brackets", "players"),
    ('"Disc" Each (move', "Disc Each (move", "`Disc` lacks quotes", "Disc"),
    ('"Disc" Each (move', 'Each "Disc" (move', 'the string "Disc" comes before `Each`', '"Disc"'),
    ('"Disc" Each (move', '"Disc" "Each" (move', '"Each" is no name here', '"Each"'),
    ('"Disc" Each (move', "“Disc” Each (move", "'“' cannot stand here", "“"),
    ('"Disc" Each (move', "'Disc' Each (move", '"\'" cannot stand here', "'"),
    ('"Disc" Each (move', "«Disc» Each (move", "'«' cannot stand here", "«"),
    ('"Disc" Each (move', '"Disc" Ech (move', "`Ech` does not fit here", "Ech"),
    ("move Step", "move Stpe", "(move ...) has no form `Stpe`", "Stpe"),
    ("move Step", "mvoe Step", "the language has no ludeme (mvoe ...)", None),
    ("Step Orthogonal", "Step Orthogonel", "`Orthogonel` does not fit here", "Orthogonel"),
    (
        "Orthogonal (to if:(is Empty (to))))",
        "(to if:(is Empty (to))) Orthogonal)",
        "`Orthogonal` comes before (to ...)",
        "Orthogonal",
    ),
    ("(to if:(is Empty (to)))))\n", "(to if (is Empty (to)))))\n", "`if` lacks its colon", "if"),
    ("(to if:(is Empty (to)))))\n", "(to (is Empty (to)))))\n", "(is ...) lacks its label", "(is Empty (to))"),
    ("(to if:(is Empty (to)))))\n", "(to If:(is Empty (to)))))\n", "(to ...) has no parameter `If:`", None),
    ("(to if:(is Empty (to)))))\n", "(to fi:(is Empty (to)))))\n", "(to ...) has no parameter `fi:`", None),
    ("(to if:(is Empty (to)))))\n", "to:(to if:(is Empty (to)))))\n", "has no parameter `to:`", None),
    ("(hand Each)", "(hand Ecah)", "`Ecah` does not fit here", "Ecah"),
    ("(hand Each)", '(hand "Each")', '"Each" is no name here', '"Each"'),
    ("(hand Each)", "hand Each", "`hand` lacks brackets", "hand"),
    ('"Home" P1', "Home P1", "`Home` lacks quotes", "Home"),
    ("P1 (sites Bottom)", "P1 (sites Botom)", "(sites ...) has no form `Botom`", "Botom"),
    ('(place "Disc1"', "(place Disc1", "`Disc1` lacks quotes", "Disc1"),
    ('(place "Disc2" {30 31})', '(place {30 31} "Disc2")', "comes before a list {...}", '"Disc2"'),
    ('(place "Disc2" {30 31})', '(place "Disc2" 30 31)', "several stand in braces", "31"),
    ("{30 31}", "{30, 31}", "',' cannot stand here", ","),
    ("(play (or {", "(play ({", "a clause begins with its keyword", "{"),
    ("(forEach Piece)", "(forEach Peice)", "(forEach ...) has no form `Peice`", "Peice"),
    ("(forEach Piece)", "(foreach Piece)", "the language has no ludeme (foreach ...)", None),
    ('("Hop")', '("Hpo")', 'there is no define "Hpo"', '"Hpo"'),
    ('("Hop")', "(Hop)", "the language has no ludeme (Hop ...)", "(Hop)"),
    ('(define "Hop"', "(define Hop", "a define begins with its name in quotes", "H"),
    ("(move Add (to", "(move Ad (to", "(move ...) has no form `Ad`", "Ad"),
    ("(to (sites Empty))", "(sites Empty)", "(sites ...) does not fit here by itself", "(sites Empty)"),
    ("(to (sites Empty))", "to (sites Empty)", "`to` lacks brackets", "to"),
    ("(to (sites Empty))", "(to sites Empty)", "`sites` lacks brackets", "sites"),
    ("(to (sites Empty))", "(to (sites Emtpy))", "(sites ...) has no form `Emtpy`", "Emtpy"),
    ("(is Mover P1)", "(is Mvoer P1)", "(is ...) has no form `Mvoer`", "Mvoer"),
    ("(is Mover P1)", "is Mover P1", "`is` lacks brackets", "is"),
    ("(if (is Mover P1) (move", "(if (is Mover P1) then (move", "`then` stands for nothing here", "then"),
    ("(result Mover Win)", "(result Win Mover)", "`Mover` comes before `Win`", "Mover"),
    ("(result Mover Win)", "(result Mover Wins)", "`Wins` does not fit here", "Wins"),
    ("(result Mover Win)", "result Mover Win", "`result` lacks brackets", "result"),
    ("(if (is Line 3) (result Mover Win))", "(is Line 3) (result Mover Win)", "(is ...) is no rule by itself", None),
    ("(is Line 3)", "(is Lnie 3)", "(is ...) has no form `Lnie`", "Lnie"),
    ("(is Line 3)", "(is Line three)", "`three` is no value", "three"),
    ("(no Moves Next)", "(no Moevs Next)", "(no ...) has no form `Moevs`", "Moevs"),
    ("(no Moves Next)", '(no "Moves" Next)', '"Moves" is no name here', '"Moves"'),
    ("(no Moves Next)", "(no Moves Netx)", "`Netx` does not fit here", "Netx"),
    ('"Slip" (', "Slip (", "`Slip` lacks quotes", "Slip"),
    ("(rules (start", "# the rules\n(rules (start", "`#` begins no comment", "#"),
    ("(rules (start", "; the rules\n(rules (start", "';' cannot stand here", ";"),
    ("(rules (start", "/* the rules */ (rules (start", "`/*` begins no comment", "/*"),
    ("(rules (start", "-- the rules\n(rules (start", "`--` begins no comment", "--"),
]


def errors(text: str) -> list[tuple[str, str]]:
    found = (one for one in diagnose(Document(text)) if one.severity == "error")
    return [(one.message, text[one.start : one.end]) for one in found]


def test_the_description_is_right() -> None:
    assert errors(RIGHT) == []


@pytest.mark.parametrize("right, slip, message, place", SLIPS, ids=[one[1][:40] for one in SLIPS])
def test_a_slip_is_told_and_mended(right: str, slip: str, message: str, place: str | None) -> None:
    assert right in RIGHT
    text = RIGHT.replace(right, slip, 1)
    said, where = errors(text)[0]
    assert message in said
    assert place is None or where == place
    assert errors(repair(text).text) == []


#: what is written in the place of a part of what is right, what is said, and what is proposed
MEANT_ELSEWHERE = [
    ("(is Line 3)", "(is Pass)", "(is ...) has no form `Pass`", "(was Pass)"),
    ("(is Line 3)", "(line 3)", "the language has no ludeme (line ...)", "(is Line 3)"),
    ("(is Line 3)", "(in (last To) (sites Top))", "no ludeme (in ...)", "(is In (last To) (sites Top))"),
    ("(is Line 3)", "(empty 3)", "no ludeme (empty ...)", "(is Empty 3)"),
    ("(is Line 3)", "(not Full)", "`Full` does not fit here", "(is Full)"),
    ("(is Line 3)", "(&& (is Full) (is Line 3))", "no ludeme (&& ...)", "(and (is Full) (is Line 3))"),
    ("(is Line 3)", "(count Turns > 3)", "(count ...) does not fit here", "(> (count Turns) 3)"),
    ("(is Line 3)", "(is P1 (who at:0))", "(is ...) has no form `P1`", "(= (who at:0) P1)"),
    ("(is Line 3)", '(is In (last To) "Home")', 'the string "Home"', '(sites "Home")'),
    ("(is Line 3)", '(is In (last To) (region "Home"))', "(region ...) does not fit", '(sites "Home")'),
    ("(is Mover P1)", "(mover P1)", "(mover ...) does not fit here", "(is Mover P1)"),
    ("(result Mover Win)", "(win)", "no ludeme (win ...)", "(result Mover Win)"),
    ("(square 6)", "(grid 6 6)", "no ludeme (grid ...)", "(rectangle 6 6)"),
    ("(square 6)", "(hexagonal 6)", "no ludeme (hexagonal ...)", "(hex 6)"),
    ("Step Orthogonal", "Step {N S E}", "a list {...} does not fit here", "(directions {N S E})"),
    ("(forEach Piece)", "(remove 3 (then (moveAgain) (addScore Mover 1)))", "one effect", "(and {(moveAgain) (add"),
    ("(forEach Piece)", "(capture 3)", "no ludeme (capture ...)", "(remove 3)"),
]


@pytest.mark.parametrize("right, slip, message, meant", MEANT_ELSEWHERE, ids=[one[1] for one in MEANT_ELSEWHERE])
def test_a_word_of_other_rules_is_mended(right: str, slip: str, message: str, meant: str) -> None:
    text = RIGHT.replace(right, slip, 1)
    (error, *_) = (one for one in diagnose(Document(text)) if one.severity == "error")
    assert message in error.message and meant in str(error.hint)
    assert errors(repair(text).text) == []


@pytest.mark.parametrize(
    "right, slip, message, hint",
    [
        ("(forEach Piece)", "(forEach Piece if:(is Full))", "has no parameter `if:`", "(if (is Full) (forEach Piece"),
        ("(sites Empty)", "(sites Empty if:(is Full))", "has no parameter `if:`", "(forEach (sites Empty ...) if:"),
        ("(is Line 3)", '(var "X")', "is a number, not a condition", '(= (var "X") 1)'),
        ("(is Line 3)", "(sites Top)", "is a region, not a condition", "(is In (last To) (sites Top))"),
        ("(sites Empty)", "(sites Empty (sites Top))", "is a region, not a number", "(intersection A B)"),
        ("(is Line 3)", "(has Moves Next)", "no ludeme (has ...)", "(not (no Moves ...))"),
        ("(move Add", "(move Jump", "(move ...) has no form `Jump`", "(move Hop ...)"),
        ("(result Mover Win)", "(result Win)", "lacks a RoleType", "its form is (result"),
        ('(place "Disc2" {30 31})', '(set Var "X" 1)', "is a form of ludens", '(requires "ludens")'),
    ],
)
def test_what_can_be_meant_in_several_ways_is_explained(right: str, slip: str, message: str, hint: str) -> None:
    text = RIGHT.replace(right, slip, 1)
    (error, *_) = (one for one in diagnose(Document(text)) if one.severity == "error")
    assert message in error.message and hint in str(error.hint)
    assert repair(text).text == text


OPTION = """(game "S" (players 2) (equipment {(board (square <Board:n>)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(option "Board Size" <Board> args:{<n>} {(item "4x4" <4> "four") (item "6x6" <6> "six")*})"""


@pytest.mark.parametrize(
    "right, slip, message",
    [
        ("<4>", "4", "a value of an item stands in angle brackets: <4>"),
        ("args:{<n>}", "args:{n}", "an argument of an option stands in angle brackets: <n>"),
        ("args:{<n>}", "args:<n>", "the arguments of an option stand in braces"),
        ("<Board:n>", "<Board:size>", 'the option "Board Size" has no argument `size`'),
        ("<Board:n>", "<board:n>", "no option has the tag <board>"),
        ("<Board> args", "Board args", "the tag of an option stands in angle brackets: <Board>"),
        ('option "Board Size"', "option BoardSize", "an option begins with its heading in quotes"),
    ],
)
def test_a_slip_in_an_option_is_told_and_mended(right: str, slip: str, message: str) -> None:
    text = OPTION.replace(right, slip, 1)
    assert any(message in said for said, _ in errors(text))
    assert errors(repair(text).text) == []


@pytest.mark.parametrize(
    "text, causes",
    [
        # inside of a list inside of a condition: the moves, not the list
        ("(if (is Mover P1) (or {(forEach Piece) (move Stp)}) (move Pass))", ["(move ...) has no form `Stp`"]),
        ("(or {(move Pass) (if (is Ful) (move Pass))})", ["(is ...) has no form `Ful`"]),
        ("(do (move Pass) next:(if (is Full) (forEach Pice)))", ["(forEach ...) has no form `Pice`"]),
        ("(priority {(forEach Piece) (move Add (to (sites Epmty)))})", ["(sites ...) has no form `Epmty`"]),
        ("(if (and {(is Full) (is Empyt 3)}) (move Pass))", ["(is ...) has no form `Empyt`"]),
        ("(if (not (or (is Full) (= 1 (count Moevs)))) (move Pass))", ["(count ...) has no form `Moevs`"]),
        ("(move Add (to (union (sites Top) (sites Botom))))", ["(sites ...) has no form `Botom`"]),
        ("(or {(move Stp) (forEach Pice)})", ["(move ...) has no form `Stp`", "(forEach ...) has no form `Pice`"]),
    ],
)
def test_the_deepest_cause_is_told_whatever_encloses_it(text: str, causes: list[str]) -> None:
    start = RIGHT.index("(or {")
    text = RIGHT[:start] + text + RIGHT[RIGHT.index(")\n    (end") :]
    assert [said for said, _ in errors(text)] == causes


def test_several_slips_are_mended_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = RIGHT.replace('"Disc" Each', "Disc Each").replace("(result Mover Win)", "(result Win Mover)")
    text = text.replace("(square 6)", "square 6").replace("(forEach Piece)", "(forEach Peice)")
    file = tmp_path / "slips.lud"
    file.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert main(["check", "--fix", "--dry-run", str(file)]) == 1
    assert file.read_bytes().decode() == text.replace("\n", "\r\n")
    assert '+  (equipment {(board (square 6)) (piece "Disc" Each' in capsys.readouterr().out
    assert main(["check", "--fix", str(file)]) == 0
    assert file.read_bytes().decode() == RIGHT.replace("\n", "\r\n")


def test_what_may_be_meant_in_two_ways_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "piece.lud"
    file.write_text(RIGHT.replace('(place "Disc1"', '(place "Disc"'), encoding="utf-8")
    assert main(["check", "--fix", str(file)]) == 1
    assert "to be chosen: change to Disc1 or change to Disc2" in capsys.readouterr().out


SHADOWED = """(define "Disc" (move Add (to (sites Empty))))
(define "Count" (count Moves))
(game "S" (players 2) (equipment {(board (square 4)) (piece "Disc" Each) (piece "Man" Each)})
  (rules (play ("Disc")) (end (if (is Line 3) (result Mover Win)))))"""


def test_a_define_that_takes_the_place_of_a_name_is_told_and_mended() -> None:
    assert errors(SHADOWED) == [('the define "Disc" of line 1 takes the place of the piece "Disc"', '"Disc"')]
    mended = repair(SHADOWED).text
    assert errors(mended) == [] and '(define "Disc Rule"' in mended and '(piece "Disc" Each)' in mended


def test_a_define_that_stands_for_a_string_takes_no_place() -> None:
    text = SHADOWED.replace("(move Add (to (sites Empty))))", '"Stone")', 1).replace('("Disc")', "(forEach Piece)")
    assert errors(text) == []


@pytest.mark.parametrize("at, name", [('"Man"', "Count"), ('"Count"', "Man"), ('"Man"', "Disc")])
def test_no_name_is_changed_to_one_that_a_define_takes(at: str, name: str) -> None:
    document = Document(SHADOWED)
    with pytest.raises(NotRenamed, match=r"take|already"):
        rename(document, Expectations(document), SHADOWED.index(at) + 2, name)
