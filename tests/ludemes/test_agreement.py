"""What players propose, vote, bet and note."""

from __future__ import annotations

import pytest

import ludens

PLAY = """
(if (is Decided "Stop") (move Select (from 0))
  (if (is Proposed "Stop")
    (or (move Vote "Stop") (move Vote "Go"))
    (or (move Propose "Stop") (move Select (from 1)))))
"""


def game(play: str, players: int = 2, end: str = "(if (= 1 0) (result Mover Win))") -> ludens.Game:
    return ludens.load(
        f'(game "Agreement" (players {players}) (equipment {{(board (square 3)) (piece "Disc" Each)}})'
        f" (rules (play {play}) (end {end})))"
    )


def choices(state: ludens.State) -> list[str]:
    """The first action of each legal move, without its fields but the text that it says."""
    actions = [move.actions[0] for move in state.legal_moves()]
    said = [next((value for key, value in action.fields if key in ("proposition", "vote")), "") for action in actions]
    return [f"{action.name} {text}".strip() for action, text in zip(actions, said, strict=True)]


def play(state: ludens.State, *wanted: str) -> None:
    for choice in wanted:
        state.play(state.legal_moves()[choices(state).index(choice)])


def test_a_proposal_is_voted_on() -> None:
    state = game(PLAY).start(seed=1)
    assert choices(state) == ["Propose Stop", "Select"]
    play(state, "Propose Stop")
    assert choices(state) == ["Vote Stop", "Vote Go"]


@pytest.mark.parametrize(
    ("players", "votes", "decided"),
    [
        (2, ["Stop", "Stop"], True),
        (2, ["Stop", "Go"], False),  # half of them is not enough
        (3, ["Go", "Stop", "Stop"], True),
        (3, ["Stop", "Go", "Go"], False),
    ],
)
def test_more_than_half_of_the_players_decide(players: int, votes: list[str], decided: bool) -> None:
    state = game(PLAY, players).start(seed=1)
    play(state, "Propose Stop", *(f"Vote {vote}" for vote in votes))
    assert (choices(state) == ["Select"]) == decided
    if not decided:  # the proposal is over, and may be made again
        assert choices(state) == ["Propose Stop", "Select"]


def test_several_texts_are_several_moves() -> None:
    assert choices(game('(move Propose {"A" "B" "C"})').start(seed=1)) == ["Propose A", "Propose B", "Propose C"]
    assert choices(game('(move Vote {"A" "B"})').start(seed=1)) == ["Vote A", "Vote B"]


def test_bets_lie_within_a_range() -> None:
    state = game("(move Bet P1 (range 2 4))").start(seed=1)
    texts = [move.to_trial() for move in state.legal_moves()]
    assert [text.partition("bet=")[2][0] for text in texts] == ["2", "3", "4"]


def test_a_player_who_triggers_is_remembered() -> None:
    play_rule = '(move Select (from 0) (then (trigger "Done" Mover)))'
    state = game(play_rule, end='(if (is Triggered "Done" Mover) (result Mover Win))').start(seed=1)
    state.play(state.legal_moves()[0])
    assert state.is_over and state.ranking == [1.0, 2.0]


def test_a_note_changes_nothing() -> None:
    state = game('(move Select (from 0) (then (note player:P2 "Your turn")))').start(seed=1)
    applied = state.play(state.legal_moves()[0])
    assert "message=P2 Your turn,to=1" in applied.to_trial()
    assert not state.is_over and state.mover == 2
