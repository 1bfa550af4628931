"""Games, states, moves and what is counted of them as values: equal, hashed, copied, pickled, as JSON."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import ludens
from ludens import Game, State
from ludens.game.match import MatchState

ROUND = """(game "Round" (players 2) (equipment { (board (rectangle 1 3)) (piece "Man" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""
SERIES = """(match "Series" (players 2)
    (games {(subgame "Round" result:3) (subgame "Round" next:1)})
    (end (if (>= (matchScore P1) 6) (result P1 Win))))"""


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Tic-Tac-Toe")


@pytest.fixture
def state(game: Game) -> State:
    state = game.start(seed=1)
    state.play(state.parse("B2"))
    return state


@pytest.fixture
def series(tmp_path: Path) -> Game:
    (tmp_path / "Round.lud").write_text(ROUND)
    (tmp_path / "Series.lud").write_text(SERIES)
    return ludens.load(tmp_path / "Series.lud")


def test_games_are_equal_that_have_the_same_text_and_options(game: Game) -> None:
    assert game == ludens.load("Tic-Tac-Toe") and hash(game) == hash(ludens.load("Tic-Tac-Toe"))
    assert game != ludens.load("Hex")
    small, usual = (ludens.load("Amazons", options=o) for o in (["Board Size/6x6"], []))
    assert small != usual and small.fingerprint != usual.fingerprint
    assert pickle.loads(pickle.dumps(small)) == small == ludens.load(json.loads(json.dumps(small.to_dict())))
    assert copy.deepcopy(game) is copy.copy(game) is game


OPTIONS = """(option "Size" <Size> args:{<n>} {(item "A" <3> "") (item "B" <4> "")})
    (rulesets {(ruleset "R/B" {"Size/B"})})"""


def test_a_ruleset_comes_back() -> None:
    one = ludens.load(ROUND + OPTIONS, options=["R/B"])
    assert pickle.loads(pickle.dumps(one)).options == one.options == ("R/B", "Size/B")


def test_states_are_equal_where_their_blocks_are(game: Game, state: State) -> None:
    other = ludens.load("Tic-Tac-Toe").start(seed=1)
    assert other != state and state != state.tobytes()
    other.play(other.parse("b2"))
    assert other == state and hash(other) == hash(state) and {state: 1}[other] == 1
    assert game.start(seed=1) != game.start(seed=2)  # what falls later is another thing


def test_copies_are_equal_and_apart(state: State) -> None:
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and other is not state
        other.play(other.legal_moves()[0])
        assert other != state
        other.undo()
        with pytest.raises(IndexError, match="no move to take back"):  # the moves before the copy are no part of it
            other.undo()


def test_moves_are_pickled_with_what_they_do(state: State) -> None:
    legal = pickle.loads(pickle.dumps(state.legal_moves()))
    assert legal == state.legal_moves() and [str(m) for m in legal] == [str(m) for m in state.legal_moves()]
    played = state.play(legal[2])
    assert pickle.loads(pickle.dumps(played)) == played


def test_a_pickle_of_another_version_is_refused(game: Game, state: State) -> None:
    sent = pickle.dumps(state).replace(game.fingerprint.encode(), b"0" * 16)
    with pytest.raises(ValueError, match="this state of Tic-Tac-Toe was pickled by another version"):
        pickle.loads(sent)


PROCESS = """
import pickle, sys
state, move = pickle.load(sys.stdin.buffer)
state.play(move)
sys.stdout.buffer.write(pickle.dumps(state))
"""


def test_another_process_goes_on(state: State) -> None:
    sent = pickle.dumps((state, state.legal_moves()[3]))
    answer = subprocess.run([sys.executable, "-c", PROCESS], input=sent, check=True, capture_output=True).stdout
    state.play(state.legal_moves()[3])
    assert pickle.loads(answer) == state


def test_states_as_json(game: Game, state: State) -> None:
    data = json.loads(json.dumps(state.to_dict()))
    assert game.from_dict(data) == state
    assert (data["game"], data["mover"], data["over"], data["phases"]) == ("Tic-Tac-Toe", 2, False, ["Default"] * 2)
    (row,) = data["sites"]
    assert (row["label"], row["piece"], row["who"], row["container"]) == ("B2", "Cross1", 1, "Board")


def test_a_position_may_be_written_by_hand(game: Game, state: State) -> None:
    data = {key: value for key, value in state.to_dict().items() if key != "block"}
    again = game.from_dict(data)
    assert (again.sites(), again.mover, again.rng_state) == (state.sites(), 2, state.rng_state)
    with pytest.raises(ValueError, match="each of the sites has type, site, level, what"):
        game.from_dict(data | {"sites": [{"site": 3}]})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "chess"}, "the format 'ludens state' is expected, not 'chess'"),
        ({"version": 99}, "this is version 99 of ludens state, and version 1 is read here"),
        ({"fingerprint": "0"}, "this is a state of Tic-Tac-Toe, not of Tic-Tac-Toe with the options"),
        ({"block": "?"}, "the block of this state is damaged"),
        ({"block": "AAAA"}, "the block of this state is damaged"),
        ({"block": "eJwDAAAAAAE="}, "a state of Tic-Tac-Toe has"),
        ({"fingerprint": "0", "options": [3]}, r"this is a state of Tic-Tac-Toe \(3\), not"),
    ],
)
def test_damaged_data(game: Game, state: State, change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game.from_dict(state.to_dict() | change)


@pytest.mark.parametrize(
    ("field", "value"),
    [("mover", 4), ("next", -1), ("what", 200), ("phase", 1), ("winner", 99), ("empty", 1 << 40)],
)
def test_a_block_has_its_fields_within_the_game(game: Game, state: State, field: str, value: int) -> None:
    made = state.copy()
    made.set_field(field, value)
    with pytest.raises(ValueError, match=f"this is no state of the game: {field} "):
        game.from_bytes(made.tobytes())


def test_lists_and_stacks_of_a_block_have_bounds() -> None:
    game = ludens.load("Lasca")
    state = game.start(seed=1)
    assert game.from_bytes(state.tobytes()) == state
    for field, value in {"size": 33, "owned_count": 9999, "owned_slot": 250}.items():
        made = state.copy()
        made.set_field(field, value)
        with pytest.raises(ValueError, match=field):
            game.from_bytes(made.tobytes())


def test_a_match_has_so_many_games(series: Game) -> None:
    data = series.start(seed=1).tobytes()
    with pytest.raises(ValueError, match="not 1000"):
        series.from_bytes((999).to_bytes(4, "little") + data[4:])


@pytest.mark.parametrize(
    "change",
    [
        {"mover": "w"},
        {"next": 1.5},
        {"rng_state": 7},
        {"rng_state": "xyz"},
        {"rng_state": "00"},
        {"sites": [{"type": "C", "site": 0, "level": 0, "what": 1, "who": 77}]},
        {"sites": [{"type": "C", "site": 0, "level": 0, "what": 1, "who": 1, "value": 1 << 40}]},
        {"sites": [{"type": [], "site": 0, "level": 0, "what": 1, "who": 1}]},
    ],
)
def test_damaged_positions(game: Game, state: State, change: dict[str, object]) -> None:
    data = {key: value for key, value in state.to_dict().items() if key != "block"}
    for row in change.get("sites", ()):  # type: ignore[attr-defined]
        for name in ("count", "state", "rotation", "value"):
            row.setdefault(name, int(name == "count"))
    with pytest.raises(ValueError, match=r"mover|rng_state|row 0"):
        game.from_dict(data | change)


def test_data_that_are_no_mapping(game: Game) -> None:
    with pytest.raises(ValueError, match="as a mapping, not list"):
        game.from_dict([])  # type: ignore[arg-type]


def test_data_of_another_game(state: State) -> None:
    with pytest.raises(ValueError, match="this is a state of Tic-Tac-Toe, not of Hex"):
        ludens.load("Hex").from_dict(state.to_dict())
    with pytest.raises(ValueError, match="the format 'ludens game' is expected"):
        ludens.load(state.to_dict())


def test_matches_are_values_too(series: Game) -> None:
    state = series.start(seed=1)
    for _ in range(6):
        state.play(state.legal_moves()[0])
    assert isinstance(state, MatchState) and state.finished == 1
    again = pickle.loads(pickle.dumps(state))
    assert again == state == copy.deepcopy(state) and hash(again) == hash(state) and again.game == series
    data = json.loads(json.dumps(state.to_dict()))
    assert series.from_dict(data) == state
    assert (data["game"], data["playing"], data["number"], data["match_scores"]) == ("Series", "Round", 1, [3, 0])
    assert ludens.load(series.to_dict()) == series
    with pytest.raises(ValueError, match="this is a state of Round, not of Series"):
        series.from_dict(series.games[0].start(seed=1).to_dict())


def test_batches_and_playouts_are_values(game: Game) -> None:
    batch = game.batch(5, seed=3)
    other = pickle.loads(pickle.dumps(batch))
    assert other == batch == copy.copy(batch) == copy.deepcopy(batch) == batch.copy()
    other.play_random(1)
    assert other != batch
    played = game.playouts(20, seed=3)
    assert pickle.loads(pickle.dumps(played)) == played == game.playouts(20, seed=3) != game.playouts(20, seed=4)
    assert hash(played) == hash(game.playouts(20, seed=3))


def test_a_match_answers_all_that_a_game_does_or_says_why_not(series: Game) -> None:
    for name in ("layout", "traced", "fast"):
        with pytest.raises(ValueError, match=r"Series is a match: .* of each of its games"):
            getattr(series, name)
    with pytest.raises(ValueError, match="is a match"):
        series.ir()
    assert [type(ludeme).__name__ for ludeme in series.ludemes()][:1] == ["MatchDescription"]
    state = series.position([("C", 1, 0, 1, 1, 1, 0, 0, 0)], mover=2, seed=1)
    assert (state.mover, state.notations(), state.phases) == (2, ["A1", "C1"], ["Default"] * 2)
    assert series.perft(2) == 6 and series.placements(bytes(8)) == []
    assert (series.is_puzzle, series.is_simultaneous, series.is_stochastic) == (False, False, False)


def test_games_of_a_match_come_along(tmp_path: Path, series: Game) -> None:
    state = series.start(seed=1)
    sent, data = pickle.dumps(state), series.to_dict()
    for file in tmp_path.iterdir():
        file.unlink()
    assert ludens.load(data | {"source": "elsewhere"}).start(seed=1).notations() == state.notations()
    assert pickle.loads(sent).notations() == state.notations()


def test_boards_as_text_and_pictures(game: Game, state: State) -> None:
    assert str(state) == ". . .\n. X .\n. . .\nX Cross1"
    assert repr(state) == "<State of Tic-Tac-Toe, player 2 to move>"
    assert state._repr_svg_().startswith("<svg") and game._repr_svg_().startswith("<svg")


HIDDEN = """(game "Veil" (players 2) (equipment { (board (square 3)) (piece "Man" Each) })
    (rules (start {(place "Man1" 0) (place "Man2" 8) (set Hidden What at:8 to:P1)})
        (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""


def test_what_is_hidden_is_not_shown_unless_asked_for() -> None:
    state = ludens.load(HIDDEN).start(seed=1)
    assert "?" in str(state) and "?" not in ludens.render.text(state, viewer=None)
    everything = ludens.render.svg(state, viewer=None)
    assert state._repr_svg_() != everything == ludens.render.svg(state.copy(), viewer=None)
