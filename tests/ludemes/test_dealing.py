"""Dealing in the course of play, and what is drawn at random (manual: effects 8)."""

from __future__ import annotations

import ludens


def after(effect: str, items: str, play: str = "") -> ludens.State:
    rules = play or f"(move Pass (then {effect}))"
    state = ludens.load(
        f'(game "Deal" (players 2) (equipment {{(board (square 3)) {items}}})'
        f" (rules (play {rules}) (end (if (= 1 0) (result Mover Win)))))"
    ).start(seed=1)
    state.play(state.legal_moves()[0])
    return state


def test_dominoes_go_to_the_hands_in_turn() -> None:
    """Twice as many as the count says, whatever the number of players."""
    rows = after("(deal Dominoes 1)", "(dominoes upTo:2) (hand Each size:4)").sites()
    assert [row[1] for row in rows] == [9, 13]
    assert rows[0][3] != rows[1][3]


def test_cards_go_from_the_top_of_the_deck_to_the_hands_in_turn() -> None:
    state = after("(deal Cards 2 beginWith:2)", "(deck) (hand Each)")
    sites = [row[1] for row in state.sites()]
    assert sorted(sites.count(site) for site in set(sites)) == [2, 2, 48]


def test_without_a_hand_for_each_player_nothing_is_dealt() -> None:
    assert after("(deal Dominoes 1)", "(dominoes upTo:2) (hand P1 size:4)").sites() == []


def test_a_move_may_be_drawn_more_than_once() -> None:
    items = '(piece "Disc" Each)'
    state = after("", items, "(random (forEach Site (sites {4}) (move Add (to (site)))) num:1)")
    assert [row[1] for row in state.sites()] == [4]
    state = after("", items, "(random {1 0} {(move Add (to 3)) (move Add (to 5))})")
    assert [row[1] for row in state.sites()] == [3]
