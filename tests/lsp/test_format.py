"""Formatting changes white space alone: never the tree, and nothing the second time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens import library
from ludens.language import Array, Clause, LudError, Node, Source, Span, String, Word, parse, to_text
from ludens.lsp.formatting import format_text, pieces

NAMES = library.names()
SPAN = Span(Source(""), 0, 0)
WORDS = st.sampled_from(["Mover", "P1", "#1", "3", "-2", "1..4", "Orthogonal", "<=", "<Size:side>", "True"])
STRINGS = st.sampled_from(["Disc1", "a // b", "two  blanks", "A1", ""])
LABELS = st.sampled_from([None, None, None, "if", "at", "count"])


def nodes() -> st.SearchStrategy[Node]:
    words = st.builds(lambda text, label: Word(text, SPAN, label), WORDS, LABELS)
    strings = st.builds(lambda text, label: String(text, SPAN, label), STRINGS, LABELS)
    keywords = st.sampled_from(["move", "is", "sites", "if", "and", "or", "=", "<", "from", "equipment", "define"])

    def lists(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        parts = st.lists(inner, max_size=6).map(tuple)
        clauses = st.builds(lambda k, a, label: Clause(k, a, SPAN, label), keywords, parts, LABELS)
        return clauses | st.builds(lambda a, label: Array(a, SPAN, label), parts, LABELS)

    return st.recursive(words | strings, lists, max_leaves=40)


@pytest.mark.parametrize("name", NAMES[::6])
@pytest.mark.parametrize("flat", [False, True])
def test_games_keep_their_tree(name: str, flat: bool) -> None:
    text = library.read(name)
    if flat:
        text = " ".join(line for line in text.split("\n") if not line.strip().startswith("//"))
    formatted = format_text(text)
    assert parse(formatted).expanded == parse(text).expanded
    assert format_text(formatted) == formatted
    assert list(pieces(formatted)) == list(pieces(text))


def test_the_library_is_formatted_but_for_a_few_lines() -> None:
    changed = [name for name in NAMES if format_text(library.read(name)) != library.read(name)]
    assert len(changed) < len(NAMES) / 4


@settings(max_examples=150, deadline=None)
@given(nodes(), st.integers(20, 120), st.randoms(use_true_random=False))
def test_random_trees_keep_their_pieces(node: Node, width: int, random: object) -> None:
    text = to_text(node)
    broken = "".join(f"\n{' ' * random.randrange(9)}" if c == " " and random.random() < 0.3 else c for c in text)  # type: ignore[attr-defined]
    for written in (text, broken):
        formatted = format_text(written, width)
        assert list(pieces(formatted)) == list(pieces(written))
        assert format_text(formatted, width) == formatted


UGLY = """(define "A"   (is Empty (to)))   // what is free
(game "G" (players 2)   (equipment {
 (board (square 3))   // small

   // the pieces


  (piece "Disc" Each) (piece "A piece with a long name" Neutral (move Step Orthogonal (to if:("A"))
 (then (moveAgain)))) })
  (rules (play (if (is Even (count Moves)) (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next) (then
  (set Counter))))) (end (if (is Line 3) (result Mover Win)))))"""
FORMATTED = """(define "A" (is Empty (to))) // what is free
(game "G" (players 2) (equipment {
        (board (square 3)) // small

        // the pieces

        (piece "Disc" Each)
        (piece "A piece with a long name" Neutral
            (move Step Orthogonal (to if:("A"))
                (then (moveAgain))
            )
        )
    })
    (rules
        (play
            (if (is Even (count Moves))
                (move Add (to (sites Empty)))
                (move Remove
                    (sites Occupied by:Next)
                    (then
                        (set Counter)
                    )
                )
            )
        )
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


def test_how_it_looks() -> None:
    assert format_text(UGLY) == FORMATTED


@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ("( game x )", "(game x)\n"),
        ('(item "A" <3> <"x" "y">)**', '(item "A" <3> <"x" "y">)**\n'),
        ("(a)(b)", "(a)\n(b)\n"),
        ("(f if: (x))", "(f if: (x))\n"),
        ("(f if:(x))", "(f if:(x))\n"),
        ('{"A1".."C3"}', '{"A1".."C3"}\n'),
        ('( define "A" x)', '( define "A" x)\n'),
        ("// only a comment", "// only a comment\n"),
        ('(a "two\n   lines")', '(a "two\n   lines")\n'),
        ("(a // why\n)", "(a // why\n)\n"),
        ("(a)\r\n\r\n\r\n(b)", "(a)\n\n(b)\n"),
        ("", "\n"),
    ],
)
def test_what_is_glued_and_what_is_apart(text: str, formatted: str) -> None:
    assert format_text(text) == formatted
    assert format_text(formatted) == formatted


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("(game\n (a)", "never closed", (1, 1)),
        ("(a))", "closes nothing", (1, 4)),
        ("(a {b)}", "does not close the {", (1, 6)),
        ('(a "b)', "quote is never closed", (1, 4)),
    ],
)
def test_what_does_not_pair_up_is_left_alone(text: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(LudError, match=message) as caught:
        format_text(text)
    assert (caught.value.line, caught.value.column) == place


def test_a_condition_alone_that_is_too_long_for_its_line() -> None:
    formatted = format_text("(if (equipment (move)))", 20)
    assert formatted == "(if\n    (equipment\n        (move)\n    )\n)\n"
    assert format_text(formatted, 20) == formatted


def test_doubled_brackets_stay_doubled() -> None:
    text = "(game ((players 2)))\n"
    assert format_text(text) == text
