"""PDN as programs and people write it: squares and numbers, types of games, positions, and what is told by halves."""

from __future__ import annotations

import random
import re
from functools import cache

import draughts as pydraughts
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens import notation
from ludens.game import IllegalMove, State
from ludens.notation import NotationError, Record
from ludens.notation.draughts import Draughts
from ludens.notation.turns import Turn, whole_turns


@cache
def style_of(name: str) -> Draughts:
    found = notation.of(ludens.load(name))
    assert isinstance(found, Draughts)
    return found


@pytest.fixture(scope="module")
def russian() -> Draughts:
    return style_of("Russian Draughts")


@pytest.fixture(scope="module")
def international() -> Draughts:
    return style_of("International Draughts")


# --- squares


def test_russian_games_are_written_by_squares(russian: Draughts) -> None:
    text = (
        '[GameType "25"]\n\n1. c3-d4 d6-e5 2. b2-c3 e7-d6 3. e3-f4 b6-a5 4. f2-e3 c7-b6 5. c1-b2 b6-c5 6. d4:b6 a5:c7 *'
    )
    [record] = russian.read(text)
    assert len(record.turns) == 12 and not record.remarks
    written = russian.write(record)
    assert '[GameType "25"]' in written and " ".join(written.split()).endswith("6. d4:b6 a5:c7 *")


def test_squares_are_read_however_they_are_joined(russian: Draughts) -> None:
    state = russian.state("W:Wf6,a1:Bg7,a7")
    turn = russian.parse(state, "f6:h8")
    for text in ("f6xh8", "F6xH8", "f6-h8", "f6 : h8", "f6h8", "f6\u0445h8", "f6\u00d7h8", "11x4", "11:04", "1104"):
        assert russian.parse(state, text) == turn


def test_long_captures(russian: Draughts) -> None:
    state = russian.state("W:Wa1:Bb2,d4,f6,h6")
    [name] = {russian.turn(state, turn) for turn in whole_turns(state)}
    assert name == "a1:g7"
    [turn] = whole_turns(state)
    for text in ("a1:g7", "a1:c3:e5:g7", "a1xc3xe5xg7", "a1:e5:g7", "29x8", "29x22x15x8"):
        assert russian.parse(state, text) == turn


@pytest.mark.parametrize("text", ["1- 7", "01-07", "1 -7", "1\u20137", "1-7", "0107"])
def test_moves_with_spaces_and_zeros(international: Draughts, text: str) -> None:
    before = "1. 32-28 17-22 2. 28 x17 12x21 3. 37-32  7-12 4. 41-37 "
    [record] = international.read(f"{before}{text} *")
    assert len(record.turns) == 8
    assert "4. 41-37 1-7" in " ".join(international.write(record).split())


@pytest.mark.parametrize(
    ("game", "first", "begins"),
    [
        ("International Draughts", "W:W31,32,33,34,35,36,37,38,39,40,41,42", "31-26"),
        ("English Draughts", "B:W21,22,23,24,25,26,27,28,29,30,31,32", "12-16"),
        ("Pool Checkers", "B:W21,22,23,24,25,26,27,28,29,30,31,32", "12-16"),
        ("Italian Draughts", "W:W21,22,23,24,25,26,27,28,29,30,31,32", "21-17"),
        ("Spanish Draughts", "W:W1,2,3,4,5,6,7,8,9,10,11,12", "9-13"),
        ("Canadian Draughts", "W:W43,44,45,46,47,48,49,50,51,52,53,54", "43-37"),
        ("Frisian Draughts", "W:W31,32,33,34,35,36,37,38,39,40,41,42", "31-26"),
        ("Brazilian Draughts", "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2", "a3-b4"),
        ("Turkish Draughts", "W:Wa2,a3,b2,b3,c2,c3,d2,d3,e2,e3", "a3-a4"),
        ("Thai Draughts", "W:W25,26,27,28,29,30,31,32", "25-21"),
    ],
)
def test_each_game_is_written_as_its_type_says(game: str, first: str, begins: str) -> None:
    style = style_of(game)
    start = style.game.start(seed=0)
    assert style.position(start).startswith(first)
    assert style.ply(start, start.legal_moves()[0]) == begins
    assert style.kind is not None
    [record] = style.read(f"1. {begins} *")
    assert f'[GameType "{style.kind.number}"]' in style.write(record)
    assert style.read(style.write(record))[0].plies == record.plies


def test_what_has_no_type_tells_none() -> None:
    style = style_of("Giveaway Checkers")
    [record] = style.read("1. 11-15 *")
    assert "GameType" not in style.write(record)


def test_a_type_says_how_squares_are_counted(russian: Draughts) -> None:
    assert len(russian.read("1. 22-18 *")[0].plies) == 1  # from the home of Black on
    [record] = russian.read('[GameType "25,W,8,8,N0,0"]\n\n1. 9-13 24-20 *')
    assert [russian.turn(state, turn) for state, turn in record.states()] == ["a3-b4", "h6-g5"]
    assert '[GameType "25"]' in russian.write(record)


def test_another_type_is_told(international: Draughts) -> None:
    [record] = international.read('[GameType "40"]\n\n1. 32-28 *')
    assert "of type 40, and this game is of type 20" in str(record.remarks[0])


# --- positions


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("W:Wa1,c3,Kd2:Bb6", "W:Wa1,c3,Kd2:Bb6"),
        ("w:wa1,c3,kd2:bb6.", "W:Wa1,c3,Kd2:Bb6"),
        ("W:W 32 , K1 : B 5-7", "W:WKb8,g1:Ba7,c7,e7"),
        ("B:Bb6:Wa1", "B:Wa1:Bb6"),
        ("W:W::.", "W:W:B"),
        ("W::.", "W:W:B"),
        ("?:Wa1:Bb6", "W:Wa1:Bb6"),
        ("B:Wa1:Bb6:H3:F20", "B:Wa1:Bb6"),
    ],
)
def test_positions(russian: Draughts, text: str, read: str) -> None:
    assert russian.position(russian.state(text)) == read


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("W:Wa2:B", "no square a2 that is played on"),
        ("W:Wi9:B", "no square i9"),
        ("W:W0:B", "numbers 1 to 32, not 0"),
        ("W:W1-99:B", "numbers 1 to 32, not 33"),
        ("W:Wa1-c3:B", "a piece is written 18 or K18, not 'a1-c3'"),
    ],
)
def test_wrong_positions(russian: Draughts, text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        russian.state(text)


def test_how_often_kings_moved_in_frisian_draughts() -> None:
    style = style_of("Frisian Draughts")
    assert style.position(style.state("W:WK31,40:B1,K3:+2+0")) == "W:WK31,40:B1,K3:+2+0"
    usual = style.state("W:W31-50:B1-20:H0:F1:+0+0")
    assert usual.sites() == style.game.start(seed=0).sites()
    with pytest.raises(NotationError, match="it is not told which"):
        style.state("W:WK31,K40:B1:+2+0")
    [record] = style.read('[FEN "W:WK31,K40:B1:+2+0"]\n\n1. 40-35 *')
    assert "this is left out" in str(record.remarks[0])


def test_the_numbers_of_turns_go_on(international: Draughts) -> None:
    [record] = international.read('[FEN "B:W32:B19:H0:F12"]\n\n12... 19-24 13. 32-28 *')
    assert "12... 19-24 13. 32-28" in international.write(record) and ":H0:F12" in international.write(record)
    assert international.read(international.write(record))[0].start == record.start


# --- what is told by halves


def test_who_is_to_move_is_told_by_the_turns(international: Draughts) -> None:
    [record] = international.read('[FEN "?:W32:B19"]\n\n1... 19-24 2. 32-28 *')
    assert record.start.mover == 2 and len(record.plies) == 2
    assert "may be the first player, the second player: the second player is taken" in str(record.remarks[0])


def test_a_capture_told_by_its_ends_is_the_one_that_the_game_goes_on_with() -> None:
    style, begun = style_of("English Draughts"), '[FEN "B:W14,15,22,23,32:B10"]\n\n1. 10x26 '
    [record] = style.read(begun + "32-28 *")
    start = record.start
    assert {style.turn(start, turn) for turn in whole_turns(start)} == {"10x17x26", "10x19x26"}
    assert "'10x26' may be 10x" in str(record.remarks[0])
    with pytest.raises(IllegalMove, match="'10x26' may be 10x"):
        style.parse(start, "10x26")
    for reply, taken in (("15-11", "10x17x26"), ("14-9", "10x19x26")):
        [record] = style.read(f"{begun}{reply} *")
        assert [style.turn(state, turn) for state, turn in record.states()] == [taken, reply]
        assert f"{taken} is taken" in str(record.remarks[0])
    with pytest.raises(NotationError, match="'31-27' is no move here"):
        style.read(f"{begun}31-27 *")


# --- results and signs


@pytest.mark.parametrize(
    ("told", "result"),
    [
        ("2-0", "1-0"),
        ("0-2", "0-1"),
        ("1-1", "1/2-1/2"),
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("0-0", "*"),
        ("1+ - 1-", "1/2-1/2"),
        ("1 1/2 - 1/2", "1/2-1/2"),
    ],
)
def test_a_result_is_written_as_it_was_told(international: Draughts, told: str, result: str) -> None:
    for text in (f"1. 32-28 20-25 {told}", f'[Result "{told}"]\n\n1. 32-28 20-25 {told}'):
        [record] = international.read(text)
        assert (record.result, len(record.turns)) == (result, 2)
        if "[" in text or told == "0-0":
            assert international.write(record).rstrip().endswith(f"20-25 {told}")
        assert international.read(international.write(record))[0].result == result


def test_a_score_of_points_is_no_turn(international: Draughts) -> None:
    [record] = international.read('[Result "4-6"]\n\n1. 32-28 20-25 4-6\n')
    assert (record.result, len(record.turns)) == ("1/2-1/2", 2)


def test_signs_in_brackets_and_forced_moves(international: Draughts) -> None:
    [record] = international.read("1. 32-28(!?) 19-23(?) {not (?) this} 2. 28x19* 14x23 *")
    assert record.glyphs == {1: "!?", 2: "?"} and record.nags == {3: [7]}
    assert record.comments == {2: "not (?) this"}
    assert international.read(international.write(record))[0].nags == {3: [7]}


# --- beside another program


#: pydraughts' names of games, and whether it counts squares from the home of White on
VARIANTS = {
    "International Draughts": ("standard", False),
    "English Draughts": ("english", False),
    "Italian Draughts": ("italian", False),
    "Frisian Draughts": ("frisian", False),
    "Russian Draughts": ("russian", True),
    "Brazilian Draughts": ("brazilian", True),
}
Key = tuple[int, int, frozenset[int]]


@pytest.mark.parametrize("name", VARIANTS)
def test_turns_are_those_of_pydraughts(name: str) -> None:
    """Turns by their ends and by what they take, which is how pydraughts tells them to engines."""
    style, (variant, upwards) = style_of(name), VARIANTS[name]
    order = sorted(style.grid.sites, key=lambda place: place[::-1])
    played_on = [style.grid.sites[place] for place in order if style.point(style.grid.sites[place])]
    numbers = dict(zip(played_on, range(1, len(played_on) + 1), strict=True))
    number = (lambda site: numbers[site]) if upwards else (lambda site: int(style.point(site)))
    for seed in range(2):
        state, board, choose = style.game.start(seed=0), pydraughts.Board(variant=variant), random.Random(seed)
        for _ in range(80):
            if state.is_over:
                break
            ours = {_key(turn, number): turn for turn in whole_turns(state)}
            theirs = {_their_key(move.hub_move): move for move in board.legal_moves()}
            assert ours.keys() == theirs.keys(), style.position(state)
            key = choose.choice(sorted(ours, key=lambda key: (key[0], key[1], sorted(key[2]))))
            if not upwards:
                told = theirs[key].pdn_move
                assert style.parse(state, told)[-1].to_site == ours[key][-1].to_site
            for move in ours[key]:
                state.play(move)
            board.push(theirs[key])


def _key(turn: Turn, number: object) -> Key:
    assert callable(number)
    taken = frozenset(number(a.site_to) for move in turn for a in move.actions if a.name == "Remove")
    return number(turn[0].from_site), number(turn[-1].to_site), taken


def _their_key(move: str) -> Key:
    first, last, *taken = map(int, re.findall(r"\d+", move))
    return first, last, frozenset(taken)


# --- any text


@pytest.mark.parametrize("name", ["Russian Draughts", "Turkish Draughts", "Spanish Draughts", "Brazilian Draughts"])
def test_random_games_come_back(name: str) -> None:
    style = style_of(name)
    for seed in range(2):
        state, choose = style.game.start(rng_state=bytes(8)), random.Random(seed)
        record = Record(state.copy())
        while not state.is_over and len(record.plies) < 120:
            record.plies.append(choose.choice(state.legal_moves()))
            state.play(record.plies[-1])
        while len(record.turns[-1]) and _goes_on(record):
            record.plies.pop()
        [again] = style.read(style.write(record))
        assert again.final.sites() == record.final.sites()
        assert not again.remarks


def _goes_on(record: Record) -> bool:
    state: State = record.final
    return notation.turns.goes_on(state)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abcdefgh12345678x:-. *KWB,()[]{}\"'!?;%$\n\u0441", max_size=60), st.booleans())
def test_any_text_is_read_or_refused(text: str, in_tag: bool) -> None:
    style = style_of("Russian Draughts")
    whole = '[FEN "' + text.replace('"', "").replace("\n", " ") + '"]\n\n1. c3-d4 *' if in_tag else text
    try:
        style.read(whole)
    except NotationError as error:
        assert error.cause
