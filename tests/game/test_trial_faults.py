"""Trials that the reference records wrongly are skipped with the reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.game.trial import (
    Recorder,
    Trial,
    TrialError,
    TrialSkipped,
    follow,
    placements,
    read_trial,
    replay_trial,
    write_trial,
)
from ludens.game.trial.faults import keeps_its_start

GROWTH = """(game "Growth" (players 0) (mode Simulation) (equipment {(board (square 3)) (piece "Moss" Neutral)})
    (rules (start (place "Moss0" 4))
        (play (forEach Site (intersection (sites Empty) (sites Around (sites Occupied by:Neutral) Orthogonal))
            (add (piece "Moss0") (to (site)))))
        (end (if (is Full) (result P1 Draw)))))"""
START = """(game "Start" (players 2) (equipment {(board (square 4)) (piece "Disc" Each) %s})
    (rules (start {%s}) (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
SCATTERED = '(forEach Value min:1 max:2 (place Random {"Disc1"}))'


def recorded(game: ludens.Game, plies: int, seed: bytes = bytes(8)) -> Trial:
    state, recorder = game.start(rng_state=seed), Recorder(game, seed)
    for _ in range(plies):
        moves = state.legal_moves()
        recorder.add(state.play(moves[0]), len(moves))
    return read_trial(write_trial(recorder.trial(state)))


def emptied(trial: Trial, first: int) -> Trial:
    """As the reference records a simulation: moves that do nothing."""
    empty = ("[Move:mover=1,from=0,to=0,actions=]",) * 3
    return replace(trial, moves=(*trial.moves[:first], *empty), sizes=(1, 1, 1, 1), winner=None, ranking=None)


def test_a_simulation_of_empty_moves_is_compared_at_its_first_list() -> None:
    game = ludens.load(GROWTH)
    whole = recorded(game, 1)
    assert follow(game, whole).error is None
    followed = follow(game, emptied(whole, 1))
    assert isinstance(followed.error, TrialSkipped) and "records an empty move" in followed.error.message
    assert not followed.differences and not followed.numbers
    wrong = follow(game, replace(emptied(whole, 1), sizes=(2, 1, 1, 1)))
    assert [one.kind for one in wrong.differences] == ["listed"]
    with pytest.raises(TrialError, match="records an empty move"):
        list(replay_trial(game, emptied(whole, 1)))


@pytest.mark.parametrize(
    ("rules", "equipment", "kept"),
    [
        (SCATTERED, "", True),
        ('(place "Disc1" 0)', "", False),
        ('(place Random {"Disc1"})', "", False),
        (SCATTERED + ' (place Random {"Disc2"})', "", False),
        (SCATTERED + " (set Score P1 (value Random (range 1 3)))", "", False),
        ('(place "Disc1" 0)', "(deck) (hand Each size:2)", True),
    ],
)
def test_which_starts_the_reference_draws_once(rules: str, equipment: str, kept: bool) -> None:
    assert keeps_its_start(ludens.load(START % (equipment, rules))) is kept


def test_a_start_of_an_earlier_game_is_skipped() -> None:
    game = ludens.load(START % ("", SCATTERED))
    trial, other = recorded(game, 2), bytes([1, 2, 3, 4, 5, 6, 7, 8])
    assert placements(game, other) != placements(game, bytes(8))
    assert follow(game, trial).error is None
    followed = follow(game, replace(trial, rng_state=other))
    assert isinstance(followed.error, TrialSkipped) and "draws this start once" in followed.error.message


def test_a_start_that_is_drawn_for_each_game_differs() -> None:
    game = ludens.load(START % ("", '(place Random {"Disc1"})'))
    followed = follow(game, replace(recorded(game, 2), rng_state=bytes([1, 2, 3, 4, 5, 6, 7, 8])))
    assert followed.differences and not isinstance(followed.error, TrialSkipped)


def test_the_reason_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    description, file = tmp_path / "Growth.lud", tmp_path / "trials" / "a.trl"
    description.write_text(GROWTH, encoding="utf-8")
    file.parent.mkdir()
    trial = emptied(recorded(ludens.load(GROWTH), 1), 1)
    file.write_text(write_trial(replace(trial, game="Growth.lud")), encoding="utf-8")
    assert main(["replay", str(file), "--games", str(tmp_path)]) == 0
    assert "skipped: at each ply of a simulation" in capsys.readouterr().err
    assert main(["replay", str(file.parent), "--games", str(tmp_path)]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"skipped  {file}:") and "records an empty move" in first
    assert last == "1 file of 1 game, 0 moves: 0 replay, 1 skipped"


def test_a_trial_of_a_ruleset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """(game "Sizes" (players 2) (equipment {(board (square <Size:side>)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
        (option "Size" <Size> args:{<side>} {(item "Small" <2> "2 x 2")* (item "Large" <3> "3 x 3")})
        (rulesets {
            (ruleset "Ruleset/Short (small)" {"Size/Small"})*
            (ruleset "Ruleset/Long (large)" {"Size/Large"})})"""
    (tmp_path / "Sizes.lud").write_text(text, encoding="utf-8")
    game = ludens.load(text, options=["Ruleset/Long (large)"])
    trial = replace(recorded(game, 9), game="Sizes.lud")
    assert trial.options == ("Size/Large",)
    file = tmp_path / "a.trl"
    for options in (trial.options, ("Ruleset/Long (large)",), ("Size/Large",)):
        file.write_text(write_trial(replace(trial, options=options)), encoding="utf-8")
        assert main(["replay", str(file), "--games", str(tmp_path), "--json"]) == 0, capsys.readouterr()
        assert read_trial(file.read_text(encoding="utf-8")).options == options
    file.write_text(write_trial(replace(trial, options=("Size/Small",))), encoding="utf-8")
    assert main(["replay", str(file), "--games", str(tmp_path)]) == 1
    assert "legal moves, here are 4" in capsys.readouterr().err
