"""Backgammon: ids of positions, files of matches with their dice, turns as people write them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens import notation
from ludens.game import IllegalMove, State
from ludens.notation import NotationError, Record
from ludens.notation.backgammon import Backgammon
from ludens.notation.turns import whole_turns
from tests.notation.playing import cause


@pytest.fixture(scope="module")
def style() -> Backgammon:
    found = notation.of(ludens.load("Backgammon"))
    assert isinstance(found, Backgammon)
    return found


def board(state: State) -> list[tuple[int, int, int]]:
    """The owners of the discs on each site, without the dice beside the board."""
    return [(row[1], row[2], row[4]) for row in state.sites() if row[1] < state.game.containers[0].num_sites]


# --- ids


def test_the_start_has_the_ids_that_everybody_knows(style: Backgammon) -> None:
    start = style.game.start(seed=3)
    assert style.position(start).startswith("4HPwATDgc/ABMA:")
    first, second = start.rolled[0]
    assert style.position(start, "xgid") == f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{first}{second}:0:0:0:0:10"


def test_the_player_who_has_moved_comes_first_in_an_id(style: Backgammon) -> None:
    """After 31 with 8/5 6/5, as GNU Backgammon tells it."""
    state = style.state("sGfwATDgc/ABMA:cAkAAAAAAAAA")
    assert state.mover == 2
    assert style.position(state, "xgid").startswith("XGID=-b---BD-B---eE---c-e----B-:0:0:-1:")
    assert style.position(state).startswith("sGfwATDgc/ABMA:")
    assert style.state("GNUBGID sGfwATDgc/ABMA:cAkAAAAAAAAA").sites() == state.sites()


def test_dice_are_kept(style: Backgammon) -> None:
    state = style.state("XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:3:0:10", "xgid")
    assert (state.mover, state.rolled) == (2, [[3, 1]])
    again = style.state(style.position(state))
    assert (again.mover, again.rolled, again.sites()) == (2, [[3, 1]], state.sites())


def test_random_positions_come_back(style: Backgammon) -> None:
    state, choose = style.game.start(seed=5), random.Random(5)
    for _ in range(60):
        for move in choose.choice(list(whole_turns(state, 50))):
            state.play(move)
        if state.is_over:
            break
        for form in style.positions:
            again = style.state(style.position(state, form), form)
            assert board(again) == board(state) and again.mover == state.mover and again.rolled == state.rolled


@pytest.mark.parametrize(
    ("form", "text", "told"),
    [
        ("gnubg", "4HPwATDgc", "is no id: it has 14 signs"),
        ("gnubg", "4HPwATDgc/ABMA:cAkAAA", "is no id: it has 12 signs"),
        ("gnubg", "//////////////", "is no id of a position"),
        ("gnubg", "4HPwATDgc/ABMA cAkA x", "an id is written 4HPwATDgc/ABMA"),
        ("xgid", "XGID=-b----E-C---eE", "an id is written XGID="),
        ("xgid", "XGID=-b----E-C---eE---c-e----B-:0:0:2:00:0:0:0:0:10", "the player to move is 1 or -1"),
        ("xgid", "XGID=-b----E-C---eE---c-e----B-:0:0:1:79:0:0:0:0:10", "the dice are written 52"),
        ("xgid", "XGID=-O----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "a player has 15 discs"),
    ],
)
def test_what_is_no_id(style: Backgammon, form: str, text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        style.state(text, form)


# --- turns


def test_turns_as_people_write_them(style: Backgammon) -> None:
    state = style.state("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "xgid")
    turn = style.parse(state, "8/5 6/5")
    for text in ("6/5 8/5", "8/5, 6/5", "8/5,6/5", "31: 8/5 6/5", "13: 8/5, 6/5"):
        assert style.turn(state, style.parse(state, text)) == style.turn(state, turn)
    with pytest.raises(IllegalMove, match="3 and 1 were rolled"):
        style.parse(state, "64: 24/14")


def test_the_bar_and_the_end_by_words_and_numbers(style: Backgammon) -> None:
    state = style.state("XGID=-b----E-C---eE---c-e----AA:0:0:1:31:0:0:0:0:10", "xgid")
    assert (
        style.parse(state, "bar/22 24/23") == style.parse(state, "25/22 24/23") == style.parse(state, "Bar/22, 24/23")
    )
    state = style.state("XGID=-BB------------------a----:0:0:1:21:0:0:0:0:10", "xgid")
    assert style.parse(state, "2/off 1/off") == style.parse(state, "2/0 1/0") == style.parse(state, "2/Off 1/Off")


def test_nothing_to_move(style: Backgammon) -> None:
    state = style.state(f"XGID={'-' * 19}bbbbbbA:0:0:1:66:0:0:0:0:10", "xgid")
    assert style.parse(state, "Cannot Move") == style.parse(state, "66: no play") == style.passes(state)


# --- matches


MATCH = """; [Site "GNU Backgammon"]
; [EventDate "2020.01.02"]
; [Player 1 "Anna"]
; [Player 2 "Ben"]
 7 point match

 Game 1
 Anna : 0                         Ben : 0
  1)                              31: 8/5 6/5
  2) 64: 24/14                    52: 13/11* 13/8
  3)  Doubles => 2                 Takes
  4) 66: Cannot Move              11: 8/7(2) 6/5(2)
  5)  Doubles => 4                 Drops
      Wins 2 points

 Game 2
 Anna : 2                         Ben : 0
  1) 42: 8/4 6/4                  21: 13/10
      Wins 1 point
"""


def test_a_match(style: Backgammon) -> None:
    first, second = style.read(MATCH)
    assert first.tags == {
        "Site": "GNU Backgammon", "Date": "2020.01.02", "White": "Anna", "Black": "Ben", "MatchLength": "7",
        "Game": "1", "Score": "0-0", "Points": "2",
    }  # fmt: skip
    assert [style.turn(state, turn) for state, turn in first.states()] == [
        "8/5 6/5", "24/18 18/14", "13/11* 13/8", "pass", "8/7(2) 6/5(2)",
    ]  # fmt: skip
    assert [state.rolled[0] for state, _ in first.states()] == [[3, 1], [6, 4], [5, 2], [6, 6], [1, 1]]
    assert first.comments == {3: "Doubles => 2 Takes", 5: "Doubles => 4 Drops"}
    assert (first.result, second.result, second.tags["Score"]) == ("1-0", "1-0", "2-0")
    assert not first.remarks and not second.remarks


def test_a_match_comes_back(style: Backgammon) -> None:
    records = style.read(MATCH)
    written = style.write(records)
    again = style.read(written)
    assert again == records and style.write(again) == written


def test_a_game_that_breaks_off_keeps_its_dice_and_who_resigned(style: Backgammon) -> None:
    text = (
        "5 point match\n Game 1\n A : 0    B : 0\n"
        "  1) 62: 24/18 13/11             61: 13/7* 8/7\n  2) 43: ????                    Resigns\n      Wins 1 point\n"
    )
    [record] = style.read(text, "mat")
    assert (len(record.turns), record.result, record.remarks) == (2, "1-0", [])
    written = style.write(record, "mat")
    assert "43: ????" in written and "Resigns" in written
    [again] = style.read(written, "mat")
    assert again.plies == record.plies and again.comments == record.comments and again.final.rolled == [[4, 3]]


def test_random_games_come_back(style: Backgammon) -> None:
    """The dice of a game that was played here are written, and put up where it is read."""
    state, choose = style.game.start(seed=0), random.Random(0)
    record = Record(state.copy())
    while not state.is_over:
        turn = choose.choice(list(whole_turns(state, 20)))
        record.plies += turn
        for move in turn:
            state.play(move)
    [again] = style.read(style.write(record))
    assert board(again.final) == board(state) and again.result == record.result
    pairs = zip(record.states(), again.states(), strict=True)
    assert all(one.rolled == other.rolled and board(one) == board(other) for (one, _), (other, _) in pairs)


@pytest.mark.parametrize(
    "row",
    ["31: 8/5 6/5    62: 24/18 13/11", "31: 8-5 6-5    62: 24-18 13-11", "3-1: 8/5 6/5    6-2: 24/18 13/11",
     "31: 8-5 6-5    62: 24-18 13-11\n  2) 11: 8-7 8-7 6-5 6-5",
     "31 8/5 6/5    62 24/18 13/11", "(3 1) 6/5 8/5    (6 2) 13/11 24/18", "31: 8/5 6/5    62: 24/18 13/11\n  2) 43:"],
)  # fmt: skip
def test_dice_and_steps_as_programs_write_them(style: Backgammon, row: str) -> None:
    [record] = style.read(f" Game 1 (Crawford)\n A : 0    B : 0\n  1) {row}\n")
    turns = [style.turn(state, turn) for state, turn in record.states()]
    assert turns == ["8/5 6/5", "24/18 13/11", *(["8/7* 8/7 6/5(2)"] if "11: " in row else [])]
    assert not record.remarks and record.tags["Game"] == "1"


@pytest.mark.parametrize(("head", "length"), [("Unlimited match", "0"), ("Money session", "0"), ("5-point match", "5")])
def test_what_a_match_is_about(style: Backgammon, head: str, length: str) -> None:
    turns = "  1) 31: 8/5 6/5   62: 24/18 13/11\n  2)  Doubles to 2    Resigns (gammon)\n"
    text = f"{head}\n Game: 1\n A : 0    B : 0\n{turns}"
    [record] = style.read(text)
    assert record.tags["MatchLength"] == length and not record.remarks
    assert record.comments == {2: "Doubles to 2 Resigns (gammon)"}
    assert style.read(style.write(record)) == [record]


@pytest.mark.parametrize("text", ["GNUBGID 4HPwATDgc/ABMA:MAAAAAAAAAAA", "bgid=4HPwATDgc/ABMA", "4HPwATDgc/ABMA==",
                                  "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
                                  "xgid: -b----E-C---eE---c-e----B-:0:0:1:00"])  # fmt: skip
def test_ids_as_people_paste_them(style: Backgammon, text: str) -> None:
    assert board(style.state(text)) == board(style.game.start(seed=0))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("  1) 79: 8/5 6/5", "game:5:5: moves have their dice before them"),
        ("  1) 31:    62: 24/18 13/11", "game:5:6: the moves of 31 are not here"),
        ("  1) 31: 8/5 6/4", "game:5:6: '8/5 6/4' is no move here"),
        ("  1) 31: 8/5", "game:5:6: '8/5'"),
        ("  1) 31: Cannot Move", "game:5:6: here a disc can be moved"),
    ],
)
def test_a_wrong_turn_says_where_it_is(style: Backgammon, line: str, told: str) -> None:
    text = f" 1 point match\n\n Game 1\n A : 0                       B : 0\n{line}\n"
    assert cause(style, text).startswith(told)
    good = " Game 2\n A : 0                       B : 0\n  1) 31: 8/5 6/5\n"
    [record] = style.read(text + good, errors="skip")
    assert len(record.turns) == 1 and record.tags["MatchLength"] == "1"


def test_what_is_no_line_is_told_of(style: Backgammon) -> None:
    [record] = style.read(" 1 point match\n\n Game 1\n A : 0         B : 0\n  1) 31: 8/5 6/5\nwhat is this\n")
    assert "what is this" in str(record.remarks[0]) and record.remarks[0].line == 6


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet='0123456789/)(: *barofGmepintchWsDulk=>;[]"\n', max_size=60))
def test_any_text_is_read_or_refused(style: Backgammon, text: str) -> None:
    for read in (lambda: style.read(" Game 1\n" + text), lambda: style.state(text), lambda: style.state(text, "xgid")):
        try:
            read()
        except NotationError as error:
            assert error.cause
