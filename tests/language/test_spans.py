"""Where the nodes of a tree say that they come from."""

from collections.abc import Iterator

from ludens.language import Array, Clause, LudError, Node, Source, Span, nearest, parse


def nodes(node: Node) -> Iterator[Node]:
    yield node
    children = node.arguments if isinstance(node, Clause) else node.elements if isinstance(node, Array) else ()
    for child in children:
        yield from nodes(child)


TEXT = """(define "Mine" (is Enemy #1))
(option "Size" <Size> args:{<n>} {(item "Eight" <8> "8")})
(game "Title"   // a comment
    (first  at:( second ) {1..3 "x y"})
    ("Mine" (who at: 5))
    ("StepToEmpty" Forward)
    <Size>
)
"""


def spans_by_text() -> dict[str, Span]:
    found: dict[str, Span] = {}
    for node in nodes(parse(TEXT).game):
        found.setdefault(node.span.text, node.span)
    return found


def test_nodes_point_at_what_is_written() -> None:
    spans = spans_by_text()
    for text, line, column in [('"Title"', 3, 7), ("at:( second )", 4, 13), ('"x y"', 4, 33)]:
        assert (spans[text].line, spans[text].column) == (line, column)


def test_a_node_from_a_define_points_into_its_body_and_arguments_to_the_use() -> None:
    spans = spans_by_text()
    assert (spans["Enemy"].line, spans["Enemy"].column) == (1, 20)
    assert (spans["(who at: 5)"].line, spans["(who at: 5)"].column) == (5, 13)


def test_a_node_from_a_predefined_define_points_to_its_use() -> None:
    move = parse(TEXT).game.arguments[3]
    assert isinstance(move, Clause) and move.keyword == "move"
    assert (move.span.text, move.span.line) == ('"StepToEmpty"', 6)
    assert [argument.span.text for argument in move.arguments] == ['"StepToEmpty"', "Forward", '"StepToEmpty"']


def test_an_option_value_points_into_its_item() -> None:
    size = parse(TEXT).game.arguments[4]
    assert (size.span.text, size.span.line, size.span.column) == ("8", 2, 50)


def test_numbers_of_a_range_point_to_the_range() -> None:
    array = parse("(game {3..6})").game.arguments[0]
    assert isinstance(array, Array)
    assert [element.span.text for element in array.elements] == ["3", "..", "..", "6"]


def test_every_span_lies_in_the_source() -> None:
    game = parse(TEXT).game
    for node in nodes(game):
        assert 0 <= node.span.start < node.span.end <= len(TEXT)
    assert game.span.text == TEXT[TEXT.index("(game") :].rstrip()


def test_line_ends_of_every_kind() -> None:
    for end in ("\n", "\r\n", "\r"):
        word = parse(f"\ufeff(game // first{end}  // second{end} word)").game.arguments[0]
        assert (word.span.line, word.span.column, word.span.text) == (3, 2, "word")


def test_nodes_are_equal_if_they_are_written_the_same() -> None:
    assert parse("(game (a {1 b:2}))").game == parse("(game\n ( a { 1 b: 2 } ))").game
    assert parse("(game a:1)").game != parse("(game b:1)").game


def test_an_error_shows_its_place() -> None:
    source = Source("(game\n\t(foo bar)\n)", "x.lud")
    error = LudError("no such word", Span(source, 12, 15), "did you mean it?", [LudError("another")])
    assert str(error) == "x.lud:2:7: no such word\n   (foo bar)\n        ^^^\nhint: did you mean it?\nanother"
    assert (error.line, error.column) == (2, 7)


def test_an_error_in_a_long_line_shows_a_part_of_it() -> None:
    source = Source("x" * 5000 + "HERE" + "y" * 5000)
    shown = str(LudError("message", Span(source, 5000, 5004))).splitlines()
    assert len(shown[1]) < 120
    start = shown[2].index("^")
    assert shown[1][start : start + 4] == "HERE"
    assert shown[2].strip() == "^^^^"


def test_nearest() -> None:
    assert nearest("orthogonel", ["Orthogonal", "Diagonal", "All"])[0] == "Orthogonal"
    assert nearest("zzz", ["Orthogonal"]) == []
