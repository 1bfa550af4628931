"""No text, however broken, leads to anything but a tree or a LudError."""

import string

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludens.language import LudError, parse, to_text

WHOLE = """(define "F" (f #1 #2 "G")) (define "G" {1..4 #1})
(option "Size" <S> args:{<a> <b>} { (item "Small" <3> <x y> "s")* (item "Big" <(> 1 2)> <> "b")** })
(rulesets { (ruleset "R/A" {"Size/Small"}) (ruleset "R/B" {"Size/Big"} variations:{"Size/Small"}) })
(game "F" (players 2) // comment
  (equipment { (board (square <S>)) ("ChessKnight" "Knight" ~ (then (x))) ("F" ("G" 1) label:(y)) })
  (rules (play ((or ("StepToEmpty") "HopCapture"))) (start {(place "A1" {"A1".."C3"})})))
(metadata (info { (useFor "R/A" (description "said \\"hi\\" 1..3")) (useFor {"Size/Big" "R/B"} (x)) }) (ai "F_ai"))
"""

PIECES = st.sampled_from(
    [
        *"(){}[]<>\":#~,/\\ \n",
        "//", "..", "((", "))", '\\"', "()", '""', "\0", "\r", "\u00a0", "é", "\U0001f3b2",
        "(game", "(match", "(define ", '(define "F" ', '(option "', "(option ", "(item ", "(rulesets", "(ruleset ",
        "(metadata", "(useFor ", "args:{", "variations:{", '"F"', '("F" ', '"G"', '("StepToEmpty" ', '"ChessKnight"',
        "#1", "#2", "#10", "<S>", "<S:a>", "<a>", "1..3", "3..1", '"A1".."B2"', "name:", "_ai\"", "(ai", "*",
        "word", "-1.5",
    ]
)  # fmt: skip
SOUP = st.lists(PIECES, max_size=40).map("".join)
SETTINGS = settings(max_examples=300, deadline=2000, suppress_health_check=[HealthCheck.too_slow])


def read(text: str, strict: bool = True) -> None:
    """Read a text and its metadata; what is read must read back from its printed form."""
    try:
        description = parse(text, strict=strict)
        _ = description.metadata
    except LudError as error:
        assert str(error) and error.message
        if error.span:
            assert 0 <= error.span.start <= error.span.end <= len(error.span.source.text)
        return
    game = description.game
    assert game.keyword.startswith(("game", "match"))
    assert 0 <= game.span.start < game.span.end <= len(description.source.text)
    assert to_text(game)


@SETTINGS
@given(SOUP)
def test_soups_of_pieces(text: str) -> None:
    read(text)


@SETTINGS
@given(SOUP)
def test_soups_inside_a_game(text: str) -> None:
    read(f'(define "F" (f #1)) (game _ {text})')


@SETTINGS
@given(SOUP, SOUP)
def test_soups_inside_options_and_defines(one: str, two: str) -> None:
    read(f'(define "F" {one}) (option "O" <S> args:{{<a>}} {{(item "i" <{two}> "d")}}) (game _ "F" <S> ("F" 1 2))')


@SETTINGS
@given(st.data())
def test_mutations_of_a_whole_description(data: st.DataObject) -> None:
    text = WHOLE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(st.one_of(st.just(""), PIECES)) + text[end:]
    read(text)


@SETTINGS
@given(st.text(alphabet=string.printable + "é\u2028", max_size=60), st.booleans())
def test_any_text(text: str, strict: bool) -> None:
    read(text, strict)
    read(f"(game {text})", strict)


ARGUMENT = st.recursive(
    st.sampled_from(["a", "1", "-2.5", '"text"', "x:1", '"two words"', "True"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: "{" + " ".join(parts) + "}"),
        st.lists(inner, max_size=3).map(lambda parts: " ".join(["(key", *parts]) + ")"),
    ),
    max_leaves=12,
)


@SETTINGS
@given(st.lists(ARGUMENT, max_size=5))
def test_a_printed_tree_reads_back(arguments: list[str]) -> None:
    text = " ".join(["(game", *arguments]) + ")"
    assert to_text(parse(text).game) == text


@SETTINGS
@given(ARGUMENT, ARGUMENT)
def test_a_define_is_the_same_as_its_body(one: str, two: str) -> None:
    by_define = parse(f'(define "Both" (both #1 {{#2}})) (game _ ("Both" {one} {two}))').game
    if " " in one + two and '"two words"' in (one, two):
        return
    assert by_define == parse(f"(game _ (both {one} {{{two}}}))").game


def test_what_grows_or_repeats_without_end_is_found_out() -> None:
    names = [f"D{number}" for number in range(120)]
    circle = "".join(f'(define "{one}" ("{two}"))' for one, two in zip(names, [*names[1:], names[0]], strict=True))
    for text in [
        circle + '(game _ ("D0"))',
        '(define "A" (a "A" "A")) (game _ "A")',
        '(define "A" "B" "B") (define "B" "A") (game _ "A")',
        '(define "A" "B") (define "B" "A") (game _ "A")',
        '(define "A" ("#1" #1)) (game _ ("A" A))',
        '(define "A" #1 #1) (game _ ' + '("A" ' * 60 + "x" + ")" * 61,
        "(game _ " + "(" * 100_000 + ")" * 100_001,
        "(game _ " + "((a))" * 30_000 + ")",
        "(game _ " + "{" * 100_000 + "}" * 100_000 + ")",
        "(game _ {" + "1..999 " * 50_000 + "})",
        '(game _ {"A1"' + '.."A1"' * 5_000 + "})",
        "(metadata " + '(useFor "x" ' * 3_000 + ")" * 3_001 + "(game)",
        "(game _ " + '"' * 100_001,
        "(game _ " + '("x" ' * 50_000,
        '(define "x" #1)' * 3_000 + "(game)",
        '(option "' * 30_000,
    ]:
        read(text)
