"""Who plays whom in tournaments: nobody twice in a Swiss, everybody once in a round robin, winners in a knock-out."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from ludens.web.tournaments import pairing
from ludens.web.tournaments.pairing import Kind, Result, buchholz, number_of_rounds, pairings, scores


def played(kind: Kind, players: int, seed: int, rounds: int = 0) -> list[list[Result]]:
    """A tournament whose games end by chance."""
    rng, done = random.Random(seed), list[list[Result]]()
    for _ in range(number_of_rounds(kind, players, rounds)):
        made = pairings(kind, players, done)
        done.append([Result(one, other, 2 if other is None else rng.choice((0, 1, 2))) for one, other in made])
    return done


def met(rounds: list[list[Result]]) -> Counter[frozenset[int | None]]:
    return Counter(frozenset((one.first, one.second)) for listed in rounds for one in listed if one.second is not None)


@pytest.mark.parametrize("players", [2, 3, 8, 11, 32])
@pytest.mark.parametrize("with_library", [True, False])
def test_nobody_meets_twice_in_a_swiss(players: int, with_library: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if with_library:
        pytest.importorskip("py4swiss")
    else:
        monkeypatch.setattr(pairing, "has_swiss", lambda: False)
    rounds = played("swiss", players, players)
    for listed in rounds:
        seats = [player for one in listed for player in (one.first, one.second) if player is not None]
        assert sorted(seats) == list(range(players)), "everybody has one game, or pauses"
    assert max(met(rounds).values()) == 1
    pauses = Counter(one.first for listed in rounds for one in listed if one.second is None)
    assert max(pauses.values(), default=0) <= 1
    assert sum(scores(players, rounds)) == 2 * sum(len(listed) for listed in rounds)
    assert len(buchholz(players, rounds)) == players


@pytest.mark.parametrize("players", [2, 5, 6, 9])
def test_everybody_meets_everybody_in_a_round_robin(players: int) -> None:
    rounds = played("roundrobin", players, 1)
    assert set(met(rounds).values()) == {1} and len(met(rounds)) == players * (players - 1) // 2
    firsts = Counter(one.first for listed in rounds for one in listed if one.second is not None)
    assert max(firsts.values()) - min(firsts.get(player, 0) for player in range(players)) <= 1


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
def test_winners_go_on_in_a_knock_out(players: int) -> None:
    rounds = played("knockout", players, 2)
    assert len(rounds[-1]) == 1 and rounds[-1][0].second is not None
    for before, after in itertools.pairwise(rounds):
        winners = {pairing.winner(one) for one in before}
        assert {player for one in after for player in (one.first, one.second)} == winners
    first = [one.first for one in rounds[0] if one.second is None]
    assert sorted(first) == list(range(len(first))), "the first seeds pause"


def test_an_arena_pairs_neighbours_and_a_simul_one_with_all() -> None:
    rounds = played("arena", 7, 3, rounds=6)
    for before, after in itertools.pairwise(rounds):
        assert not set(met([before])) & set(met([after]))
    assert pairings("simul", 4, []) == [(0, 1), (0, 2), (0, 3)]
