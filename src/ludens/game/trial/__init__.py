"""Trial files: a game from its start to its end as text (manual: runtime 15), and playing them again.

>>> import ludens
>>> game = ludens.load("Tic-Tac-Toe")
>>> recorder, state = Recorder(game, bytes(8)), game.start(rng_state=bytes(8))
>>> recorder.add(state.play(state.parse("B2")), 9)
>>> trial = read_trial(write_trial(recorder.trial(state)))
>>> [move for _, move in replay_trial(game, trial) if move is not None]
[<Move 1: 4-4>]
"""

from ludens.game.trial.faults import TrialSkipped
from ludens.game.trial.record import Recorder, Trial, TrialError, placements
from ludens.game.trial.replay import Difference, Followed, end_differences, first_played, follow, replay_trial
from ludens.game.trial.text import read_trial, write_trial

__all__ = [
    "Difference",
    "Followed",
    "Recorder",
    "Trial",
    "TrialError",
    "TrialSkipped",
    "end_differences",
    "first_played",
    "follow",
    "placements",
    "read_trial",
    "replay_trial",
    "write_trial",
]
