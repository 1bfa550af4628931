"""Doubts about texts and rules, and what mends errors."""

from __future__ import annotations

import pytest

from ludens import library, lsp


def game(
    play: str = "(move Add (to (sites Empty)))",
    items: str = "",
    start: str = "",
    end: str = "(is Line 3)",
    board: str = "3",
) -> str:
    return (
        f'(game "Doubtful" (players 2) (equipment {{(board (square {board})) (piece "Disc" Each) {items}}}) '
        f"(rules {start} (play {play}) (end (if {end} (result Mover Win)))))"
    )


def findings(text: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = lsp.answer({"ask": "diagnostics", "text": text})["findings"]
    return found


SIZES = '(option "Size" <S> args:{<n>} {(item "A" <3> "a")** (item "B" <%s> "b")}) '


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('(define "A" (is Full)) ' + game(), "unused-define", '"A"'),
        ('(define "A" (move Pass)) (define "A" (move Pass)) ' + game('("A")'), "repeated-define", '"A"'),
        ('(define "A" (move Pass)) ' + game('("A" 3)'), "unused-parameter", "3"),
        (SIZES % 5 + game(), "idle-option", '"Size"'),
        (SIZES % 3 + game(board="<S:n>"), "idle-option", '"Size"'),
        (SIZES % '5> "b") (item "C" <3' + game(board="<S:n>"), "same-items", '"C"'),
        (SIZES % 5 + '(rulesets {(ruleset "R/X" {"Size/C"})}) ' + game(board="<S:n>"), "unknown-setting", '"Size/C"'),
        (game(items='(piece "Wall" Neutral)'), "unplaced-piece", '(piece "Wall" Neutral)'),
        (game('(move Add (piece "Disk") (to (sites Empty)))'), "unknown-piece", '"Disk"'),
        (game(items='(regions "Home" (sites Top))'), "unused-region", '"Home"'),
        (game("(or (move Pass) (move Pass))"), "repeated-rule", "(move Pass)"),
        (
            game("(if (is In 4 (sites Corners)) (move Pass) (move Add (to (sites Empty))))"),
            "never-true",
            "(is In 4 (sites Corners))",
        ),
        (game("(move Add (to (sites Empty) if:(!= 0 1)))"), "always-true", "if:(!= 0 1)"),
        (game(start='(start (place "Disc1" "Hand2"))', items="(hand Each)"), "doubt", '(place "Disc1" "Hand2")'),
    ],
)
def test_doubts(text: str, code: str, place: str) -> None:
    found = findings(text)
    assert [(f["code"], f["severity"]) for f in found] == [(code, "warning")]
    assert text[found[0]["from"] : found[0]["to"]] == place  # type: ignore[misc]


def test_a_phase_that_is_never_reached() -> None:
    phases = '(phase "One" (play (move Pass))) (phase "Two" (play (move Pass)))'
    rules = f"(rules phases:{{{phases}}} (end (if (is Full) (result Mover Draw))))"
    text = f'(game "P" (players 2) (equipment {{(board (square 3))}}) {rules})'
    assert [f["code"] for f in findings(text)] == ["unreached-phase"]
    reached = text.replace('(phase "One" (play (move Pass)))', '(phase "One" (play (move Pass)) (nextPhase "Two"))')
    assert findings(reached) == []


@pytest.mark.parametrize("name", ["Amazons", "Hex", "Nine Men's Morris", "Backgammon", "Nim", "Go"])
def test_good_games_raise_no_doubts(name: str) -> None:
    assert findings(library.read(name)) == []


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (game("(move Add (to (sites Botom)))"), "Bottom"),
        (game("(moev Add (to (sites Empty)))"), "move"),
        (game("(move Add (to (sites Empty) fi:(is Full)))"), "if:"),
        (game("(move Add (to (sites Empty) (aply if:(is Full))))"), "apply"),
        ('(define "Free" (sites Empty)) ' + game('(move Add (to ("Fre")))'), "Free"),
        (game("(move Add (to (sites Empty) if:(is Emty (to))))"), "Empty"),
        (game(end="(is Line 3) , "), ""),
    ],
)
def test_near_misses_are_mended(text: str, mended: str) -> None:
    errors = [f for f in findings(text) if f["severity"] == "error"]
    fixes = errors[0]["fixes"]
    assert isinstance(fixes, list) and fixes
    meant = [fix["edits"][0] for fix in fixes if fix["edits"][0]["text"] == mended]
    assert meant
    edit = meant[0]
    assert not [f for f in findings(text[: edit["from"]] + mended + text[edit["to"] :]) if f["severity"] == "error"]


def test_removing_an_unused_define_takes_its_line() -> None:
    text = '(define "A" (is Full))\n' + game()
    (fix,) = findings(text)[0]["fixes"]  # type: ignore[misc]
    (edit,) = fix["edits"]
    assert text[: edit["from"]] + edit["text"] + text[edit["to"] :] == game()
