from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.language import parse, to_text
from ludens.suite.description_names import names_of, rename, renames_of, unreplaced_names
from ludens.suite.words import words

TEXT = """(game "My Game" (players 2)
    (equipment {(board (square 3)) (piece "Pawn" Each) (piece "Counter9" P1) (regions "Home" P1 (sites Top))
        (track "Path1" "0,E,N1,W" P1) (track "Path2" "2,W,N1,E" P2) (hand Each)})
    (rules (start {(place "Pawn1" "Hand1") (place "Pawn2" "A1")})
        (play (move (from) (to (sites Mover "Home")) (then (set Var "Score" 1))))
        (end (if (= 1 (var "Score")) (result Mover Win)))))"""


def test_names_are_replaced_and_places_are_not() -> None:
    tree = parse(TEXT).game
    assert names_of(tree) == ["My Game", "Pawn", "Counter", "Home", "Path", "Score"]
    names = dict.fromkeys(names_of(tree), "")
    names |= {"Pawn": "Blip", "Counter": "Zam", "Home": "Foo", "Path": "Trok", "Score": "Vun", "My Game": "Plish"}
    text = to_text(rename(tree, names))
    for told in (
        '"Plish"',
        '"Blip1" "Hand1"',
        '"Blip2" "A1"',
        '"Zam9"',
        'Mover "Foo"',
        '"Trok2" "2,W,N1,E"',
        'Var "Vun"',
    ):
        assert told in text
    assert not any(name in text for name in ("Pawn", "Home", "Path", "My Game", '"Score"'))
    assert unreplaced_names(rename(tree, names), names) == []


def test_names_that_mean_something_stay() -> None:
    text = '(game "A game" (equipment {(piece "Die" Each) (piece "Domino7" Each)}) (note "Well done" to:"Mover"))'
    names = renames_of(parse(text).game, 1)
    assert list(names) == ["A game", "Well done"]
    assert unreplaced_names(rename(parse(text).game, names), names) == ["Mover"]


def test_renaming_is_that_of_its_seed() -> None:
    tree = parse(TEXT).game
    assert renames_of(tree, 4) == renames_of(tree, 4) != renames_of(tree, 5)
    assert len(set(renames_of(tree, 4).values())) == len(renames_of(tree, 4))


@settings(max_examples=20)
@given(st.integers(0, 1 << 32))
def test_no_word_begins_as_another_one(seed: int) -> None:
    found = [word.casefold() for word in itertools.islice(words(seed, {"Pawn"}), 30)]
    assert not any(a.startswith(b) for a, b in itertools.permutations(found, 2))
    assert not any(part in word for word in found for part in ("die", "domino", "pawn"))
