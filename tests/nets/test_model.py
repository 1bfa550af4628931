"""The nets: what they take and give, on all kinds of boards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.game import Game
from ludens.learning.nets.file import NetError
from ludens.learning.nets.heads import heads_of
from tests.nets.games import ROUND, THREE

torch = pytest.importorskip("torch")
from ludens.learning.nets import model  # noqa: E402 - needs torch
from ludens.learning.nets.model import Evaluator, Net, Size  # noqa: E402

SIZE = Size(8, 2)


def some(game: Game, n: int) -> np.ndarray:
    vector = game.vector(n, seed=1)
    for ply in range(4):
        vector.step(vector.random_actions(seed=ply))
    return vector.observation.copy()


def stirred(game: Game) -> Net:
    """A net whose answers differ."""
    torch.manual_seed(1)
    net = Net(game, SIZE)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    return net


@pytest.mark.parametrize("source", ["Tic-Tac-Toe", "Breakthrough", "Hex", "Kalah", ROUND, THREE], ids=lambda s: s[:14])
def test_answers_have_the_right_shape(source: str) -> None:
    game = ludens.load(source)
    logits, values = Evaluator(stirred(game), game)(some(game, 3))
    assert logits.shape == (3, game.encoding.num_actions)
    assert values.shape == (3, 3 if game.num_players > 2 else 1)
    assert np.isfinite(logits).all() and (np.abs(values) <= 1).all()


@pytest.mark.parametrize("source", ["Breakthrough", "Chess", "Nine Men's Morris", "Shogi", ROUND], ids=lambda s: s[:14])
def test_different_moves_have_logits_of_their_own(source: str) -> None:
    game = ludens.load(source)
    vector, heads = game.vector(8, seed=3), heads_of(game.encoding)
    pairs = heads.pairs if heads.variants else np.zeros_like(heads.first)
    places = np.stack([heads.first, heads.second, pairs], axis=1)
    apart = total = 0
    for ply in range(30):
        for row in range(8):
            legal = np.flatnonzero(vector.mask[row])
            apart += len(np.unique(places[legal], axis=0))
            total += len(legal)
        vector.step(vector.random_actions(seed=ply))
    assert total > 500
    assert apart >= 0.99 * total  # steps that are hardly ever made share a plane


def test_small_batches_are_answered_alike() -> None:
    game = ludens.load("Tic-Tac-Toe")
    evaluator, seen = Evaluator(stirred(game), game), some(game, 20)
    together = evaluator(seen)
    for n in (1, 3, 16, 17):
        for a, b in zip(evaluator(seen[:n]), together, strict=True):
            np.testing.assert_allclose(a, b[:n], atol=0.03)


def test_an_evaluator_follows_its_net() -> None:
    game = ludens.load("Tic-Tac-Toe")
    net, seen = stirred(game), some(game, 2)
    evaluator = Evaluator(net, game)
    before = evaluator(seen)[0].copy()
    with torch.no_grad():
        net.inward.weight.mul_(2)
    np.testing.assert_array_equal(evaluator(seen)[0], before)
    evaluator.refresh(net)
    assert not np.allclose(evaluator(seen)[0], before)
    exact = net.eval()(torch.from_numpy(seen))[0].detach().numpy()
    np.testing.assert_allclose(evaluator(seen)[0], exact, atol=0.2)


def test_a_net_that_was_saved_is_the_same(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    net = stirred(game)
    model.save(tmp_path / "t.net", net, game, trained=3)
    again = model.load(tmp_path / "t.net", game)
    assert again.size == SIZE
    for name, tensor in net.state_dict().items():
        assert torch.equal(tensor, again.state_dict()[name])


def test_a_net_of_another_shape_is_refused(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    net = stirred(game)
    path = tmp_path / "t.net"
    for size, why in (({"channels": 9, "blocks": 2}, "another shape"), ("big", "damaged"), ({"blocks": -1}, "blocks")):
        model.write(path, {**model.facts_of(game), "size": size}, model.arrays_of(net))
        with pytest.raises(NetError, match=why):
            model.load(path, game)
    with pytest.raises(NetError, match="channels"):
        Size(0, 1)
