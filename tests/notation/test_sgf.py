"""SGF as real files and programs write it, and Hex's."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sgfmill import boards, sgf

import ludens
from ludens import notation
from ludens.cli import main
from ludens.notation import NotationError, Record, Style
from ludens.notation.errors import noting
from ludens.notation.go import Go
from ludens.notation.hex import Hex
from ludens.notation.reading import Refused
from ludens.notation.sgf_tree import declared, split, text_of
from ludens.study import files
from tests.notation.playing import cause
from tests.notation.test_sgf_trees import same


@pytest.fixture(scope="module")
def go() -> Go:
    found = notation.of(ludens.load("Go", options=["Board Size/9x9"]))
    assert isinstance(found, Go)
    return found


@pytest.fixture(scope="module")
def hexes() -> Hex:
    found = notation.of(ludens.load("Hex", options=["Board Size/5x5"]))
    assert isinstance(found, Hex)
    return found


def one(style: Style, text: str) -> Record:
    [record] = style.read(text, "sgf")
    return record


def stones(style: Go | Hex, record: Record) -> dict[str, str]:
    return {style.point(row[1]): "BW"[row[4] - 1] for row in record.final.sites()}


def again(style: Style, text: str) -> str:
    """The text as it is written, without line breaks."""
    return style.write(one(style, text)).replace("\n", "")


# --- positions


def test_stones_of_a_handicap_may_stand_in_the_second_node(go: Go) -> None:
    """As the Fox server writes them."""
    record = one(go, "(;GM[1]FF[4]SZ[9]HA[2]KM[0];AB[gc][cg];W[dc];B[ce])")
    assert stones(go, record) == {"G7": "B", "C3": "B", "D7": "W", "C5": "B"}
    assert [move.mover for move in record.plies] == [2, 1] and len(record.start.sites()) == 2


def test_stones_may_be_put_up_between_moves(go: Go) -> None:
    """AE takes off, and a group that has no liberty is captured, as other programs have it."""
    record = one(go, "(;SZ[9];B[ee];AW[aa]AE[ee];AB[ba][ab]PL[W];W[dd];B[cc])")
    assert stones(go, record) == {"B9": "B", "A8": "B", "D6": "W", "C7": "B"}
    assert one(go, "(;SZ[9]AB[aa:cc][ii])").start.sites() == one(go, "(;SZ[9]AB[cc:aa]AB[ii])").start.sites()


def test_whose_turn_it_is(go: Go) -> None:
    for heads, mover in (("PL[W]", 2), ("AB[aa]PL[W]", 2), ("HA[2]AB[aa][bb]", 2), ("AB[aa][bb]", 1), ("PL[white]", 2)):
        assert one(go, f"(;SZ[9]{heads})").final.mover == mover, heads
    assert one(go, "(;SZ[9];B[aa];PL[B])").final.mover == 1


@pytest.mark.parametrize(
    "moves",
    [
        ";B[ee];B[ef];B[eg];W[aa]",
        ";W[ee];B[ef]",
        ";B[ee];W[ec];B[];W[];B[];W[]",
        ";B[];W[];B[];B[ee];W[dd];W[tt];B[tt]",
        ";B[ee]W[dd];B[cc]",
        ";B[aa][bb][cc]",
        ";B[ee];W[resign]",
    ],
)
def test_moves_in_any_order(go: Go, moves: str) -> None:
    text = f"(;SZ[9]RE[W+5]{moves})"
    record = one(go, text)
    assert len(record.plies) == moves.count("[") - moves.count("resign")
    assert again(go, go.write(record)) == go.write(record).replace("\n", "")
    assert (record.result, again(go, text)[:14]) == ("0-1", "(;SZ[9]RE[W+5]")


def test_a_game_goes_on_after_passes(go: Go) -> None:
    record = one(go, "(;SZ[9];B[ee];W[];B[];W[dd];B[dc])")
    assert stones(go, record) == {"E5": "B", "D6": "W", "D7": "B"} and not record.final.is_over
    with pytest.raises(ValueError, match="a trial holds moves alone"):
        record.trial()


@pytest.mark.parametrize(
    ("moves", "gone", "left"),
    [
        (";B[ba];W[aa];B[ab];W[aa];B[ee]", {"A9"}, {"B9": "B", "A8": "B", "E5": "B"}),  # on its own
        (";B[ab];W[ba];B[];W[aa]", set(), {"A8": "B", "B9": "W", "A9": "W"}),
        (";B[ba];W[bb];B[ab];W[ac];B[cb];W[ca];B[ii];W[aa];B[ba]", set(), {}),  # taken back at once
        (";B[ee];W[ee];B[aa]", set(), {"E5": "W", "A9": "B"}),  # on a stone
        (";B[aa];W[ba];B[cc];W[aa]", set(), {"A9": "W", "B9": "W", "C7": "B"}),
    ],
)
def test_a_move_that_our_rules_forbid_is_made(go: Go, moves: str, gone: set[str], left: dict[str, str]) -> None:
    """As the standard has it, and sgfmill: files were played by other rules. A remark says so."""
    text = f"(;SZ[9]{moves})"
    record = one(go, text)
    board = boards.Board(9)
    for node in sgf.Sgf_game.from_string(text).get_main_sequence():
        colour, move = node.get_move()
        if move is not None:
            if board.get(*move) is not None:  # a stone goes where another one is, which sgfmill does not play
                board.apply_setup([], [], [move])
            board.play(*move, colour)
    there = {go.point(go.grid.sites[column, row]): told.upper() for told, (row, column) in board.list_occupied_points()}
    assert stones(go, record) == there and (not left or there == left)
    assert again(go, text) == text
    assert [str(remark).partition("] ")[2] for remark in record.remarks] in (
        [], ["is forbidden by the rules of this game: the position after it is put up"],
    )  # fmt: skip


def test_a_study_holds_moves_alone(go: Go) -> None:
    study = files.read("(;SZ[9];B[ee];W[dd];B[cc]C[x];AW[aa];B[bb])", go.game)
    assert [node.name for node in study.tree.line()] == ["E5", "D6", "C7"]
    assert study.tree.line()[-1].comment.startswith("x (Here the file sets up another position")


def test_what_a_study_does_not_hold_is_told(go: Go) -> None:
    with noting() as heard:
        files.read("(;GM[1]SZ[9]PB[a]ZZ[1];B[ee]C[x]LB[aa:1](;W[dd]TE[1])(;W[cc]BL[3]))", go.game)
    assert heard == ["a study does not hold the rest of the file: BL, LB, ZZ"]


# --- what a file says


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[1]SZ[9]RE[Void]XX[a\\]b][c]KGSDE[1];B[ee]LB[aa:1][bb:\\]]N[x];TB[aa:bb]TW[cc];C[end])",
        "(;FF[3]GM[1]SZ[9]PB[a]BT[team]ON[opening]SO[book]OT[3x30 byo-yomi];B[ee]BL[120.5]OB[3]WL[3])",
        "(;SZ[9];B[ee](;W[dd];C[a];AB[aa](;W[ba])(;B[cc]))(;C[no move])(;W[ee];B[aa]ZZ[1]))",
        "(;SZ[9]C[a\\\nb\\\\\nc\td]KM[0.50]HA[0];B[ e e ])",
        "(;SZ[9:9];B[ee])",
        "(;SZ[9];B[ee](;W[dd](;B[cc])(;B[cd]))(;W[df]))",
    ],
)
def test_nothing_is_lost(go: Go, text: str) -> None:
    assert again(go, text) == text.replace("\n", "")


def test_the_count_is_written_where_the_file_has_no_result(go: Go) -> None:
    assert "RE[W+0.5]" in again(go, "(;SZ[9]KM[81.5];B[ee];W[];B[])")
    assert "RE[B+80.5]" in again(go, "(;SZ[9]KM[0.5];B[ee];W[];B[])")
    assert "RE[W+]" in go.write(Record(go.game.start(rng_state=bytes(8)), ended="0-1"))


def test_what_is_changed_is_written_and_the_rest_stays(go: Go) -> None:
    record = one(go, "(;SZ[9]PB[Anna]PW[x]ZZ[1];B[ee]C[old]LB[aa:1]TE[1];W[dd]C[stays])")
    record.tags["Black"] = "B [new]"
    del record.tags["White"]
    record.comments[1] = "new"
    record.glyphs[1] = "?"
    assert go.write(record).replace("\n", "") == ("(;SZ[9]PB[B [new\\]]ZZ[1];B[ee]LB[aa:1]C[new]BM[1];W[dd]C[stays])")
    record.plies = record.plies[:1]
    assert "W[dd]" not in go.write(record)


def test_a_variation_that_cannot_be_played_keeps_its_text(go: Go) -> None:
    record = one(go, "(;SZ[9];B[ee](;W[dd])(;W[zz]C[bad](;B[aa])(;B[bb])))")
    assert record.comments == {1: "(A variation is left out: there is no point 'zz'.)"}
    assert go.write(record).replace("\n", "") == "(;SZ[9];B[ee](;W[dd])(;W[zz]C[bad](;B[aa])(;B[bb])))"


def test_text(go: Go) -> None:
    assert text_of("a\\\nb \\] \\\\ c\\:d\r\ne\tf") == "ab ] \\ c:d\ne f"
    assert text_of("a\r\nb", simple=True) == "a b"
    assert one(go, "(;SZ[9]PB[a\nb]GC[a\nb])").tags == {"Black": "a b", "Comment": "a\nb"}


# --- texts as they come


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("To: you\n(see below)\n\n(;SZ[9];B[aa])\nBye (x)", "(;SZ[9];B[aa])"),
        ("(SZ[9];B[aa])", "(;SZ[9];B[aa])"),
        ("(;SiZe[9];Black[aa];White[bb])", "(;SZ[9];B[aa];W[bb])"),
        ("(;sz[9];b[aa])", "(;SZ[9];B[aa])"),
        ("( ; SZ [9]\r\n; B\n[aa] ; W[bb] )", "(;SZ[9];B[aa];W[bb])"),
        ("(;SZ[9]PB[x;]];B[aa])", "(;SZ[9]PB[x;\\]];B[aa])"),
        ("\ufeff(;SZ[9];B[a\na])", "(;SZ[9];B[aa])"),
    ],
)
def test_old_and_odd_texts(go: Go, text: str, written: str) -> None:
    assert again(go, text) == written or text.endswith("a])")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(;SZ[9:13];B[aa])", "the board is of size 9:13, and that of Go here 9"),
        ("(;SZ[x];B[aa])", "the board is of size x"),
        ("(;GM[11]SZ[9];B[a1])", "GM[11] is another game than Go"),
        ("(;SZ[9];B[aa];AB[zz])", "there is no point 'zz'"),
        ("(;SZ[9];B[aa];W[zz])", "there is no point 'zz'"),
        ("(;SZ[9];B[aa]C[never closed", "the value of C is never closed by ]"),
        ("(;SZ[9];B[aa]", "this ( is never closed"),
    ],
)
def test_a_bad_game_costs_no_other(go: Go, text: str, told: str) -> None:
    found = list(go.games(io.StringIO(f"(;GM[1]SZ[9];B[ee])\n{text}\n(;GM[1]SZ[9];B[dd])(;SZ[9];B[cc])")))
    assert [isinstance(game, Record) for game in found] == [True, False, True, True]
    assert isinstance(found[1], Refused) and told in str(found[1].error) and found[1].error.line == 2


def test_games_are_told_apart_by_their_brackets() -> None:
    text = "a (b) (;C[(;x] ;B[aa](;W[bb])(;W[cc\\]]))(;GM[1]) tail"
    assert [piece.text for piece in split(io.StringIO(text))] == [
        "a (b) (;C[(;x] ;B[aa](;W[bb])(;W[cc\\]]))", "(;GM[1])",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "told",
    [
        f"KM[{'9' * 5000}]HA[{'9' * 5000}]",
        "HA[²]AB[aa]",
        "TR[aa:\U0010ffff\U0010ffff]CR[\x00\x00:\U0010ffffz]",
        "AR[aa:bb:cc][:][aa]",
        "LB" + "[aa]" * 3000,
        "C[" + "(;" * 5000 + "]",
        f"RE[{'B+' + '9' * 5000}]",
    ],
)
def test_files_that_mean_harm_are_read(go: Go, told: str) -> None:
    """Long numbers, letters far apart, and thousands of values: in no time, and nothing is lost."""
    record = one(go, f"(;SZ[9]{told};B[ee];W[];B[])")
    written = go.write(record)
    assert len(record.plies) == 3 and go.write(one(go, written)) == written and told in written


def test_variations_deep_in_each_other_keep_their_text(go: Go) -> None:
    text = "(;SZ[9];B[aa]" + "(;W[])(;W[bb];B[]" * 300 + ")" * 301
    record = one(go, text)
    assert one(go, go.write(record)).variations.keys() == record.variations.keys()


def test_a_file_that_names_no_size(go: Go) -> None:
    [remark] = one(go, "(;GM[1];B[ee])").remarks
    assert "names no size of the board (SZ), which means 19 rows" in str(remark)


@pytest.mark.parametrize(
    ("head", "encoding"),
    [(b"(;CA[GB2312]", "gb18030"), (b"(;CA[Big5]", "cp950"), (b"(;CA[ windows-1252 ]", "cp1252"), (b"(;CA[x]", None),
     (b"(;GM[1]", None), (b"(;CA[UTF-8]", "utf-8"), (b"(;CA[SHIFT_JIS]", "cp932")],
)  # fmt: skip
def test_files_name_their_encoding(head: bytes, encoding: str | None) -> None:
    assert declared(head) == encoding


@pytest.mark.parametrize(
    ("charset", "encoding", "name"),
    [("CA[GB18030]", "gb18030", "棋圣"), ("", "utf-8", "Müller"), ("", "latin-1", "Müller"),
     ("CA[Big5]", "big5", "圍棋"), ("CA[ISO-8859-1]", "latin-1", "é"), ("CA[Shift_JIS]", "shift_jis", "本因坊秀策"),
     ("CA[EUC-KR]", "euc_kr", "이창호")],
)  # fmt: skip
def test_files_are_read_in_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, charset: str, encoding: str, name: str
) -> None:
    """A second byte may look like a bracket; without CA it is UTF-8 where the bytes are that, else Latin-1."""
    (path := tmp_path / "game.sgf").write_bytes(f"(;GM[1]SZ[9]{charset}PB[{name}];B[ee])".encode(encoding))
    assert main(["convert", "Go", str(path), "--option", "Board Size/9x9", "--to", "sgf"]) == 0
    heard = capsys.readouterr()
    assert f"PB[{name}]" in heard.out and "CA[UTF-8]" in heard.out
    assert ("is read as iso-8859-1" in heard.err) == (encoding == "latin-1" and not charset)


@pytest.mark.parametrize(("name", "size", "plies"), [("foxlike", 19, 2), ("messy", 9, 5)])
def test_files_of_others_have_the_same_nodes(data: Path, name: str, size: int, plies: int) -> None:
    text = (data / "notation" / f"{name}.sgf").read_text(encoding="utf-8")
    style = notation.of(ludens.load("Go", options=[f"Board Size/{size}x{size}"]))
    record = one(style, text)
    same(sgf.Sgf_game.from_string(style.write(record)).get_root(), sgf.Sgf_game.from_string(text).get_root())
    assert len(record.plies) == plies and not record.remarks


def test_an_encoding_that_nothing_names_may_be_said(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    path = data / "notation" / "nihon-kiin.sgf"
    assert main(["convert", "Go", str(path), "--to", "sgf", "--encoding", "cp932"]) == 0
    assert "PB[申眞ソ]" in capsys.readouterr().out


# --- Hex


@pytest.mark.parametrize(
    "text", ["a3 swap-pieces c4", "a3 S c4", "https://hexworld.org/board/#5n,a3:sc4", "#5,a3:sc4:r"]
)
def test_games_of_hexworld(hexes: Hex, text: str) -> None:
    [record] = hexes.read(text, "transcript")
    assert stones(hexes, record) == {"c1": "W", "c4": "B"}
    assert record.result == ("1-0" if text.endswith(":r") else "*")


def test_a_swap_answers_the_first_stone_alone(hexes: Hex) -> None:
    with pytest.raises(NotationError, match="'swap-pieces' is not legal here"):
        hexes.read("(;GM[11]SZ[5];B[a3];W[b2];B[swap-pieces])", "sgf")


@pytest.mark.parametrize(
    ("moves", "there", "mover"),
    [
        (";B[a3];W[swap-pieces];B[c3];W[d3]", {"c1": "W", "c3": "B", "d3": "W"}, 1),
        (";B[a3];W[swap-pieces]", {"c1": "W"}, 1),
        (";B[a3];W[swap-sides]", {"a3": "B"}, 2),
        (";B[a3];W[swap-sides];W[b2];B[c3]", {"a3": "B", "b2": "W", "c3": "B"}, 2),
        (";B[a3];W[swap];B[c3]", {"c1": "W", "c3": "B"}, 2),
        (";B[a3];W[swap];W[c3]", {"a3": "B", "c3": "W"}, 1),
        (";B[A3];W[swap]", {"c1": "W"}, 1),
        (";B[b2];W[Swap-Pieces]", {"b2": "W"}, 1),
        (";B[a3];W[pass];B[b3]", {"a3": "B", "b3": "B"}, 2),
    ],
)
def test_swaps(hexes: Hex, moves: str, there: dict[str, str], mover: int) -> None:
    text = f"(;FF[4]GM[11]SZ[5]{moves})"
    record = one(hexes, text)
    assert stones(hexes, record) == there and record.final.mover == mover
    assert again(hexes, text) == text


def test_who_resigns_has_lost(hexes: Hex) -> None:
    assert one(hexes, "(;GM[11]SZ[5];B[a3];W[b2];B[resign])").result == "0-1"
    assert one(hexes, "(;GM[11]SZ[5]RE[B+];B[a3];W[forfeit])").result == "1-0"


def test_files_of_little_golem(hexes: Hex) -> None:
    """The first player is W there, cells are two letters, a swap is that of the pieces, and RE names the player."""
    text = "(;FF[4]EV[hex.ld]PB[x;]]PW[y]SZ[5]RE[B]GC[game #1]SO[https://www.littlegolem.net];W[ac];B[swap];W[cc]"
    record = one(hexes, f"{text};B[resign])")
    assert stones(hexes, record) == {"c1": "W", "c3": "B"} and record.result == "1-0"
    assert hexes.write(record).replace("\n", "").endswith(";B[a3];W[swap-pieces];B[c3];W[resign])")


@pytest.mark.parametrize(
    ("text", "written", "there"),
    [
        ("a3 b2 c3", "a3 b2 c3", {"a3": "B", "b2": "W", "c3": "B"}),
        ("1. A3 2. B2 3. c3", "a3 b2 c3", {"a3": "B", "b2": "W", "c3": "B"}),
        ("a3b2c3", "a3 b2 c3", {"a3": "B", "b2": "W", "c3": "B"}),
        ("1. a3 2. swap 3. c3", "a3 swap c3", {"c1": "W", "c3": "B"}),
        ("a3, swap-sides, b2, c3", "a3 swap-sides b2 c3", {"a3": "B", "b2": "W", "c3": "B"}),
        ("a3 swap-pieces resign", "a3 swap-pieces resign", {"c1": "W"}),
    ],
)
def test_transcripts_of_hex(hexes: Hex, text: str, written: str, there: dict[str, str]) -> None:
    [record] = hexes.read(text, "transcript")
    assert hexes.write(record, "transcript") == f"{written}\n" and stones(hexes, record) == there
    assert hexes.read(hexes.write(record, "transcript"), "transcript")[0].final.sites() == record.final.sites()
    assert record.result == ("0-1" if "resign" in text else "*")
    assert hexes.read("a3\nb2 c3", "transcript")[1].plies[1].mover == 2


def test_what_is_no_transcript_of_hex(hexes: Hex) -> None:
    for text, told in (("a3 x", "game:1:4: a cell is expected"), ("a3\nb2 b2", "game:2:4: 'b2' is not legal here")):
        assert cause(hexes, text, "transcript").startswith(told)
