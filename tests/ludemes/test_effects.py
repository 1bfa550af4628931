"""Effects, each in a small game: what a move does is read off its actions."""

from __future__ import annotations

import re

import pytest

import ludens

MANCALA = '(mancalaBoard 2 3 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared)'
SOWN = "(start (set Count 2 to:(sites Board)))"


def game(equipment: str, play: str, *, start: str = "", end: str = "(if (= 1 0) (result Mover Win))") -> ludens.Game:
    return ludens.load(
        f'(game "Test" (players 2) (equipment {{ {equipment} }}) (rules {start} (play {play}) (end {end})))'
    )


def after(played: ludens.Game, *sites: int) -> list[str]:
    """The actions of the last of some moves to given sites, each cut to what changes."""
    state, applied = played.start(seed=1), None
    for site in sites:
        applied = state.play(next(m for m in state.legal_moves() if m.to_site == site))
    assert applied is not None
    found = re.findall(r"\[(\w+):([^\[\]]*)\]", applied.to_trial().split("actions=", 1)[1])
    return [f"{name} {re.sub(r'type(From|To)?=[^,]*,?', '', fields).strip(',')}" for name, fields in found]


def sow(arguments: str = "") -> ludens.Game:
    return game(MANCALA, f"(move Select (from (sites Board)) (then (sow {arguments})))", start=SOWN)


def test_sowing_follows_the_track() -> None:
    assert after(sow(), 1)[1:] == ["Move from=1,to=2", "Move from=1,to=5"]


@pytest.mark.parametrize(
    ("arguments", "actions"),
    [
        ("origin:True", ["Move from=1,to=1", "Move from=1,to=2"]),
        (
            "count:7",
            ["Move from=1,to=2", "Move from=1,to=5", "Move from=1,to=4", "Move from=1,to=3", "Move from=1,to=0"],
        ),
        ("numPerHole:2", ["Move from=1,to=2", "Move from=1,to=2"]),
        ("skipIf:(is In (to) (sites {2}))", ["Move from=1,to=5", "Move from=1,to=4"]),
        ("apply:(remove (to))", ["Move from=1,to=2", "Move from=1,to=5", "Remove to=5"]),
        ("if:(= 2 (count at:(to))) apply:(remove (to))", ["Move from=1,to=2", "Move from=1,to=5"]),
        (
            "apply:(remove (to)) backtracking:True",
            ["Move from=1,to=2", "Move from=1,to=5", "Remove to=5", "Remove to=2"],
        ),
    ],
)
def test_sowing(arguments: str, actions: list[str]) -> None:
    assert after(sow(arguments), 1)[1:6] == actions


def test_captures_see_the_position_right_after_sowing() -> None:
    """The second capture counts the piece that the first one takes away."""
    played = sow("apply:(remove (to) (then (set Var (count at:2)))) backtracking:True")
    assert after(played, 1)[-1] == "SetTemp temp=0"


FLANK = '(board (square 5)) (piece "Disc" Each)'


def flank(effect: str) -> ludens.Game:
    return game(FLANK, f"(move Add (to (sites Empty)) (then {effect}))")


ENEMY = "(is Enemy (who at:(between)))"


def test_custodial_captures_a_row_from_the_near_end() -> None:
    played = flank(f"(custodial (between if:{ENEMY}) (to if:(is Friend (who at:(to)))))")
    assert after(played, 0, 1, 20, 2, 3)[1:] == ["Remove to=2", "Remove to=1"]


def test_custodial_of_one_site_only() -> None:
    played = flank(f"(custodial (between (max 1) if:{ENEMY}) (to if:(is Friend (who at:(to)))))")
    assert after(played, 0, 1, 20, 2, 3)[1:] == []
    assert after(played, 0, 1, 2)[1:] == ["Remove to=1"]


def test_intervene_captures_both_sides() -> None:
    played = flank("(intervene (to if:(is Enemy (who at:(to)))))")
    assert sorted(after(played, 24, 0, 23, 2, 1)[1:]) == ["Remove to=0", "Remove to=2"]


def test_enclose_captures_a_group_without_liberties() -> None:
    played = flank(f"(enclose Orthogonal (between if:{ENEMY}))")
    assert after(played, 2, 0, 6, 1, 5)[1:] == ["Remove to=0", "Remove to=1"]


def test_effects_share_one_evaluation_and_consequents_follow_each_move() -> None:
    played = flank("(set Var 1 (then (addScore Mover (var))))")
    assert after(played, 0)[1:] == ["SetTemp temp=1", "SetScore player=1,score=1,add=true"]


def test_remembered_values_and_forgetting_them_all() -> None:
    played = flank('(if (is In (last To) (sites Top)) (forget Value "A" All) (remember Value "A" (last To)))')
    assert after(played, 3)[1:] == ["RememberValue name=A,value=3"]
    assert after(played, 3, 1, 24)[1:] == ["ForgetValue name=A,value=3", "ForgetValue name=A,value=1"]


def test_pending_values_last_one_move() -> None:
    played = game(FLANK, "(if (is Pending) (move Pass) (move Add (to (sites Empty)) (then (set Pending))))")
    state = played.start(seed=1)
    state.play(state.legal_moves()[0])
    assert [m.to_site for m in state.legal_moves()] == [-1]
    state.play(state.legal_moves()[0])
    assert len(state.legal_moves()) == 24


def test_rolled_dice_show_in_every_move() -> None:
    played = game(FLANK + " (dice d:6 num:2)", "(do (roll) next:(move Add (to (sites Empty))))")
    state = played.start(seed=3)
    rolls = {str(m).split("[SetDiceAllEqual")[0].split("actions=")[1] for m in state.legal_moves()}
    assert len(rolls) == 1


def test_a_piece_flips_between_its_states() -> None:
    played = game(
        '(board (square 3)) (piece "Disc" Neutral (flips 1 2))',
        '(move Add (piece "Disc0" state:1) (to (sites Empty)) (then (flip (last To))))',
    )
    assert after(played, 4)[1:] == ["SetState to=4,state=2"]


def test_captures_at_the_end_of_the_turn_are_recorded_first() -> None:
    played = flank("(if (= (count Pieces All) 3) (remove (sites Occupied by:All) at:EndOfTurn))")
    assert after(played, 0, 1, 2)[:3] == ["Remove to=2", "Remove to=1", "Remove to=0"]
