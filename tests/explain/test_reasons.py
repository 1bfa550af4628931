"""Why a move is legal, why another is not, what ended a game, and what a move does action by action."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

import ludens
from ludens import library
from ludens.explain import Why, WhyNot, explained
from ludens.game import IllegalMove
from ludens.native import Stopped


def _after(game: str, *moves: str) -> ludens.State:
    state = ludens.load(game).start(seed=1)
    for move in moves:
        state.play(state.parse(move))
    return state


def _small(play: str, *, piece: str = "", rules: str = "") -> ludens.State:
    """Two players on four by four squares: rooks of player 1 on A1 and B1, one of player 2 on A3."""
    game = f"""(game "Small" (players 2)
      (equipment {{(board (square 4)) (piece "Rook" Each {piece})}})
      (rules {rules}
        (start {{(place "Rook1" {{"A1" "B1"}}) (place "Rook2" {{"A3"}})}})
        (play {play})
        (end (if (no Moves Next) (result Mover Win)))))"""
    return ludens.load(game).start(seed=1)


# --- legal moves


def test_a_move_has_the_chain_of_clauses_that_made_it() -> None:
    told = _after("Chess").why("e2e4")
    assert told.steps[0].text.startswith("(if (is Prev Mover)")
    assert told.steps[-1].text.startswith("(move Slide Forward")
    place = told.steps[-1].place
    assert place is not None
    lines = ludens.library.read("Chess").splitlines()
    assert lines[place.line - 1][place.column - 1 :].startswith("(move Slide Forward")


def test_what_the_clauses_asked_has_the_values_they_took() -> None:
    told = _after("Chess").why("e2e4")
    asked = {value.text: value for step in told.steps for value in step.asked}
    assert asked["(is Prev Mover)"].value is False
    assert asked["(is Empty (to))"].value is True
    assert asked["(is Empty (to))"].bound["to"] == "E4"
    assert asked["(is Empty (between))"].bound["between"] == "E3"
    row = asked['(is In (from) (sites Mover "Pawn Row"))'].parts[0]
    assert row.labels == tuple(f"{column}2" for column in "ABCDEFGH")


def test_every_legal_move_of_a_position_has_a_chain() -> None:
    for name in ("English Draughts", "Amazons", "Oware", "Backgammon", "Go"):
        state = ludens.load(name).start(seed=3)
        for move in list(state.legal_moves())[:3]:
            told = state.why(move)
            assert told.steps, (name, move)
            assert told.move == state.notation(move)


def test_a_slide_is_told_without_the_other_lines() -> None:
    told = _small("(forEach Piece)", piece="(move Slide Orthogonal)").why("A1-A2")
    (asked,) = told.steps[-1].asked
    assert (asked.text, asked.value, asked.bound["between"]) == ("(is Empty (between))", True, "A2")


def test_asking_leaves_the_state_as_it_was() -> None:
    state = _after("Backgammon")
    before = state.tobytes()
    state.why(state.legal_moves()[0])
    state.why_not(0, 1)
    state.steps(state.legal_moves()[0])
    assert state.tobytes() == before


def test_a_question_can_be_stopped() -> None:
    state = _after("Chess")
    with ludens.Limits() as limits, pytest.raises(Stopped):
        limits.stop()
        state.why_not("E1", "E3")


def test_a_move_that_is_not_legal_has_no_why() -> None:
    with pytest.raises(IllegalMove):
        _after("Chess").why("e2e5")


# --- moves that are not legal


def _first(told: WhyNot) -> tuple[str, str]:
    return told.refusals[0].kind, told.refusals[0].words


def test_a_way_that_is_blocked() -> None:
    told = _after("Chess").why_not("C1", "G5")
    assert _first(told) == ("way", "the way is blocked: D2 is not empty")
    assert told.place is not None and told.place.text.startswith("(move Slide")


def test_a_pinned_piece_may_not_leave_its_king() -> None:
    told = _after("Chess", "e2e4", "e7e5", "d2d3", "f8b4").why_not("A2", "A3")
    assert told.refusals[0].kind == "condition"
    assert told.refusals[0].words == "after it, your king is attacked"
    assert (told.place is not None and told.place.text.startswith("(not")) or told.refusals[0].value is not None
    assert told.is_proven


def test_no_piece_and_pieces_of_others() -> None:
    state = _after("Chess")
    assert _first(state.why_not("E4", "E5")) == ("empty", "there is no piece on E4")
    kind, words = _first(state.why_not("E7", "E5"))
    assert kind == "turn" and "is player 2's" in words


def test_a_site_that_is_taken() -> None:
    told = _after("Hex", "c3").why_not("c3")
    assert _first(told) == ("region", "C3 is not empty")
    assert told.refusals[0].value is not None and "D4" in told.refusals[0].value.labels


def test_a_rule_about_all_positions() -> None:
    state = _small(
        "(forEach Piece)", piece="(move Step Orthogonal (to if:(is Empty (to))))", rules="(meta (no Repeat))"
    )
    for move in ("A1-A2", "A3-A4", "A2-A1"):
        state.play(state.parse(move))
    told = state.why_not("A4", "A3")
    assert _first(told) == ("rule", "the rules forbid it: no move may bring an earlier position back")
    assert told.is_proven and "no Repeat" not in told.relaxed


def test_moves_that_go_first() -> None:
    take = "(move Hop Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))"
    piece = "(move Step Orthogonal (to if:(is Empty (to))))"
    state = _small(f"(priority (forEach Piece {take}) (forEach Piece))", piece=piece)
    state.play(state.parse("A1-A2"))
    assert _first(state.why_not("A3", "B3")) == ("priority", "other moves go first here: those of A3")
    assert state.why("A3-A1").steps[0].text.startswith("(priority")


def test_two_clauses_that_refuse_the_same_move() -> None:
    step = "(move Step Orthogonal (to if:(and (is Empty (to)) (is In (to) (sites Top)))))"
    told = _small("(forEach Piece)", piece=step).why_not("A1", "B1")
    assert [refusal.words for refusal in told.refusals] == [
        "B1 is not empty",
        "B1 is not in the top row",
    ]
    assert told.is_proven


def test_a_branch_that_is_not_taken() -> None:
    step = "(move Step Orthogonal (to if:(is Empty (to))))"
    state = _small(f"(if (is Odd (count Moves)) (forEach Piece {step}) (move Add (to (sites Empty))))")
    told = state.why_not("A1", "A2")
    assert _first(told) == ("condition", "the number of moves played is not odd")
    value = told.refusals[0].value
    assert value is not None and value.parts[0].value == 0


def test_other_directions() -> None:
    told = _small("(forEach Piece)", piece="(move Step Orthogonal (to if:(is Empty (to))))").why_not("A1", "B2")
    assert told.refusals[0].kind == "direction"
    assert told.is_proven


def test_where_no_rule_leads() -> None:
    told = _small("(forEach Piece)", piece="(move Step Orthogonal (to if:(is Empty (to))))").why_not("A1", "D4")
    assert told.refusals[0].kind == "none"
    assert told.refusals[0].words == "the rook on A1 does not go to D4: it can step orthogonally; here it can go to A2"
    assert not told.is_proven


def test_sites_that_are_not_there() -> None:
    state = _after("Chess")
    with pytest.raises(ValueError, match="no site 'E9'"):
        state.why_not("E9", "E4")
    with pytest.raises(ValueError, match="no site 500"):
        state.why_not(500, 1)


def test_a_legal_move_is_not_refused() -> None:
    state = _after("Chess")
    with pytest.raises(IllegalMove, match="E2-E4 is legal"):
        state.why_not("E2", "E4")
    assert isinstance(explained(state, "E2", "E4"), Why)
    assert isinstance(explained(state, "E2", "E5"), WhyNot)


def test_a_pass_that_nobody_may_make() -> None:
    assert not _after("Hex").why_not("pass").is_proven
    assert _after("Go").why("pass").steps


# --- ends


def test_the_end_rule_that_ended_a_game() -> None:
    state = _after("Chess", "e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")
    told = state.why_over()
    assert told.words == "player 2 is checkmated"
    assert [value.text for value in told.clauses] == ["(no Moves Next)", '(is Threatened (id "King" Next))']
    lines = ludens.library.read("Chess").splitlines()
    assert told.result is not None
    assert lines[told.result.line - 1][told.result.column - 1 :].startswith("(result Mover Win")
    assert _first(state.why_not("E8", "F7"))[0] == "over"


def test_a_game_that_goes_on_was_not_ended() -> None:
    with pytest.raises(ValueError, match="not over"):
        _after("Chess").why_over()


def test_the_case_that_applies_is_told() -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=1)
    for move in ("A1", "A2", "B1", "B2", "C1"):
        state.play(state.parse(move))
    assert [value.text for value in state.why_over().clauses] == ["(is Line 3)"]


# --- action by action


@pytest.mark.parametrize("name", ["Oware", "English Draughts", "Backgammon", "Reversi", "Morra"])
def test_the_actions_of_a_move_lead_where_the_move_leads(name: str) -> None:
    state = ludens.load(name).start(seed=2)
    for _ in range(4):
        moves = state.legal_moves()
        chosen = [moves[0], moves[-1]] if state.is_simultaneous else [moves[0]]
        done = state.steps(chosen)
        made = state.play(chosen)
        assert [one.action.text() for one in done] == [action.text() for action in made.actions]
        assert done[-1].state == state


def test_an_action_has_the_clause_that_asked_for_it() -> None:
    state = _after("Chess", "e2e4", "d7d5")
    removed, counted, *_ = state.steps("e4d5")
    assert (removed.action.name, counted.action.name) == ("Remove", "SetCounter")
    assert counted.clause == "(set Counter)" and counted.place is not None


# --- as data


@pytest.mark.integration
def test_answers_are_ready_for_json() -> None:
    state = _after("Chess")
    for told in (state.why("e2e4"), state.why_not("E2", "E5"), state.why_not("C1", "G5")):
        assert json.loads(json.dumps(told.to_json()))["legal"] is isinstance(told, Why)
        assert str(told)


_CODE = re.compile(r"\([a-z]\w* [A-Z(]|\bif:|\bat:|\bby:")


def sentences(game: ludens.Game) -> Iterator[tuple[str, str]]:
    """What each condition of a game says, and what it says where it does not hold."""
    from ludens.ludemes.wording import phrase
    from ludens.rules.categories import BooleanLudeme

    for one in game.games:
        for ludeme in one.ludemes():
            if isinstance(ludeme, BooleanLudeme) and "node" in vars(ludeme):
                yield phrase(ludeme), phrase(ludeme, negated=True)


def check_sentences(name: str) -> None:
    for positive, negative in sentences(ludens.load(name)):
        assert positive and negative and positive != negative, (name, positive)
        assert not _CODE.search(positive + negative), (name, positive, negative)


@pytest.mark.parametrize("name", ["Chess", "English Draughts", "Shogi", "Go", "Amazons", "Kalah", "Ludo", "Arimaa"])
def test_every_condition_has_a_sentence_and_its_contrary(name: str) -> None:
    if name in library.names():
        check_sentences(name)


@pytest.mark.slow
def test_every_condition_of_the_library_has_a_sentence_and_its_contrary() -> None:
    for name in library.names():
        check_sentences(name)


@pytest.mark.integration
def test_answers_are_words_and_no_source_text() -> None:
    state = ludens.load("Chess").start(seed=1)
    asked = [
        ("E2", "E5"),
        ("A1", "A3"),
        ("B1", "D2"),
        ("E7", "E5"),
        ("E2", "D3"),
        ("C1", "C2"),
        ("E4", "E5"),
        ("E1", "E3"),
    ]
    for origin, target in asked:
        for refusal in state.why_not(origin, target).refusals:
            assert not _CODE.search(refusal.words) and "(" not in refusal.words, refusal.words
    assert (
        state.why_not("C1", "C2").refusals[0].words == "the bishop on C1 does not go that way: it can slide diagonally"
    )
    assert state.why_not("E7", "E5").refusals[0].words == "the pawn on E7 is player 2's, and player 1 is to move"


def test_who_must_capture_is_told_with_what() -> None:
    state = ludens.load("English Draughts").start(seed=1)
    for move in ("C3-D4", "F6-E5"):
        state.play(state.parse(move))
    assert state.why_not("A3", "B4").refusals[0].words == "you must capture with D4"
