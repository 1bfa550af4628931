"""Trial files: reading, writing, playing again."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import ludens
from ludens.game.trial import Recorder, Trial, TrialError, read_trial, replay_trial, write_trial

TEXT = """\
game=../boards/Tic-Tac-Toe.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=77,-45,14,55,-12,-20,-75,84
Move=[Move:mover=1,from=8,to=8,actions=[Add:type=Cell,to=8,what=1,decision=true]]
Move=[Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]
LEGAL MOVES LIST SIZE = 9
LEGAL MOVES LIST SIZE = 8
numInitialPlacementMoves=0
winner=0
endtype=NaturalEnd
rankings=0.0,1.5,1.5
SANDBOX=false
LUDII_VERSION=1.3.0
"""


def test_reading() -> None:
    trial = read_trial(TEXT)
    assert trial.rng_state == bytes([77, 211, 14, 55, 244, 236, 181, 84])
    assert trial.sizes == (9, 8) and trial.winner == 0 and trial.ranking == (1.5, 1.5)
    assert [number for number, _ in trial.played] == [0, 1] and trial.lines == (5, 6)


def test_older_files_lack_lines_and_may_end_lines_otherwise() -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith(("num", "endtype", "LUDII"))]
    trial = read_trial("\r\n".join(lines))
    assert trial.placements is None and len(trial.played) == 2


@pytest.mark.parametrize(
    ("damage", "line", "message"),
    [
        (lambda t: "", 1, "begins with game="),
        (lambda t: t.replace("game=", "gme="), 1, "begins with game="),
        (lambda t: t.partition("RNG")[0], 3, "ends before"),
        (lambda t: t.replace("-45", "450"), 4, "eight numbers"),
        (lambda t: t.replace("=77,", "="), 4, "eight numbers"),
        (lambda t: t.replace("what=2,decision=true]]", "wha"), 6, "cut off"),
        (lambda t: t.replace("[Move:mover=2", "mover"), 6, "no move"),
        (lambda t: t.replace("SIZE = 8", "SIZE = many"), 8, "a number is expected"),
        (lambda t: t.replace("LEGAL MOVES LIST SIZE = 8\n", ""), 13, "cut off: there are 1 lines .* for 2 moves"),
        (lambda t: t.replace("Moves=0", "Moves=7"), 14, "7 placements"),
        (lambda t: t.replace("1.5,1.5", "1.5,x"), 12, "rankings"),
    ],
)
def test_damaged_files(damage: Callable[[str], str], line: int, message: str) -> None:
    with pytest.raises(TrialError, match=message) as raised:
        read_trial(damage(TEXT), "a.trial")
    assert raised.value.line == line and str(raised.value).startswith(f"a.trial:{line}: ")


@pytest.mark.parametrize("cut", range(0, len(TEXT), 13))
def test_files_cut_anywhere_are_read_or_refused(cut: int) -> None:
    try:
        assert isinstance(read_trial(TEXT[:cut]), Trial)
    except TrialError as error:
        assert error.line >= 1


@pytest.mark.parametrize("name", ["Amazons", "Reversi", "Backgammon", "Hex"])
def test_what_is_played_is_written_and_played_again(name: str) -> None:
    game, rng_state = ludens.load(name), bytes(range(8))
    state, recorder, choose = game.start(rng_state=rng_state), Recorder(game, rng_state), random.Random(1)
    for _ in range(60):
        if state.is_over:
            break
        moves = state.legal_moves()
        recorder.add(state.play(choose.choice(moves)), len(moves))
    trial = recorder.trial(state)
    again = read_trial(write_trial(trial))
    assert again == trial
    *_, (last, _) = replay_trial(game, again)
    assert last.tobytes() == state.tobytes()


def test_an_illegal_move_names_its_line() -> None:
    trial = read_trial(TEXT.replace("from=0,to=0", "from=8,to=8"), "b.trial")
    with pytest.raises(TrialError, match=r"b\.trial:6: this move is not legal") as raised:
        list(replay_trial(ludens.load("Tic-Tac-Toe"), trial))
    assert raised.value.line == 6
