"""One state at a time from Python: lists of moves are lazy, and native code does what the methods of Python do."""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens.game import Game, IllegalMove, LimitExceeded, Move, State
from ludens.game.legal import LegalMoves
from ludens.game.single import SingleGame
from ludens.game.singlestate import SingleState
from ludens.native import interpreter, limits, structs, words

#: games of many families: lines, stacks, hands, dice, histories, large pieces, hidden cards, votes, puzzles
GAMES = [
    "Tic-Tac-Toe", "Hex", "Reversi", "Chess", "English Draughts", "Go", "Oware", "Backgammon", "Lasca", "Amazons",
    "Nine Men's Morris", "Yavalath", "Snakes and Ladders", "Lines of Action",
]  # fmt: skip

pytestmark = pytest.mark.skipif(not interpreter.supported(), reason="this Python has no methods made by LLVM")


def loaded(name: str) -> SingleGame:
    """A game whose states are played by native code."""
    game = ludens.load(name)
    assert isinstance(game, SingleGame)
    game.let_others_run(alone=True)
    assert game.entry is not None
    return game


def by_python(state: SingleState) -> SingleState:
    """A state at the same position that is played by the methods of Python."""
    other = SingleState(state.game, bytearray(state.tobytes()))
    other._entry = None
    return other


def at_random(game: Game, seed: int, plies: int) -> State:
    """A state after some random moves."""
    rng, state = np.random.default_rng(seed), game.start(seed=seed)
    for _ in range(plies):
        if state.is_over:
            break
        moves = state.legal_moves()
        state.play(moves[int(rng.integers(len(moves)))])
    return state


def texts(moves: Sequence[Move]) -> list[str]:
    return [move.to_trial() for move in moves]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60), choice=st.integers(0, 2**32))
def test_native_code_does_what_python_does(name: str, seed: int, plies: int, choice: int) -> None:
    state = at_random(loaded(name), seed, plies)
    assert isinstance(state, SingleState) and state._entry is not None
    eager = by_python(state)
    moves, wanted = state.legal_moves(), eager.legal_moves()
    assert state.tobytes() == eager.tobytes() and len(moves) == len(wanted)
    assert texts(moves) == texts(wanted)
    assert [move.actions for move in moves] == [move.actions for move in wanted]
    assert [repr(move) for move in moves] == [repr(move) for move in wanted]
    assert (state.is_over, state.mover, state.next, state.winner) == (
        eager.is_over,
        eager.mover,
        eager.next,
        eager.winner,
    )
    if not moves:
        return
    before, number = state.copy(), choice % len(moves)
    applied, told = state.play(moves[number]), eager.play(wanted[number])
    assert state.tobytes() == eager.tobytes()
    assert (applied.to_trial(), applied.mover, applied.from_site, applied.to_site) == (
        told.to_trial(), told.mover, told.from_site, told.to_site,
    )  # fmt: skip
    assert applied == told and applied.number == -1
    state.undo()
    eager.undo()
    assert state == eager == before
    assert texts(state.legal_moves()) == texts(wanted)


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_the_same(name: str) -> None:
    game, rng = loaded(name), np.random.default_rng(5)
    state = game.start(seed=5)
    eager = by_python(state)
    made = 0
    while not state.is_over and made < 120:
        number = int(rng.integers(len(state.legal_moves())))
        state.play(state.legal_moves()[number])
        eager.play(eager.legal_moves()[number])
        made += 1
        assert state.tobytes() == eager.tobytes()
    assert state.is_over == eager.is_over
    for _ in range(made):
        state.undo()
    assert state == game.start(seed=5)
    with pytest.raises(IndexError):
        state.undo()


@pytest.mark.parametrize("native", [True, False])
def test_a_list_of_moves_is_a_sequence(native: bool) -> None:
    state = loaded("Tic-Tac-Toe").start(seed=1)
    assert isinstance(state, SingleState)
    moves = (state if native else by_python(state)).legal_moves()
    assert isinstance(moves, LegalMoves) and isinstance(moves, Sequence)
    assert len(moves) == 9 and bool(moves)
    assert moves[2] is moves[2] and moves[-1] is moves[8] and moves[np.int64(2)] is moves[2]
    assert [move.to_site for move in moves] == list(range(9))
    assert [move.to_site for move in moves[2:8:3]] == [2, 5] and list(moves)[4] is moves[4]
    assert [move.to_site for move in reversed(moves)] == list(range(8, -1, -1))
    assert moves.index(moves[5]) == 5 and moves[5] in moves and moves.count(moves[5]) == 1
    assert moves == list(moves) and moves != list(moves)[1:] and repr(moves) == repr(list(moves))
    for wrong in (9, -10, 2**80):
        with pytest.raises(IndexError):
            moves[wrong]
    with pytest.raises(TypeError):
        moves["A1"]  # type: ignore[call-overload]


def test_a_list_of_moves_outlives_its_position() -> None:
    state = loaded("Tic-Tac-Toe").start(seed=1)
    first = state.legal_moves()
    known = first[4]
    for _ in range(3):
        state.play(state.legal_moves()[0])
    assert len(first) == 9 and texts(first)[4] == known.to_trial() and first[4] is known
    state.undo()
    assert len(state.legal_moves()) == 7


def test_the_same_list_stands_for_the_same_position() -> None:
    state = loaded("Tic-Tac-Toe").start(seed=1)
    moves = state.legal_moves()
    assert state.legal_moves() is moves
    assert state.copy().legal_moves() is moves
    other = state.copy()
    other.play(moves[0])
    assert other.legal_moves() is not moves and state.legal_moves() is moves


def test_what_is_written_into_a_state_is_seen() -> None:
    state = loaded("Tic-Tac-Toe").start(seed=1)
    before = state.legal_moves()
    state.field("what")[3] = 1
    assert state.legal_moves() is not before
    state.set_field("mover", 2)
    assert state.mover == 2 and state.legal_moves()[0].mover == 2
    state.block[:] = loaded("Tic-Tac-Toe").start(seed=1).block
    assert state.mover == 1 and texts(state.legal_moves()) == texts(before)


@pytest.mark.parametrize("native", [True, False])
def test_moves_of_other_positions_are_looked_up(native: bool) -> None:
    game = loaded("Tic-Tac-Toe")
    state = game.start(seed=1)
    if not native:
        assert isinstance(state, SingleState)
        state = by_python(state)
    corner, middle = state.legal_moves()[0], state.legal_moves()[4]
    applied = state.play(corner)
    with pytest.raises(IllegalMove, match="is not legal here"):
        state.play(corner)
    with pytest.raises(IllegalMove, match="is not legal here"):  # the other player's now
        state.play(middle)
    with pytest.raises(IllegalMove, match="is not legal here"):
        state.play(applied)
    for wrong in (0, "A1", None):
        with pytest.raises(TypeError):
            state.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="one move at a time, not 2"):
        state.play([state.legal_moves()[0], state.legal_moves()[1]])
    state.undo()
    assert state == game.start(seed=1)
    state.play(pickle.loads(pickle.dumps(corner)))
    state.undo()
    state.play(applied)
    assert state.tobytes() == copy.deepcopy(state).tobytes() and state.mover == 2


def test_a_move_of_another_game_with_the_same_block_is_looked_up() -> None:
    text = """(game "One" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""
    one, two = (ludens.load(text.replace("One", name)) for name in ("One", "Two"))
    for game in (one, two):
        assert isinstance(game, SingleGame)
        game.let_others_run(alone=True)
    state = two.start(seed=1)
    state.play(one.start(seed=1).legal_moves()[2])
    assert texts([state.legal_moves()[0]]) == [
        "[Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]"
    ]


def test_games_begin_with_the_module_that_logs() -> None:
    game = SingleGame(ludens.load("Tic-Tac-Toe").description)
    state = game.start(seed=1)
    assert game.entry is None
    for _ in range(600):
        if state.is_over:
            state = game.start(seed=1)
        state.play(state.legal_moves()[0])
    assert game.entry is not None


def test_limits_are_kept() -> None:
    game = loaded("Tic-Tac-Toe")
    state = game.start(seed=1)
    with ludens.Limits() as own:
        own.stop()
        with pytest.raises(LimitExceeded, match="stopped"):
            state.legal_moves()
    assert limits.BLOCKS.value == 0
    assert len(game.start(seed=1).legal_moves()) == 9


def test_a_move_that_hits_a_limit_leaves_the_position() -> None:
    text = """(game "Tower" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)) (then (while (is Occupied (last To)) (set Score P1 1)))))
        (end (if (is Line 2) (result Mover Win)))))"""
    game = ludens.load(text)
    assert isinstance(game, SingleGame)
    game.let_others_run(alone=True)
    state = game.start(seed=1)
    before, move = state.tobytes(), state.legal_moves()[0]
    for _ in range(2):
        with pytest.raises(LimitExceeded, match="10000 times") as caught:
            state.play(move)
        assert "(while" in caught.value.place
        assert state.tobytes() == before
    with pytest.raises(IndexError):
        state.undo()


def test_nothing_is_lost_or_kept() -> None:
    game = loaded("Tic-Tac-Toe")

    def some_games() -> None:
        for seed in range(300):
            state = game.start(seed=seed)
            while not state.is_over:
                moves = state.legal_moves()
                other = state.copy()
                other.play(moves[seed % len(moves)])
                _ = list(moves), moves[0]
                state.play(moves[seed % len(moves)])

    watched = [None, True, False, SingleState, LegalMoves, Move, int, list, game, game.entry]
    some_games()
    gc.collect()
    counts, blocks = [sys.getrefcount(thing) for thing in watched], sys.getallocatedblocks()
    some_games()
    gc.collect()
    assert abs(sys.getallocatedblocks() - blocks) < 200
    for thing, before in zip(watched, counts, strict=True):
        assert abs(sys.getrefcount(thing) - before) < 100, thing


def test_threads_play_at_the_same_time() -> None:
    game = loaded("Chess")
    wanted, found = at_random(game, 3, 60).tobytes(), []

    def play() -> None:
        for _ in range(5):
            found.append(at_random(game, 3, 60).tobytes())

    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 30


def test_other_pythons_keep_their_methods(tmp_path: Path) -> None:
    program = f"""
import sys
sys.path.insert(0, {str(Path(ludens.__file__).parents[1])!r})
from ludens.native import interpreter
interpreter.supported = lambda: False
import ludens
game = ludens.load("Tic-Tac-Toe")
state = game.start(seed=1)
for number in range(600):
    if state.is_over:
        state = game.start(seed=1)
    state.play(state.legal_moves()[0])
assert game.entry is None and "function" in repr(type(state).legal_moves)
print(state.mover, len(state.legal_moves()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    state = loaded("Tic-Tac-Toe").start(seed=1)
    for _ in range(600):
        if state.is_over:
            state = state.game.start(seed=1)
        state.play(state.legal_moves()[0])
    assert done.stdout.split() == [str(state.mover), str(len(state.legal_moves()))]


def test_a_list_of_moves_is_asked_without_looking_up_its_methods() -> None:
    moves = loaded("Tic-Tac-Toe").start().legal_moves()
    assert (len(moves), moves[-1].to_site, [move.to_site for move in moves[2:4]]) == (9, 8, [2, 3])
    assert not {"__len__", "__getitem__"} & set(vars(LegalMoves))
    slot = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_int)(("PyType_GetSlot", ctypes.pythonapi))
    for number in (4, 5, 45):  # of the limited API: Py_mp_length, Py_mp_subscript, Py_sq_length
        assert slot(LegalMoves, number) == slot(structs.TYPES.moves, number)


def test_objects_in_cycles_are_collected() -> None:
    def in_a_cycle() -> weakref.ref[State]:
        state = loaded("Tic-Tac-Toe").start(seed=1)
        assert isinstance(state, SingleState)
        moves = state.legal_moves()
        state._notations = [state, moves, moves[0]], []  # type: ignore[list-item]
        return weakref.ref(state)

    gone = in_a_cycle()
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize(
    ("kind", "struct"), [(SingleState, words.STATE), (LegalMoves, words.MOVES), (Move, words.MOVE)]
)
def test_every_field_of_a_struct_is_visited_and_given_up(kind: type, struct: words.Struct) -> None:
    class Thing:
        pass

    made: Any = object.__new__(kind)
    for name in struct.objects:
        setattr(made, name, Thing())
    things, of_kind = [weakref.ref(getattr(made, name)) for name in struct.objects], sys.getrefcount(kind)
    visited = {id(thing) for thing in gc.get_referents(made)}
    assert visited == {id(kind), *(id(thing()) for thing in things)}
    del made
    assert [thing() for thing in things] == [None] * len(things)
    assert sys.getrefcount(kind) == of_kind - 1


def test_a_field_that_is_unset_is_none_of_the_object() -> None:
    state: Any = object.__new__(SingleState)
    with pytest.raises(AttributeError, match="_block"):
        _ = state._block
    assert len(object.__new__(LegalMoves)) == 0
    state.game = 1
    del state.game
    with pytest.raises(AttributeError, match="game"):
        _ = state.game


def test_objects_without_fields_are_left_to_python() -> None:
    game = loaded("Tic-Tac-Toe")
    for call in (
        lambda state: state.legal_moves(), lambda state: state.play(game.start().legal_moves()[0]),
        lambda state: state.copy(), lambda state: state.mover, lambda state: state.is_over,
    ):  # fmt: skip
        with pytest.raises(AttributeError):
            call(object.__new__(SingleState))
    with pytest.raises(IndexError):
        object.__new__(LegalMoves)[0]


def test_copies_and_pickles_of_moves() -> None:
    state = loaded("Tic-Tac-Toe").start(seed=1)
    move = state.legal_moves()[4]
    played = state.play(move)
    for one in (move, played):
        assert copy.copy(one) == pickle.loads(pickle.dumps(one)) == one
