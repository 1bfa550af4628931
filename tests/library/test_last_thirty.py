"""Games of the last thirty that came: each beside its rules as a short program of its own."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from itertools import combinations, pairwise

import pytest

import ludens
from library.walking import plies
from ludens.game import Move, State


def owners(state: State) -> dict[int, int]:
    return {row[1]: row[4] for row in state.sites()}


def pairs(state: State) -> set[tuple[int, int]]:
    return {(move.from_site, move.to_site) for move in state.legal_moves() if move.to_site >= 0}


def group(start: int, sites: set[int], near: Callable[[int], list[int]]) -> set[int]:
    reached, todo = {start}, [start]
    while todo:
        for site in near(todo.pop()):
            if site in sites and site not in reached:
                reached.add(site)
                todo.append(site)
    return reached


def test_a_stone_that_joins_own_ones_has_to_oust() -> None:
    for state, _, _ in plies("Oust"):
        near = lambda site, game=state.game: list(game.topology.neighbours("Cell", site, "Adjacent"))  # noqa: E731
        who, me = owners(state), state.mover
        mine, others = ({site for site, owner in who.items() if (owner == me) is own} for own in (True, False))
        expected = set()
        for site in set(range(61)) - who.keys():
            joined = group(site, mine, near)
            touched = {other for one in joined for other in near(one) if other in others}
            sizes = [len(group(other, others, near)) for other in touched]
            if len(joined) == 1 or (sizes and max(sizes) < len(joined)):
                expected.add(site)
        assert {target for _, target in pairs(state)} == expected


def test_a_shape_keeps_the_other_player_out_of_its_lines() -> None:
    def sees(a: int, b: int) -> bool:
        return a // 4 == b // 4 or a % 4 == b % 4 or (a // 8, a % 4 // 2) == (b // 8, b % 4 // 2)

    for state, _, _ in plies("Four Shapes", seeds=8):
        kinds = {c.index: c.name[:-1] for c in state.game.components}
        shapes = [(row[1], kinds[row[3]], row[4]) for row in state.sites()]
        board = [shape for shape in shapes if shape[0] < 16]
        free = set(range(16)) - {site for site, *_ in board}
        expected = {
            (hand, site)
            for hand, kind, owner in shapes
            if hand >= 16 and owner == state.mover
            for site in free
            if not any(k == kind and o != owner and sees(s, site) for s, k, o in board)
        }
        assert pairs(state) == expected


def test_four_different_shapes_in_a_line_win() -> None:
    lines = [{4 * n + k for k in range(4)} for n in range(4)] + [{4 * k + n for k in range(4)} for n in range(4)]
    lines += [{row + column + 4 * y + x for y in (0, 1) for x in (0, 1)} for row in (0, 8) for column in (0, 2)]
    ends = set()
    game = ludens.load("Four Shapes")
    kinds = {c.index: c.name[:-1] for c in game.components}
    for seed in range(25):
        state, choose = game.start(seed=seed), random.Random(seed)
        while not state.is_over:
            mover = state.mover
            state.play(choose.choice(state.legal_moves()))
            board = {row[1]: kinds[row[3]] for row in state.sites() if row[1] < 16}
            full = any(len({board[site] for site in line if site in board}) == 4 for line in lines)
            assert not full or (state.is_over and state.winner == mover)
            assert full or not state.is_over or state.winner == mover
        ends.add(full)
    assert ends == {True, False}


def test_riders_go_as_far_as_their_marks_say_and_over_others() -> None:
    slow, fast = (0, 1, 3, 2, 3, 1), (0, 3, 1, 2, 1, 3)
    for state, _, _ in plies("Crossing Lanes"):
        who = owners(state)
        expected = set()
        for _, site, _, _, owner, _, way, *_ in state.sites():
            if owner != state.mover or way == 2:
                continue
            step = (1 if owner == 1 else 7) * (-1 if way else 1)
            lane, place = (site // 7, site % 7) if owner == 1 else (site % 7, site // 7)
            marks = slow if (owner == 1) is (way == 0) else fast
            length = min(marks[lane], place if way else 6 - place)
            path = [site + step * n for n in range(1, 7)]
            first = next((n for n in range(length) if path[n] in who), None)
            if first is None:
                expected.add((site, path[length - 1]))
            else:
                expected.add((site, next(target for target in path[first:] if target not in who)))
        assert pairs(state) == expected


def test_rings_turn_over_what_they_jump() -> None:
    for state, _, _ in plies("Rings and Rows", seeds=2, limit=70):
        names = {c.index: c.name[:-1] for c in state.game.components}
        held = {row[1]: (names[row[3]], row[4]) for row in state.sites()}
        after = state.copy()
        move = random.Random(len(held)).choice(after.legal_moves())
        if held.get(move.from_site, ("",))[0] != "Ring" or move.from_site == move.to_site:
            continue
        after.play(move)
        now = {row[1]: (names[row[3]], row[4]) for row in after.sites()}
        changed = {site for site in held if now.get(site) != held[site]} - {move.from_site}
        assert now[move.from_site] == ("Marker", state.mover) and now[move.to_site] == ("Ring", state.mover)
        assert all(held[site][0] == "Marker" and now[site] == ("Marker", 3 - held[site][1]) for site in changed)
        assert all(site in changed for site in held if held[site][0] == "Marker" and _is_between(state, move, site))


def test_rings_go_over_empty_points_and_one_row_of_markers() -> None:
    for state, _, _ in plies("Rings and Rows", seeds=3, limit=70):
        names = {c.index: c.name[:-1] for c in state.game.components}
        held = {row[1]: names[row[3]] for row in state.sites()}
        moves = pairs(state)
        if len(held) < 10 or any(held.get(origin) != "Ring" or origin == target for origin, target in moves):
            continue
        who = owners(state)
        expected = set()
        for run in state.game.topology.radials("Cell", "Adjacent"):
            if held.get(run[0]) != "Ring" or who[run[0]] != state.mover:
                continue
            jumped = False
            for site in run[1:]:
                if site not in held:
                    expected.add((run[0], site))
                    if jumped:
                        break
                elif held[site] == "Ring":
                    break
                else:
                    jumped = True
        assert moves == expected


def _is_between(state: State, move: Move, site: int) -> bool:
    cells = state.game.topology.elements("Cell")
    (ax, ay), (bx, by), (x, y) = ((cells[one].x, cells[one].y) for one in (move.from_site, move.to_site, site))
    cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
    return abs(cross) < 1e-6 and 0 < along < (bx - ax) ** 2 + (by - ay) ** 2


def test_cards_of_freecell_go_where_they_may() -> None:
    for state, _, _ in plies("FreeCell", seeds=2, limit=60):
        cards = {row[1]: (row[3], row[6]) for row in state.sites()}
        columns = [[site for row in range(19) if (site := (18 - row) * 8 + c) in cards] for c in range(8)]
        loose = [sites[-1] for sites in columns if sites] + [site for site in range(152, 156) if site in cards]
        expected = set()
        for site in loose:
            suit, rank = cards[site]
            if rank == cards.get(155 + suit, (suit, 0))[1] + 1:
                expected.add((site, 155 + suit))
            if site < 152:
                expected |= {(site, cell) for cell in range(152, 156) if cell not in cards}
            for column, sites in enumerate(columns):
                if site in sites:
                    continue
                below = (18 - len(sites)) * 8 + column
                last, height = cards[sites[-1]] if sites else (0, 0)
                if not sites or (height == rank + 1 and (last in (2, 3)) != (suit in (2, 3))):
                    expected.add((site, below))
        assert pairs(state) == expected


def test_all_ways_to_shut_tiles_that_make_the_sum() -> None:
    for state, _, _ in plies("Shut the Box", seeds=6):
        open_tiles = {row[6]: row[1] for row in state.sites() if row[4] == state.mover and row[1] < 18}
        total = sum(state.rolled[-1])
        ways = [way for n in range(1, 5) for way in combinations(sorted(open_tiles), n) if sum(way) == total]
        results = set()
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            left = {row[6] for row in after.sites() if row[4] == state.mover and row[1] < 18}
            results.add(tuple(sorted(open_tiles.keys() - left)))
        assert results == (set(ways) or {()})


def test_a_hand_of_yacht_counts_by_its_kind() -> None:
    for state, _, _ in plies("Yacht", seeds=3):
        dice = sorted(row[6] for row in state.sites() if row[1] < 5)
        counts = sorted(dice.count(face) for face in set(dice))
        four = [face for face in dice if dice.count(face) >= 4]
        expected = [face * dice.count(face) for face in range(1, 7)]
        expected += [
            sum(dice) if counts == [2, 3] else 0,
            4 * four[0] if four else 0,
            30 * (dice == [1, 2, 3, 4, 5]),
            30 * (dice == [2, 3, 4, 5, 6]),
            sum(dice),
            50 * (counts == [5]),
        ]
        for move in state.legal_moves():
            if move.to_site >= 24:
                after = state.copy()
                after.play(move)
                assert after.scores[state.mover - 1] - state.scores[state.mover - 1] == expected[move.to_site % 12]


def test_sevens_and_their_neighbours_are_laid() -> None:
    for state, _, _ in plies("Sevens"):
        cards = {row[1]: (row[3], row[6]) for row in state.sites()}
        table = {card for site, card in cards.items() if site < 52}
        hand = {site: card for site, card in cards.items() if (site - 52) // 13 == state.mover - 1 and site >= 52}
        fits = {s for s, (suit, rank) in hand.items() if rank == 7 or (suit, rank + (1 if rank < 7 else -1)) in table}
        if (2, 7) not in table:
            fits = {site for site, card in hand.items() if card == (2, 7)}
        assert {origin for origin, _ in pairs(state)} == fits


def test_ends_of_the_chain_score_by_fives() -> None:
    for state, _, _ in plies("All Fives"):
        before = state.scores[:]
        chain = sorted((row[1], row[6]) for row in state.sites() if row[1] < 55)
        if not chain or state.mover == 0:
            continue
        left, right = divmod(chain[0][1], 10), divmod(chain[-1][1], 10)
        assert all(a[1] % 10 == b[1] // 10 for a, b in pairwise(chain))
        ends = (
            sum(left)
            if len(chain) == 1
            else left[0] * (1 + (left[0] == left[1])) + right[1] * (1 + (right[0] == right[1]))
        )
        assert (ends % 5 == 0) or before == state.scores


@pytest.mark.parametrize(("level", "moves"), [("Slow", 17), ("Standstill", 38)])
def test_a_traffic_jam_takes_as_many_moves_as_it_says(level: str, moves: int) -> None:
    """Beside a search that knows cars as lines with a place on them."""
    state = ludens.load("Traffic Jam", options=[f"Level/{level}"]).start(seed=1)
    squares: dict[int, list[int]] = {}
    for row in state.sites():
        squares.setdefault(row[6], []).append(row[1])
    cars = [sorted(squares[number]) for number in sorted(squares)]
    steps = [car[1] - car[0] for car in cars]
    start = tuple(car[0] for car in cars)
    todo, depths = deque([start]), {start: 0}
    while todo:
        places = todo.popleft()
        if places[0] == 22:
            assert depths[places] == moves
            return
        taken = {p + s * n for p, s, car in zip(places, steps, cars, strict=True) for n in range(len(car))}
        for number, (place, step, car) in enumerate(zip(places, steps, cars, strict=True)):
            for way, free in ((1, place + step * len(car)), (-1, place - step)):
                inside = 0 <= free < 36 and (step == 6 or free // 6 == place // 6)
                after = (*places[:number], place + way * step, *places[number + 1 :])
                if inside and free not in taken and after not in depths:
                    depths[after] = depths[places] + 1
                    todo.append(after)
    raise AssertionError("there is no solution")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Kropki", [4, 1, 5, 3, 2, 1, 3, 2, 5, 4, 2, 4, 3, 1, 5, 5, 2, 1, 4, 3, 3, 5, 4, 2, 1]),
        ("Hidato", [13, 12, 11, 10, 9, 14, 15, 16, 8, 6, 25, 23, 17, 5, 7, 22, 24, 18, 4, 1, 21, 20, 19, 3, 2]),
        ("Light Up", [int(site in {3, 6, 7, 9, 15, 25, 30, 33, 39, 43, 47}) for site in range(49)]),
        ("Tents and Trees", [int(site in {2, 6, 19, 22, 24, 34, 39, 43, 48}) for site in range(49)]),
    ],
)
def test_a_solution_is_accepted(name: str, values: list[int]) -> None:
    state = ludens.load(name).start(seed=1)
    given = {row[1]: row[6] for row in state.sites()}
    for site, value in enumerate(values):
        text = f"[Set:type=Cell,var={site},value={value},decision=true]"
        move = next((move for move in state.legal_moves() if text in str(move)), None)
        if value and not state.is_over and move is not None:
            state.play(move)
        elif value and not state.is_over:
            assert site in given
    assert state.is_over and state.winner == 1


def test_a_mine_ends_it_and_calm_squares_open_together() -> None:
    game = ludens.load("Minesweeper")
    for seed in range(12):
        state = game.start(seed=seed)
        mines = {row[1] for row in state.sites()}
        near = lambda site, game=game: list(game.topology.neighbours("Cell", site, "Adjacent"))  # noqa: E731
        calm = [s for s in range(64) if s not in mines and not mines & set(near(s))]
        if not calm:
            continue
        state.play(next(move for move in state.legal_moves() if move.from_site == calm[0]))
        zone = group(calm[0], set(calm), near)
        assert {row[1] for row in state.sites()} - mines == zone | {n for s in zone for n in near(s)}
        numbers = {row[1]: row[6] for row in state.sites() if row[1] not in mines}
        assert all(number == len(mines & set(near(site))) for site, number in numbers.items())
        if not state.is_over:
            state.play(next(move for move in state.legal_moves() if move.from_site in mines))
            assert state.is_over and state.winner == 0
