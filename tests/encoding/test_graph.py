"""The graph encoding: what it holds of every game, and what it does not depend on."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.encoding import GraphBatch, Symmetry
from ludens.encoding.graph import collate, vocabulary, words
from ludens.encoding.graph.vocabulary import KINDS, RELATIONS, SECTORS, SITES, STATIC, TRAITS, VARIANTS, WHOLE
from ludens.game import Game, State
from tests import shelf
from tests.encoding.games import AT_ONCE, CHOICES, VEILED

#: columns of sites that a sector of the compass belongs to
SECTORED = [n for n, name in enumerate(SITES) if " neighbour " in name]
CHANGING = range(len(STATIC), len(SITES))


def positions(game: Game, count: int = 12, seed: int = 1) -> list[State]:
    """Positions of a random game, the first one first; none that is over."""
    state, rng, seen = game.start(seed=seed), np.random.default_rng(seed), list[State]()
    while len(seen) < count and not state.is_over:
        seen.append(state.copy())
        moves = state.legal_moves()
        if game.is_simultaneous:
            by_mover = {move.mover: move for move in moves}
            state.play(*by_mover.values())
        else:
            state.play(moves[int(rng.integers(len(moves)))])
    return seen


def check(game: Game, batch: GraphBatch, states: list[State]) -> None:
    """What holds of every game's encoding."""
    n, sites, kinds = len(states), len(game.slots), batch.contents.shape[2]
    assert batch.sites.shape == (n, sites, len(SITES)) and batch.sites.dtype == np.float32
    assert batch.contents.shape[:2] == (n, sites) and batch.contents.dtype == np.float32
    assert batch.whole.shape == (n, len(WHOLE)) and batch.whole.dtype == np.float32
    assert batch.moves.dtype == np.int32 and batch.offsets.dtype == np.int64
    assert all(np.isfinite(array).all() for array in (batch.sites, batch.contents, batch.whole))
    assert batch.site_mask.all() and batch.graph.max() < len(batch.graphs)
    _, origin, target, kind, what, variant = batch.moves.T
    assert ((origin >= -1) & (origin < sites) & (target >= -1) & (target < sites)).all()
    assert ((kind >= 0) & (kind < len(KINDS)) & (variant >= 0) & (variant < VARIANTS)).all()
    assert ((what >= -1) & (what < max(kinds, 1))).all()
    for row, state in enumerate(states):
        legal = game.encoding.mask(state, state.mover if game.is_simultaneous else None)
        own = batch.moves_of(row)[:, 0]
        assert len(set(own.tolist())) == len(own)
        assert set(np.flatnonzero(legal).tolist()) == set(own.tolist())
    for graph in batch.graphs:
        assert graph.traits.shape == (kinds, len(TRAITS)) and len(graph.pieces) == kinds
        assert graph.edges.shape[1] == 3
        if len(graph.edges):
            assert graph.edges[:, :2].max() < sites and graph.edges[:, 2].max() < len(RELATIONS)
        assert graph.rules.parents[0] == -1 and (graph.rules.parents[1:] < np.arange(1, len(graph.rules))).all()


@pytest.mark.parametrize("name", shelf.each_game())
def test_every_game_is_encoded(name: str) -> None:
    for game in ludens.load(name).games:
        states = positions(game) if game.num_players > 0 and not game.is_simultaneous else [game.start(seed=1)]
        states = [state for state in states if not state.is_over]
        check(game, game.encoding.graph.encode(states), states)
        rules = game.encoding.graph.graph(1).rules.words
        assert (rules != vocabulary.number_of_word("no word of the language")).mean() > 0.5


@pytest.mark.parametrize("text", [AT_ONCE, CHOICES, VEILED], ids=["at once", "choices", "veiled"])
def test_odd_games_are_encoded(text: str) -> None:
    game = ludens.load(text)
    state = game.start(seed=1)
    check(game, game.encoding.graph.encode([state]), [state])


def test_the_vocabulary_has_every_word_of_the_language() -> None:
    assert words.missing() == []  # else: python -m ludens.encoding.graph.words
    assert len(set(vocabulary.words())) == len(vocabulary.words())


def sector_map(symmetry: Symmetry, before: np.ndarray, after: np.ndarray) -> dict[int, int] | None:
    """Where the relations go, if each goes to one: the graphs are isomorphic then."""
    sites = np.array(symmetry.sites)
    carried = {(int(sites[a]), int(sites[b])): int(r) for a, b, r in before}
    there = {(int(a), int(b)): int(r) for a, b, r in after}
    if carried.keys() != there.keys():
        return None
    goes: dict[int, int] = {}
    for pair, relation in carried.items():
        if goes.setdefault(relation, there[pair]) != there[pair]:
            return None
    return goes


@pytest.mark.parametrize("name", ["Breakthrough", "Tic-Tac-Toe", "Hex", "Reversi", "Kalah"])
def test_mirrors_and_exchanged_players_are_isomorphic(name: str) -> None:
    game = ludens.load(name)
    encoding, graph = game.encoding, game.encoding.graph
    assert len(encoding.symmetries) > 1
    for symmetry in encoding.symmetries:
        state, image, rng = game.start(seed=1), game.start(seed=1), np.random.default_rng(1)
        is_played = image.mover == symmetry.players[state.mover - 1]  # else only boards are compared
        one, other = graph.graph(1), graph.graph(symmetry.players[0])
        goes = sector_map(symmetry, one.edges, other.edges)
        assert goes is not None, symmetry.name
        sites = np.array(symmetry.sites)
        plain = [n for n in range(len(STATIC)) if n not in SECTORED]
        np.testing.assert_allclose(other.static[sites][:, plain], one.static[:, plain], atol=1e-5)
        assert len(SECTORS) == 8 and np.array_equal(other.traits, one.traits)
        for ply in range(8 if is_played else 0):
            a, b = (graph.encode([each]) for each in (state, image))
            seen = [n for n in CHANGING if ply or "last move" not in SITES[n]]  # the start rules leave one, too
            np.testing.assert_allclose(b.sites[0][sites][:, seen], a.sites[0][:, seen], atol=1e-5)
            np.testing.assert_array_equal(b.contents[0][sites], a.contents[0])
            np.testing.assert_allclose(a.whole, b.whole)
            nowhere = np.append(sites, -1)
            carried = [(nowhere[f], nowhere[t], *rest) for _, f, t, *rest in a.moves.tolist()]
            assert sorted(carried) == sorted(tuple(row[1:]) for row in b.moves.tolist())
            number = int(a.moves[int(rng.integers(len(a.moves))), 0])
            image.play(encoding.move(image, int(symmetry.action(number))))
            state.play(encoding.move(state, number))


def swapped(text: str) -> str:
    """The same rules for the other seats."""
    return text.replace("P1", "P#").replace("P2", "P1").replace("P#", "P2")


LEAP = """(game "Leap" (players {(player N) (player S)})
    (equipment {(board (square 4)) (piece "Hare" Each (move Step Forward (to if:(is Empty (to)))))
        (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))})
    (rules (start {(place "Hare1" (sites Bottom)) (place "Hare2" (sites Top))})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def test_names_do_not_matter() -> None:
    game = ludens.load(LEAP)
    renamed = ludens.load(LEAP.replace("Leap", "Jump").replace("Hare", "Zebra").replace("Home", "Den"))
    for one, other in zip(positions(game, 5), positions(renamed, 5), strict=True):
        a, b = game.encoding.graph.encode([one]), renamed.encoding.graph.encode([other])
        for name in ("sites", "contents", "whole", "moves", "offsets"):
            np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
        for name in ("edges", "traits", "static"):
            np.testing.assert_array_equal(getattr(a.graphs[0], name), getattr(b.graphs[0], name))
        np.testing.assert_array_equal(a.graphs[0].rules.words, b.graphs[0].rules.words)


def test_relabelled_players_see_the_same() -> None:
    text = LEAP.replace("Hare1", "HareA").replace("Hare2", "Hare1").replace("HareA", "Hare2")
    text = swapped(text).replace("(player N) (player S)", "(player S) (player N)")
    game, other = ludens.load(LEAP), ludens.load(text)
    state, image = game.start(seed=1), other.start(seed=1)
    a = game.encoding.graph.encode([state], player=1)
    b = other.encoding.graph.encode([image], player=2)
    np.testing.assert_array_equal(a.contents, b.contents)
    np.testing.assert_array_equal(a.graphs[0].static, b.graphs[0].static)
    np.testing.assert_array_equal(a.graphs[0].edges, b.graphs[0].edges)
    np.testing.assert_array_equal(a.graphs[0].traits, b.graphs[0].traits)


def test_what_is_hidden_is_not_encoded() -> None:
    game = ludens.load(VEILED)
    state = game.start(seed=1)
    seen = game.encoding.graph.encode([state], player=1)
    others = [game.encoding.graph.encode([state.resample(player=1, seed=seed)], player=1) for seed in range(6)]
    assert all(np.array_equal(other.contents, seen.contents) for other in others)
    assert all(np.array_equal(other.sites, seen.sites) for other in others)
    theirs = [game.encoding.graph.encode([state.resample(player=1, seed=seed)], player=2) for seed in range(6)]
    assert len({other.contents.tobytes() for other in theirs}) > 1
    hidden = seen.sites[0, :, SITES.index("hidden piece")]
    assert np.flatnonzero(hidden).tolist() == [12, 13, 14, 15]


def test_games_of_all_kinds_lie_in_one_batch() -> None:
    batches = list[GraphBatch]()
    for name in ("Tic-Tac-Toe", "Breakthrough", "Kalah", "Backgammon"):
        game = ludens.load(name)
        batches.append(game.encoding.graph.encode(positions(game, 3)))
    mixed = collate(batches)
    assert len(mixed) == sum(map(len, batches)) and len(mixed.graphs) == sum(len(b.graphs) for b in batches)
    row = 0
    for batch in batches:
        sites, kinds = batch.contents.shape[1:]
        for own in range(len(batch)):
            assert mixed.graphs[mixed.graph[row]] is batch.graphs[batch.graph[own]]
            np.testing.assert_array_equal(mixed.sites[row, :sites], batch.sites[own])
            np.testing.assert_array_equal(mixed.contents[row, :sites, :kinds], batch.contents[own])
            assert not mixed.sites[row, sites:].any() and not mixed.contents[row, :, kinds:].any()
            np.testing.assert_array_equal(mixed.moves_of(row), batch.moves_of(own))
            assert mixed.site_mask[row].sum() == sites
            row += 1
    with pytest.raises(ValueError, match="nothing"):
        collate([])


def test_moves_of_a_wide_game_find_room() -> None:
    game = ludens.load("Hex")
    batch = game.encoding.graph.encode([game.start(seed=1)])
    assert len(batch.moves) == 121  # more than there is room for at first


def test_promotions_differ_in_what_they_make() -> None:
    game = ludens.load(CHOICES)
    moves = game.encoding.graph.encode([game.start(seed=1)]).moves
    assert {(KINDS[kind], what) for _, _, _, kind, what, _ in moves.tolist()} >= {("add", 0), ("add", 1), ("pass", -1)}


def test_the_encoding_is_written_out() -> None:
    facts = ludens.load("Breakthrough").encoding.graph.to_dict()
    assert facts["version"] == vocabulary.VERSION and facts["sites"]["count"] == 64
    assert {"move", "Step", "Forward"} <= set(facts["pieces"][0]["words"])
    assert facts["relations"]["orthogonal N"] == 56
