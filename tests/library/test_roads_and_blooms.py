"""More of the last thirty games: what may move where, what is taken and who has won, by programs of their own."""

from __future__ import annotations

import random

import ludens
from library.walking import plies
from ludens.game import State


def near(state: State, site: int, relation: str = "Adjacent") -> list[int]:
    return list(state.game.topology.neighbours(state.game.topology.default_site, site, relation))


def reached(state: State, start: set[int], inside: set[int], relation: str = "Adjacent") -> set[int]:
    result, todo = set(start), list(start)
    while todo:
        for site in near(state, todo.pop(), relation):
            if site in inside and site not in result:
                result.add(site)
                todo.append(site)
    return result


def stacks(state: State) -> dict[int, list[tuple[str, int]]]:
    """The pieces on each site from below: their names and owners."""
    names = {c.index: c.name.rstrip("0123456789") for c in state.game.components}
    result: dict[int, list[tuple[str, int]]] = {}
    for row in state.sites():
        result.setdefault(row[1], []).append((names[row[3]], row[4]))
    return result


def has_road(state: State, player: int) -> bool:
    roads = {site for site, stack in stacks(state).items() if stack[-1][1] == player and stack[-1][0] != "Wall"}
    sides = [{site for site in roads if place(site)} for place in (lambda s: s < 5, lambda s: s % 5 == 0)]
    ends = [{site for site in roads if place(site)} for place in (lambda s: s >= 20, lambda s: s % 5 == 4)]
    return any(reached(state, side, roads, "Orthogonal") & end for side, end in zip(sides, ends, strict=True))


def test_stacks_walk_onto_flat_stones_and_capstones_fell_walls() -> None:
    carried, lifted = 0, 0
    for state, move, after in plies("Roads and Walls", seeds=6):
        before, now = stacks(state), stacks(after)
        if not carried:
            lifts = {(m.from_site, m.to_site) for m in state.legal_moves() if m.from_site != m.to_site}
            mine = {site: stack for site, stack in before.items() if stack[-1][1] == state.mover}
            expected = {
                (site, target)
                for site, stack in mine.items()
                for target in near(state, site, "Orthogonal")
                if target not in before
                or before[target][-1][0] == "Flat"
                or (before[target][-1][0] == "Wall" and stack[-1][0] == "Capstone")
            }
            assert lifts == (expected if sum(map(len, before.values())) > 1 else set())
        if move.from_site != move.to_site and move.to_site >= 0:
            count = len(before[move.from_site]) - len(now.get(move.from_site, []))
            assert 1 <= count <= (carried - 1 if carried else 5)
            below = [("Flat" if kind == "Wall" else kind, owner) for kind, owner in before.get(move.to_site, [])]
            assert now[move.to_site] == below + before[move.from_site][-count:]
            assert all(kind != "Wall" for kind, _ in now[move.to_site][:-1])
            lifted += 1
            carried = count if after.mover == state.mover and not after.is_over else 0
        else:
            carried = 0
        turn_ends = after.is_over or after.mover != state.mover
        if turn_ends:
            roads = [has_road(after, player) for player in (state.mover, 3 - state.mover)]
            assert not any(roads) or after.winner == (state.mover if roads[0] else 3 - state.mover)
    assert lifted > 20


def test_pieces_of_banqi_take_by_rank_and_cannons_over_another() -> None:
    order = ["Soldier", "Cannon", "Horse", "Chariot", "Elephant", "Advisor", "General"]
    takes = 0
    for state, _, _ in plies("Banqi", seeds=8, limit=150):
        pieces = {site: stack[-1] for site, stack in stacks(state).items()}
        moves = {(m.from_site, m.to_site) for m in state.legal_moves() if m.from_site != m.to_site and m.to_site >= 0}
        for origin, target in moves:
            kind, owner = pieces[origin]
            assert owner == state.mover
            if target not in pieces:
                assert target in near(state, origin, "Orthogonal")
                continue
            enemy, other = pieces[target]
            assert other != owner
            takes += 1
            if kind == "Cannon":
                step = next(s for s in (8, -8, 1, -1) if (target - origin) % s == 0 and (target - origin) // s > 0
                            and (abs(s) == 8 or target // 8 == origin // 8))  # fmt: skip
                between = [site for site in range(origin + step, target, step) if site in pieces]
                assert len(between) == 1
            elif kind == "General":
                assert enemy != "Soldier" and target in near(state, origin, "Orthogonal")
            else:
                weak = order.index(enemy) <= order.index(kind) or (kind, enemy) == ("Soldier", "General")
                assert weak and target in near(state, origin, "Orthogonal")
    assert takes > 10


def test_black_needs_three_sides_and_white_two() -> None:
    game = ludens.load("Unlur", options=["Board Size/5"])
    sides: dict[str, set[int]] = {name: set() for name in ("N", "NE", "SE", "S", "SW", "NW")}
    lengths = [5, 6, 7, 8, 9, 8, 7, 6, 5]
    site = 0
    for row, length in enumerate(lengths):
        for column in range(length):
            for name, inside in (
                ("S", row == 0), ("N", row == 8), ("SW", column == 0 and row <= 4), ("NW", column == 0 and row >= 4),
                ("SE", column == length - 1 and row <= 4), ("NE", column == length - 1 and row >= 4),
            ):  # fmt: skip
                if inside:
                    sides[name].add(site)
            site += 1
    ends = set()
    for seed in range(12):
        state, choose = game.start(seed=0), random.Random(seed)
        while not state.is_over:
            state.play(choose.choice(state.legal_moves()))
        stones = {row[1]: row[4] for row in state.sites()}
        winner = None
        for player in (1, 2):
            own = {site for site, owner in stones.items() if owner == player}
            line = any(
                reached(state, sides[a] & own, own) & sides[b] for a, b in (("N", "S"), ("NE", "SW"), ("NW", "SE"))
            )
            star = any(
                reached(state, {site}, own) & sides[a] and reached(state, {site}, own) & sides[b]
                for first, a, b in (("N", "SE", "SW"), ("S", "NE", "NW"))
                for site in sides[first] & own
            )
            if line or star:
                winner = (1 if star else 2) if player == 1 else (2 if line else 1)
        assert winner == state.winner
        ends.add(state.winner)
    assert ends == {1, 2}


def test_blooms_without_liberties_are_taken_when_the_turn_ends() -> None:
    taken = 0
    for state, _, after in plies("Blooms", seeds=6):
        if after.mover == state.mover and not after.is_over:
            assert after.scores == state.scores
            continue
        kinds = {row[1]: row[3] for row in after.sites()}
        owner = {row[1]: row[4] for row in after.sites()}
        for site, kind in kinds.items():
            if owner[site] != state.mover:
                bloom = reached(after, {site}, {other for other, k in kinds.items() if k == kind})
                assert any(free not in kinds for one in bloom for free in near(after, one))
        taken += after.scores[state.mover - 1] - state.scores[state.mover - 1]
    assert taken > 0


def test_a_threat_of_the_next_player_has_to_be_met_in_yavalath_for_three() -> None:
    threats = 0
    for state, _, _ in plies("Yavalath for Three", seeds=12):
        following = state.mover % 3 + 1
        stones = {row[1]: row[4] for row in state.sites()}
        wins = {player: _wins(state, stones, player) for player in (state.mover, following)}
        if wins[following] and not state.ranking[following - 1]:
            threats += 1
            targets = {move.to_site for move in state.legal_moves()}
            assert targets == wins[following] | wins[state.mover]
    assert threats > 3


def _wins(state: State, stones: dict[int, int], player: int) -> set[int]:
    """The free cells with which a player makes four in a row."""
    runs = state.game.topology.radials("Cell", "Adjacent")
    result = set()
    for run in runs:
        for start in range(len(run) - 3):
            line = run[start : start + 4]
            free = [site for site in line if site not in stones]
            if len(free) == 1 and all(stones[site] == player for site in line if site in stones):
                result.add(free[0])
    return result


def test_the_higher_card_or_a_trump_takes_the_trick_of_german_whist() -> None:
    trump = 0
    for state, move, after in plies("German Whist", seeds=4):
        cards = {row[1]: (row[3], row[6]) for row in state.sites()}
        mine, theirs = state.mover - 1, 2 - state.mover
        follows = theirs in cards and mine not in cards
        hand = {site for site in cards if 3 + 13 * mine <= site < 16 + 13 * mine}
        suit = {site for site in hand if follows and cards[site][0] == cards[theirs][0]}
        assert {m.from_site for m in state.legal_moves()} == (suit or hand)
        trump = trump if cards.keys() & {0, 1} else cards[2][0]  # the first lead of a game
        if follows and not after.is_over:
            led, laid = cards[theirs], cards[move.from_site]
            takes = laid[1] > led[1] if laid[0] == led[0] else laid[0] == trump
            taker = state.mover if takes else 3 - state.mover
            assert after.mover == taker
            now = {row[1]: (row[3], row[6]) for row in after.sites()}
            if 2 in cards:  # the open card goes to who took the trick
                assert cards[2] in {now[site] for site in now if 3 + 13 * (taker - 1) <= site < 16 + 13 * (taker - 1)}
            else:
                assert after.scores[taker - 1] == state.scores[taker - 1] + 1


def test_a_square_of_own_balls_gives_balls_back() -> None:
    back = 0
    for state, move, after in plies("Pyramid of Balls", seeds=8):
        cells = state.game.topology.elements("Vertex")
        at = {(round(2 * c.x * 100), round(2 * c.y * 100), c.layer): site for site, c in enumerate(cells)}
        step = min(abs(a[0] - b[0]) for a in at for b in at if a[2] == b[2] == 0 and a[0] != b[0])
        own = {row[1] for row in after.sites() if row[4] == state.mover}
        taken = {row[1] for row in state.sites()}

        def square(x: int, y: int, layer: int) -> list[int | None]:
            return [_nearest(at, x + dx * step, y + dy * step, layer) for dx in (0, 1) for dy in (0, 1)]  # noqa: B023

        made = any(
            None not in (block := square(*key)) and move.to_site in block and own.issuperset(block) for key in at
        )
        if not move.to_site < 0 and move.to_site not in taken:
            assert made == (after.mover == state.mover and not after.is_over)
            back += made
    assert back > 5


def _nearest(at: dict[tuple[int, int, int], int], x: int, y: int, layer: int) -> int | None:
    return next((site for (a, b, c), site in at.items() if abs(a - x) < 3 and abs(b - y) < 3 and c == layer), None)
