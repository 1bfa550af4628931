"""Matches: several games, one score (manual: structure 7)."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import Game, LudError, render
from ludens.game.match import Match, MatchState
from ludens.game.trial import Recorder, read_trial, replay_trial, write_trial

ROUND = """(game "Round" (players 2) (equipment { (board (rectangle 1 3)) (piece "Man" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""
SERIES = """(match "Series" (players 2)
    (games {(subgame "Round" result:3) (subgame "Round" next:1)})
    (end (if (>= (matchScore P1) 6) (result P1 Win))))"""


@pytest.fixture
def series(tmp_path: Path) -> Game:
    (tmp_path / "Round.lud").write_text(ROUND)
    (tmp_path / "Series.lud").write_text(SERIES)
    return ludens.load(tmp_path / "Series.lud")


def finish_round(state: MatchState) -> None:
    while not state.playing.is_over:
        state.play(state.legal_moves()[0])


def started(game: Game) -> MatchState:
    assert isinstance(game, Match)
    return game.start(seed=1)


def test_scores_add_up_until_the_match_is_won(series: Game) -> None:
    state = started(series)
    scores = []
    while not state.is_over:
        finish_round(state)
        assert [m.to_trial() for m in state.legal_moves()] == [
            f"[Move:mover={state.mover},actions=[NextInstance:decision=true]]"
        ]
        state.play(state.legal_moves()[0])
        scores.append(tuple(state.match_scores))
    # the first round is worth 3 to its winner, the loser has 2 - 2; later ones 2 - 1
    assert scores == [(3, 0), (4, 0), (5, 0), (6, 0)]
    assert (state.winner, state.ranking) == (1, [1.0, 2.0])
    assert list(state.legal_moves()) == []


def test_a_match_has_metadata_of_its_own(tmp_path: Path) -> None:
    told = '(metadata (info { (description "Some rounds.") (ruls "x") }))'
    (tmp_path / "Round.lud").write_text(f'{ROUND} (metadata (info (description "One round.")))')
    (tmp_path / "Series.lud").write_text(f"{SERIES} {told}")
    match = ludens.load(tmp_path / "Series.lud")
    assert match.metadata.text("description") == "Some rounds." and len(match.warnings) == 1
    (game,) = match.games
    assert game.metadata.text("description") == "One round." and not game.warnings


def test_going_on_can_be_undone(series: Game) -> None:
    state = started(series)
    finish_round(state)
    before = state.tobytes()
    state.play(state.legal_moves()[0])
    assert state.sites() == []
    state.undo()
    assert state.tobytes() == before
    assert series.from_bytes(before).sites() == state.sites()


def test_a_copy_is_apart(series: Game) -> None:
    state = started(series)
    other = state.copy()
    other.play(other.legal_moves()[0])
    assert len(other.sites()) == 1
    assert state.sites() == []


def test_random_matches(series: Game) -> None:
    played = series.playouts(3, seed=1)
    assert played.winners.tolist() == [1, 1, 1]
    assert played.lengths.tolist() == [16, 16, 16]


def test_a_game_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(LudError, match="Nowhere"):
        ludens.load('(match "Lost" (games (subgame "Nowhere")) (end (if True (result P1 Win))))').start(seed=1)


def test_random_matches_do_not_depend_on_the_number_of_threads(series: Game) -> None:
    alone, together = (series.playouts(5, seed=3, threads=n) for n in (1, 3))
    assert alone.lengths.tolist() == together.lengths.tolist() == [16] * 5


def test_between_two_games(series: Game) -> None:
    state = started(series)
    assert [game.name for game in series.games] == ["Round"]
    finish_round(state)
    assert (state.is_between, state.finished) == (True, 0)
    (onward,) = state.legal_moves()
    assert state.notations() == ["next game"]
    assert render.status(state) == "Round: White wins. The next game follows."
    state.play(onward)
    assert (state.is_between, state.finished) == (False, 1)
    assert render.status(state) == "Round: White to move. Match: 3, 0."
    state.undo()
    assert (state.is_between, state.finished) == (True, 0)


def test_a_match_is_recorded_and_played_again(series: Game) -> None:
    rng_state = (7).to_bytes(8, "little")
    state, recorder = series.start(rng_state=rng_state), Recorder(series, rng_state)
    while not state.is_over:
        moves = state.legal_moves()
        recorder.add(state.play(moves[0]), len(moves))
    trial = read_trial(write_trial(recorder.trial(state)))
    *_, (again, last) = replay_trial(series, trial)
    assert last is not None
    assert (again.is_over, again.winner, again.tobytes()) == (True, 1, state.tobytes())
    assert render.status(again) == "White wins. Match: 6, 0."


def test_where_players_move_at_once_they_do_not_between_games(tmp_path: Path) -> None:
    text = ROUND.replace("(players 2)", "(players 2) (mode Simultaneous)").replace("(is Full)", "(>= (count Turns) 2)")
    (tmp_path / "Round.lud").write_text(text)
    (tmp_path / "Series.lud").write_text(SERIES)
    state = started(ludens.load(tmp_path / "Series.lud"))
    assert state.is_simultaneous
    while not state.playing.is_over:
        moves = state.legal_moves()
        state.play([next(m for m in moves if m.mover == player) for player in (1, 2)])
    assert not state.is_simultaneous
    assert len(state.legal_moves()) == 1


LEADER = """(game "Round" (players 2) (equipment { (board (rectangle 1 3)) (piece "Man" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (>= (count Moves) (+ 2 (matchScore P1))) (result P1 Win)))))"""


def test_a_game_of_a_match_reads_the_score_of_the_match(tmp_path: Path) -> None:
    (tmp_path / "Round.lud").write_text(LEADER)
    (tmp_path / "Series.lud").write_text(SERIES.replace(" result:3", ""))
    match = ludens.load(tmp_path / "Series.lud")
    state, lengths = started(match), []
    for _ in range(2):
        finish_round(state)
        lengths.append(len(state.sites()))
        state.play(state.legal_moves()[0])
    assert lengths == [2, 3] and state.match_scores == [2, 0]
    assert ludens.load(LEADER).playouts(1, seed=1).lengths.tolist() == [1]  # -1 where there is no match


def test_a_match_without_games_is_refused_when_it_is_loaded() -> None:
    with pytest.raises(LudError, match="1:24: the match has no games"):
        ludens.load('(match "X" (players 2) (games {}) (end (if (>= (matchScore P1) 6) (result P1 Win))))')


def test_a_match_is_no_batch(series: Game) -> None:
    with pytest.raises(ValueError, match="is a match"):
        series.batch(2)


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ({}, r'Series.lud:2:13: there is no game called "Round"'),
        ({"Round.lud": ROUND.replace("(is Full)", "(is Fool)")}, r'Series.lud:2:13: "Round": .*Fool'),
        ({"Round.lud": SERIES}, r'Series.lud:2:13: "Round": it is a match itself'),
    ],
    ids=["missing", "wrong", "match"],
)
def test_a_match_without_its_games_is_an_error_at_once(tmp_path: Path, games: dict[str, str], message: str) -> None:
    for name, text in games.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "Series.lud").write_text(SERIES)
    with pytest.raises(LudError, match=message):
        ludens.load(tmp_path / "Series.lud")
    with pytest.raises(LudError, match='no game called "Round"'):
        ludens.load(SERIES)
