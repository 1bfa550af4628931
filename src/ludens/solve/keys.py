"""What rules can tell apart of a position, and keys of it.

A state holds more than the rules of its game look at: how many moves were made, where the last one went. What they do
not look at is left out of keys, or hardly two ways would lead to one position. Which fields these are is tried: in
positions of random games the fields are exchanged for those of other positions, and for other numbers; a field after
whose exchange some position has other moves, other ends or leads to other positions is looked at. The explorer tries
the same with the positions that it meets.

That a game ends after so many moves as nobody needs is left out, too: the 1,250 turns of each player after which any
game is a draw, and what rules of the game say of counters beyond 100 (`Keys.has_late_rule`). A win is no less one for
it, if it takes fewer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from ludens.native import WORKSPACE, Words
from ludens.rules.generation import records
from ludens.rules.state.fields.sites import num_slots
from ludens.rules.state.layout import SIZES, FieldKind, Layout
from ludens.solve.native_sweep import Word, program

if TYPE_CHECKING:
    from ludens.encoding.symmetry import Symmetry
    from ludens.game import Game, State

Blocks = npt.NDArray[np.uint8]
#: two words for each position
KeyArray = npt.NDArray[np.uint64]

#: counters, and who moved before: fields that rules may look at or not; so may all that tell of the last move
_COURSE: Final[tuple[str, ...]] = (
    "prev", "counter", "temp", "turn", "turn_moves", "passes", "num_moves", "num_placements", "stalemated",
    "recent_mover", "recent_pass", "recent_count",
)  # fmt: skip
#: those of them that may be any number
_NUMBERS: Final[tuple[str, ...]] = ("counter", "turn", "num_moves", "num_placements", "passes", "turn_moves")
#: fields that name no site: symmetries of the board leave them as they are
_PLAIN: Final[tuple[str, ...]] = (
    *_COURSE, "mover", "next", "active", "over", "winner", "num_winners", "num_losers", "losers", "losses_decided",
    "last_mover", "ranking", "phase", "player_value", "owned_count", "scores", "before_turn",
)  # fmt: skip
#: fields whose first axis are the sites
_CELLS: Final[tuple[str, ...]] = ("what", "who", "size", "count", "state", "value", "playable")
#: positions in which fields are exchanged, and the random games that they are from
_POSITIONS, _GAMES, _PLIES = 2000, 100, 90
#: fewer positions tell nothing of a counter
_FEWEST: Final = 40
#: moves in all the positions together, about; what they lead to is looked at many times
_MOVES: Final = 60_000
#: numbers of counters are tried up to this one, unless something else is said, and those of positions kept below it;
#: what rules say of greater ones is left out, and told: it would make a position of each that comes after more moves
HIGHEST: Final = 100
#: far below what ends any game
_LATE: Final = 1200
#: from which number on rules may not tell a counter's numbers apart
_CAPS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64)
_SEED: Final = 7


@dataclass(frozen=True)
class Expanded:
    """What follows on some positions: of each move the state after it, its key, and its target.

    `starts` has of each position the number of its first move, and at the end their count. A target is 0, or where the
    move ends the game -2 less the winner.
    """

    children: Blocks
    keys: KeyArray
    targets: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int32]


class Keys:
    """Keys of a game's positions, and what follows on them: all that native code is told of the game.

    `left_out` are the fields that rules do not look at, and `caps` says of counters from which number on they do not
    tell their numbers apart; positions that one of the `symmetries` carries to each other
    have one key. As long as those are used, the fields named `quiet` have to stay as they are at the start.
    What rules say of counters from `highest` on is left out.
    """

    def __init__(
        self,
        game: Game,
        left_out: Iterable[str],
        symmetries: Sequence[Symmetry] = (),
        caps: Mapping[str, int] | None = None,
        highest: int = HIGHEST,
    ) -> None:
        self.game, self.left_out, self.caps, self.highest = game, frozenset(left_out), dict(caps or {}), highest
        #: whether rules look at counters that are higher than those which keys tell apart
        self.has_late_rule = False
        layout = game.layout
        #: counters that nobody looks at are kept low, too, so that no general limit ends the game
        low = highest * 3 // 5
        capped = {name: low for name in _NUMBERS if name in self.left_out} | self.caps
        limits = np.array([(layout.fields[n].offset, most) for n, most in capped.items()], np.uint64).reshape(-1, 2)
        core = {name for name, field in layout.fields.items() if field.offset < layout.core_size}
        tail = set(layout.fields) - core
        readings = {FieldKind.PRESENT, FieldKind.PAST} | ({FieldKind.CHANCE} if game.is_stochastic else set())
        seen = {name for name in core if layout.fields[name].kind in readings} - self.left_out
        #: whether rules look into the past, so that positions on different ways are different ones
        self.has_history = looks_back(game)
        cells = {name for name in seen if name in _CELLS and _by_site(game, name)} if symmetries else set[str]()
        self.quiet = sorted(seen - cells - set(_PLAIN)) if symmetries else []
        #: fields whose sites go where symmetries carry them, but for those of further types, which have to stay as they
        #: are
        self.cells = sorted(cells)
        self.symmetries = tuple(symmetries)
        lists = {name for name in seen if _is_list(layout, name)}
        words = self._words(seen - cells - lists | {n for n in tail if layout.fields[n].kind is not FieldKind.DERIVED})
        listed = np.array(
            [(layout.fields[name].offset, layout.fields[f"{name}_count"].offset) for name in sorted(lists)], np.uint64
        ).reshape(-1, 2)
        offsets, factors = self._cells(self.cells)
        self._memory = np.empty((0, layout.size), np.uint8), np.empty((0, 2), np.uint64), np.empty(0, np.int32)
        self._room(records.LIST_CAPACITY)
        self.words = words_of(game)
        sums = np.zeros(2 * len(factors), np.uint64)
        for word, array in (
            (Word.WORDS, words), (Word.LISTS, listed), (Word.CELLS, offsets), (Word.TURNS, factors), (Word.SUMS, sums),
            (Word.CAPS, limits),
        ):  # fmt: skip
            self.words.share(word, array)
        self.words[Word.WORD_COUNT], self.words[Word.LIST_COUNT] = len(words), len(listed)
        self.words[Word.CAP_COUNT] = len(limits)
        self.words[Word.CELL_COUNT], self.words[Word.TURN_COUNT] = len(offsets), len(factors)

    def copy(self) -> Keys:
        """The same keys with memory of their own, for another thread."""
        keys = Keys(self.game, self.left_out, self.symmetries, self.caps, self.highest)
        keys.has_late_rule = self.has_late_rule
        return keys

    def facts(self) -> dict[str, Any]:
        """The game and all that decides its keys, for a note; `keys_of_note` makes them again."""
        return {
            "name": self.game.name, "options": list(self.game.options), "game": self.game.fingerprint,
            "left_out": sorted(self.left_out), "caps": self.caps, "symmetries": len(self.symmetries),
            "late": self.has_late_rule, "highest": self.highest,
        }  # fmt: skip

    def _words(self, names: set[str]) -> npt.NDArray[np.uint64]:
        layout = self.game.layout
        mask = np.zeros(layout.size, np.uint8)
        for name in names:
            field = layout.fields[name]
            mask[field.offset : field.offset + SIZES[field.element] * field.length] = 0xFF
        words = mask.view(np.uint64)
        (used,) = np.nonzero(words)
        draw = np.random.default_rng(_SEED)
        factors = draw.integers(1 << 63, size=(layout.size // 8, 2), dtype=np.uint64)[used] * np.uint64(2)
        places = np.stack([used.astype(np.uint64) * np.uint64(8), words[used]], axis=1)
        return np.ascontiguousarray(np.concatenate([places, factors + np.uint64(1)], axis=1))

    def _cells(self, names: Sequence[str]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
        """The offsets of the bytes of cells, and for each symmetry the factors at the places that they go to."""
        layout, offsets, images = self.game.layout, list[int](), list[list[int]]([[] for _ in self.symmetries])
        for name in names:
            field, slots = layout.fields[name], self.game.model.total_sites
            width = SIZES[field.element] * field.length // num_slots(self.game.model)
            first = len(offsets)
            offsets += range(field.offset, field.offset + slots * width)
            for image, symmetry in zip(images, self.symmetries, strict=True):
                image += [first + symmetry.sites[slot] * width + byte for slot in range(slots) for byte in range(width)]
        draw = np.random.default_rng(_SEED + 1)
        factors = draw.integers(1 << 63, size=(len(offsets), 2), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        turned = [factors[np.array(image, np.int64)] for image in images] or [factors]
        return np.array(offsets, np.int32), np.ascontiguousarray(np.stack(turned))

    def of(self, blocks: Blocks) -> KeyArray:
        """The keys of states, one a row."""
        blocks = np.ascontiguousarray(blocks)
        if self.caps:
            blocks = blocks.copy()
            fields = blocks.view(self.game.layout.dtype)[:, 0]
            for name, most in self.caps.items():
                fields[name] = np.minimum(fields[name], most)
        out = np.zeros((len(blocks), 2), np.uint64)
        program().run("keys", self.words, WORKSPACE, blocks, len(blocks), out)
        return out

    def expand(self, blocks: Blocks) -> Expanded:
        """What follows on states, one a row. Where there are very many moves, on the first of them only.

        The arrays are written again by the next call.
        """
        blocks = np.ascontiguousarray(blocks)
        children, keys, targets = self._room(48 * len(blocks))
        starts = np.zeros(len(blocks) + 1, np.int32)
        room = len(targets)
        done = program().run(
            "expand", self.words, WORKSPACE, blocks, len(blocks), children, keys, targets, starts, room
        )
        used = int(starts[done])
        return Expanded(children[:used], keys[:used], -targets[:used], starts[: done + 1])

    def _room(self, moves: int) -> tuple[Blocks, KeyArray, npt.NDArray[np.int32]]:
        """Memory for what follows on so many moves at least, kept from one call to the next."""
        if len(self._memory[2]) < moves:
            size = self.game.layout.size
            self._memory = np.empty((moves, size), np.uint8), np.empty((moves, 2), np.uint64), np.empty(moves, np.int32)
        return self._memory


def looks_back(game: Game) -> bool:
    """Whether rules look at the positions that there were, so that states keep them behind all other fields."""
    return any(field.offset >= game.layout.core_size for field in game.layout.fields.values())


def words_of(game: Game) -> Words:
    """What native code is told of a game's functions and states, and nothing of keys."""
    words, layout = Words(len(Word)), game.layout
    for word, name in ((Word.LEGAL, "legal"), (Word.PLAY, "play")):
        words.link(word, game.fast, name)
    for word, name in ((Word.OVER, "over"), (Word.WINNER, "winner"), (Word.MOVER, "mover")):
        words[word] = layout.fields[name].offset
    words[Word.SIZE], words[Word.PLAYERS] = layout.size, game.num_players
    words[Word.ORDER] = layout.fields["player_order"].offset if "player_order" in layout else -1
    return words


def _by_site(game: Game, name: str) -> bool:
    field = game.layout.fields[name]
    return bool(field.shape) and field.shape[0] == num_slots(game.model)


def _is_list(layout: Layout, name: str) -> bool:
    """Whether a field is a list that is filled as far as another one says: what lies behind that is left over."""
    count = layout.fields.get(f"{name}_count")
    return count is not None and not count.shape and layout.fields[name].element == "i32"


def keys_of(root: State, *, symmetric: bool = True, beside: Blocks | None = None, highest: int = HIGHEST) -> Keys:
    """The keys of the positions from one on, with the game's symmetries that leave players where they are, if they can
    be used.

    It plays some random games; positions known `beside` those are tried as well.
    """
    game, sample = root.game, _sample(root, beside)
    left_out = not_looked_at(game, sample, highest)
    caps = capped(game, left_out, sample, highest)
    if symmetric:
        turns = _turns(game)
        keys = Keys(game, left_out, turns, caps, highest) if len(turns) > 1 else None
        if keys is not None and not keys.has_history and is_quiet(keys, root, sample):
            return _with_late_rule(keys, sample)
    return _with_late_rule(Keys(game, left_out, (), caps, highest), sample)


def keys_of_note(game: Game, note: Mapping[str, Any]) -> Keys:
    """The keys that a note tells of, which is of this game."""
    turns = _turns(game) if note["symmetries"] > 1 else []
    keys = Keys(game, note["left_out"], turns, note["caps"], note["highest"])
    keys.has_late_rule = note["late"]
    return keys


def _turns(game: Game) -> list[Symmetry]:
    """The symmetries that leave the players where they are."""
    return [turn for turn in game.encoding.symmetries if not turn.moves_players]


def literal_keys(root: State) -> Keys:
    """Keys for those who want to know what happens on each way, and not only who wins: without symmetries, and with
    counters as high as they come where rules look at them.

    Of games of chance, of more than two players, and of moves at once, all that rules may look at is in them.
    """
    game = root.game
    if game.is_stochastic or game.is_simultaneous or game.is_puzzle or game.num_players > 2:
        return Keys(game, ())
    sample = _sample(root)
    keys = _with_late_rule(Keys(game, not_looked_at(game, sample)), sample)
    return Keys(game, keys.left_out - set(_NUMBERS)) if keys.has_late_rule else keys


def _sample(root: State, beside: Blocks | None = None) -> Blocks:
    """Positions of random games, fewer where there are very many moves, and those `beside` them."""
    blocks, keys = positions(root), Keys(root.game, ())
    if len(blocks):
        branching = np.diff(keys.expand(blocks[:: max(1, len(blocks) // _FEWEST)]).starts).mean()
        most = max(_FEWEST, int(_MOVES / max(branching, 1)))
        blocks = blocks[:: -(-len(blocks) // most)]
    return blocks if beside is None else np.concatenate([blocks, beside])


def _with_late_rule(keys: Keys, sample: Blocks) -> Keys:
    """The keys, which know whether rules look at very high counters."""
    other = sample.copy()
    fields = other.view(keys.game.layout.dtype)[:, 0]
    draw = np.random.default_rng(_SEED)
    for name in (keys.left_out | set(keys.caps)) & set(_NUMBERS):
        fields[name] = draw.integers(keys.highest, _LATE, size=len(other))
    keys.has_late_rule = _after(keys, sample) != _after(keys, other)
    return keys


def is_quiet(keys: Keys, root: State, blocks: Blocks) -> bool:
    """Whether what has to stay as it is, is as at the root in all these states."""
    game = keys.game
    others = keys.cells if num_slots(game.model) > game.model.total_sites else []
    if not (keys.quiet or others) or not len(blocks):
        return True
    start = root.block.view(game.layout.dtype)[0]
    fields, first = np.ascontiguousarray(blocks).view(game.layout.dtype)[:, 0], game.model.total_sites
    pairs = [(start[name], fields[name]) for name in keys.quiet]
    pairs += [(start[name][first:], fields[name][:, first:]) for name in others]
    return all(bool((now == then).all()) for then, now in pairs)


def positions(root: State) -> Blocks:
    """Positions of random games from one on, those that go on, a state a row; the same each time."""
    batch, plies = root.game.batch(_GAMES, seed=_SEED), list[Blocks]()
    batch.states[:] = root.block
    for ply in range(_PLIES):
        going = ~batch.is_over
        if not going.any():
            break
        plies.append(batch.states[going].copy())
        batch.play_random(seed=_SEED + ply)
    everything = np.concatenate(plies) if plies else batch.states[:0]
    chosen = np.random.default_rng(_SEED).permutation(len(everything))[:_POSITIONS]
    return np.ascontiguousarray(everything[np.sort(chosen)])


def not_looked_at(game: Game, sample: Blocks, highest: int = HIGHEST) -> set[str]:
    """The fields that rules do not look at, as far as these positions tell."""
    layout = game.layout
    names = [name for name in _COURSE if name in layout.fields]
    names += [name for name, field in layout.fields.items() if field.kind is FieldKind.PAST]
    left_out = set(names)
    while left_out:
        keys = Keys(game, left_out, highest=highest)
        if agrees(keys, sample, left_out):
            return left_out
        seen = {name for name in left_out if not agrees(keys, sample, {name})}
        left_out -= seen or left_out
    return left_out


def capped(game: Game, left_out: Collection[str], sample: Blocks, highest: int = HIGHEST) -> dict[str, int]:
    """The counters that rules look at as long as they are low, and from which number on they do not."""
    caps = dict[str, int]()
    fields = sample.view(game.layout.dtype)[:, 0]
    for name in _NUMBERS:
        if name in game.layout.fields and name not in left_out:
            tried = ({name: most} for most in _CAPS if most < highest and (fields[name] >= most).sum() >= _FEWEST)
            fits = lambda one, name=name: agrees(Keys(game, left_out, (), one, highest), sample, {name})  # noqa: E731
            caps |= next(filter(fits, tried), {})
    return caps


def agrees(keys: Keys, blocks: Blocks, names: Iterable[str], *, seed: int = _SEED) -> bool:
    """Whether positions lead to what they lead to, whatever these fields hold."""
    plain = _after(keys, blocks)
    return all(plain == _after(keys, other) for other in _exchanged(keys, blocks, sorted(names), seed))


def _exchanged(keys: Keys, blocks: Blocks, names: Sequence[str], seed: int) -> Iterable[Blocks]:
    """The positions with the fields of others, and with other numbers."""
    draw = np.random.default_rng(seed)
    for numbers in (False, True):
        other = blocks.copy()
        fields = other.view(keys.game.layout.dtype)[:, 0]
        order = draw.permutation(len(blocks))
        for name in names:
            least = keys.caps.get(name, 2)
            drawn = draw.integers(least, keys.highest, size=len(blocks))
            if name in keys.caps:
                fields[name] = np.where(fields[name] >= least, drawn, fields[name])
            elif not numbers:
                fields[name] = fields[name][order]
            elif name in _NUMBERS:
                fields[name] = drawn
        yield other


def _after(keys: Keys, blocks: Blocks) -> bytes:
    """The positions after the moves of each position, and the ends, in an order that is the same for equal ones."""
    parts, first = list[npt.NDArray[np.uint64]](), 0
    while first < len(blocks):
        expanded = keys.expand(blocks[first:])
        done = len(expanded.starts) - 1
        if not done:
            raise RuntimeError("a position has more moves than there is room for")
        over = expanded.targets < 0
        whose = np.repeat(np.arange(first, first + done), np.diff(expanded.starts))
        words = np.where(over[:, None], 0, expanded.keys)
        parts.append(np.column_stack([words, expanded.targets.astype(np.int64).view(np.uint64), whose.view(np.uint64)]))
        first += done
    rows = np.concatenate(parts) if parts else np.empty((0, 4), np.uint64)
    rows = rows[np.lexsort(rows.T)]
    is_first = np.ones(len(rows), np.bool_)
    is_first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return rows[is_first].tobytes()
