"""Shogi as people in Japan write it: KI2 and single moves, and what files hold beside them, beside python-shogi."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import shogi as python_shogi
from hypothesis import given, settings
from hypothesis import strategies as st
from shogi import CSA, KIF

import ludens
from ludens import notation
from ludens.cli import main
from ludens.game import IllegalMove
from ludens.notation import NotationError, Record, ki2
from ludens.notation.japanese import ODDS
from ludens.notation.shogi import Shogi
from ludens.notation.turns import goes_on, whole_turns
from tests.notation.playing import random_record


@pytest.fixture(scope="module")
def style() -> Shogi:
    found = notation.of(ludens.load("Shogi"))
    assert isinstance(found, Shogi)
    return found


def whole_record(style: Shogi, seed: int, plies: int) -> Record:
    """A random game that does not stop in the middle of a turn."""
    record = random_record(style.game, seed, plies)
    while goes_on(record.final):
        record.plies.pop()
    return record


def usi(style: Shogi, record: Record) -> list[str]:
    return [style.usi(state, turn) for state, turn in record.states()]


# --- KI2


def test_a_file_of_ki2(style: Shogi, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同銀\n"
    for form in ("kif", "ki2"):
        [record] = style.read(text, form)
        assert usi(style, record) == ["7g7f", "3c3d", "8h2b+", "3a2b"]
    (path := tmp_path / "game.kif").write_text(text, encoding="utf-8")
    assert main(["convert", "Shogi", str(path), "--to", "usi"]) == 0
    assert capsys.readouterr().out == "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n"


KI2 = """開始日時：2020/01/02
先手：Anna
後手：Ben

▲７六歩    △３四歩    ▲２二角成  △同　銀
*交換です。
▲４五角 △６五角
まで6手で中断

変化：5手
▲５五角打 △３三銀
"""


def test_comments_ends_and_variations(style: Shogi) -> None:
    [record] = style.read(KI2, "ki2")
    assert usi(style, record)[4:] == ["B*4e", "B*6e"]
    assert record.comments == {4: "交換です。"} and record.result == "*"
    [line] = record.variations[4]
    assert len(line.plies) == 2
    for form in ("ki2", "kif"):
        assert style.read(style.write(record, form), form) == [record]


@pytest.mark.parametrize(
    ("told", "result", "words"),
    [
        ("まで1手で先手の勝ち", "1-0", None),
        ("まで1手で後手の勝ち", "0-1", None),
        ("まで1手で千日手", "1/2-1/2", None),
        ("まで1手で持将棋", "1/2-1/2", "impasse"),
        ("まで1手で中断", "*", None),
        ("まで1手で後手の反則負け", "1-0", "illegal move"),
        ("まで1手で先手の反則勝ち", "1-0", "illegal move"),
        ("まで1手で時間切れにより先手の勝ち", "1-0", "time"),
        ("まで1手で後手の入玉勝ち", "0-1", None),
    ],
)
def test_the_last_line_tells_the_result(style: Shogi, told: str, result: str, words: str | None) -> None:
    [record] = style.read(f"▲７六歩\n{told}\n", "ki2")
    assert (record.result, record.tags.get("Termination")) == (result, words) and not record.remarks
    for form in ("kif", "csa"):
        again = style.read(style.write(record, form), form)[0]
        assert (again.result, again.tags) == (record.result, record.tags), form


@pytest.mark.parametrize("word", ["投了", "中断", "千日手", "持将棋", "反則負け", "反則勝ち", "切れ負け", "入玉勝ち",
                                  "詰み", "不戦敗", "不戦勝", "封じ手", "不詰", "引き分け"])  # fmt: skip
def test_every_end_comes_back(style: Shogi, word: str) -> None:
    [record] = style.read(f"手合割：平手\n   1 ７六歩(77)\n   2 {word}\n", "kif")
    assert not record.remarks and f"   2 {word}\n" in style.write(record, "kif")


#: pieces by SFEN, a text, and the move that it means
WAYS = [
    ("9/2G3G2/9/9/9/9/9/9/9", "▲８二金", "7b8b"),
    ("9/2G3G2/9/9/9/9/9/9/9", "▲２二金", "3b2b"),
    ("4G4/6G2/9/9/9/9/9/9/9", "▲４一金寄", "5a4a"),
    ("4G4/6G2/9/9/9/9/9/9/9", "▲４一金上", "3b4a"),
    ("9/9/3G5/3G5/9/9/9/9/9", "▲５三金寄", "6c5c"),
    ("9/9/9/4G4/6S2/9/9/9/9", "▲５三金", "5d5c"),
    ("9/9/9/9/9/9/9/9/2G1G4", "▲６八金左", "7i6h"),
    ("9/9/9/9/9/9/9/9/2G1G4", "▲６八金右", "5i6h"),
    ("9/9/9/9/9/9/9/9/3GG4", "▲５八金直", "5i5h"),
    ("9/9/9/9/9/9/9/9/3GG4", "▲５八金左上", "6i5h"),
    ("9/9/9/9/9/9/9/9/2SSS4", "▲６八銀直", "6i6h"),
    ("9/9/9/9/9/9/9/9/2SSS4", "▲６八銀左上", "7i6h"),
    ("9/9/9/9/9/9/9/9/2SSS4", "▲６八銀右上", "5i6h"),
]


@pytest.mark.parametrize(("board", "text", "move"), WAYS)
def test_words_tell_pieces_apart(style: Shogi, board: str, text: str, move: str) -> None:
    state = style.state(f"{board} b - 1")
    assert style.usi(state, style.parse(state, text)) == move


def test_what_words_are_written(style: Shogi) -> None:
    """Every turn of random games has words of its own, and is read by them."""
    for seed in range(4):
        state = style.game.start(rng_state=bytes(8))
        record = whole_record(style, seed, 160)
        for number, (here, _) in enumerate(record.states()):
            if number % 8:
                continue
            state = here.copy()
            told = {style.usi(state, turn): ki2.write(style, state, turn, "") for turn in whole_turns(state)}
            assert len(set(told.values())) == len(told)
            for move, text in told.items():
                assert style.usi(state, style.parse(state, text)) == move


def test_two_that_are_not_told_apart(style: Shogi) -> None:
    state = style.state("9/9/9/9/9/9/9/9/2G1G4 b - 1")
    with pytest.raises(IllegalMove, match="'▲６八金' may be ６八金左, ６八金右"):
        style.parse(state, "▲６八金")
    with pytest.raises(IllegalMove, match="it is the other player's turn"):
        style.parse(state, "△６八金右")


@pytest.mark.parametrize("text", ["７六歩", "▲７六歩", "☗７六歩", "7六歩", "76歩", "七六歩", "７六歩(77)",
                                  "+7776FU", "7776FU", "7G7F", "7g-7f", "7776", "P-7f", "P7f", "P-76", "p76", "P7g-7f",
                                  "P77-76", "1. P-7f"])  # fmt: skip
def test_moves_are_read_in_every_way(style: Shogi, text: str) -> None:
    state = style.game.start()
    assert style.usi(state, (state.parse(text),)) == "7g7f"


def test_the_square_of_the_move_before(style: Shogi) -> None:
    state = style.game.start()
    for text in ("▲７六歩", "△３四歩", "▲２二角成"):
        for move in state.parse_turn(text):
            state.play(move)
    assert style.usi(state, style.parse(state, "△同　銀")) == "3a2b"


@pytest.mark.parametrize(
    "text",
    [
        "1   ７六歩(77)   ( 0:1/0:0:1)\n2   ３四歩(33)\n3   中断\n",
        "1手目 ▲７六歩\n2手目 △３四歩\n",
        "1：７六歩(77)\n2：３四歩(33)\n3：中断\n",
        "1 76歩(77)\n2 34歩(33)\nまで2手で中断\n",
        "▲７六歩△３四歩",
        "   1 ７六歩(77)   ( 0:01/00:00:01)+\n\n   2 ３四歩(33)\n",
        "1 ７六歩（７７）\n2 ３四歩（３３）\n",
        "1７六歩(77)\n2３四歩(33)\n",
        "1.▲７六歩 2.△３四歩",
        "▲７六歩、△３四歩、",
        "▲７六歩 △３四歩 まで2手で中断",
        "▲七六歩 △三四歩成らず",
    ],
)
def test_files_of_other_programs(style: Shogi, text: str) -> None:
    [record] = style.read(f"#KIF version=2.0 encoding=UTF-8\n手合割：平手\n{text}", "kif")
    assert usi(style, record) == ["7g7f", "3c3d"] and not record.remarks and record.result == "*"


# --- nothing is lost


def test_what_people_write_in_ki2(style: Shogi) -> None:
    [record] = style.read("▲７六歩 △３四歩 ▲２二角成る △同 銀 ▲５五角打（００） △投了\n", "ki2")
    assert usi(style, record) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"] and record.result == "1-0"


def test_heads_behind_a_comment_count(style: Shogi) -> None:
    """The odds are not lost where a comment stands before them."""
    [record] = style.read("*a comment\n手合割：角落ち\n上手：Ben\n1 ８四歩(83)\n2 中断\n", "kif")
    assert usi(style, record) == ["8c8d"] and record.tags == {"White": "Ben"} and not record.remarks


@pytest.mark.parametrize("line", ["   2 ３四歩?(33)", "   2 ？", "△３四不"])
def test_a_move_that_cannot_be_read_is_not_passed_over(style: Shogi, line: str) -> None:
    with pytest.raises(NotationError, match="game:3: this is no move"):
        style.read(f"手合割：平手\n   1 ７六歩(77)\n{line}\n   3 ２六歩(27)\n", "kif", "game")


def test_files_of_csa_with_less_than_usual(style: Shogi) -> None:
    """The first move says who begins; the next game begins with the format's version."""
    one = "V2.2\nPI\n+7776FU\n-3334FU\n%MAX_MOVES\n"
    for record in style.read(one + one, "csa"):
        assert usi(style, record) == ["7g7f", "3c3d"] and not record.remarks
        assert (record.result, record.tags) == ("1/2-1/2", {"Termination": "maximum of moves"})
        assert style.read(style.write(record, "csa"), "csa") == [record]


def test_moves_behind_the_end_change_no_winner(style: Shogi) -> None:
    [record] = style.read("PI\n+\n+7776FU\n%TORYO\n-3334FU\n", "csa")
    assert usi(style, record) == ["7g7f"] and record.result == "1-0" and "'-3334FU'" in str(record.remarks[0])
    with pytest.raises(NotationError, match="the game is over before '３四歩"):
        style.read("1 ７六歩(77)\n2 投了\n3 ３四歩(33)\n", "kif")


def test_lines_that_are_nothing_are_told_of(style: Shogi) -> None:
    [record] = style.read("手合割：平手\n   1 ７六歩(77)\nthis is no move\n   2 ３四歩(33)\n", "kif")
    assert len(record.plies) == 2
    assert [str(one) for one in record.remarks] == [
        "<text>:3: this is no move, comment or head, and is left out: 'this is no move'"
    ]
    with pytest.raises(NotationError, match="game:2: this is no move of KIF or KI2, and there is none: '▲７六不 "):
        style.read("手合割：平手\n▲７六不 △３四歩\n", "kif", "game")
    with pytest.raises(NotationError, match="'▲７七歩' is no move here"):
        style.read("手合割：平手\n▲７七歩 △３四歩\n", "kif", "game")


def test_a_bad_game_costs_no_other(style: Shogi) -> None:
    good = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n\n"
    text = good + good.replace("76", "75").replace("７六", "７四") + good
    assert len(style.read(text, "kif", errors="skip")) == 2
    text = "PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+7775FU\n/\nPI\n+\n+2726FU\n"
    assert [usi(style, one) for one in style.read(text, "csa", errors="skip")] == [["7g7f"], ["2g2f"]]


def test_heads_of_every_kind_come_back(style: Shogi) -> None:
    text = (
        "先手：Anna\n備考：a note\n持ち時間：各6時間\n手合割：香落ち\n上手：Ben\n   1 ３四歩(33)\n&しおり\n   2 中断\n"
    )
    [record] = style.read(text, "kif")
    assert record.tags == {"Black": "Anna", "備考": "a note", "TimeControl": "各6時間", "White": "Ben"}
    assert record.comments == {1: "&しおり"}
    written = style.write(record, "kif")
    assert "手合割：香落ち" in written and "上手：Ben" in written and "\n&しおり\n" in written
    assert style.read(written, "kif") == [record]


CSA3 = """'CSA encoding=UTF-8
V3.0
N+Anna
N-Ben
$EVENT:Cup
$MAX_MOVES:256
$TIME+:600+30+0
P+77FU59OU00KI
P-51OU
P-00AL
+
+0052KI
T1.5
'** 30 -5152OU
'*good
%+ILLEGAL_ACTION
T3
"""


def test_a_file_of_csa_3(style: Shogi) -> None:
    [record] = style.read(CSA3, "csa")
    assert record.tags == {
        "Black": "Anna", "White": "Ben", "Event": "Cup", "MAX_MOVES": "256", "TIME+": "600+30+0",
        "Termination": "illegal move of the other",
    }  # fmt: skip
    assert (record.times, record.comments, record.result) == ({1: 1.5, 2: 3.0}, {1: "* 30 -5152OU\ngood"}, "0-1")
    assert style.position(record.start).split()[2] == "G2r2b3g4s4n4l17p"
    assert style.read(style.write(record, "csa"), "csa") == [record]
    [other] = style.read("PI\n'what is this\n+\n+7776FU\n%HM\n", "csa")
    assert [str(one).rpartition(": ")[2] for one in other.remarks] == ["'what is this'", "%HM"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp"])
@pytest.mark.parametrize("form", ["kif", "ki2", "csa"])
def test_encodings(style: Shogi, tmp_path: Path, capsys: pytest.CaptureFixture[str], encoding: str, form: str) -> None:
    [record] = style.read("先手：羽生善治\n後手：森内俊之\n▲７六歩\n*角道を開ける。\n△３四歩\n", "ki2")
    (path := tmp_path / f"game.{form}").write_bytes(style.write(record, form).encode(encoding))
    assert main(["convert", "Shogi", str(path), "--to", "kif"]) == 0
    out = capsys.readouterr().out
    assert "先手：羽生善治" in out and "*角道を開ける。" in out


# --- beside python-shogi


def test_odds_are_those_of_python_shogi(style: Shogi) -> None:
    theirs: Mapping[str, str | None] = KIF.Parser.HANDYCAP_SFENS
    for name, sfen in theirs.items():
        if sfen is not None:
            [record] = style.read(f"手合割：{name}\n   1 中断\n", "kif")
            assert style.position(record.start) == sfen and f"手合割：{name}\n" in style.write(record, "kif")
    assert theirs.keys() - {"その他"} <= ODDS.keys()


def test_random_games_are_read_by_python_shogi_and_come_back(style: Shogi) -> None:
    for seed in range(3):
        record = whole_record(style, seed, 150)
        record.tags |= {"Black": "Anna", "White": "Ben"}
        moves = usi(style, record)
        [theirs] = KIF.Parser.parse_str(style.write(record, "kif"))
        assert theirs["moves"] == moves and theirs["names"][0] == "Anna"
        [theirs] = CSA.Parser.parse_str(style.write(record, "csa"))
        assert theirs["moves"] == moves
        board = python_shogi.Board()
        for move, (state, _) in zip(moves, record.states(), strict=True):
            assert board.sfen().rpartition(" ")[0] == style.position(state).rpartition(" ")[0]
            board.push_usi(move)
        for form in ("kif", "ki2", "csa"):
            assert style.read(style.write(record, form), form) == [record], form


# --- any text


SIGNS = "▲△７六3４歩銀角同成不打右左上 \u3000()\n手合割：平まで勝ち変化*&|+-FUT%12PIN'/v・投了先後"


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=SIGNS, max_size=60), st.sampled_from(["kif", "ki2", "csa", "usi"]))
def test_any_text_is_read_or_refused(style: Shogi, text: str, form: str) -> None:
    try:
        for record in style.read(text, form):
            assert record.plies or record.tags or record.remarks or record.comments or not ki2.MOVE.search(text)
    except NotationError as error:
        assert error.cause


@pytest.mark.parametrize("form", ["kif", "ki2", "csa"])
def test_wide_spaces_of_names_come_back(style: Shogi, form: str) -> None:
    """From the files of Kifu-for-JS: a wide space is a part of a name."""
    [record] = style.read(
        "先手：渡辺\u3000明竜王\n場所：輪島温泉\u3000八汐\n手合割：平手\n▲７六歩 △３四歩\nまで2手で中断\n", "ki2"
    )
    [again] = style.read(style.write(record, form), form)
    assert (again.tags["Black"], again.tags["Site"]) == ("渡辺\u3000明竜王", "輪島温泉\u3000八汐")


@pytest.mark.parametrize(
    ("end", "words"),
    [("先手の反則負け", "illegal move"), ("詰み", "mate"), ("切れ負け", "time")],
)
def test_ends_in_words_come_back(style: Shogi, end: str, words: str) -> None:
    [record] = style.read(f"手合割：平手\n▲７六歩 △３四歩\nまで2手で{end}\n", "ki2")
    [again] = style.read(style.write(record, "ki2"), "ki2")
    assert record.tags["Termination"] == again.tags["Termination"] == words and again.result == record.result
