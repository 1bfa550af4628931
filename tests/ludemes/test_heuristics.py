"""The terms of heuristics: what they say of positions, worked out by hand (manual: metadata 4)."""

from __future__ import annotations

import itertools
import math
import random
from functools import reduce

import pytest

import ludens
from ludens.agents import heuristics
from ludens.game import Game
from ludens.game.builder import blank_context
from ludens.game.single import SingleGame
from ludens.language import LudError
from ludens.ludemes.booleans.region_groups import owned_groups
from ludens.ludemes.metadata.heuristics import patterns
from ludens.ludemes.metadata.heuristics.lines import windows
from ludens.ludemes.metadata.heuristics.row_sets import Window

TURNED = """(game "Turned" (players 2) (equipment {(board (square 2)) (piece "Disc" Neutral)})
    (rules (start {(place "Disc0" {0 1 3} state:1) (place "Disc0" 2 state:2)}) (play (move Pass)) (end (if (no Moves
        Mover) (result Mover Win)))))"""
GAME = """(game "Small" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove
        (to)))))) (piece "Tower" Each) (regions "Home" P1 {0 1}) (regions "Home" P2 (sites Top))
        (map "Goal" {(pair P1 4) (pair P2 8)})})
    (rules (start {(place "Disc1" {0 4}) (place "Disc2" {1}) (place "Tower2" {2}) (set Score P1 3)})
        (play (forEach Piece)) (end (if (is Line 3) (result Mover Win)))))"""


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load(GAME)


def said(game: Game, terms: str) -> list[float]:
    """What terms say of each player at the start."""
    assert isinstance(game, SingleGame)
    found = heuristics.evaluation(game, f"(heuristics {{{terms}}})").terms(game.start(seed=1))
    return [float(value) for value in found.sum(axis=0)]


@pytest.mark.parametrize(
    ("term", "first", "second"),
    [
        ("(material)", 2, 2),
        ('(material pieceWeights:{(pair "Disc" 1.0) (pair "Tower2" 5.0)})', 2, 6),
        ('(material weight:0.5 pieceWeights:{(pair "" 3.0)})', 3, 3),
        ("(material boardOnly:True)", 2, 2),
        ("(componentValues)", 0, 0),
        ("(mobilitySimple)", 9, 0),
        ("(mobilityAdvanced)", 9, 4),
        ("(influence)", 7 / 9, 0),
        ("(influenceAdvanced)", 7 / 9, 4 / 9),
        ("(centreProximity)", 1, 0),
        ("(cornerProximity)", 1, 1),
        ("(sidesProximity)", 1, 2),
        ("(regionProximity region:1)", 0.5, 0),
        ("(sitesProximity of:{0 1 99})", 1 + 0.5, 1 + 0.5),
        ("(playerRegionsProximity player:1)", 1 + 0.5, 1 + 0.5),
        ("(ownRegionsProximity)", 1 + 0.5, 0),
        ("(filledRegionsProximity of:{1 2})", 1 + (0.5 - 0.125), 2 * (0 - 0.25)),
        ("(ownRegionsCount)", 2, 0),
        ("(playerSiteMapCount)", 1, 0),
        ("(score)", 3, 0),
        ("(score weight:-2.0)", -6, 0),
        ("(lineCompletionHeuristic)", 2 / 3 + 1 / 6, 1 / 3),
        ("(lineCompletionHeuristic targetLength:2)", 1 + 0.25, 0.5 + 0.25),
        ("(unthreatenedMaterial)", 0, 2),
        ("(currentMoverHeuristic)", 1, 0),
        ('(intercept playerWeights:{(pair "P2" 0.25)})', 0, 0.25),
        ("(nullHeuristic)", 0, 0),
        ("(material transformation:(tanh))", math.tanh(2), math.tanh(2)),
        ("(score transformation:(logisticFunction))", 1 / (1 + math.exp(3)), 0.5),
        ("(score transformation:(divNumBoardSites))", 3 / 9, 0),
        ("(material) (score weight:10.0)", 32, 2),
    ],
)
def test_a_term(game: Game, term: str, first: float, second: float) -> None:
    assert said(game, term) == pytest.approx([first, second], abs=2e-3)


def test_the_value_is_against_the_mean_of_the_others() -> None:
    text = """(game "Three" (players 3) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (start {(place "Disc1" {0 1 2}) (place "Disc2" {3})}) (play (move Add (to (sites Empty))))
            (end (if (is Full) (result Mover Draw)))))"""
    game = ludens.load(text)
    assert isinstance(game, SingleGame)
    evaluation = heuristics.evaluation(game, "(heuristics (material))")
    state = game.start(seed=1)
    assert [evaluation.value(state, player) for player in (1, 2, 3)] == pytest.approx([2.5, -0.5, -2.0])


def test_the_score_that_the_end_would_give() -> None:
    text = """(game "Counted" (players 2) (equipment {(board (square 3)) (piece "Disc" Each) (regions P1 {0 1 2})})
        (rules (start {(place "Disc1" {0 1 4}) (place "Disc2" {2})}) (play (move Add (to (sites Empty))))
            (end (if (is Full) (byScore {(score P2 (count Pieces P2)) (score P1 (+ 10 (count in:(sites P1))))})))))"""
    assert said(ludens.load(text), "(expectedScore)") == [13, 1]
    assert said(ludens.load(text), "(score)") == [0, 0]
    assert said(ludens.load(GAME), "(expectedScore)") == [0, 0]


def test_values_of_pieces() -> None:
    text = """(game "Values" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (start {(place "Disc1" {0 4} value:3) (place "Disc2" {1} value:5)})
            (play (move Add (to (sites Empty)))) (end (if (= 1 (value Piece at:8)) (result Mover Win)))))"""
    assert said(ludens.load(text), "(componentValues)") == [6, 5]
    assert said(ludens.load(text), '(componentValues weight:2.0 pieceWeights:{(pair "Disc2" 2.0)})') == [0, 20]


def test_the_length_of_lines_is_that_of_the_rules_unless_it_is_told() -> None:
    text = """(game "Row" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
        (rules (start (place "Disc1" {0 1})) (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover
        Win)))))"""
    game = ludens.load(text)
    assert said(game, "(lineCompletionHeuristic)")[0] == pytest.approx(0.5 + 0.125, abs=1e-3)
    assert said(game, "(lineCompletionHeuristic targetLength:2)")[0] == pytest.approx(1 + 0.25, abs=1e-3)


def test_heuristics_of_a_description_hand_written_before_trained() -> None:
    metadata = "(metadata (ai trainedHeuristics:(heuristics (score)) {}))"
    assert heuristics.of_description(ludens.load(GAME)) is None
    found = heuristics.of_description(ludens.load(GAME + metadata.format("")))
    assert found is not None and found.listed[0].spelling == "score"
    both = "(metadata (ai (heuristics (material)) trainedHeuristics:(heuristics (score))))"
    found = heuristics.of_description(ludens.load(GAME + both))
    assert found is not None and found.listed[0].spelling == "material"


def test_a_slip_is_told_with_its_place() -> None:
    with pytest.raises(LudError, match="matrial") as told:
        heuristics.read("(heuristics {(score) (matrial)})")
    assert (told.value.span and told.value.span.column) == 22


def best_rows(state: ludens.State, rows: list[Window], player: int) -> float:
    """The best row and half of the second best, site by site."""
    who = {row[1]: row[4] for row in state.sites()}
    values = [0.0, 0.0]
    for row in rows:
        owners = [who.get(site, 0) for site in row.sites]
        own = owners.count(player)
        if own and own + owners.count(0) == len(owners):
            ends = sum(site >= 0 and who.get(site, 0) not in (0, player) for site in (row.before, row.behind))
            values.append(own / len(owners) / 2**ends)
    values.sort()
    return values[-1] + values[-2] / 2


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Connect Four", "Yavalath", "Gomoku", "Nine Men's Morris"])
def test_rows_are_what_they_are_site_by_site(name: str) -> None:
    """Rows of three to five on square and other boards, most of which are counted as sets."""
    game = ludens.load(name)
    assert isinstance(game, SingleGame)
    for length in (3, 5):
        term = f"(lineCompletionHeuristic targetLength:{length})"
        evaluation = heuristics.evaluation(game, f"(heuristics {{{term}}})")
        rows = windows(blank_context(game.model), length)
        for seed in range(12):
            state = game.start(seed=seed)
            game.fast.playout(state, 3 * seed)
            wanted = [best_rows(state, rows, player) for player in (1, 2)]
            assert evaluation.terms(state)[0] == pytest.approx(wanted, abs=2e-3)


HEX = """(game "Small" (players 2) (equipment {(board (hex Diamond 3)) (piece "Disc" Each)
        (regions P1 {(sites Side SW) (sites Side NE)}) (regions P2 {(sites Side SE) (sites Side NW)})})
    (rules (start {(place "Disc1" {PLACED}) (place "Disc2" {OTHERS})}) (play (move Add (to (sites Empty))))
        (end (if (is Connected Mover) (result Mover Win)))))"""


def fewest(game: SingleGame, state: ludens.State, player: int) -> int:
    """The sites that a player has to fill to connect the two sides, by trying all sets of them."""
    who = {row[1]: row[4] for row in state.sites()}
    sites = range(game.model.topology.count("Cell"))
    groups = owned(game, player)
    assert len(groups) == 2
    empty = [site for site in sites if who.get(site, 0) == 0]
    for count in range(len(empty) + 1):
        for chosen in itertools.combinations(empty, count):
            own = {site for site in sites if who.get(site, 0) == player} | set(chosen)
            if is_connected(game, own, groups):
                return count
    return len(sites)


def owned(game: SingleGame, player: int) -> list[tuple[int, ...]]:
    return [tuple(group) for group in owned_groups(blank_context(game.model), player)]


def is_connected(game: SingleGame, own: set[int], groups: list[tuple[int, ...]]) -> bool:
    reached = own & set(groups[0])
    while True:
        near = {t for site in reached for t in game.model.topology.neighbours("Cell", site, "Adjacent") if t in own}
        if near <= reached:
            return bool(reached & set(groups[1]))
        reached |= near


@pytest.mark.parametrize(("placed", "others"), [("", ""), ("4", ""), ("1 7", "4"), ("3 4 5", "1 7"), ("0", "1 2 4")])
def test_what_is_missing_to_connect(placed: str, others: str) -> None:
    text = HEX.replace("PLACED", placed).replace("OTHERS", others)
    for empty in ('(place "Disc1" {})', '(place "Disc2" {})'):
        text = text.replace(empty, "")
    game = ludens.load(text.replace("(start {  })", "").replace("(start { })", ""))
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    wanted = [-float(fewest(game, state, player)) for player in (1, 2)]
    assert said(game, "(connectionHeuristic)") == wanted


def test_three_sides_are_connected_where_the_ways_meet() -> None:
    """On an empty board of four rows a corner has two sides, and the third is as far away as there are rows."""
    text = """(game "Sides" (players 2) (equipment {(board (hex Triangle 4)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Connected 3 Sides) (result Mover Win)))))"""
    game = ludens.load(text)
    assert said(game, "(connectionHeuristic)") == [-4, -4]


def test_nothing_is_to_be_connected_where_no_end_asks_for_it(game: Game) -> None:
    assert said(game, "(connectionHeuristic)") == [0, 0]


@pytest.mark.parametrize(("direction", "best"), [("", 1 / 3), ("All", 2 / 3)])
def test_rows_go_where_the_end_rule_says(direction: str, best: float) -> None:
    """Of points only those along lines are adjacent: 0 and 4 are in a row where diagonals count."""
    text = f"""(game "Points" (players 2) (equipment {{(board (square 3) use:Vertex) (piece "Disc" Each)}})
        (rules (start (place "Disc1" {{0 4}})) (play (move Add (to (sites Empty))))
            (end (if (is Line 3 {direction}) (result Mover Win)))))"""
    assert said(ludens.load(text), "(lineCompletionHeuristic)")[0] == pytest.approx(best + 1 / 6, abs=2e-3)


PIECES = '{(patternPiece "Disc1") (patternPiece "Disc2")}'


def lead(game: Game, term: str) -> float:
    """What a term says that the first player has more than the second, at the start."""
    assert isinstance(game, SingleGame)
    found = heuristics.evaluation(game, f"(heuristics {{{term}}})")
    assert found.value(game.start(seed=1), 2) == -found.value(game.start(seed=1), 1)
    return found.value(game.start(seed=1), 1)


def test_arrangements_are_worth_what_is_said_on_each_list_of_sites(game: Game) -> None:
    """Disc1 on 0 and 4, Disc2 on 1, a piece that is not told on 2."""
    pair = "{0 1 2 3 4 5 6 7 8}"
    assert lead(game, f"(patternValues {PIECES} {{(pattern {{{{0 1}}}} {pair})}})") == 1 * 3 + 2
    assert lead(game, f"(patternValues {PIECES} {{(pattern {{{{0 1}} {{1 0}}}} {pair})}})") == 5 + 7
    assert lead(game, f"(patternValues weight:0.5 {PIECES} {{(pattern {{{{2 4}}}} {pair})}})") == 0.5
    both = "(pattern {{8}} {0.25 0 0}) (pattern {{0} {4} {1}} {0 -1 3.5})"
    assert lead(game, f"(patternValues {PIECES} {{{both}}})") == 0.25 - 2 + 3.5
    assert said(game, f"(patternValues {PIECES} {{{both}}})") == [0.875, -0.875]


#: what stands on the sites of a wider board: 1 and 2 are discs of the players
STANDS = [0, 1, 2, 2, 0, 1, 1, 2, 0, 0, 2, 1, 0, 2, 2, 1, 1, 0, 0, 2, 1, 2, 0, 1, 2]
WIDE = f"""(game "Wide" (players 2) (equipment {{(board (square 5)) (piece "Disc" Each)}})
    (rules (start {{(place "Disc1" {{{" ".join(str(i) for i, x in enumerate(STANDS) if x == 1)}}})
        (place "Disc2" {{{" ".join(str(i) for i, x in enumerate(STANDS) if x == 2)}}})}})
        (play (move Pass)) (end (if (no Moves Mover) (result Mover Win)))))"""


@pytest.mark.parametrize("longest", [0, 100_000])
@pytest.mark.parametrize("seed", range(3))
def test_many_patterns_are_worth_what_each_says(seed: int, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists that lie alike and others, sites in any order and more than once, single ones inside of them."""
    monkeypatch.setattr(patterns, "MOST_TABLED", longest)
    rng, texts, expected = random.Random(seed), list[str](), 0
    for shape in (
        (0,),
        (0, 1),
        (1, 0),
        (0, 5, 10),
        (12, 6, 0),
        (6, 5, 1, 0),
        (4, 3, 2, 1, 0),
        (0, 0),
        (0, 6, 1, 7, 2, 8),
    ):
        origins = rng.sample(range(25 - max(shape)), rng.choice((2, 3, 9)))
        values = [rng.randrange(-300, 300) for _ in range(3 ** len(shape))]
        places = [[origin + offset for offset in shape] for origin in origins]
        told = " ".join(f"{{{' '.join(map(str, place))}}}" for place in places)
        texts.append(f"(pattern {{{told}}} {{{' '.join(map(str, values))}}})")
        numbers = [reduce(lambda number, site: 3 * number + STANDS[site], place, 0) for place in places]
        expected += sum(values[number] for number in numbers)
    # another weight is another text, whose code is not in the cache
    found = lead(ludens.load(WIDE), f"(patternValues weight:{1 + longest} {PIECES} {{{' '.join(texts)}}})")
    assert found == expected * (1 + longest)


def test_patterns_of_no_pieces_and_of_no_sites(game: Game) -> None:
    everywhere = "{" + " ".join("8" for _ in range(70)) + "}"
    assert lead(game, f"(patternValues {{}} {{(pattern {{{everywhere}}} {{2.5}})}})") == 2.5
    assert lead(game, f"(patternValues {PIECES} {{(pattern {{{{}} {{}} {{}} {{}}}} {{2.5}})}})") == 0


@pytest.mark.parametrize("alien", ["(pattern {{9}} {1 1 1})", "(pattern {{0}} {1 1})", "(pattern {{0} {0 1}} {1 1 1})"])
def test_patterns_of_another_game_say_nothing(game: Game, alien: str) -> None:
    assert lead(game, f"(patternValues {PIECES} {{{alien}}})") == 0


def test_discs_that_are_turned_over_are_those_of_their_states() -> None:
    pieces = " ".join(f'(patternPiece "Disc0" player:{player})' for player in (1, 2))
    assert lead(ludens.load(TURNED), f"(patternValues {{{pieces}}} {{(pattern {{{{2}} {{3}}}} {{0 10 1}})}})") == 11
