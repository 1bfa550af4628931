"""What native code does at its limits: errors that say which, never corruption."""

from __future__ import annotations

import pytest

import ludens
from ludens import LudError
from ludens.game import LimitExceeded, programs
from ludens.ludemes import radial_tables

ENDLESS = """
(game "Endless" (players 1) (equipment {(board (square 2)) (piece "Ball" Each)})
  (rules (play (move Add (to (sites Empty)) (then (remove (sites Occupied by:All)))))
    (end (if (= 1 2) (result Mover Win)))))
"""


def test_errors_of_limits_name_the_ludeme_and_its_place() -> None:
    text = ENDLESS.replace("(remove (sites Occupied by:All))", "(set State at:(last To) (* 200 (* 200 (count Moves))))")
    line = text[: text.index("(set State")].count("\n") + 1
    for description, moved in ((text, 0), ("\n\n" + text, 2)):  # code is shared, places are each text's own
        state = ludens.load(description).start(seed=1)
        with pytest.raises(LimitExceeded, match=rf"in \(set State\) at line {line + moved}, column \d+"):
            for _ in range(2):
                state.play(state.legal_moves()[0])


@pytest.mark.parametrize("effect", ["(remove (last To) count:2000000000)", "(add (to (last To)) count:2000000000)"])
def test_an_effect_is_repeated_as_often_as_a_log_can_tell_in_playouts_too(effect: str) -> None:
    game = ludens.load(ENDLESS.replace("(remove (sites Occupied by:All))", effect))
    with pytest.raises(LimitExceeded, match="repeated more often"):
        game.playouts(1, seed=1)


def test_a_game_without_end_stops_at_the_move_limit() -> None:
    game = ludens.load(ENDLESS)
    assert game.playouts(1, seed=1).lengths.tolist() == [10_000]


def test_a_stack_too_high_is_an_error() -> None:
    tower = """
    (game "Tower" (players 1) (equipment {(board (square 1)) (piece "Ball" Each)})
      (rules (play (move Add (to (sites Board)) stack:True)) (end (if (> (count Moves) 100) (result Mover Win)))))
    """
    game = ludens.load(tower)
    with pytest.raises(LimitExceeded, match="stack"):
        game.playouts(1, seed=1)


def marked(effect: str) -> ludens.State:
    """The position after two moves with an effect on the last site."""
    state = ludens.load(f"""
    (game "Marks" (players 1) (equipment {{(board (square 2)) (piece "Ball" Each)}})
      (rules (play (move Add (to (sites Empty)) (then {effect}))) (end (if (= 1 2) (result Mover Win)))))
    """).start(seed=1)
    for _ in range(2):
        state.play(state.legal_moves()[0])
    return state


def test_large_numbers_of_the_rules_have_wide_fields() -> None:
    assert 70_000 in marked("(set State at:(last To) 70000)").sites()[0]


@pytest.mark.parametrize(
    ("effect", "bounds"),
    [
        ("(set State at:(last To) (* 200 (* 200 (count Moves))))", "-32768 .. 32767"),
        ("(add (to (last To)) count:(* 200 (* 200 (count Moves))))", "-32768 .. 32767"),
        ("(set Rotation (to (last To)) (* 200 (count Moves)))", "0 .. 255"),
        ("(set Rotation (to (last To)) (- 0 (count Moves)))", "0 .. 255"),
    ],
)
def test_numbers_that_no_field_holds_are_an_error_that_names_the_limit(effect: str, bounds: str) -> None:
    with pytest.raises(LimitExceeded, match=f"a count, state or rotation is beyond {bounds}"):
        marked(effect)


LINE = """
(game "Line" (players 2) (equipment {(board (square 20)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 9) (result Mover Win)))))
"""


def test_a_board_with_too_many_lines_is_an_error_with_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "cached_package", lambda key: None)
    monkeypatch.setattr(radial_tables, "RADIALS_LIMIT", 10_000)
    with pytest.raises(LudError, match="lines of a board of 400 sites are too many") as caught:
        ludens.load(LINE)
    assert caught.value.span is not None and caught.value.span.text == "(is Line 9)"


@pytest.mark.parametrize(
    ("equipment", "message"),
    [
        ("(board (square 150))", "too large"),
        ('(board (square 3) (track "Way" {0 1 2 -2147483648}))', "which no board has"),
        ('(board (square 3) (track "Way" {0 1 2147483647}))', "which no board has"),
    ],
)
def test_sizes_and_numbers_beyond_reason_are_errors_with_a_place(equipment: str, message: str) -> None:
    with pytest.raises(LudError, match=message) as caught:
        ludens.load(LINE.replace("(board (square 20))", equipment))
    assert caught.value.span is not None


CORNER = """
(game "Corner" (players 2) (equipment {(board (square 3) %s) (piece "Disc" Each) (hand Each)})
  (rules (play (move Add (to (sites Empty)) (then %s))) (end (if (is Full) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    ("track", "effect"),
    [
        ('(track "Way" {0 1 2 -2 3 4} loop:True)', "(sow (last To) count:9 numPerHole:3)"),
        ('(track "Way" {0 1 2 500 2 4} loop:True)', "(sow (last To) count:9)"),
        ("", "(add (piece (+ 2147483600 (count Moves))) (to (last To)))"),
        ("", "(add (piece 1) (to (+ (last To) 2147483600)))"),
        ("", "(add (piece 1) (to (- (last To) 1000)))"),
        ("", "(fromTo (from (last To)) (to (+ (last To) 100000)))"),
        ("", "(fromTo (from (+ (last To) 100000)) (to (last To)))"),
        ("", "(remove (- 0 (* 100000 (last To))))"),
        ("", "(promote (+ (last To) 100000) (piece 1) Mover)"),
        ("", "(promote (last To) (piece (+ 100000 (count Moves))) Mover)"),
        ("", "(set State at:(+ (last To) 100000) 1)"),
        ("", "(set Count at:(+ (last To) 100000) 1)"),
        ("", "(set Hidden at:(+ (last To) 100000) to:All)"),
        ("", "(set Rotation (to (+ (last To) 100000)) 1)"),
        ("", "(swap Pieces (last To) (+ (last To) 100000))"),
    ],
)
def test_sites_and_pieces_that_do_not_exist_change_nothing_else(track: str, effect: str) -> None:
    game = ludens.load(CORNER % (track, effect))
    state = game.start(seed=1)
    for _ in range(5):
        before = [field.copy() for field in (state.field("mover"), state.field("turn"))]
        state.play(state.legal_moves()[0])
        assert state.field("turn") - before[1] in (0, 1) and state.mover == 3 - int(before[0])
        assert all(0 <= row[1] < 11 and 1 <= row[3] <= 2 for row in state.sites())
    game.playouts(20, seed=1)


NO_END = """
(game "NoEnd" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
  (rules (meta (no Repeat)) (play (move Add (to (sites Board)) (then (moveAgain))))
    (end (if (= 1 2) (result Mover Win)))))
"""


def test_a_count_of_positions_deeper_than_the_arena_is_an_error() -> None:
    game = ludens.load(NO_END)
    assert game.perft(2) == 600
    for depth in (270, 1 << 30):
        with pytest.raises(LimitExceeded, match="scratch memory"):
            game.perft(depth)
    assert game.perft(1) == 25
