"""What the text level makes of small descriptions: each quirk of the language has its line here."""

import pytest

from ludens.language import Array, Clause, LudError, String, Word, parse, to_text

F = '(define "F" (f #1 #2))'
FG = F + '(define "G" ("F" #2 #1))'
SIZES = '(option "Size" <S> args:{<a> <b>} {(item "Small" <3> <x y> "s")* (item "Big" <5> <> "b")** %s})'
SIZES %= '(item "Huge" <7> <(> 1 2)> "h")**'
RULESETS = """(option "S" <S> args:{<a>} {(item "I" <3> "i") (item "J" <4> "j")*})
    (rulesets { (ruleset "R/A" {"S/I"})*** (ruleset "R/B" {"S/J"}) })"""


def body(text: str, before: str = "", **choices: object) -> str:
    """What stands in the game clause `text`, after reading it behind `before`."""
    game = parse(f"{before} (game _ {text})", **choices).game  # type: ignore[arg-type]
    return to_text(game)[len("(game _ ") : -1]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("", "{1..4} {4..1} {3..3} {-2..2} {1..2..4}", "{1 2 3 4} {4 3 2 1} {3 3} {-2 2} {1 2 3 4}"),
        ("", '{"A1".."B2"} {"c2".."a1"}', '{"A1" "A2" "B1" "B2"} {}'),
        (F, '("F" a) ("F" ~ b) {"F"} ("F" a b c)', "(f a) (f b) {(f)} (f a b)"),
        (F, '("F" x:(g 1) "two words") ("F" {1 2}(h))', '(f x:(g 1) "two words") (f {1 2} (h))'),
        (FG, '("G" 1 2) ("G" 1) ("G" ~ 2)', "(f 2 1) (f 1) (f 2)"),
        (F, '(game "F") (instance "F") (match "F") (piece "F")', '(game "F") (instance "F") (match "F") (piece (f))'),
        ('(define "Gap" (f #1 #3))', '("Gap" a b c)', "(f a #3)"),
        ('(define "S" "Name with #1")', '("S" q)', '"Name with q"'),
        ('(define "L" (who at:#1 level:#2))', '("L" (to))', "(who at:(to))"),
        ('(define "A" 1) (define "A" 2)', '{"A"}', "{1}"),
        ('(define "IsEndTrack" (mine #1))', '("IsEndTrack" 5) ("IsNotEndTrack" 5)', "(mine 5) (!= 5 End)"),
        (SIZES, "<S> <S:a> <S:b> end", "5 5 end"),
        ("", '"X: Y" (from: (value)) () (b y: 2) (c "he said \\"hi\\" ok")', None),
        ("", "((f 1)) (g // note\n2)", "(f 1) (g 2)"),
    ],
)
def test_table_of_the_reference(before: str, text: str, expected: str | None) -> None:
    expected = expected or '"X:Y" (from (value)) (b y:2) (c "he said \'hi\' ok")'
    assert body(text, before) == expected


def test_a_selected_option() -> None:
    assert body("<S> <S:a> <S:b> end", SIZES, options=["Size/Huge"]) == "7 7 (> 1 2) end"


def test_an_item_without_values_ends_substitution() -> None:
    before = '(option "N" <N> args:{} {(item "n" "")}) (option "S" <S> args:{<a>} {(item "s" <3> "")})'
    assert body("<S>", before) == "<S>"


def test_asterisks_of_rulesets_mean_nothing() -> None:
    description = parse(RULESETS + "(game <S>)")
    assert to_text(description.game) == "(game 4)"
    assert description.active_ruleset is not None
    assert description.active_ruleset.heading == "R/B"


def test_metadata_of_what_is_active() -> None:
    metadata = '(metadata (useFor "S/J" (a)) (useFor {"R/B"} (b)) (useFor "R/A" (c)) %s)'
    metadata %= '(useFor {"S/J" "R/B"} (d (useFor "S/I" e)))'
    clause = parse(RULESETS + "(game <S>)" + metadata).metadata
    assert clause is not None
    assert to_text(clause) == "(metadata (a) (b) (d))"


def test_defines_in_metadata_are_only_the_file_s_own() -> None:
    text = '(define "IsEndTrack" (mine #1)) (game) (metadata ("IsEndTrack" 5) ("IsNotEndTrack" 5))'
    clause = parse(text).metadata
    assert clause is not None
    assert to_text(clause) == '(metadata (mine 5) ("IsNotEndTrack" 5))'


def test_a_name_with_a_blank_takes_its_own_end_as_argument() -> None:
    with pytest.raises(LudError, match="quote is never closed"):
        body('("Two Words" z)', '(define "Two Words" (f #1))')
    assert body('("Two Words" z)', '(define "Two Words" (f))') == "(f)"


def test_titles_are_not_expanded() -> None:
    assert to_text(parse(F + '(match "F" (x))').game) == '(match "F" (x))'
    assert to_text(parse(F + '(game\n   "F" ("F" 1))').game) == '(game "F" (f 1))'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('("A" x ~ z)', "(b x z)"),
        ('("A" label:"two words")', '(b label:"two words")'),
        ('("A" if:(is Empty (to)) 2)', "(b if:(is Empty (to)) 2)"),
        ('("A" #2 x)', "(b x x)"),
        ('("A" ("A" 1 2) ("A" 3))', "(b (b 1 2) (b 3))"),
        ('{"A" "A" "A"}', "{(b) (b) (b)}"),
    ],
)
def test_arguments_of_defines(text: str, expected: str) -> None:
    before = '(define "A" ("B" #1 #2 #3)) (define "B" (b #1 #2 #3))'
    assert body(text, before) == expected


def test_a_define_whose_argument_is_its_own_name() -> None:
    assert body('("A" "A" 2)', '(define "A" (a #1 #2))') == "(a (a) 2)"


def test_a_define_in_the_body_of_another_takes_effect_in_the_next_round() -> None:
    assert body('"Outer" {"Inner"}', '(define "Outer" (define "Inner" 7) 8)') == "8 {7}"


def test_a_define_with_an_empty_body_and_one_with_several_words() -> None:
    assert body('(x "Nothing" y) {"Many"}', '(define "Nothing") (define "Many" 1 2 (z))') == "(x y) {1 2 (z)}"


def test_a_label_takes_the_next_value_whatever_it_is() -> None:
    game = parse("(game a: b:2 c (x y:))").game
    assert game.arguments[0] == Word("b", game.span, "a")
    assert game.arguments[1] == Word("2", game.span, "")
    assert game.arguments[3] == Clause("x", (), game.span)


def test_labels_of_every_kind_of_value() -> None:
    game = parse('(game a:(b) c:{1} d:"e" f:g)').game
    assert [node.label for node in game.arguments] == ["a", "c", "d", "f"]
    assert [type(node) for node in game.arguments] == [Clause, Array, String, Word]


def test_site_ranges_ascend_with_letters_outermost() -> None:
    assert body('{"B1".."A2"} {"A10".."A11"} {"A1".."A2".."A3"}') == '{} {"A10" "A11"} {"A1" "A2" "A3"}'


def test_ranges_stand_as_they_are_between_square_brackets_of_metadata() -> None:
    clause = parse('(game) (metadata "[1..3]" "1..3")').metadata
    assert clause is not None
    assert to_text(clause) == '(metadata "[1..3]" "1 2 3")'


def test_comments_are_not_seen_in_strings() -> None:
    assert body('"http://x" // "\n 2') == '"http://x" 2'


def test_defines_may_follow_the_metadata() -> None:
    assert parse('(game x ("a" b)) (metadata) (define "a" (c #1))').expanded == "(game x (c b))"


def test_agents_knowledge_is_left_out() -> None:
    clause = parse('(game "Chess") (metadata (ai "Chess_ai"))').metadata
    assert clause is not None
    assert to_text(clause) == "(metadata (ai))"


def test_a_doubled_bracket_in_the_middle() -> None:
    assert body("((a (b)) (c))") == "(a (b)) (c)"
    assert body("(((a)))") == "(a)"


class TestOptions:
    TEXT = (
        '(option "Board Size" <Size> args:{<rows> <name>} {'
        '(item "8x8" <8> <"Small one"> "Eight.")* (item "10x10" <10> <> "Ten.")})'
        '(option "Goal" <Goal> args:{<end>} {(item "Win" <Win> "w") (item "Lose" <Loss> "l")})'
        '(rulesets {(ruleset "Ruleset/Big" {"Board Size/10x10"} variations:{"Goal/Lose"})'
        '(ruleset "Ruleset/Odd" {"Board Size/9x9"})})'
        "(game <Size:rows> <Size:name> <Size> <Goal:end>)"
    )

    def test_what_is_offered(self) -> None:
        size, goal = parse(self.TEXT).options
        assert (size.heading, size.tag, size.arguments) == ("Board Size", "Size", ("rows", "name"))
        assert [(item.name, item.description, item.priority) for item in size.items] == [
            ("8x8", "Eight.", 1),
            ("10x10", "Ten.", 0),
        ]
        assert size.items[0].values == ("8", '"Small one"')
        assert goal.full_names() == ["Goal/Win", "Goal/Lose"]

    def test_defaults(self) -> None:
        description = parse(self.TEXT)
        assert description.selected == ("Board Size/8x8", "Goal/Win")
        assert description.expanded == '(game 8 "Small one" 8 Win)'
        assert description.active_ruleset is None

    def test_a_ruleset_stands_for_its_settings(self) -> None:
        by_option = parse(self.TEXT, options=["Ruleset/Big", "Goal/Lose"])
        assert by_option.expanded == "(game 10 10 Loss)"
        assert by_option.expanded == parse(self.TEXT, ruleset="Ruleset/Big", options=["Goal/Lose"]).expanded
        assert by_option.active_ruleset is not None
        assert by_option.active_ruleset.variations == {"Goal": ("Goal/Lose",)}

    def test_an_option_beside_a_ruleset_wins(self) -> None:
        assert parse(self.TEXT, options=["Board Size/8x8", "Ruleset/Big"]).selected[0] == "Board Size/8x8"

    @pytest.mark.parametrize(
        ("wanted", "hint"),
        [
            (["Board Size/8x9"], '"Board Size/8x8"'),
            (["Goal/Draw"], '"Goal/'),
            (["nothing like it"], "there are"),
            (["Ruleset/Odd"], "Board Size/"),
        ],
    )
    def test_unknown_names(self, wanted: list[str], hint: str) -> None:
        with pytest.raises(LudError) as caught:
            parse(self.TEXT, options=wanted)
        assert "there is no option" in str(caught.value)
        assert caught.value.hint and hint in caught.value.hint

    def test_two_items_of_one_option(self) -> None:
        with pytest.raises(LudError, match="exclude each other"):
            parse(self.TEXT, options=["Goal/Win", "Goal/Lose"])

    def test_the_reference_falls_back_to_the_defaults(self) -> None:
        assert parse(self.TEXT, options=["Goal/Lose", "Goal/Draw"], strict=False).selected[1] == "Goal/Win"
        assert parse(self.TEXT, options=["Goal/Lose"], strict=False).selected[1] == "Goal/Lose"

    def test_two_options_of_one_name(self) -> None:
        option = '(option "S" <%s> args:{<a>} {(item "I" <%s> "i")})'
        assert parse(option % ("S", 1) + option % ("T", 2) + "(game <S> <T>)").expanded == "(game 1 2)"

    def test_no_options_at_all(self) -> None:
        with pytest.raises(LudError, match="has no options"):
            parse("(game)", options=["Goal/Win"])


GAME = '(game "G" (players 2))'


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (GAME + " (b)", "behind the end of the game", (1, 24)),
        (GAME + " b c", "behind the end of the game", (1, 24)),
        (GAME + " " + GAME, "behind the end of the game", (1, 24)),
        ("x " + GAME, "before the game", (1, 1)),
        ("/-----\n" + GAME, "before the game", (1, 1)),
        ("# rules, by hand; v.1 don't!\n" + GAME, "before the game", (1, 1)),
        (GAME + '\n/-----\nremarks: it\'s (good) {1} "x"', "behind the end of the game", (2, 1)),
        (GAME + ") (", "behind the end of the game", (1, 23)),
        (GAME + "} {", "behind the end of the game", (1, 23)),
        (GAME + " (metadata) (other)", "behind the metadata", (1, 35)),
        (GAME + " (metadata (info {})) x", "behind the metadata", (1, 45)),
        (GAME + ' (metadata) x (define "A" 1)', "behind the metadata", (1, 35)),
        (GAME + " (metadata) (metadata)", "behind the metadata", (1, 35)),
        (GAME + ' (option "A" <A> args:{<a>} {})', "has no args", (1, 24)),
        (GAME + ' (option "A" <A> {(item "b" <1> "")})', "has no args", (1, 24)),
        (GAME + ' (option "A" <A> args:{<a>})', "has no args", (1, 24)),
        (GAME + "(rulesets {})(rulesets {})", "only the first", (1, 36)),
        (GAME.replace("G", "G\ufffd"), "no text in UTF-8", (1, 9)),
    ],
)
def test_what_the_reference_passes_over_is_a_warning(text: str, message: str, place: tuple[int, int]) -> None:
    [slip] = parse(text).slips
    assert message in slip.message and (slip.line, slip.column) == place
    assert parse(text).game.arguments[1] == parse(GAME).game.arguments[1]


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "empty", None),
        ("  \n // only this", "no \\(game", None),
        ("(board (square 3))", "begins with \\(game", (1, 1)),
        ("(game.x)", "begins with", (1, 1)),
        ("(game a))", "closes nothing", (1, 9)),
        ("(metadata) (game)", "no \\(game", None),
        ("(game\n  (a (b)\n  (c)\n)", "behind this a \\) is missing: the \\( of line 2 is never closed", (2, 8)),
        ("(game\n  (a (b)))\n  (c)\n)", "closes the game, and more of it follows", (2, 10)),
        ("(game {1 2)", "does not close the {", (1, 11)),
        ("(game (a)))", "closes nothing", None),
        ('(game "x)', "quote is never closed", (1, 7)),
        ("(game {1 (a} )", "does not close", (1, 12)),
        ("(game (a), b)", "',' cannot stand here", (1, 10)),
        ('(game "")', "empty string", (1, 7)),
        ('(game\n ("StepToEmtpy"))', 'no define "StepToEmtpy"', (2, 3)),
        ("(game {1..5000})", "more than 1000 numbers", (1, 8)),
        ('(game {"A1".."BC3"})', "cannot be the end", None),
        ('(game {"1".."A3"})', "cannot be the end", None),
        ('(define "R" (f "R")) (game _ {"R"})', "never ends", (1, 13)),
        ('(define "R" ("S")) (define "S" ("R")) (game x ("R"))', "never ends", None),
        ('(define "R" "R" x) (game _ {"R"})', "never ends", (1, 13)),
        ("(define R 1) (game)", "begins with its name", (1, 9)),
        ('(option "A/B" <T> args:{<a>} {}) (game)', "may not contain a /", (1, 9)),
        ('(option "A" <T> args:{<a>} {(item "b/c" <1> "")}) (game)', "may not contain a /", None),
        ("(game [a | b])", "reconstruction", (1, 7)),
        ("(game (foo{1}))", "a blank is missing", None),
        ("(game ({1}))", "begins with its keyword", None),
        ("(game ((a) b c)", None, None),
        ("(game\0)", "NUL", (1, 6)),
        ("(game " + "(a " * 300 + ")" * 301, "nested more than", None),
    ],
)
def test_errors_show_what_is_wrong_and_where(text: str, message: str | None, place: tuple[int, int] | None) -> None:
    with pytest.raises(LudError, match=message) as caught:
        parse(text)
    if place:
        assert (caught.value.line, caught.value.column) == place
    assert str(caught.value)


def test_hints_name_what_was_meant() -> None:
    with pytest.raises(LudError) as caught:
        parse('(define "MyStep" 1) (game _ ("StepToEmtpy" (to)))')
    assert caught.value.hint == 'did you mean "StepToEmpty" or "StepToEnemy" or "StepStackToEmpty"?'


def test_use_for_an_unknown_option() -> None:
    description = parse('(option "S" <S> args:{<a>} {(item "I" <3> "i")}) (game <S>) (metadata (useFor "S/K" (a)))')
    with pytest.raises(LudError, match='no option or ruleset "S/K"'):
        _ = description.metadata


def test_growth_has_a_limit() -> None:
    chain = "".join(f'(define "D{n}" {{"D{n + 1}" "D{n + 1}"}})' for n in range(40)) + '(define "D40" 1)'
    with pytest.raises(LudError, match=r"never ends|grows above"):
        parse(chain + '(game _ "D0")')


def test_half_a_character_is_an_error_at_its_place() -> None:
    with pytest.raises(LudError, match="half of a character") as caught:
        parse('(game "T\ud800")')
    assert (caught.value.line, caught.value.column) == (1, 9)
    assert str(caught.value).encode()


def test_how_long_a_text_grows_is_no_matter_of_its_layout() -> None:
    rounds = "".join(f'(define "D{n}" {{("D{n - 1}"){" " * 20_000}\n("D{n - 1}")}})\n' for n in range(1, 9))
    game = parse(f'(define "D0" (pass))\n{rounds}(game "Wide" ("D8"))').game
    assert to_text(game).count("(pass)") == 2**8
