"""The nets, in PyTorch: a residual net of convolutions on boards with rows and columns, else of messages over edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.agents.net_trees import outputs_of
from ludens.encoding import Encoding
from ludens.game import Game
from ludens.learning.nets.file import NetError, NetFile, facts_of, read, write
from ludens.learning.nets.heads import heads_of
from ludens.learning.nets.pytorch import torch

nn, functional = torch.nn, torch.nn.functional

Floats = npt.NDArray[np.float32]
#: the width of queries and keys
_KEY = 16
#: the width of the layer before the values
_HIDDEN = 64
#: small batches have one of these numbers of rows, as PyTorch prepares for each number anew
_ROWS = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class Size:
    """How many channels a net has, and how many residual blocks."""

    channels: int = 48
    blocks: int = 4

    def __post_init__(self) -> None:
        if not (1 <= self.channels <= 1024 and 1 <= self.blocks <= 100):
            raise NetError(f"a net has 1 to 1024 channels and 1 to 100 blocks, not {self.channels} and {self.blocks}")


class Net(nn.Module):
    """Logits of all moves, and values for the player to move (of more than two players: those who follow, too).

    Its input are observations of shape (n, planes, ...).
    """

    board: torch.Tensor
    on_board: torch.Tensor
    first_places: torch.Tensor
    second_places: torch.Tensor
    pairs_places: torch.Tensor

    def __init__(self, game: Game, size: Size) -> None:
        super().__init__()
        encoding = game.encoding
        self.size, geometry = size, encoding.geometry
        self.is_grid, cells, c = geometry.is_grid, geometry.size, size.channels
        heads = heads_of(encoding)
        board = torch.zeros(geometry.shape)
        board.view(-1)[[place for place in geometry.places if place >= 0]] = 1.0
        self.register_buffer("board", board, persistent=False)
        planes = len(encoding.planes) + 1
        layer = _convolution if self.is_grid else _messages(encoding)
        self.inward = layer(planes, c)
        self.blocks = nn.Sequential(*(_Block(layer(c, c), layer(c, c)) for _ in range(size.blocks)))
        if not self.is_grid:
            self.position = nn.Parameter(torch.zeros(c, cells))
        self.planes = _pointwise(c, heads.planes, self.is_grid) if heads.planes else None
        self.whole = nn.Linear(2 * c, heads.whole) if heads.whole else None
        self.pairs, self.sites = heads.variants, heads.sites
        if self.pairs:
            self.keys = nn.Linear(c, 2 * _KEY * self.pairs)
            self.bias = nn.Parameter(torch.zeros(self.pairs * self.sites * self.sites))
            self.elsewhere = nn.Parameter(torch.zeros(self.sites, c))
            on_board = [place if place >= 0 else cells for place in geometry.places][: self.sites]
            on_board += [cells] * (self.sites - len(on_board))
            self.register_buffer("on_board", torch.tensor(on_board), persistent=False)
        for name in ("first", "second", "pairs"):
            self.register_buffer(f"{name}_places", torch.from_numpy(getattr(heads, name)), persistent=False)
        self.narrow = _pointwise(c, 4, self.is_grid)
        self.hidden = nn.Linear(4 * cells + 2 * c, _HIDDEN)
        self.value = nn.Linear(_HIDDEN, outputs_of(game))
        nn.init.zeros_(self.value.weight)
        self._started()

    def _started(self) -> None:
        """Logits begin small, so that no move is preferred."""
        for head in (self.planes, self.whole):
            for parameter in head.parameters() if head is not None else ():
                nn.init.normal_(parameter, std=1e-3)

    def forward(self, observation: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        n = len(observation)
        board = self.board.to(observation.dtype).expand(n, 1, *self.board.shape)
        x = torch.cat([observation, board], 1)
        if self.is_grid:
            x = x.contiguous(memory_format=torch.channels_last)
        x = self.inward(x.to(self.dtype))
        if not self.is_grid:
            x = x + self.position
        x = functional.relu(x)
        x = self.blocks(x).float()
        flat = x.flatten(2)
        gathered = torch.cat([flat.mean(2), flat.amax(2)], 1)
        return self._logits(x, flat, gathered), self._values(x, gathered)

    def evaluator(self, game: Game) -> Evaluator:
        """What a search asks."""
        return Evaluator(self, game)

    @property
    def dtype(self) -> torch.dtype:
        """What the blocks compute in."""
        return next(self.inward.parameters()).dtype

    def _logits(self, x: torch.Tensor, flat: torch.Tensor, gathered: torch.Tensor) -> torch.Tensor:
        n = len(x)
        parts = [self.planes(x).flatten(1)] if self.planes is not None else []
        parts += [self.whole(gathered)] if self.whole is not None else []
        parts.append(x.new_zeros(n, 1))
        outputs = torch.cat(parts, 1)
        logits = outputs.index_select(1, self.first_places) + outputs.index_select(1, self.second_places)
        return logits + self._products(flat) if self.pairs else logits

    def _products(self, flat: torch.Tensor) -> torch.Tensor:
        n = len(flat)
        nowhere = flat.new_zeros(n, flat.shape[1], 1)
        sites = torch.cat([flat, nowhere], 2).index_select(2, self.on_board).transpose(1, 2) + self.elsewhere
        vectors = self.keys(sites).view(n, self.sites, self.pairs, 2, _KEY)
        products = torch.einsum("novk,ntvk->nvot", vectors[:, :, :, 0], vectors[:, :, :, 1]) / _KEY**0.5
        outputs = torch.cat([products.flatten(1) + self.bias, flat.new_zeros(n, 1)], 1)
        return outputs.index_select(1, self.pairs_places)

    def _values(self, x: torch.Tensor, gathered: torch.Tensor) -> torch.Tensor:
        narrow = functional.relu(self.narrow(x)).flatten(1)
        hidden = functional.relu(self.hidden(torch.cat([narrow, gathered], 1)))
        return torch.tanh(self.value(hidden))


class _Block(nn.Module):
    """A residual block. Its second layer begins at zero, so that the net begins as one without blocks."""

    def __init__(self, first: nn.Module, second: nn.Module) -> None:
        super().__init__()
        self.first, self.second = first, second
        for parameter in second.parameters():
            nn.init.zeros_(parameter)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(x + self.second(functional.relu(self.first(x))))


def _convolution(inward: int, outward: int) -> nn.Module:
    return nn.Conv2d(inward, outward, 3, padding=1)


def _pointwise(inward: int, outward: int, is_grid: bool) -> nn.Module:
    return nn.Conv2d(inward, outward, 1) if is_grid else nn.Conv1d(inward, outward, 1)


def _messages(encoding: Encoding) -> Any:
    """Layers in which a site hears the mean of its neighbours and the mean of all."""
    cells = encoding.geometry.size
    near = np.zeros((cells, cells), np.float32)
    near[tuple(encoding.edges)] = 1.0
    near /= np.maximum(near.sum(axis=1, keepdims=True), 1.0)
    return lambda inward, outward: _Messages(inward, outward, near)


class _Messages(nn.Module):
    near: torch.Tensor

    def __init__(self, inward: int, outward: int, near: npt.NDArray[np.float32]) -> None:
        super().__init__()
        self.register_buffer("near", torch.from_numpy(near.T.copy()), persistent=False)
        self.own = nn.Conv1d(inward, outward, 1)
        self.others = nn.Conv1d(2 * inward, outward, 1, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        messages = torch.cat([x @ self.near.to(x.dtype), x.mean(2, keepdim=True).expand_as(x)], 1)
        outputs: torch.Tensor = self.own(x) + self.others(messages)
        return outputs


class Evaluator:
    """What a net says of arrays of observations: for use, not for learning.

    Convolutions are in bfloat16 where the processor multiplies it itself.
    """

    #: whether it takes the bytes of positions in place of observations
    reads_positions = False

    def __init__(self, net: Net, game: Game) -> None:
        self.net = Net(game, net.size).eval()
        self._shape = game.encoding.observation_shape
        self.refresh(net)

    def refresh(self, net: Net) -> None:
        """Take over the net's weights."""
        self.net.float().load_state_dict(net.state_dict())
        if self.net.is_grid and has_bfloat16():
            self.net.inward.bfloat16()
            self.net.blocks.bfloat16()

    def __call__(self, observation: Floats) -> tuple[Floats, Floats]:
        """Logits and values."""
        n = len(observation)
        rows = next((rows for rows in _ROWS if rows >= n), n)
        if rows > n:
            observation = np.concatenate([observation, np.zeros((rows - n, *observation.shape[1:]), np.float32)])
        with torch.inference_mode():
            logits, values = self.net(torch.from_numpy(observation))
            return logits.numpy()[:n], values.numpy()[:n]

    def warm(self) -> None:
        """Prepare for small batches, so that no search waits for it."""
        with alone():
            for rows in _ROWS:
                self(np.zeros((rows, *self._shape), np.float32))


@contextmanager
def alone() -> Iterator[None]:
    """In the block PyTorch works on the calling thread only."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def has_bfloat16() -> bool:
    """Whether this processor multiplies bfloat16 faster than float32."""
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


def arrays_of(module: nn.Module) -> dict[str, npt.NDArray[Any]]:
    """The weights by name."""
    return {name: tensor.detach().cpu().numpy().copy() for name, tensor in module.state_dict().items()}


def save(path: Path, net: Net, game: Game, **facts: Any) -> None:
    """Write the file of a net that plays a game."""
    write(path, {**facts_of(game), "size": asdict(net.size), **facts}, arrays_of(net))


def load(path: Path, game: Game) -> Net:
    """The net of a file, for a game. Raises NetError where it is none for it, OSError where it cannot be read."""
    return restored(read(path), game, path)


def restored(file: NetFile, game: Game, path: Path) -> Net:
    """The net that was read from a file."""
    try:
        file.check(game)
        net = Net(game, Size(**file.size))
        set_weights(net, file.arrays)
    except (NetError, TypeError) as error:
        raise NetError(f"{path}: {error}") from None
    return net


def set_weights(module: nn.Module, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Set the weights. Raises NetError where they do not fit."""
    state = module.state_dict()
    for name, tensor in state.items():
        if name not in arrays or tuple(arrays[name].shape) != tuple(tensor.shape):
            raise NetError(f"the weights {name!r} are missing or of another shape")
    module.load_state_dict({name: torch.from_numpy(arrays[name].copy()) for name in state})
