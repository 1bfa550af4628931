"""Start rules: where pieces stand when a game begins (manual: structure 4)."""

from __future__ import annotations

import pytest

import ludens
from ludens import LudError, State
from ludens.game.builder import blank_context
from ludens.rules.turns.placement import most_given

Sites = list[tuple[int, int]]


def game(start: str, equipment: str = "", play: str = "(move Add (to (sites Empty)))") -> str:
    return f"""(game "Test" (players 2)
        (equipment {{ (board (square 4)) (piece "Man" Each) (piece "Rock" Neutral) {equipment} }})
        (rules (start {{ {start} }}) (play {play}) (end (if (no Moves Next) (result Mover Win)))))"""


def begin(start: str, equipment: str = "", play: str = "(move Add (to (sites Empty)))", seed: int = 1) -> State:
    return ludens.load(game(start, equipment, play)).start(seed=seed)


def placed(state: State) -> Sites:
    """What stands where: (site, piece), by level."""
    return [(row[1], row[3]) for row in state.sites()]


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ('(place "Man1" 5)', [(5, 1)]),
        ('(place "Man2" coord:"B1")', [(1, 2)]),
        ('(place "Rock0" {3 1})', [(1, 3), (3, 3)]),
        ('(place "Man1" (sites Bottom))', [(0, 1), (1, 1), (2, 1), (3, 1)]),
        ('(place "Man1" {"A1" "Z9" "D4"})', [(0, 1), (15, 1)]),
        ('(place "Man1" 5) (place "Man2" 5)', [(5, 1)]),  # the first piece stays
        ("(set P2 7) (set Neutral {8 9})", [(7, 2), (8, 3), (9, 3)]),
        ('(forEach Site (sites Top) if:(> (site) 13) (place "Man2" (site)))', [(14, 2), (15, 2)]),
        ('(forEach Value min:2 max:4 (place "Man1" (value)))', [(2, 1), (3, 1), (4, 1)]),
        ("(forEach Player (set Player (player)))", [(1, 1), (2, 2)]),
    ],
)
def test_places(start: str, expected: Sites) -> None:
    assert placed(begin(start)) == expected


def test_hands_are_filled_from_their_first_site() -> None:
    state = begin('(place "Man" "Hand") (place "Man" "Hand")', "(hand Each size:2)")
    assert placed(state) == [(16, 1), (17, 1), (18, 2), (19, 2)]


def test_counts() -> None:
    state = begin('(place "Man1" 2 count:5) (set Count 3 to:(sites {4 5}))')
    assert [(row[1], row[3], row[4], row[5]) for row in state.sites()] == [(2, 1, 1, 5), (4, 3, 0, 3), (5, 3, 0, 3)]


def test_stacks() -> None:
    state = begin('(place Stack items:{"Man1" "Man2"} 3) (place Stack "Rock0" (sites {5 6}) count:2)')
    assert placed(state) == [(3, 1), (3, 2), (5, 3), (5, 3), (6, 3), (6, 3)]


def test_random_places_are_free_and_follow_the_seed() -> None:
    rule = '(place "Man1" 0) (place Random {"Man2" "Rock0"} count:4)'
    state = begin(rule)
    assert len({site for site, _ in placed(state)}) == 9
    assert placed(begin(rule)) == placed(state)
    assert placed(begin(rule, seed=2)) != placed(state)


def test_a_random_stack_holds_all_its_pieces() -> None:
    state = begin('(place Random {(count "Man1" 3) (count "Man2" 2)} 7)')
    assert sorted(placed(state)) == [(7, 1)] * 3 + [(7, 2)] * 2


def test_decks_are_shuffled_and_dealt() -> None:
    state = begin("(deal Cards 2)", "(deck) (hand Each)", "(move Pass)")
    assert len(state.sites()) == 52
    by_site = [site for site, _ in placed(state)]
    assert [by_site.count(site) for site in (16, 17, 18)] == [48, 2, 2]
    assert sorted(what for _, what in placed(state)) == list(range(1, 53))


def test_scores_and_remembered_values() -> None:
    play = "(move Add (to (difference (sites Empty) (sites (values Remembered)))))"
    state = begin("(set Score Each 4) (set RememberValue (sites Bottom))", play=play)
    assert state.scores == [4, 4]
    assert {m.to_site for m in state.legal_moves()} == set(range(4, 16))


def test_an_unknown_piece_is_an_error() -> None:
    with pytest.raises(LudError, match="Dragon"):
        begin('(place "Dragon" 3)')


@pytest.mark.parametrize(
    ("start", "most"),
    [
        ('(place "Man1" (sites Bottom)) (place "Man1" 5) (place "Man2" {8 9})', 5),
        ('(place "Man1" 5) (place Stack "Man2" 6 count:3)', None),
        ("", 0),
    ],
)
def test_what_start_rules_give_the_player_to_whom_they_give_most(start: str, most: int | None) -> None:
    rules = ludens.load(game(start) if start else game("").replace("(start {  })", "")).rulebook
    assert most_given(blank_context(rules.model)) == most


DRAWN = """(game "Drawn" (players 2)
    (equipment {(board (square 4)) (hand Each) (piece "Man" Each)})
    (rules (start {%s}) (play (move Pass)) (end (if (<= 3 (count Moves)) (result Mover Draw))))
)"""


def test_what_is_drawn_for_a_piece_is_drawn_once_and_before_its_site() -> None:
    """Count, state, rotation and value are worked out before a site is sought: each player's piece has the same."""

    def values(start: str) -> list[int]:
        return [row[8] for row in ludens.load(DRAWN % start).start(seed=5).sites()]

    drawn = "value:(value Random (range 1 1000))"
    [first, second] = values(f'(place "Man" "Hand" {drawn})')
    assert first == second
    assert values(f'(place "Man1" (value Random (range 0 15)) {drawn})') == [first]
