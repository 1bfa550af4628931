"""PGN as people and programs write it: python-chess makes the same of it, and where it does not we say why."""

from __future__ import annotations

import io

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens import notation
from ludens.notation.chess import Chess
from ludens.notation.errors import noting
from tests.notation.differ import differences, read_theirs, theirs
from tests.notation.playing import cause

HEAD = '[Event "x"]\n\n'


@pytest.fixture(scope="module")
def style() -> Chess:
    found = notation.of(ludens.load("Chess"))
    assert isinstance(found, Chess)
    return found


#: files that both programs read alike
ALIKE = {
    "castling with zeros": "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 5. d3 1-0",
    "castling with zeros and annotations": "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0! 0-0?? $14 5. d3 1-0",
    "every annotation": "1. e4 $10 e5 $14 2. Nf3 $146 $1 Nc6 $1 $18 3. Bb5 a6 $220 *",
    "a brace in a comment": "1. e4 {a { b} e5 *",
    "escaped lines": "% 1. d4\n1. e4 e5\n% 2. d4\n2. Nf3 *",
    "numbers on both sides": "1.e4 1...e5 2.Nf3 2...Nc6 3. Bb5 3... a6 *",
    "wrong numbers": "1. e4 1. e5 7. Nf3 Nc6 *",
    "no numbers": "e4 e5 Nf3 Nc6 *",
    "numbers without dots": "1 e4 e5 2 Nf3 Nc6 *",
    "no moves": "*",
    "no result": "1. e4 e5",
    "long moves": "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 *",
    "moves of engines": "1. e2e4 e7e5 2. g1f3 *",
    "in passing": "1. e4 a6 2. e5 d5 3. exd6 e.p. *",
    "in passing, together": "1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *",
    "double check": "1. e4 f6 2. Qh5++ g6 3. Qxg6+ hxg6 *",
    "mate": "1. f3 e5 2. g4 Qh4 mate 0-1",
    "mate, together": "1. f3 e5 2. g4 Qh4mate 0-1",
    "signs": "1. e4! e5?! 2. Nf3!! Nc6!? 3. Bb5?? a6? *",
    "clocks": "1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:59] [%eval 0.3]} 2. Nf3 { [%emt 0:00:01] text } *",
    "nobody's moves": "1. e4 -- 2. d4 d5 3. Z0 Nf6 *",
    "nobody's moves in a variation": "1. e4 e5 (1... -- 2. d4 Z0 3. c4) 2. Nf3 *",
    "variations": "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 {a} (1... c5 {sic} 2. Nf3 $1) 2. Nf3 *",
    "comments everywhere": "{root} 1. e4 {a} ({pre} 1. d4 {post}) {b} 1... e5 {c} {d} *",
    "an empty line in a comment": "1. e4 {one\n\ntwo} e5 *",
    "no spaces": "1. e4{a}e5{b}2.Nf3(2.Bc4)Nc6*",
    "two results": "1. e4 e5 1-0 1-0",
    "an annotation of the start": "$1 1. e4 e5 *",
    "a bracket too many": "1. e4 e5) 2. Nf3 *",
}


@pytest.mark.parametrize("name", ALIKE)
def test_moves_as_another_program_reads_them(style: Chess, name: str) -> None:
    assert differences(style, f"{HEAD}{ALIKE[name]}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        '[Event "The "Big" Open"]\n[White-Elo "2000"]\n[A:b+c=d#e "x"]\n\n1. e4 *\n',
        '[Event ""]\n[White ""]\n\n1. e4 *\n',
        '[Event "x"]\r\n\r\n1. e4 e5 *\r\n\r\n[Event "y"]\r\n\r\n1. d4 *\r\n',
        '\ufeff[Event "x"]\n\n1. e4 e5 *\n',
        '[Result "1-0"]\n\n1. e4 e5 0-1\n',
        '[Result "1-0"]\n\n1. e4 e5\n',
        f'{HEAD}1. e4 e5 1-0 That was nice\n\n[Event "y"]\n\n1. d4 *\n',
        '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=q Kg6 *\n',
        '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8Q Kg6 *\n',
        '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 1 0"]\n\n1. O-O *\n',
        '[FEN "8/8/8/4k3/8/8/4R3/4K3 w - - 98 120"]\n\n120. Kd1 Kd5 121. Kc1 Kd6 122. Rd2+ *\n',
    ],
)
def test_files_as_another_program_reads_them(style: Chess, text: str) -> None:
    assert differences(style, text) == []


@pytest.mark.parametrize(
    ("text", "moves", "remark"),
    [
        ('Here are my games:\n\n[Event "x"]\n\n1. e4 *\n', 1, "stands before the game, and is left out: 'Here are"),
        (f"{HEAD}1. e4 e5 1-0\n\nThat was nice.\n", 2, "no part of a game, and is left out: 'That was nice.'"),
        ('[Event "x]\n[White Anna]\n\n1. e4 *\n', 1, 'a tag is written [Name "value"]'),
        ('[White "a"]\n[White "b"]\n\n1. e4 *\n', 1, "the tag White stands here twice: 'a' is left out"),
        (f"{HEAD}1. e4 e5 1-0 2. Nf3\n", 3, "turns behind the result 1-0"),
        ('[FEN "6k1/8/8/8/8/8/8/R5K1 w Q - 0 1"]\n\n1. Ra8+ *\n', 1, "the right to castle Q is left out"),
        ('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n', 4, "the result is 1-0, and by the rules 0-1"),
        ('[Event "x"] junk\n[Site "y"]\n\n1. e4 *\n', 1, "among the tags, and is left out: 'junk'"),
        (f"{HEAD}1. e4 e5 1-0 from B20, where e5 is strong\n", 2, "is left out: 'from B20 where e5 is strong'"),
        (f"{HEAD}1. e4 e5 [%clk 1:00] 2. Nf3 *\n", 3, "no part of a game, and is left out: '[%clk 1:00]'"),
        ('[Result "0-0"]\n\n1. e4 e5 0-0\n', 2, "the tag Result says '0-0', which is no result"),
    ],
)
def test_what_is_left_out_is_said(style: Chess, text: str, moves: int, remark: str) -> None:
    [record] = style.read(text)
    assert len(record.plies) == moves
    assert any(remark in str(one) for one in record.remarks), record.remarks


@pytest.mark.parametrize(
    "between",
    ["{hello}\n", "; hello\n", "{hello\nthere}\n\n", "% no\n{hello}\n", "\ufeff", "junk\n", "\t", "\n\n"],
)
def test_tags_are_read_behind_what_stands_among_them(style: Chess, between: str) -> None:
    [record] = style.read(f'[Event "x"]\n{between}[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Site "y"]\n\n1. e4 *\n')
    assert (record.tags["Event"], record.tags["Site"], len(record.plies)) == ("x", "y", 1)
    assert ("hello" in between) == (record.comments.get(0, "")[:5] == "hello")


def test_comments_before_the_tags_are_those_of_the_game(style: Chess) -> None:
    [record] = style.read('{about} Text\n[Event "x"]\n\n{more} 1. e4 *\n')
    assert record.comments == {0: "about more"}
    assert [one.cause for one in record.remarks] == ["this stands before the game, and is left out: 'Text'"]


def test_files_put_together_have_marks_in_the_middle(style: Chess) -> None:
    records = style.read('\ufeff[Event "x"]\n\n1. e4 *\n\n\ufeff[Event "y"]\n\n1. d4 *\n')
    assert [record.tags["Event"] for record in records] == ["x", "y"]
    assert not any(record.remarks for record in records)


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("1:0", "1-0"),
        ("0:1", "0-1"),
        ("1/2", "1/2-1/2"),
        ("1/2:1/2", "1/2-1/2"),
        ("\u00bd", "1/2-1/2"),
        ("1\u20130", "1-0"),
    ],
)
def test_results_as_tables_have_them(style: Chess, said: str, result: str) -> None:
    for text in (f'[Result "{said}"]\n\n1. e4 e5 *\n', f"{HEAD}1. e4 e5 {said}\n"):
        [record] = style.read(text)
        assert (record.result, len(record.plies)) == (result, 2)


def test_a_result_that_is_none_stays_in_its_tag(style: Chess) -> None:
    [record] = style.read('[Result "0-0"]\n\n1. e4 e5 0-0\n')
    assert '[Result "0-0"]' in (written := style.write(record))
    assert written.endswith("1. e4 e5 *\n")


def test_a_result_counts_where_turns_stand_behind_it(style: Chess) -> None:
    [record] = style.read(f"{HEAD}1. e4 e5 1-0 2. Nf3 Nc6")
    assert (record.result, len(record.plies)) == ("1-0", 4)


def test_a_comment_that_is_never_closed_behind_a_game_costs_it_nothing(style: Chess) -> None:
    text = f'{HEAD}1. e4 e5 1-0\n\n[E{{vent "y"]\n[Site "z"]\n\n1. d4 *\n\n[Event "w"]\n\n1. c4 *\n'
    first, last = style.read(text)
    assert (first.result, len(first.plies), last.tags["Event"]) == ("1-0", 2, "w")
    assert any("stands behind the result, and is left out: '{vent" in str(one) for one in first.remarks)


def test_commas_stand_between_words(style: Chess) -> None:
    assert differences(style, f"{HEAD}1.e4,e5 2.Nf3, Nc6, *\n") == []


@pytest.mark.parametrize("fen", ["", "?", "-", "startpos"])
def test_a_tag_fen_that_says_nothing(style: Chess, fen: str) -> None:
    [record] = style.read(f'[FEN "{fen}"]\n\n1. e4 e5 *\n')
    assert record.begins_as_usual and len(record.plies) == 2


def test_drawings_that_we_do_not_know_stay_in_their_comment(style: Chess) -> None:
    text = f"{HEAD}1. e4 {{[%cal Ge2e4,Xd1h5] hi [%csl Z9]}} *\n"
    [record] = style.read(text)
    assert [str(mark.colour) for mark in record.marks[1]] == ["green"]
    assert record.comments == {1: "[%cal Xd1h5] hi [%csl Z9]"}
    assert style.read(style.write(record))[0].comments == record.comments


def test_games_that_another_program_runs_together(style: Chess) -> None:
    records = style.read('[Event "x"]\n1. e4 e5 *\n[Event "y"]\n1. d4 *\n\n\n\n1. c4 *\n1. b4 1-0 1. a4 *')
    assert [len(record.plies) for record in records] == [2, 1, 1, 1, 1]
    assert [record.tags.get("Event") for record in records] == ["x", "y", None, None, None]


@pytest.mark.parametrize(
    ("said", "nag"),
    [("+=", 14), ("∓", 17), ("N", 146), ("±", 16), ("+-", 18), ("=", 10), ("∞", 13), ("-/+", 17), ("□", 7), ("⩲", 14)],
)
def test_signs(style: Chess, said: str, nag: int) -> None:
    for text in (f"1. e4 {said} e5 *", *(() if said.isalpha() else (f"1. e4{said} e5 *", f"1. e4 e5{said}*"))):
        [record] = style.read(text)
        assert [*record.nags.values()] == [[nag]] and len(record.plies) == 2
    again = style.read(style.write(style.read(f"1. e4 {said} $1 e5 *")))[0]
    assert (again.nags, again.glyphs) == ({1: [nag]}, {1: "!"})


def test_comments_come_back(style: Chess) -> None:
    text = HEAD + "1. e4 {a { b} e5 ; to the } end\n2. Nf3 {[%clk 0:01:02] x} Nc6 {[%eval 0.3]} *\n"
    [record] = style.read(text)
    assert record.comments == {1: "a { b", 2: "to the } end", 3: "[%clk 0:01:02] x", 4: "[%eval 0.3]"}
    assert style.read(style.write(record))[0].comments == record.comments


@pytest.mark.parametrize(
    "text",
    [
        "? 1. e4 *",
        "$1 $14 {a} 1. e4 *",
        "; to the } end\n1. e4 *",
        '[Result "White wins!"]\n\n1. e4 1-0',
        "1. e4 (; a } b\n1. d4) *",
    ],
)
def test_odd_games_come_back(style: Chess, text: str) -> None:
    [record] = style.read(text)
    [again] = style.read(style.write(record))
    assert (again.plies, again.nags, again.glyphs, again.comments) == (
        record.plies,
        record.nags,
        record.glyphs,
        record.comments,
    )
    assert again.result == record.result and again.variations == record.variations


def test_a_tag_of_several_lines(style: Chess) -> None:
    [record] = style.read('[Event "a\nlong name"] [Site "b"]\n[White "C:\\games\\"]\n\n1. e4 *\n')
    assert (record.tags["Event"], record.tags["Site"], record.tags["White"]) == ("a long name", "b", "C:\\games\\")


@pytest.mark.parametrize("said", ["nf3", "♘f3", "Ng1-f3", "Ng1f3", "g1f3", "Nf3+", "Nf3!?"])
def test_ways_to_say_a_move(style: Chess, said: str) -> None:
    state = style.game.start()
    assert style.turn(state, style.parse(state, said)) == "Nf3"


@pytest.mark.parametrize("said", ["e8Q", "e8=Q", "e8(Q)", "e8/Q", "e8=q", "e7-e8Q", "e7e8q", "e8=Q mate"])
def test_ways_to_say_a_promotion(style: Chess, said: str) -> None:
    state = style.state("6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1")
    assert style.turn(state, style.parse(state, said)) == "e8=Q#"
    [record] = style.read(f'[FEN "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1"]\n\n1. {said} *')
    assert record.final.is_over


def test_castling_as_engines_say_it(style: Chess) -> None:
    state = style.state("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for said, name in (("e1h1", "O-O"), ("e1a1", "O-O-O"), ("0-0", "O-O"), ("o-o-o", "O-O-O"), ("O-O+", "O-O")):
        assert style.turn(state, style.parse(state, said)).rstrip("+") == name


def test_a_game_that_cannot_be_read_says_where(style: Chess) -> None:
    assert cause(style, f"{HEAD}1. e4 e5\n2. Sf3 *").startswith("game:4:4: this is no turn: 'Sf3'")


# --- positions


@pytest.mark.parametrize(
    ("said", "fen", "remark"),
    [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 5 0", "4k3/8/8/8/8/8/8/4K3 w - - 5 1", ""),
        ('4k3/8/8/8/8/8/8/4K3 b - - bm Kd7; id "x; y";', "4k3/8/8/8/8/8/8/4K3 b - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 b - - hmvc 7; fmvn 30;", "4k3/8/8/8/8/8/8/4K3 b - - 7 30", ""),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ""),
        ("4k3/8/8/8/8/8/8/R5K1 w Q - 0 1", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "there is no K on e1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn can have passed e6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Chess counts no checks"),
        ("4k3/8/8/8/8/8/8/4K3_w_-_-_0_1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    ],
)
def test_positions_of_real_sites(style: Chess, said: str, fen: str, remark: str) -> None:
    with noting() as heard:
        assert style.position(style.state(said)) == fen
    assert remark in " ".join(heard) and bool(heard) == bool(remark)


def test_numbers_where_a_game_has_ended(style: Chess) -> None:
    for text in ("1. f3 e5 2. g4 Qh4#", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"):
        [record] = style.read(text)
        board = read_theirs(text)[0].end().board()
        assert record.final.is_over and style.position(record.final) == board.fen(en_passant="legal")


# --- ends


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("8/8/8/8/8/k7/3r4/3K4 w - - 0 1", "Kxd2"),
        ("8/8/8/8/8/k4B2/3r4/3K4 w - - 0 1", "Kxd2"),
        ("8/8/8/8/8/k4N2/3r4/3K4 w - - 0 1", "Kxd2"),
        ("8/8/8/8/2b5/k4B2/3r4/3K4 w - - 0 1", "Kxd2"),
        ("8/8/8/8/1b6/3k1B2/8/3K4 w - - 0 1", "Be4+"),
        ("8/8/8/8/8/k5NN/3r4/3K4 w - - 0 1", "Kxd2"),
        ("8/8/8/8/8/3k4/3R4/3K4 w - - 98 120", "Ke1"),
        ("8/8/8/8/8/3k4/3R4/3K4 w - - 148 120", "Ke1"),
        ("8/8/8/8/8/3k4/3R4/3K4 w - - 149 120", "Ke1"),
    ],
)
def test_ends_are_those_of_fide(style: Chess, fen: str, move: str) -> None:
    state, board = style.state(fen), chess.Board(fen)
    for ply in style.parse(state, move):
        state.play(ply)
    board.push_san(move)
    assert state.is_over == board.is_game_over() and (not state.is_over or state.winner == 0)


def test_fifty_moves_may_be_an_end() -> None:
    style = notation.of(ludens.load("Chess", options=["Draws/Fifty moves"]))
    state = style.state("8/8/8/8/8/3k4/3R4/3K4 w - - 99 120")
    for ply in style.parse(state, "Ke1"):
        state.play(ply)
    assert state.is_over


# --- games at random

NAGS = st.lists(st.sampled_from([1, 2, 3, 7, 10, 14, 146, 220, 255]), max_size=2, unique=True)
SAID = st.text("abc {()$;%\n", max_size=12).map(str.strip)


@st.composite
def games(draw: st.DrawFn) -> str:
    """A game with comments, annotations and variations, as python-chess writes it."""
    game = chess.pgn.Game()
    game.comment = draw(SAID)
    node: chess.pgn.GameNode = game
    for _ in range(draw(st.integers(0, 8))):
        moves = sorted(node.board().legal_moves, key=str)
        for move in draw(st.lists(st.sampled_from(moves), min_size=1, max_size=3, unique=True)):
            node.add_variation(move, comment=draw(SAID), nags=draw(NAGS))
        node = node.variations[0] if draw(st.booleans()) else draw(st.sampled_from(node.variations))
    return str(game)


@settings(max_examples=60, deadline=None)
@given(st.lists(games(), min_size=1, max_size=2))
def test_games_at_random(style: Chess, texts: list[str]) -> None:
    text = "\n\n".join(texts) + "\n"
    assert differences(style, text) == []
    written = style.write(style.read(text))
    assert differences(style, written) == []
    assert [*map(theirs, read_theirs(written))] == [*map(theirs, read_theirs(text))]
    assert style.write(list(_records(style, written))) == written


def _records(style: Chess, text: str) -> list[notation.Record]:
    return [one for one in style.games(io.StringIO(text)) if isinstance(one, notation.Record)]
