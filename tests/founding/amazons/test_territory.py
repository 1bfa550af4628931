"""Territory: the exact search against brute force, the examples of the article, what bounds promise."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.founding.amazons import filling
from ludens.founding.amazons.filling import Filling, Region, fill
from ludens.founding.amazons.geometry import bits, border, components, flood, neighbours, reach
from ludens.founding.amazons.position import BLACK, WHITE, Position, game
from ludens.founding.amazons.territory import Count, Progress, contested, describe, territory

#: the finished game of the article, and what it says of it: 8 moves for White, 31 for Black
ARTICLE = """\
-..b-..-..
.---.-..-.
--w-------
..---w..-w
..-.------
.---b-.-..
.--..--...
--.-----..
--.-w--...
..-b--b..-
b
"""


def test_the_finished_game_of_the_article() -> None:
    found = territory(Position.parse(ARTICLE))
    assert (found.white, found.black) == (Count(8, 8), Count(31, 31))
    assert found.is_sealed and found.is_exact
    by_amazons = {tuple(region.amazons): (region.moves.lower, len(region.squares)) for region in found.regions}
    assert by_amazons == {
        ("c8",): (6, 6),
        ("f7",): (2, 2),
        ("e2",): (0, 0),
        ("j7",): (0, 0),
        ("d10",): (11, 11),
        ("g1",): (13, 13),
        ("d1", "e5"): (7, 7),
    }
    assert found.winner(BLACK) == found.winner(WHITE) == BLACK


def test_an_amazon_that_shuts_an_enemy_in_may_leave_only_if_it_shoots_there() -> None:
    position = Position.parse(ARTICLE)
    region = next(r for r in territory(position).regions if r.amazons == ["d1", "e5"])
    leaving = [turn for turn in region.line if turn.origin.name == "d1"]
    assert all(turn.arrow.name == "d1" for turn in leaving)
    # with the rest of the region burnt, the guard has one square, and its own to shoot at
    alone = Position.parse("----/-w--/--b-/---1 b")
    assert territory(alone).black == Count(1, 1) and territory(alone).white == Count(0, 0)
    assert [str(turn) for turn in territory(alone).regions[1].line] == ["c2-d1/c2"]


@pytest.mark.parametrize("side", ["w", "b"])
def test_the_simplest_defective_territory(side: str) -> None:
    found = territory(Position.parse(f"---/-{side}-/1-1 w"))
    (region,) = found.regions
    assert region.squares == ["a1", "c1"] and region.moves == Count(1, 1) and region.is_defective
    assert "1, defective, 2 empty squares (a1 c1)" in describe(found)


def test_three_squares_in_a_line_are_not_defective() -> None:
    (region,) = territory(Position.parse("---/---/1w1 w")).regions
    assert region.moves == Count(2, 2) and not region.is_defective


# --- the search


def brute(region: Region) -> int:
    """The longest sequence of moves, by trying all."""

    @cache
    def longest(free: int, amazons: int) -> int:
        best = 0
        for origin in bits(amazons):
            for target in bits(reach(region.size, origin, free)):
                room = (free | 1 << origin) & ~(1 << target)
                arrows = [origin] if region.guarded >> origin & 1 else list(bits(reach(region.size, target, room)))
                moved = amazons ^ (1 << origin | 1 << target)
                best = max([best, *(1 + longest(room & ~(1 << arrow), moved) for arrow in arrows)])
        return best

    return longest(region.empty, region.amazons)


def check_line(region: Region, found: Filling) -> None:
    """The line has as many legal moves as it claims, and no guard leaves its square open."""
    position = Position(region.size, region.amazons, 0, ((1 << region.size**2) - 1) & ~region.empty & ~region.amazons)
    for turn in found.line:
        origin, _, arrow = turn.sites(region.size)
        assert arrow == origin or not region.guarded >> origin & 1
        position = position.play(turn)
        position = Position(region.size, position.white, 0, position.arrows, WHITE)
    assert len(found.line) == found.lower


@st.composite
def regions(draw: st.DrawFn, most: int = 6, thin: bool = False) -> Region:
    """A connected region on a board of 5 columns, or one grown where it stays thin; any amazons, any guards."""
    size, choose = 5, random.Random(draw(st.integers(0, 2**32)))
    amazons, squares = draw(st.integers(1, 3)), draw(st.integers(1, most))
    board = 1 << choose.randrange(size * size)
    for _ in range(1000):
        if board.bit_count() == amazons + squares:
            break
        site = choose.choice(list(bits(border(size, board) & ~board)))
        if not thin or (neighbours(size)[site] & board).bit_count() == 1 or choose.random() < 0.05:
            board |= 1 << site
    own = sum(1 << site for site in choose.sample(list(bits(board)), amazons))
    guarded = own & choose.getrandbits(size * size) if draw(st.booleans()) else 0
    return Region(size, board & ~own, own, guarded)


@given(regions())
@settings(max_examples=60)
def test_the_search_agrees_with_brute_force(region: Region) -> None:
    found = fill(region)
    assert found.lower == found.upper == brute(region)
    check_line(region, found)


@given(regions(thin=True))
@settings(max_examples=100)
def test_the_search_agrees_with_brute_force_in_thin_regions(region: Region) -> None:
    found = fill(region)
    assert found.lower == found.upper == brute(region)
    check_line(region, found)


@pytest.mark.parametrize("thin", [False, True])
def test_the_losses_of_clusters_never_cut_too_much(thin: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second search, which most regions do not need, agrees with brute force too."""
    monkeypatch.setattr(filling, "_SHORTLY", 1)

    @given(regions(thin=thin))
    @settings(max_examples=80)
    def check(region: Region) -> None:
        found = fill(region)
        assert found.lower == found.upper == brute(region)
        check_line(region, found)

    check()


def test_a_tail_that_must_lose_a_square() -> None:
    """From a game: 29 squares, 28 moves, which the search without clusters does not prove in its first attempt."""
    text = "----------/----------/--w-------/2--------/-3------/1-3-----/3-------/-2-1-1---/5-1-w-/4-1-1-1 w"
    (region,) = territory(Position.parse(text)).regions
    assert len(region.squares) == 29 and region.moves == Count(28, 28)


@given(regions(most=12, thin=True))
def test_a_search_without_time_gives_a_bound(region: Region) -> None:
    hasty, exact = fill(region, seconds=0.0), fill(region)
    assert exact.is_exact
    assert hasty.lower <= exact.lower == exact.upper <= hasty.upper
    check_line(region, hasty)


def test_a_whole_board() -> None:
    region = Region(8, (1 << 64) - 2, 1)
    found = fill(region)
    assert found.lower == found.upper == 63
    check_line(region, found)


def test_a_region_larger_than_the_search_takes_gets_a_bound() -> None:
    region = Region(10, (1 << 100) - 2, 1)
    found = fill(region)
    assert 60 <= found.lower < found.upper == 99 and not found.is_exact
    check_line(region, found)


def test_squares_out_of_reach_count_nothing() -> None:
    region = Region(5, 0b11011_00000_00000_00000_00010, 1)
    assert fill(region).upper == 1


# --- bounds of positions that are not sealed off


def test_the_start_is_not_sealed_off() -> None:
    found = territory(Position.of(game(10).start(seed=1)))
    assert not found.is_sealed and found.white == found.black == Count(0, 92)
    assert found.winner(WHITE) is None
    assert "both sides get to 92 empty squares" in describe(found)


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A few amazons among many arrows on a small board."""
    size, choose = 5, random.Random(draw(st.integers(0, 2**32)))
    sites = choose.sample(range(size * size), size * size)
    white, black = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    arrows = draw(st.integers(10, 20))
    taken = [sites[:white], sites[white : white + black], sites[white + black : white + black + arrows]]
    boards = [sum(1 << site for site in part) for part in taken]
    return Position(size, boards[0], boards[1], boards[2], WHITE)


def played(position: Position, side: int, choose: random.Random) -> int:
    """How many turns a side makes in a game in which both play at random, and pass when they have none."""
    count = 0
    while True:
        for mover in (side, 3 - side):
            turn = Position(position.size, position.white, position.black, position.arrows, mover)
            legal = list(turn.turns())
            if legal:
                count += mover == side
                position = turn.play(choose.choice(legal))
                break
        else:
            return count


@given(small_positions(), st.integers(0, 2**32))
def test_nobody_makes_more_moves_than_the_upper_bound_while_it_is_not_sealed(position: Position, seed: int) -> None:
    found = territory(position)
    for side in (WHITE, BLACK):
        if all(not region.is_sealed for region in found.regions):
            assert played(position, side, random.Random(seed)) <= found.moves(side).upper


@given(small_positions(), st.integers(0, 2**32))
def test_the_lower_bound_holds_against_any_moves_of_the_other_side(position: Position, seed: int) -> None:
    """A side that follows its lines makes all their moves, whatever the other does in between."""
    found, choose = territory(position), random.Random(seed)
    for side in (WHITE, BLACK):
        lines = [turn for region in found.regions if region.side == side for turn in region.line]
        assert len(lines) == found.moves(side).lower
        now = position
        for turn in lines:
            other = Position(now.size, now.white, now.black, now.arrows, 3 - side)
            legal = list(other.turns())
            if legal:
                other = other.play(choose.choice(legal))
            now = Position(other.size, other.white, other.black, other.arrows, side).play(turn)


@given(small_positions())
def test_bounds_hold_together(position: Position) -> None:
    found = territory(position)
    for region in found.regions:
        assert 0 <= region.moves.lower <= region.moves.upper <= len(region.squares)
        assert region.moves.is_exact or not region.is_sealed
    assert found.is_sealed == (contested(position) == 0) == (not found.contested)
    assert found.is_exact or not found.is_sealed


@given(small_positions())
def test_a_sealed_position_is_counted_by_brute_force(position: Position) -> None:
    found = territory(position)
    if not found.is_sealed or max((len(region.squares) for region in found.regions), default=0) > 7:
        return
    for side in (WHITE, BLACK):
        own, enemies = position.amazons(side), position.amazons(3 - side)
        total = 0
        for part in components(position.size, position.empty | own):
            if part & own:
                guarded = part & own & border(position.size, enemies)
                total += brute(Region(position.size, part & position.empty, part & own, guarded))
        assert found.moves(side) == Count(total, total)


# --- progress and interruption


def test_progress_is_told() -> None:
    told: list[Progress] = []
    territory(Position.parse(ARTICLE), progress=told.append)
    assert told and {p.regions for p in told} == {7} and told[-1].number == 7
    assert all(p.search.lower <= p.search.upper for p in told)


def test_a_search_can_be_interrupted() -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        territory(Position.parse(ARTICLE), progress=interrupt)


def test_geometry() -> None:
    assert flood(3, 1, 0b000_010_000) == 0b10000
    assert list(components(3, 0b100_000_011)) == [0b11, 0b100_000_000]
    assert border(3, 0b1) == 0b11010


def test_bounds_get_better_while_a_hard_region_is_searched() -> None:
    """A region that takes longer than it is given: its bounds hold, and only ever come nearer to each other."""
    text = "1-----2--/w5--2/3---1---/1--1-1-3/-1-6-/1----2--1/1-2--1-1-/2------1-/1-2-1----/5-2-- w"
    position, told = Position.parse(text), list[Progress]()
    (found,) = territory(position, seconds=0.4, progress=told.append).regions
    bounds = [(p.search.lower, p.search.upper) for p in told]
    assert all(a <= b <= d <= c for (a, c), (b, d) in itertools.pairwise(bounds))
    assert 0 <= found.moves.lower <= found.moves.upper <= 50
    check_line(Region(10, position.empty, position.white), Filling(found.moves.lower, found.moves.upper, found.line))
