"""Files of shogi as Japanese programs write them: KIF and CSA."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import notation
from ludens.cli import main
from ludens.game import State
from ludens.notation.record import Line
from ludens.notation.shogi import Shogi
from tests.notation.playing import cause, random_record

#: as Kifu for Windows writes it
KIFU = """# ----  Kifu for Windows V6.26 棋譜ファイル  ----
開始日時：1999/07/15(木) 19:07:12
終了日時：1999/07/15(木) 19:07:17
棋戦：練習対局
手合割：平手\u3000\u3000
先手：先手の名前
後手：後手の名前
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*角道を開ける。
   2 ３四歩(33)   ( 0:00/00:00:00)
   3 ２二角成(88) ( 0:03/00:00:19)+
   4 同\u3000銀(31)   ( 0:02/00:00:02)
   5 ５五角打     ( 0:05/00:00:24)
   6 ３三銀(22)   ( 0:01/00:00:03)
   7 同\u3000角成(55) ( 0:01/00:00:25)
   8 投了         ( 0:01/00:00:04)
まで7手で先手の勝ち

変化：6手
   6 ４四角打     ( 0:01/00:00:03)
   7 同\u3000角(55)   ( 0:01/00:00:25)
"""

#: the example of the format's standard, a little shorter
CSA = """'----------棋譜ファイルの例"example.csa"-----------------
V2.2
N+NAKAHARA
N-YONENAGA
$EVENT:13th World Computer Shogi Championship
$SITE:KAZUSA ARC
$START_TIME:2003/05/03 10:30:00
$END_TIME:2003/05/03 11:11:05
$TIME_LIMIT:00:25+00
$OPENING:YAGURA
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
'先手番
+
'指し手と消費時間
+2726FU
T12
-3334FU
T6
%CHUDAN
'---------------------------------------------------------
"""


@pytest.fixture(scope="module")
def style() -> Shogi:
    found = notation.of(ludens.load("Shogi"))
    assert isinstance(found, Shogi)
    return found


def test_a_file_of_kif(style: Shogi) -> None:
    [record] = style.read(KIFU, "kif")
    written = [style.usi(state, turn) for state, turn in record.states()]
    assert written == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "2b3c", "5e3c+"]
    assert record.tags == {
        "Black": "先手の名前", "White": "後手の名前", "Event": "練習対局", "Date": "1999/07/15(木) 19:07:12",
        "EndDate": "1999/07/15(木) 19:07:17",
    }  # fmt: skip
    assert record.times == {1: 16, 2: 0, 3: 3, 4: 2, 5: 5, 6: 1, 7: 1, 8: 1} and not record.remarks
    assert (record.result, record.comments) == ("1-0", {1: "角道を開ける。"})
    again = style.write(record, "kif")
    moves = [line for line in again.partition("まで")[0].splitlines() if line[:4].strip().isdigit()]
    assert moves[2:5] == [
        "   3 ２二角成(88)   ( 0:03/00:00:19)",
        "   4 同\u3000銀(31)   ( 0:02/00:00:02)",
        "   5 ５五角打   ( 0:05/00:00:24)",
    ]
    assert moves[-1] == "   8 投了   ( 0:01/00:00:04)"
    assert again.endswith("まで7手で先手の勝ち\n\n" + KIFU.partition("\n\n")[2].replace("打     ", "打   "))
    [read] = style.read(again, "kif")
    assert read == record


#: two ways to go on from move 3, one of them with another end of its own, and one from the first move
BRANCHES = """手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)
   4 ８四歩(83)
   5 中断

変化：4手
   4 ４四歩(43)
*角道を止める。
   5 ２五歩(26)

変化：5手
   5 ４八銀(39)

変化：3手
   3 ２二角成(88)
   4 同　銀(31)

変化：3手
   3 ６六歩(67)

変化：1手
   1 ２六歩(27)
"""


def test_variations_stay_in_their_places(style: Shogi) -> None:
    [record] = style.read(BRANCHES, "kif")

    def told(line: Line, start: State) -> list[str]:
        found = list[str]()
        for number, (state, turn) in enumerate(line.states(start)):
            others = [told(other, state.copy()) for other in line.variations.get(number, ())]
            found += [style.usi(state, turn), *(f"({' '.join(other)})" for other in others)]
        return found

    tree = "7g7f (2g2f) 3c3d 2g2f (8h2b+ 3a2b) (6g6f) 8c8d (4c4d 2f2e (3i4h))"
    assert " ".join(told(record.line, record.start)) == tree
    assert record.variations[3][0].comments == {1: "角道を止める。"}
    [again] = style.read(style.write(record, "kif"), "kif")
    assert " ".join(told(again.line, again.start)) == tree
    assert again.variations[3][0].comments == {1: "角道を止める。"}


def test_a_variation_that_is_none_is_told_of(style: Shogi) -> None:
    [record] = style.read(
        "手合割：平手\n   1 ７六歩(77)\n変化：1手\n   1 ７六歩(78)\n変化：9手\n   9 ２六歩(27)\n", "kif"
    )
    assert not record.variations
    assert record.comments[1].count("A variation is left out") == 2


def test_a_file_of_csa(style: Shogi) -> None:
    [record] = style.read(CSA, "csa")
    assert [style.usi(state, turn) for state, turn in record.states()] == ["2g2f", "3c3d"]
    assert record.begins_as_usual and record.result == "*"
    assert record.tags["Black"] == "NAKAHARA" and record.tags["Site"] == "KAZUSA ARC"
    short = "V2.2\nPI\n+\n+7776FU,T1,-3334FU,T2\n+8822UM\n-3122GI\n+0055KA\n%TORYO\n"
    short += "/\nPI82HI22KA\n-\n-3334FU\n%+ILLEGAL_ACTION\n"
    first, second = style.read(short, "csa")
    assert [style.usi(state, turn) for state, turn in first.states()][2:] == ["8h2b+", "3a2b", "B*5e"]
    assert (first.result, second.result) == ("1-0", "0-1")
    assert style.position(second.start) == "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"


@pytest.mark.parametrize("form", ["kif", "csa", "usi"])
def test_games_come_back(style: Shogi, form: str) -> None:
    records = [random_record(style.game, seed, 120) for seed in range(2)]
    for record in records:
        while len(record.turns[-1]) == 1 and not record.final.is_over and record.final.notations()[0].startswith("="):
            record.plies.pop()
    records[0].tags |= {"Black": "Anna", "White": "Ben"}
    read = style.read(style.write(records, form), form)
    assert [one.plies for one in read] == [one.plies for one in records]


@pytest.mark.parametrize("form", ["kif", "csa"])
def test_games_from_a_position_come_back(style: Shogi, form: str) -> None:
    [record] = style.read("position sfen 4k4/9/3+p5/9/9/9/9/4+R4/4K4 w R2P18pb 1 moves B*5e R*5b 5a5b 5h5e", "usi")
    [read] = style.read(style.write(record, form), form)
    assert style.position(read.start) == style.position(record.start)
    assert read.plies == record.plies


def test_odds(style: Shogi) -> None:
    [record] = style.read(
        "手合割：二枚落ち\n上手：Oyama\n手数----指手--\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 中断\n", "kif"
    )
    assert style.position(record.start) == "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    assert record.tags == {"White": "Oyama"} and len(record.turns) == 2


@pytest.mark.parametrize(
    ("form", "text", "told"),
    [
        ("kif", "手合割：平手\n   1 ７六歩(78)\n", "game:2:6: '７六歩(78)' is no move here"),
        ("kif", "手合割：平手\n   1 同\u3000歩(77)\n", "game:2:6: 同 is the square"),
        ("kif", "手合割：百枚落ち\n   1 ７六歩(77)\n", "game:1: of odds there are 平手, 香落ち"),
        ("kif", "\n", "game:1: there is no game here"),
        ("csa", "PI\n+\n+7775FU\n", "game:3:1: '+7775FU' is no move here"),
        ("csa", "PI\n+\n-3334FU\n", "game:3:1: '-3334FU': it is the other player's turn"),
        ("csa", "PI\n+\n+7776XX\n", "game:3:1: a move is written +7776FU, not '+7776XX'"),
        ("csa", "PI\n", "game:1: it is not said who begins"),
        ("csa", "P+77XX\n+\n", "game:1: 'XX' is no piece"),
    ],
)
def test_what_is_wrong_in_a_file(style: Shogi, form: str, text: str, told: str) -> None:
    assert cause(style, text, form).startswith(told)


def test_files_are_read_in_the_encoding_that_programs_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.kif"
    path.write_bytes(KIFU.encode("cp932"))
    assert main(["convert", "Shogi", str(path), "--to", "usi"]) == 0
    assert capsys.readouterr().out.startswith("position startpos moves 7g7f 3c3d 8h2b+")
    path.write_bytes(b"\xff\xff\xff")
    assert main(["convert", "Shogi", str(path)]) == 1
    assert "there is no game here" in capsys.readouterr().err
    path.write_bytes(b"\x81")
    assert main(["convert", "Shogi", str(path)]) == 1
    assert "is no text in UTF-8" in capsys.readouterr().err
