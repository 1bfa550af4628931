"""What recorded games of the reference implementation contradicted: an example of each section (errata)."""

from __future__ import annotations

import re

import pytest

import ludens
from ludens.game.single import SingleGame
from ludens.native.workspace import workspace

CELLS = '(board (square 3)) (piece "Disc" Each)'


def start(play: str, equipment: str = CELLS, start: str = "") -> ludens.game.State:
    rules = f"(rules {start} (play {play}) (end (if (> (count Moves) 99) (result Mover Draw))))"
    return ludens.load(f'(game "D" (players 2) (equipment {{{equipment}}}) {rules})').start(seed=1)


def played(*arguments: str) -> str:
    """The text of the first legal move, with all that follows from it."""
    state = start(*arguments)
    return state.play(state.legal_moves()[0]).to_trial()


def legal(*arguments: str) -> list[str]:
    return [move.to_trial() for move in start(*arguments).legal_moves()]


def actions(text: str) -> list[str]:
    """The actions of a move's text, by what tells them apart here."""
    return [part.split("]")[0] for part in text.split("[")[2:]]


# --- 2: (do P next:Q)


def test_the_prior_is_evaluated_once() -> None:
    do = '(do (set Var "A" (+ 1 (var "A"))) next:(and (set Var "B" (var "A")) (set Var "C" (var "A"))))'
    assert actions(played(f"(move Add (to (sites Empty)) (then {do}))")) == [
        "Add:type=Cell,to=0,what=1,decision=true",
        "SetVar:name=A,value=0",
        "SetVar:name=B,value=0",
        "SetVar:name=A,value=0",
        "SetVar:name=C,value=0",
    ]


def test_the_prior_s_lists_are_put_in_one_after_the_other() -> None:
    prior = '(and {(set Var "A" 1 (then (set Var "A2" 1))) (set Var "B" 2) (set Var "C" 3)})'
    assert actions(legal(f"(do {prior} next:(move Add (to (sites Empty))))")[0])[:4] == [
        "SetVar:name=A,value=1",
        "SetVar:name=C,value=3",
        "SetVar:name=A2,value=1",
        "SetVar:name=B,value=2",
    ]


def test_a_move_that_is_listed_twice_gets_the_prior_twice() -> None:
    do = '(do (and (set Var "A" 1) (set Var "B" 2)) next:(move Add (to (sites Empty) (apply (set Var "Z" 0)))))'
    moves = legal(do)
    assert len(moves) == 18
    assert [text[12:18] for text in actions(moves[0])[:4]] == ["A,valu", "B,valu", "B,valu", "A,valu"]


def test_consequents_on_a_copy_see_the_iterators_around() -> None:
    prior = '(do (set Var "X" (site) (then (set Var "Y" (site)))) next:(move Add (to (site))))'
    assert ["Y,value=1" in move for move in legal(f"(forEach Site (sites {{1 2}}) {prior})")] == [True, False]
    tested = '(do (move Add (to (site)) (then (set Var "Y" (site)))) ifAfterwards:(= (var "Y") (site)))'
    state = start(f"(forEach Site (sites {{1 2}}) {tested})")
    assert len(state.legal_moves()) == 2
    assert "SetVar:name=Y,value=-1" in state.play(state.legal_moves()[0]).to_trial()


GROUPS = '(start (place "Disc1" {0 1 8}))'


def test_consequents_on_a_copy_see_the_group_around_as_it_was_found() -> None:
    """The prior takes pieces of the group away; where the move is made, nobody goes through groups any more."""
    prior = '(forEach Site (sites) (remove (site) (then (set Var "Y" (count Sites in:(sites))))))'
    move = f"(forEach Group (do {prior} next:(move Add (to (sites {{5}})))))"
    of_two = ["Remove:type=Cell,to=0", "SetVar:name=Y,value=2", "Remove:type=Cell,to=1", "SetVar:name=Y,value=2"]
    of_one = ["Remove:type=Cell,to=8", "SetVar:name=Y,value=1"]
    first, second = legal(move, CELLS, GROUPS)
    assert actions(first)[:-1] == of_two
    assert actions(second)[:-1] == of_one
    assert played(move, CELLS, GROUPS) == first


def test_a_candidate_that_is_tried_sees_the_group_around() -> None:
    tried = '(move Add (to (sites {4 5})) (then (set Var "Y" (count Sites in:(sites)))))'
    listed = legal(f'(forEach Group (do {tried} ifAfterwards:(= (var "Y") 2)))', CELLS, GROUPS)
    assert [re.findall(r"to=(\d)", text)[0] for text in listed] == ["4", "5"]


def test_consequents_of_a_played_move_see_none() -> None:
    text = played(
        '(move Add (to 0) (then (forEach Site (sites {1 2}) (set Var "X" (site) (then (set Var "Y" (site)))))))'
    )
    assert text.count("SetVar:name=Y,value=-1") == 2


# --- 3: effects inside effects


def test_an_effect_of_a_movement_is_found_with_it() -> None:
    equipment = '(board (square 3)) (piece "Disc" Each) (piece "Rock" Neutral)'
    effect = "(fromTo (from (site)) (to 8 (apply (if (is Mover (who at:(to))) (remove (to))))))"
    text = played(
        f"(move Add (to 8) (then (forEach Site (sites {{0 1}}) {effect})))", equipment, '(start (place "Rock0" {0 1}))'
    )
    assert [one.partition(":")[0] for one in actions(text)] == ["Add", "Remove", "Move", "Remove", "Move"]


@pytest.mark.parametrize("draws", ["0", "(value Random (range 1 8))"])
def test_an_effect_of_an_added_piece_is_found_with_it(draws: str) -> None:
    """Each piece stands in the list twice, with what was counted, and drawn, before the first was put down (3.1)."""
    number = f"(+ {draws} (* 10 (count Sites in:(sites Occupied by:All))))"
    effect = f'(add (to (sites {{4 5}}) (apply (set Var "A" {number}))))'
    found = actions(played(f"(move Add (to (sites {{2}})) (then {effect}))"))[1:]
    values = [int(value) for value in re.findall(r"value=(\d+)", " ".join(found))]
    assert [text[:3] for text in found] == ["Set", "Add"] * 4
    assert values[0] == values[1]
    assert values[2] == values[3]
    assert [value // 10 for value in values] == [1] * 4


@pytest.mark.parametrize(
    ("group", "changed"),
    [("Orthogonal", {0, 1, 3}), ("Diagonal", {0}), ("Orthogonal if:(is Occupied (to))", {0, 1, 2, 3})],
    ids=["joined", "alone", "everybody's"],
)
@pytest.mark.parametrize("inside", ["%s", "(forEach Value min:1 max:1 %s)"], ids=["plain", "nested"])
def test_an_effect_of_a_decision_sees_the_group_that_it_was_found_in(
    group: str, changed: set[int], inside: str
) -> None:
    """The group's states change when the move is made, when nobody goes through groups any more."""
    move = "(move Add (to 8 (apply (forEach Site (sites) (set State at:(site) 1)))))"
    pieces = '(start {(place "Disc1" {0 1 3}) (place "Disc2" {2})})'
    equipment = '(board (square 3)) (piece "Disc" Each maxState:1)'
    text = played(f"(forEach Group {group} {inside % move})", equipment, pieces)
    assert {int(site) for site in re.findall(r"SetState:type=Cell,to=(\d+)", text)} == changed


def test_seq_sees_the_position_before_its_siblings() -> None:
    text = played(
        '(move Add (to 8) (then (and (set Var "A" 5) (seq {(set Var "B" (var "A")) (set Var "C" (var "B"))}))))'
    )
    assert actions(text)[1:] == ["SetVar:name=A,value=5", "SetVar:name=B,value=-1", "SetVar:name=C,value=-1"]


def test_while_sees_the_position_before_its_siblings() -> None:
    loop = '(while (< (var "N") 3) (set Var "N" (+ 1 (var "N"))))'
    text = played(f'(move Add (to 8) (then (and (set Var "N" 0) {loop})))')
    assert [one[-1] for one in actions(text)[1:]] == ["0", "0", "1", "2", "3"]


def test_a_level_leaked_by_an_effect_is_seen_by_what_follows_of_the_same_piece() -> None:
    """Also where the effect reads dice, which draws nothing (3, point 3)."""
    capture = "(if (is Enemy (who at:(to))) (forEach Level (to) FromTop (remove (to) level:(level))))"
    effect = f'(apply (and {capture} (if (all DiceEqual) (set Var "Q" 1))))'
    move = f"(forEach Value min:1 max:3 (move (from (from) level:(level)) (to (+ 3 (value)) if:True {effect})))"
    equipment = f'(board (rectangle 1 7)) (piece "Disc" Each {move}) (dice num:2)'
    begin = '(start {(place Stack items:{"Disc1" "Disc1"} 0) (place "Disc2" 5)})'
    texts = legal("(forEach Piece)", equipment, begin)
    assert [one.partition("levelFrom=")[2][0] for one in texts] == [*"000", *"110"]


def test_what_is_forgotten_is_settled_where_it_is_found() -> None:
    remember = "(forEach Site (sites {0 1 2}) (remember Value (site)))"
    text = played(f"(move Add (to 8) (then (do {remember} next:(forget Value All))))")
    assert [one[-1] for one in actions(text)[1:]] == ["0", "2", "1", "0", "1", "2"]


# --- 4 to 9


def test_swapped_pieces_are_added_without_a_type() -> None:
    rules = ("(move Swap Pieces 0 1)", CELLS, '(start {(place "Disc1" 0) (place "Disc2" 1)})')
    assert "[Add:to=0,what=2]" in legal(*rules)[0]
    assert "[Add:type=Cell,to=0,what=2]" in played(*rules)
    tested = f"(do {rules[0]} ifAfterwards:(is Mover (who at:1)))"
    assert "[Add:type=Cell,to=0,what=2]" in legal(tested, *rules[1:])[0]


def test_a_move_is_the_last_one_while_its_consequents_run() -> None:
    state = start('(move Pass (then (if (all Passed) (set Var "X" 1) (set Var "X" 0))))')
    texts = [state.play(state.legal_moves()[0]).to_trial() for _ in range(2)]
    assert ["value=1" in text for text in texts] == [False, True]


def test_what_comes_after_consequents_is_seen_in_a_test() -> None:
    equipment = '(board (rectangle 1 4)) (piece "Disc" Each)'
    do = "(do (move Select (from 0) (then (set State at:2 1))) ifAfterwards:(= 2 (last To afterConsequence:True)))"
    assert len(legal(do, equipment, '(start {(place "Disc1" 0) (place "Disc1" 2)})')) == 1


def test_a_shot_has_the_site_before_between() -> None:
    to = "(to if:(and (is Empty (to)) (!= (between) 2)))"
    equipment = '(board (rectangle 1 4)) (piece "Disc" Each) (piece "Dot" Neutral)'
    shots = legal(f'(move Shoot (piece "Dot0") (from 0) E {to})', equipment, '(start (place "Disc1" 0))')
    assert [move.partition("to=")[2][0] for move in shots] == ["1", "2"]


def test_nothing_added_leaves_a_site_empty() -> None:
    state = start("(move Add (to (sites Empty)) (then (add (piece (what at:8)) (to 5))))")
    text = state.play(state.legal_moves()[0]).to_trial()
    assert "[Add:type=Cell,to=5,what=0]" in text
    assert [row[1] for row in state.sites()] == [0]
    assert len(state.legal_moves()) == 8


def test_a_track_that_visits_a_site_twice_is_a_set() -> None:
    equipment = '(board (square 3) {(track "T1" "0,E,N1,W,S1,E" P1) (track "T2" "8,W" P2)}) (piece "Disc" Each)'
    text = played('(move Add (to 4) (then (set Var "n" (count Sites in:(sites Track Mover "T")))))', equipment)
    assert "value=6" in text


# --- 10 to 13


def test_costs_are_set_and_summed() -> None:
    equipment = '(board (square 2) use:Vertex) (piece "Disc" Each)'
    rules = ("(move Add (to 0) (then (addScore Mover (cost Vertex at:(last To)))))", equipment)
    costs = "(set Cost 3 Vertex at:0) (set Cost 2 Vertex at:3)"
    assert "score=3" in played(*rules, f"(start {{{costs}}})")
    state = start(*rules, f"(start {{{costs} (set Score P1 (cost Vertex in:(sites Board Vertex)))}})")
    assert state.scores == [5, 0]


def test_commas_at_the_end_of_a_track_are_ignored() -> None:
    assert legal("(move Add (to 4))", '(board (square 3) {(track "T1" "0,E,N1,W,," P1)}) (piece "Disc" Each)')
    with pytest.raises(ludens.LudError, match="no direction"):
        start("(move Add (to 4))", '(board (square 3) {(track "T1" "0,,E" P1)}) (piece "Disc" Each)')


def test_a_second_list_of_rulesets_is_ignored() -> None:
    rulesets = '(rulesets {(ruleset "Ruleset/A" {"Size/B"})})'
    rules = "(rules (play (move Add (to 4))) (end (if (is Full) (result Mover Draw))))"
    game = f'(game "D" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}}) {rules})'
    loaded = ludens.load(f"{game} {rulesets} {rulesets.replace('/A', '/C')}")
    assert [ruleset.heading for ruleset in loaded.description.rulesets] == ["Ruleset/A"]


def test_products_and_extremes_of_lists_of_floats() -> None:
    for factor in ("(* {2 0.5})", "(max {0.5 1.0})", "(min {1.5 1.0})", "(* {})"):
        assert len(legal("(move Add (to 0))", f'(board (shift {factor} 0 (square 3))) (piece "Disc" Each)')) == 1
    with pytest.raises(ludens.LudError, match="no numbers"):
        start("(move Add (to 0))", '(board (shift (max {}) 0 (square 3))) (piece "Disc" Each)')


def test_only_the_outermost_of_chained_effects_shows_sites() -> None:
    slide = "(move Slide (from 0) E (between if:True (apply (if (is Enemy (who at:(between))) (remove (between))))))"
    equipment = '(board (rectangle 1 6)) (piece "Disc" Each)'
    moves = legal(slide, equipment, '(start {(place "Disc1" 0) (place "Disc2" {1 3})})')
    assert moves[3] == (
        "[Move:mover=1,from=0,to=4,actions=[Move:mover=1,from=3,to=3,actions=[Remove:type=Cell,to=3]],"
        "[Move:mover=0,actions=[Move:mover=1,from=1,to=1,actions=[Remove:type=Cell,to=1]],"
        "[Move:mover=0,from=0,to=4,actions=[Move:typeFrom=Cell,from=0,typeTo=Cell,to=4,decision=true]]]]"
    )


def test_values_on_a_hand_print_the_board_s_type() -> None:
    equipment = '(board (rectangle 2 3) use:Vertex) (hand Each) (piece "Disc" Each)'
    text = played(
        "(move Add (to 4) (then (and (set Value at:(handSite P1) 3) (set State at:(handSite P1) 1))))", equipment
    )
    assert "[SetValue:type=Vertex,to=6,value=3]" in text
    assert "[SetState:type=Cell,to=6,state=1]" in text


def test_values_of_removed_levels_are_known_in_play_only() -> None:
    to = "(to if:(is Empty (to)))"
    hop = f"(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between) at:EndOfTurn))) {to})"
    equipment = f'(board (rectangle 1 4)) (piece "Disc" Each {hop})'
    begin = '(start {(place Stack "Disc1" 0) (place Stack "Disc2" 1 value:3)})'
    assert len(legal("(max Moves withValue:True (forEach Piece))", equipment, begin)) == 1


def test_a_removal_of_a_stack_without_a_level_counts_the_lowest_piece_first() -> None:
    """Both hops take a stack whose top piece is worth 1 or 5, and whose lowest one 5 or 1: the lowest ones count."""
    to = "(to if:(is Empty (to)))"
    hop = (
        f"(move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between) at:EndOfTurn))) {to}"
    )
    equipment = f'(board (square 3)) (piece "Disc" Each {hop} (then (if (= 2 (last To)) (moveAgain)))))'
    stacks = " ".join(f'(place Stack "Disc2" {site} value:{value})' for site, value in ((1, 5), (1, 1), (3, 1), (3, 5)))
    begin = f'(start {{(place Stack "Disc1" 0) {stacks}}})'
    (only,) = legal("(max Moves withValue:True (forEach Piece))", equipment, begin)
    assert "from=0,to=2" in only


def test_what_a_move_keeps_is_free_again() -> None:
    together = "(fromTo (from (site)) (to (+ 3 (site)) (apply (if (is Occupied (to)) (remove (to))))))"
    begin = '(start (place "Disc1" (sites Bottom)))'
    state = start(f"(append (forEach Site (sites {{0 1 2}}) {together}))", CELLS, begin)
    game = state.game.games[0]
    assert isinstance(game, SingleGame)
    game.fast.playout(state.copy().playing, 1)
    assert workspace().arena_used == 0


def test_effects_with_consequents_are_found_before_any_is_applied() -> None:
    capture = '(apply (if (is Enemy (who at:(to))) (remove (to) (then (set Var "N" (+ 1 (var "N")))))))'
    both = f"(and (fromTo (from 0) (to 5 {capture})) (fromTo (from 1) (to 5 {capture})))"
    text = played(f"(do {both} next:(move Pass))", CELLS, '(start {(place "Disc1" {0 1}) (place "Disc2" 5)})')
    kinds = [one.partition(":")[0] for one in actions(text)]
    assert kinds.count("Remove") == 2 and kinds.count("SetVar") == 2, text


def test_while_has_consequents_evaluated_again_where_it_is_applied() -> None:
    loop = '(while (< (var "N") 1) (set Var "N" (+ 1 (var "N")) (then (set Var "M" (+ 1 (var "M"))))))'
    text = played(f'(move Add (to 8) (then (and {{(set Var "M" 7) (set Var "N" 0) {loop}}})))')
    assert [one.removeprefix("SetVar:name=") for one in actions(text)[1:]] == [
        "M,value=7",
        "N,value=0",
        "N,value=0",
        "M,value=8",
        "N,value=1",
        "M,value=9",
    ]


def test_what_is_pending_in_a_prior_is_seen_by_what_follows_in_it() -> None:
    inner = '(do (set Pending (sites {3 4})) next:(forEach Site (sites Pending) (remember Value "L" (site))))'
    rules = f'(do (seq {{(set Var "A" 1) {inner}}}) next:(move Add (to (sites (values Remembered "L")))))'
    move = start(rules).legal_moves()[1]
    assert move.to_site == 4 and move.to_trial().count("RememberValue") == 2
    assert played(rules).count("RememberValue") == 2


def test_a_region_is_carried_past_copies_of_the_position() -> None:
    own, free = (f"(set Pending (sites {which}))" for which in ("Occupied by:Mover", "Empty"))
    both = f'(and (do (set Var "A" 1) next:{own}) (do (set Var "B" 1) next:{free}))'
    text = played(f"(move Add (to 8) (then {both}))", CELLS, '(start (place "Disc1" {0 1}))')
    pending = [one.partition("value=")[2] for one in actions(text) if one.startswith("SetPending")]
    assert pending == [*"018", *"234567"]


def test_what_is_remembered_for_nobody_needs_no_room() -> None:
    state = start("(move Add (to 0) (then (forEach Value min:1 max:99 (remember Value (value)))))")
    for _ in range(12):
        assert "[RememberValue:name=null,value=99]" in state.play(state.legal_moves()[0]).to_trial()


def test_levels_are_not_marked_on_a_scratch_copy() -> None:
    """The effect generates nothing, and the move is tried on a copy while another one is logged (13)."""
    state = ludens.load("""
        (game "SA" (players {(player N) (player S)}) (equipment {(board (square 4)) (piece "Pawn" Each
            (move Step (from (from) level:(level)) Orthogonal
                (to if:(is Empty (to)) (apply (if (is Enemy (who at:(to))) (remove (to)))))))})
            (rules (start {(place Stack "Pawn1" 0) (place Stack "Pawn2" 15)}) (play (forEach Piece))
                (end (if (not (can Move (do (forEach Piece Next) ifAfterwards:(is Occupied 15)))) (result Mover Win)))))
    """).start(seed=1)
    assert "[Move:typeFrom=Cell,from=0" in state.play(state.legal_moves()[0]).to_trial()
    assert state.winner == 1


def test_an_applied_move_keeps_levels_that_were_nowhere() -> None:
    """A level that evaluated to -1 is told of the legal and of the applied move (12)."""
    equipment = '(board (square 3)) (piece "Disc" Each) (hand Each)'
    begin = '(start {(place Stack "Disc1" 0) (place Stack "Disc2" 8)})'
    play = "(move (from 0 level:(- 0 1)) (to (sites Empty)))"
    told = "levelMin=-1,levelMax=-1"
    assert told in legal(play, equipment, begin)[0]
    assert told in played(play, equipment, begin)
