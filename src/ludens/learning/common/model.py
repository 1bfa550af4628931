"""The common net: a relational graph net over the sites, with attention, whose moves are scored where they lead.

A site is read from its features and from the pieces on it, which are what their own rules and traits make of them. Each
block passes messages along every relation, with weights for each; every second one lets all sites look at all others,
by how far away they are. The rules of the game are a bag of words with their parents. A move's logit comes from the
sites that it joins, its kind and its piece, so that there is no list of actions and any game has the same head.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.agents.net_trees import outputs_of
from ludens.encoding.graph.vocabulary import KINDS, RELATIONS, SITES, TRAITS, VARIANTS, VERSION, WHOLE, words
from ludens.game import Game
from ludens.learning.common.tensors import DISTANCES, Bags, Fixed, Inputs, inputs_of
from ludens.learning.nets.file import COMMON, FORMAT, NetError, NetFile, write
from ludens.learning.nets.model import alone, arrays_of, set_weights
from ludens.learning.nets.pytorch import torch

nn, functional = torch.nn, torch.nn.functional

Floats = npt.NDArray[np.float32]
#: the width of what words are to the net
_WORD = 32
_HEADS = 4
#: seats that have a value of their own
_SEATS = 8
_KIND, _WHAT, _VARIANT = 3, 4, 5
#: what a move or a site counts as that is not there
_NONE = -1e9


@dataclass(frozen=True)
class CommonSize:
    """How wide a net is, and how many blocks it has."""

    width: int = 48
    blocks: int = 4

    def __post_init__(self) -> None:
        if not (_HEADS <= self.width <= 1024 and self.width % _HEADS == 0 and 1 <= self.blocks <= 100):
            raise NetError(f"a common net has a width of 4, 8, ... 1024 and 1 to 100 blocks, not {self}")


class Answers(NamedTuple):
    """What a net says: a logit for each move of the batch, of each position what it is worth to the player to move and
    to those who follow, and the logarithm of how many plies are left."""

    logits: torch.Tensor
    values: torch.Tensor
    left: torch.Tensor


class CommonNet(nn.Module):
    """One net for any game."""

    def __init__(self, size: CommonSize) -> None:
        super().__init__()
        self.size, d = size, size.width
        self.bags = _Bag(d)
        self.sites, self.whole = nn.Linear(len(SITES), d), nn.Linear(len(WHOLE), d)
        self.traits = nn.Linear(len(TRAITS), d)
        self.blocks = nn.ModuleList(_Block(d, attends=number % 2 == 1) for number in range(size.blocks))
        self.read = nn.Linear(3 * d, d)
        self.moves = _Moves(d)
        self.seats = nn.Parameter(torch.zeros(_SEATS, d))
        self.value, self.left = nn.Linear(d, 1), nn.Linear(d, 1)
        for head in (self.value, self.left):
            nn.init.zeros_(head.weight)

    def forward(self, inputs: Inputs) -> Answers:
        fixed, mask = inputs.fixed, inputs.mask[:, :, None]
        pieces, rules = self.described(fixed)
        pieces, whole = pieces[inputs.graph], functional.relu(self.whole(inputs.whole) + rules[inputs.graph])
        x = functional.relu(self.sites(inputs.sites) + inputs.contents @ pieces + whole[:, None]) * mask
        near, shares = fixed.near[inputs.graph], fixed.shares[inputs.graph]
        distances = None if fixed.distances is None else fixed.distances[inputs.graph]
        for block in self.blocks:
            x, whole = block(x, whole, inputs, near, shares, distances)
        read = functional.relu(self.read(torch.cat([whole, *_pooled(x, mask)], 1)))
        seats = self._seats(max(fixed.players, 2))
        values = torch.tanh(self.value(functional.relu(read[:, None] + seats)))[..., 0]
        return Answers(self.moves(x, read, pieces, inputs), values, self.left(read)[:, 0])

    def evaluator(self, game: Game) -> CommonEvaluator:
        """What a search of a game asks."""
        return CommonEvaluator(self, game, next(self.parameters()).device)

    def _seats(self, players: int) -> torch.Tensor:
        """The seats of so many players: those beyond the last one are like it."""
        return self.seats[torch.arange(players, device=self.seats.device).clamp(max=_SEATS - 1)]

    def described(self, fixed: Fixed) -> tuple[torch.Tensor, torch.Tensor]:
        """What the kinds of pieces and the rules of each graph are to the net."""
        graphs, kinds = fixed.traits.shape[:2]
        pieces = self.traits(fixed.traits) + self.bags(fixed.pieces).view(graphs, kinds, self.size.width)
        return pieces, self.bags(fixed.rules)


class _Bag(nn.Module):
    """A tree of words as a vector: the mean of what each word is below its parent."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.words, self.parents = nn.Embedding(len(words()), _WORD), nn.Embedding(len(words()), _WORD)
        self.out = nn.Linear(_WORD, width)

    def forward(self, bags: Bags) -> torch.Tensor:
        each = functional.relu(self.words(bags.words) + self.parents(bags.parents))
        sums = each.new_zeros(bags.count, _WORD).index_add(0, bags.trees, each)
        counts = each.new_zeros(bags.count).index_add(0, bags.trees, each.new_ones(len(each)))
        result: torch.Tensor = self.out(sums / counts.clamp_min(1)[:, None].sqrt() / 4)
        return result


class _Block(nn.Module):
    """Messages along the relations, and perhaps attention; what is gathered of all sites goes to the whole and back.

    It begins as nothing: the last layers are 0.
    """

    def __init__(self, width: int, *, attends: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.messages = nn.Parameter(torch.randn(len(RELATIONS), width, width) / width**0.5 / 2)
        self.own, self.down = nn.Linear(width, width), nn.Linear(width, width)
        self.out, self.up = nn.Linear(width, width), nn.Linear(3 * width, width)
        self.attention = _Attention(width) if attends else None
        for layer in (self.out, self.up):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(
        self,
        x: torch.Tensor,
        whole: torch.Tensor,
        inputs: Inputs,
        near: torch.Tensor,
        shares: torch.Tensor,
        distances: torch.Tensor | None,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        mask = inputs.mask[:, :, None]
        h = self.norm(x) * mask
        inner = self.own(h) + self.down(whole)[:, None] + self._gathered(h, inputs.fixed, near, shares)
        if self.attention is not None and distances is not None:
            inner = inner + self.attention(h, distances, inputs.mask)
        x = (x + self.out(functional.relu(inner))) * mask
        whole = whole + functional.relu(self.up(torch.cat([whole, *_pooled(x, mask)], 1)))
        return x, whole

    def _gathered(self, h: torch.Tensor, fixed: Fixed, near: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
        """What comes along the relations: for each line the site at its other end, through the relation's weights."""
        n, size, d = h.shape
        lines = len(fixed.relations)
        if not lines:
            return torch.zeros_like(h)
        with_none = torch.cat([h, h.new_zeros(n, 1, d)], 1).reshape(n * (size + 1), d)
        first = torch.arange(n, device=h.device)[:, None, None] * (size + 1)
        there = with_none.index_select(0, (near + first).reshape(-1)).view(n, size, lines, d)
        if (fixed.relations[1:] == fixed.relations[:-1]).any():
            there = there * shares[..., None]
        return there.reshape(n, size, lines * d) @ self.messages[fixed.relations].reshape(lines * d, d)


class _Attention(nn.Module):
    """All sites look at all others; how far away they are is added to what they have in common."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inward, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.distances = nn.Embedding(DISTANCES + 1, _HEADS)

    def forward(self, h: torch.Tensor, distances: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        n, size, d = h.shape
        queries, keys, values = self.inward(h).view(n, size, 3, _HEADS, d // _HEADS).permute(2, 0, 3, 1, 4)
        bias = self.distances(distances).permute(0, 3, 1, 2) + (1 - mask[:, None, None]) * _NONE
        seen = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=bias)
        result: torch.Tensor = self.out(seen.transpose(1, 2).reshape(n, size, d))
        return result


class _Moves(nn.Module):
    """Logits of moves."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.ends = nn.Linear(width, 4 * width)
        self.nowhere = nn.Parameter(torch.zeros(4 * width))
        self.kinds, self.variants = nn.Embedding(len(KINDS), width), nn.Embedding(VARIANTS, width)
        self.pieces, self.whole = nn.Linear(width, width), nn.Linear(width, width)
        self.out = nn.Linear(width, 1)
        for embedding in (self.kinds, self.variants):
            nn.init.normal_(embedding.weight, std=0.1)
        nn.init.normal_(self.out.weight, std=1e-2)

    def forward(self, x: torch.Tensor, read: torch.Tensor, pieces: torch.Tensor, inputs: Inputs) -> torch.Tensor:
        n, size, d = x.shape
        ends = torch.cat([self.ends(x).view(n * size, 4 * d), self.nowhere[None]])
        moves, rows = inputs.moves, inputs.rows
        where = [torch.where(moves[:, column] >= 0, moves[:, column] + rows * size, n * size) for column in (1, 2)]
        origin, target = (ends[there] for there in where)
        kinds = pieces.shape[1]
        named = torch.cat([self.pieces(pieces).reshape(n * kinds, d), x.new_zeros(1, d)])
        what = torch.where(moves[:, _WHAT] >= 0, moves[:, _WHAT] + rows * kinds, n * kinds)
        mixed = origin[:, :d] + target[:, d : 2 * d] + self.kinds(moves[:, _KIND]) + named[what]
        mixed = functional.relu(mixed + self.variants(moves[:, _VARIANT]) + self.whole(read)[rows])
        alike = (origin[:, 2 * d : 3 * d] * target[:, 3 * d :]).sum(1) / d**0.5
        logits: torch.Tensor = self.out(mixed)[:, 0] + alike * 0.1
        return logits


def _pooled(x: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The mean and the greatest of all sites."""
    return x.sum(1) / mask.sum(1).clamp_min(1), (x + (mask - 1) * 1e4).amax(1)


# --- what searches ask


class CommonEvaluator:
    """A net as a search of one game asks it: bytes of positions in, logits of all numbers of moves and values out."""

    #: whether it takes the bytes of positions in place of observations
    reads_positions = True

    def __init__(self, net: CommonNet, game: Game, device: torch.device | str = "cpu") -> None:
        self.game, self.graph, self.device = game, game.encoding.graph, device
        self.outputs = outputs_of(game)
        self._size, self._actions = game.layout.size, game.encoding.num_actions
        self.net = CommonNet(net.size).to(device)
        self.refresh(net)

    def refresh(self, net: CommonNet) -> None:
        """Take over a net's weights."""
        self.net.load_state_dict(net.state_dict())
        self.net.eval()

    def __call__(self, positions: npt.NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Logits, very small where a move is not legal, and values."""
        batch = self.graph.rows(positions[:, : self._size])
        with torch.no_grad():  # what is fixed of graphs is used in training, too
            answers = self.net(inputs_of(batch, self.device))
        logits: Floats = np.full((len(batch), self._actions), _NONE, np.float32)
        logits[batch.rows, batch.moves[:, 0]] = answers.logits.float().cpu().numpy()
        return logits, answers.values[:, : self.outputs].float().cpu().numpy()

    def warm(self) -> None:
        """Prepare, so that no search waits for it."""
        with alone():
            self(self.game.start(seed=1).block[None].copy())


# --- files


def save(path: Path, net: CommonNet, **facts: Any) -> None:
    """Write the file of a common net."""
    about = {"format": FORMAT.words, "kind": COMMON, "encoding": VERSION, "words": len(words())}
    write(path, {**about, "size": asdict(net.size), **facts}, arrays_of(net))


def restored(file: NetFile, path: Path) -> CommonNet:
    """The net of a file that was read. Raises NetError where it is no common net, or of another vocabulary."""
    try:
        file.check_common()
        net = CommonNet(CommonSize(**file.size))
        set_weights(net, _with_new_words(file.arrays, net))
    except (NetError, TypeError) as error:
        raise NetError(f"{path}: {error}") from None
    return net


def _with_new_words(arrays: Mapping[str, npt.NDArray[Any]], net: CommonNet) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a net, with words that came to the vocabulary later as they are before any training."""
    own, whole = arrays_of(net), dict(arrays)
    for name in ("bags.words.weight", "bags.parents.weight"):
        if name in whole and whole[name].shape[1:] == own[name].shape[1:] and len(whole[name]) < len(own[name]):
            whole[name] = np.concatenate([whole[name], own[name][len(whole[name]) :]])
    return whole
