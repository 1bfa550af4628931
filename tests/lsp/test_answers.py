"""What the engine says of names, words and texts."""

from __future__ import annotations

import random

import pytest

from ludens import library, lsp

TEXT = """// What is free
(define "Free" (is Empty #1))
(game "Named"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Disc" Each)
        (piece "Wall" Neutral)
        (regions "Home" P1 (sites Top))
    })
    (rules
        (start {(place "Disc1" (sites Bottom)) (place "Wall0" 4)})
        (play (move Step Orthogonal (to if:(and ("Free" (to)) (not (is In (to) (sites "Home")))))))
        (end (if (= 0 (count Pieces "Disc")) (result Mover Win)))
    )
)
"""


def ask(kind: str, mark: str, shift: int = 1, text: str = TEXT, **more: object) -> dict[str, object]:
    """The answer for the place `shift` characters into the first `mark`."""
    return lsp.answer({"ask": kind, "text": text, "offset": text.index(mark) + shift, **more})


def texts(answer: dict[str, object], text: str = TEXT) -> list[str]:
    return [text[place["from"] : place["to"]] for place in answer["places"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("mark", "shift", "said"),
    [
        ("(move Step", 2, "(move Step"),
        ("Step Orth", 1, "(move Step"),
        ("if:(and", 1, "if:<a condition>"),
        ("Orthogonal", 3, "AbsoluteDirection"),
        ('("Free" (to))', 3, "What is free"),
        ('"Free" (is', 3, "Used 1 time"),
        ("#1", 1, "`(to)`"),
        ('"Wall0"', 3, "nobody owns"),
        ('"Disc1"', 3, "player 1"),
        ('"Home")', 3, "(regions"),
        ("Each)", 1, "RoleType"),
        ("define", 2, "A name for a piece of text"),
    ],
)
def test_hover(mark: str, shift: int, said: str) -> None:
    assert said in str(ask("hover", mark, shift).get("markdown"))


def test_hover_tells_what_the_manual_tells() -> None:
    assert "Whether enough pieces of a kind stand in a line" in str(
        lsp.answer({"ask": "hover", "text": "(game (rules (end (if (is Line 3)))))", "offset": 24})["markdown"]
    )
    assert lsp.answer({"ask": "hover", "text": "  ", "offset": 1}) == {}


def test_signature_help_follows_the_arguments() -> None:
    text = '(game "G" (rules (start (place "Disc1" 3 count:2))))'
    found = lsp.answer({"ask": "signature", "text": text, "offset": text.index("3") + 1})
    label, start_end = found["signatures"][found["active"]], found["parameter"]
    assert label["label"].startswith("(place") and start_end is not None
    start, end = label["parameters"][start_end]
    assert "integer" in label["label"][start:end]
    assert ask("signature", '("Free" (to))', 8)["signatures"][0]["label"] == '("Free" #1)'  # type: ignore[index]


@pytest.mark.parametrize(
    ("mark", "shift", "found"),
    [
        ('("Free" (to))', 3, ["Free", "Free"]),
        ('"Disc" Each', 3, ["Disc", "Disc", "Disc"]),
        ('"Disc1"', 3, ["Disc", "Disc", "Disc"]),
        ('"Wall0"', 3, ["Wall", "Wall"]),
        ('"Home" P1', 3, ["Home", "Home"]),
    ],
)
def test_references_and_definition(mark: str, shift: int, found: list[str]) -> None:
    answer = ask("references", mark, shift)
    assert texts(answer) == found
    (definition,) = ask("definition", mark, shift)["places"]  # type: ignore[misc]
    assert definition == answer["places"][0]  # type: ignore[index]


def test_a_predefined_define_stands_in_the_prelude() -> None:
    text = '(game "G" (rules (end ("BlockWin"))))'
    (place,) = lsp.answer({"ask": "definition", "text": text, "offset": 26})["places"]
    assert place["predefined"]


def renamed(mark: str, name: str, text: str = TEXT) -> str:
    answer = ask("rename", mark, 3, text, name=name)
    for edit in sorted(answer["edits"], key=lambda one: -one["from"]):  # type: ignore[attr-defined,no-any-return]
        text = text[: edit["from"]] + edit["text"] + text[edit["to"] :]
    return text


@pytest.mark.parametrize(
    ("mark", "old", "new"), [('"Disc1"', '"Disc', '"Stone'), ('"Free"', '"Free', '"Open'), ('"Home"', '"Home', '"Goal')]
)
def test_renaming(mark: str, old: str, new: str) -> None:
    assert renamed(mark, new.strip('"')) == TEXT.replace(old, new)


def test_an_option_is_renamed_by_its_tag() -> None:
    text = '(option "Size" <S> args:{<n>} {(item "3" <3> "")}) (game "G" (equipment {(board (square <S:n>))}))'
    assert renamed("<S:n>", "Side", text) == text.replace("<S", "<Side")


@pytest.mark.parametrize(
    ("mark", "name", "said"),
    [
        ('"Disc1"', "Wall", "already"),
        ('"Disc1"', "X2", "whose it is"),
        ('"Free"', 'a"b', "cannot be a name"),
        ("(players", "x", "no name here"),
    ],
)
def test_what_cannot_be_renamed(mark: str, name: str, said: str) -> None:
    assert said in str(ask("rename", mark, 3, name=name)["error"])


def test_outline_and_folding() -> None:
    symbols = lsp.answer({"ask": "outline", "text": TEXT})["symbols"]
    assert [(s["name"], s["kind"]) for s in symbols] == [("Free", "define"), ("Named", "game")]
    sections = symbols[1]["children"]
    assert [s["name"] for s in sections] == ["players", "equipment", "rules"]
    assert [s["name"] for s in sections[1]["children"]] == ["board", "Disc", "Wall", "Home"]
    folds = lsp.answer({"ask": "folding", "text": TEXT})["folds"]
    assert {(f["first"], f["last"]) for f in folds} >= {(2, 14), (4, 8), (10, 13)}


def test_tokens() -> None:
    found = {TEXT[start:end]: kind for start, end, kind in lsp.answer({"ask": "tokens", "text": TEXT})["tokens"]}
    assert found["// What is free"] == "comment" and found["game"] == "keyword" and found['"Free"'] == "define"
    assert found["#1"] == "parameter" and found["if:"] == "label" and found["Each"] == "role" and found["3"] == "number"
    assert found["Orthogonal"] == "constant" and found['"Disc1"'] == "name" and found['"Named"'] == "string"


def test_broken_texts_are_answered() -> None:
    """Whatever is cut out of a game, and whatever is put in, every question has an answer."""
    chance, game = random.Random(3), library.read("Amazons")
    for _ in range(60):
        start = chance.randrange(len(game))
        text = (
            game[:start]
            + chance.choice(["", "(", '"', "}", "<", "#", "\0", "(" * 300])
            + game[start + chance.randrange(40) :]
        )
        for kind in lsp.KINDS:
            if kind != "diagnostics":
                answer = lsp.answer({"ask": kind, "text": text, "offset": chance.randrange(len(text)), "name": "x"})
                assert isinstance(answer, dict)


def test_questions_that_are_none() -> None:
    with pytest.raises(ValueError, match="no question"):
        lsp.answer({"ask": "weather", "text": ""})
