"""A missing bracket is blamed where it is missing, and one too many where it is; the fix mends the text."""

from __future__ import annotations

import pytest

from ludens import library, lsp

GAME = """(define "Free" (is Empty (to)))
(game "Slips"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each)
    })
    (rules
        (start (place "Disc1" (sites Top)))
        (play
            (or
                (move Step Orthogonal (to if:("Free")))
                (move Add (to (sites Empty)))
            )
        )
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
FLAT = " ".join(GAME.split()) + "\n"

#: a text, what is wrong in it, and the line and column that are blamed
SLIPS = {
    "a define": (GAME.replace('(define "Free" (is Empty (to)))', '(define "Free" (is Empty (to))'), 1, 30),
    "a piece": (GAME.replace('(piece "Disc" Each)', '(piece "Disc" Each'), 7, 5),
    "a board": (GAME.replace("(board (square 5))", "(board (square 5)"), 5, 25),
    "the list of the equipment": (GAME.replace("    })\n", "    )\n"), 7, 5),
    "the equipment": (GAME.replace("    })\n", "    }\n"), 7, 5),
    "the players": (GAME.replace("(players 2)", "(players 2"), 3, 14),
    "a start rule": (GAME.replace("(sites Top)))", "(sites Top))"), 9, 42),
    "a move": (GAME.replace('(to if:("Free")))', '(to if:("Free"))'), 12, 54),
    "the end of the game": (GAME.rstrip().removesuffix(")"), 17, 5),
    "a bracket too many": (GAME.replace("(sites Top)))", "(sites Top))))"), 9, 44),
    "the game closed too early": (GAME.replace("(players 2)", "(players 2))"), 3, 16),
    "players on one line": (FLAT.replace("(players 2)", "(players 2"), 1, 56),
    "play on one line": (FLAT.replace("(play (or", "(play (or", 1).replace("Empty))) ) )", "Empty))) )"), None, None),
    "rules closed too early on one line": (FLAT.replace("(sites Top)))", "(sites Top))))"), None, None),
}


def errors(text: str) -> list[dict[str, object]]:
    return [f for f in lsp.answer({"ask": "diagnostics", "text": text})["findings"] if f["severity"] == "error"]


@pytest.mark.parametrize("name", SLIPS)
def test_the_place_is_told_and_the_fix_mends_it(name: str) -> None:
    text, line, column = SLIPS[name]
    (found,) = errors(text)
    assert found["code"] == "unbalanced"
    if line is not None:
        assert (found["line"], found["column"]) == (line, column)
    (fix,) = found["fixes"]
    for edit in fix["edits"]:
        text = text[: edit["from"]] + edit["text"] + text[edit["to"] :]
    assert errors(text) == []


def test_every_bracket_of_a_game_taken_away_is_blamed_near() -> None:
    """Of the closing brackets of Chess, most are missed within two lines of where they were."""
    text = library.read("Chess").partition("(metadata")[0]
    document = lsp.Document(text)
    places = [t.start for t in document.tokens if t.kind == "close"][::4]
    near = 0
    for place in places:
        (found, *_) = lsp.answer({"ask": "diagnostics", "text": text[:place] + text[place + 1 :], "deep": False})[
            "findings"
        ]
        near += abs(int(found["line"]) - 1 - document.locate(place)[0]) <= 2
    assert len(places) > 50 and near > 0.75 * len(places)


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (GAME + "(piece)", "behind the end of the game", 19),
        (GAME + "and so on", "behind the end of the game", 19),
        (GAME + '(metadata (info (description "x")))\nmore', "behind the metadata", 20),
        (GAME + GAME.partition("\n")[2], "behind the end of the game", 19),
    ],
)
def test_text_that_belongs_to_nothing_is_a_warning(text: str, message: str, line: int) -> None:
    assert not errors(text)
    findings = lsp.answer({"ask": "diagnostics", "text": text, "deep": False})["findings"]
    assert [one["line"] for one in findings if message in one["message"]] == [line]
