"""What is offered fits: the parameters of the ludeme classes say what may stand at a place."""

from __future__ import annotations

import pytest

from ludens import library, lsp

GAME = (
    '(define "Empty" (sites Empty)) (define "Ride" (move Slide #1)) '
    '(game "G" (players 2) (equipment {(board (square 5)) (hand Each) (piece "Disc" Each) (piece "Wall" Neutral) '
    '(regions "Home" P1 (sites Top))}) (rules %s (play %s) (end (if %s (result %s)))))'
)


def offered(text: str) -> list[str]:
    """The labels of what is offered at the mark `|`."""
    offset = text.index("|")
    answer = lsp.answer({"ask": "completion", "text": text.replace("|", "", 1), "offset": offset})
    return [item["label"] for item in answer["items"]]


def game(start: str = "", play: str = "(move Pass)", end: str = "(is Line 3)", result: str = "Mover Win") -> str:
    return GAME % (start, play, end, result)


@pytest.mark.parametrize(
    ("text", "offers", "not_offered"),
    [
        (game(play="(|"), ["move Add", "forEach Piece", "or", '"Ride"'], ["+", "is Line", "sites Empty", '"Empty"']),
        (game(play="(move |)"), ["Add", "Step", "Slide"], ["Line", "(is Line"]),
        (game(play="(move Add (to |))"), ["(sites Empty", '("Empty"', "if:", "Cell"], ["(move Add", "True"]),
        (game(play="(move Add (to (sites Empty) |))"), ["if:", "(apply"], ["(sites Empty", "level2:"]),
        (game(play="(move Step (to if:|))"), ["(is Empty", "True", "(not"], ["(sites Empty", "(move Step", "P1"]),
        (game(play="(move Step (to if:(|)))"), ["is Empty", "not", "="], ["sites Empty", "move Step", "+"]),
        (game(play="(move Add (piece |) (to (sites Empty)))"), ['"Disc"', '"Wall0"', "(mover"], ['"Home"', '"Hand1"']),
        (game(play='("Ride" |)'), ["Orthogonal", "Forward"], ["True", "Win"]),
        (game(end="(is |)"), ["Line", "Full", "Connected"], ["Add", "Empty2"]),
        (game(end="(|)"), ["is Line", "no Moves", "and"], ["move Add", "sites Empty"]),
        (game(result="|"), ["Mover", "P1", "Next"], ["Win", "Each2"]),
        (game(result="Mover |"), ["Win", "Loss", "Draw"], ["Mover", "P1"]),
        (game(start="(start (place |))"), ["Random", '"Disc1"', '"Disc2"', '"Wall0"'], ['"Home"', "(move Add"]),
        (game(start='(start (place "|))'), ["Disc1", "Wall0"], ["Home"]),
        (game(start='(start (place "Disc1" |))'), ['"Hand1"', "coord:", "(sites Empty"], ["(move Add", "if:"]),
        (game(play='(move Add (to (sites "|")))'), ["Home"], ["Disc1"]),
        (game(end='(no Pieces Mover "|")'), ["Disc"], ["Home"]),
        (game(end='(= 0 (where "|" Mover))'), ["Disc"], ["Home"]),
        (game(end='(= 0 (id "|"))'), ["Disc", "Hand1"], ["Home"]),
        (game() + '(metadata (graphics (piece Rename piece:"|" "b")))', ["Disc"], ["Home"]),
        (game() + '(metadata (graphics (piece Rename piece:"Disc" "|")))', [], ["Disc", "Home"]),
        ("(|", ["game", "define", "option", "metadata"], ["move Add"]),
        ('(game "G" |)', ["(players", "(equipment", "(rules"], ["(move Add"]),
        ('(game "G" (players 2) (equipment {(|', ["board", "piece", "hand"], ["move Add", "sites Empty"]),
    ],
)
def test_only_what_fits_is_offered(text: str, offers: list[str], not_offered: list[str]) -> None:
    found = offered(text)
    assert set(offers) <= set(found)
    assert not set(not_offered) & set(found)


def test_a_define_is_looked_into_where_it_is_used() -> None:
    found = offered(game(play='("D")') + '(define "D" (|))')
    assert "move Add" in found and "sites Empty" not in found
    found = offered(game(end='("D")') + '(define "D" (|))')
    assert "is Line" in found and "move Add" not in found


def test_options_and_rulesets() -> None:
    text = '(option "Size" <S> args:{<n>} {(item "3x3" <3> "")** (item "5x5" <5> "")}) '
    assert "<S:n>" in offered(text + '(game "G" (equipment {(board (square |))}))')
    assert offered(text + '(rulesets {(ruleset "R/One" {"|"})})') == ["Size/3x3", "Size/5x5"]


def test_nothing_is_offered_in_comments_and_in_words() -> None:
    assert offered("// a (comment |\n(game)") == []
    assert offered('(metadata (info (description "a |")))') == []


@pytest.mark.parametrize("name", ["Chess", "Amazons", "Backgammon"])
def test_every_place_of_a_game_can_be_asked_about(name: str) -> None:
    text = library.read(name)
    for offset in range(0, len(text), 97):
        for kind in ("completion", "hover", "signature", "definition", "references"):
            assert isinstance(lsp.answer({"ask": kind, "text": text, "offset": offset}), dict)


def test_what_an_author_wrote_is_offered_at_its_place() -> None:
    """Each keyword of a game is among what is offered behind its bracket."""
    text = library.read("Chess")
    document = lsp.Document(text)
    heads = [n for n in document.nodes if n.kind == "clause" and n.text not in ("define", "game", "metadata")]
    missed = []
    for node in heads[::4]:
        typed = text[: node.at + 1] + text[node.end :]
        items = lsp.answer({"ask": "completion", "text": typed, "offset": node.at + 1})["items"]
        if node.text not in {item["label"].split()[0] for item in items}:
            missed.append((document.locate(node.at), node.text))
    assert len(heads) > 80 and missed == []


def test_offsets_count_as_in_javascript() -> None:
    text = '(game "\U0001f3b2" (players 2) (rules (play (move |)) (end (if (is Full) (result Mover Draw)))))'
    offset = text.index("|")
    answer = lsp.answer({"ask": "completion", "text": text.replace("|", ""), "offset": offset + 1})
    assert answer["from"] == offset + 1 and "Add" in {item["label"] for item in answer["items"]}
