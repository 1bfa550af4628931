"""A player's knowledge of a state, and other states that agree with it."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator

import numpy as np
import numpy.typing as npt

from ludens.game import State
from ludens.game.hidden import HIDING, Hidden, flags_of, seen_rows
from ludens.game.hidden_sites import is_veiled, known_flags
from ludens.rules.state.pieces import CONTENT


def information_state(state: State, player: int | None = None) -> str:
    """All that a player, the mover unless given, sees of a state, as JSON: equal for states it cannot tell apart.

    It describes the position and not the moves that led there: for perfect recall, keep the texts of a game.
    """
    player, n = state.game.encoding.observer(state, player), state.game.num_players
    facts = {
        "player": player,
        "mover": state.mover,
        "over": state.is_over,
        "ranking": state.ranking,
        "scores": state.scores,
        "phases": state.phases,
        "dice": state.rolled,
        "sites": seen_rows(state, player),
        "hidden": {
            f"{kind}{site}": int(flag)
            for (kind, site), flag in zip(state.game.slots, known_flags(state, player).tolist(), strict=True)
            if flag
        },
        "active": [p for p in range(1, n + 1) if int(state.field("active")) >> p & 1],
        "last": _last_seen(state, player),
    }
    return json.dumps(facts, separators=(",", ":"))


#: the sites of the last move
_LAST = ("last_from", "last_to")


def _last_seen(state: State, player: int) -> list[int | None]:
    """The sites of the last move; None where the player does not see one, and in a veiled game for both then."""
    flags, sites = flags_of(state, player), [int(state.field(name)) for name in _LAST]
    seen = [_is_seen(flags, site) for site in sites]
    if not all(seen) and is_veiled(state.game):
        return [None, None]
    return [site if is_seen else None for site, is_seen in zip(sites, seen, strict=True)]


def _is_seen(flags: npt.NDArray[np.uint8], site: int) -> bool:
    return not (0 <= site < len(flags) and int(flags[site]) & Hidden.ALL)


def resample(state: State, player: int | None = None, seed: int | None = None) -> State:
    """A state that a player, the mover unless given, cannot distinguish from this one.

    Hidden pieces are dealt anew among their possible sites.

    See `Knowledge.draw`.
    """
    return Knowledge(state, state.game.encoding.observer(state, player), np.random.default_rng(seed)).draw()


#: a slot and a level
_Place = tuple[int, int]
#: how often all hidden pieces are dealt anew before pairs of them are exchanged
_DEALS = 16
#: how many exchanges are tried for each place then
_EXCHANGES = 4


class Knowledge:
    """A player's knowledge of a state, from which states that agree with it can be drawn.

    It is what the player sees of the position, and the numbers of its own legal moves. What could be inferred from the
    moves made so far is not known.
    """

    def __init__(self, state: State, player: int, rng: np.random.Generator) -> None:
        self.player, self._rng = player, rng
        self._state = state.copy()
        self._groups = list(_alike(state, player))
        self._options = options(state, player) if self._groups else None
        self._deals = _DEALS
        #: where the last move led goes with the piece, as the player has not seen it
        self._goes = is_veiled(state.game) and _last_seen(state, player) == [None, None]

    def draw(self) -> State:
        """A state in which pieces have changed places where all that the player sees of them agrees.

        In a veiled game (`ludens.game.hidden_sites.is_veiled`) that is where nothing is seen, be a piece there or not.
        Each way is equally likely of those that leave the player's legal moves as they are; where these are hardly
        ever met by chance, pairs of pieces change places time and again as long as they leave them. What chance will
        bring is drawn anew. Pieces that cover several sites of the board stay, as do pieces on tracks that visit a site
        twice; what lies in a bag of dominoes stays there.
        """
        while self._deals:
            other = self._state.copy()
            for places in self._groups:
                self._deal(other, places, [places[i] for i in self._rng.permutation(len(places)).tolist()])
            if self._options is None or self._agrees(other):
                self._deals = _DEALS
                break
            self._deals -= 1
        else:
            other = self._exchanged()
        other.set_field("rng", np.uint64(self._rng.integers(1 << 63)))
        return other

    def _deal(self, state: State, places: list[_Place], sources: list[_Place]) -> None:
        """Put on each place what lies on its source; the two lists hold the same places."""
        _deal(state, places, sources)
        if self._goes:
            targets = {slot: place for (slot, _), (place, _) in zip(sources, places, strict=True)}
            for name in _LAST:
                site = int(state.field(name))
                state.set_field(name, targets.get(site, site))

    def _agrees(self, state: State) -> bool:
        return options(state, self.player) == self._options

    def _exchanged(self) -> State:
        """The state after many exchanges of two places; the next draw goes on from there."""
        state = self._state
        for places in self._groups:
            for _ in range(_EXCHANGES * len(places)):
                first, second = self._rng.choice(len(places), 2, replace=False).tolist()
                pair, before = [places[first], places[second]], state.block.copy()
                self._deal(state, pair, pair[::-1])
                if not self._agrees(state):
                    state.block[:] = before
        return state.copy()


def options(state: State, player: int) -> list[int] | None:
    """The numbers of the moves that a player may choose from, in rising order; None where it is another's turn."""
    encoding, game = state.game.encoding, state.game
    if game.is_simultaneous:
        movers = [move.mover for move in state.legal_moves()]
        numbers = encoding.actions(state).tolist()
        return sorted(number for number, mover in zip(numbers, movers, strict=True) if mover == player)
    return sorted(encoding.actions(state).tolist()) if state.mover == player else None


def _alike(state: State, player: int) -> Iterator[list[_Place]]:
    """Groups of places whose contents the player cannot distinguish."""
    game, flags = state.game, flags_of(state, player)
    model, layout = game.model, game.layout
    groups: dict[Hashable, list[_Place]] = {}
    if "on_track" in layout:
        return iter(())
    fixed = {c.index for c in game.components if c.walks}
    veiled = is_veiled(game)
    places = (flags != 0) | _seems_empty(state) if veiled else flags != 0
    if veiled:  # the player sees the piece where the last move went
        places[[site for site in _last_seen(state, player) if site is not None and 0 <= site < len(flags)]] = False
    for slot in places.nonzero()[0].tolist():
        flag, container = int(flags[slot]), model.container_of(slot) if slot < model.total_sites else 0
        levels = int(state.field("size")[slot]) if model.stacking else 1
        for level in range(levels):
            at = (slot, level) if model.stacking else slot
            what = int(state.field("what")[at])
            if what in fixed and container == 0:
                continue
            if veiled and (flag & Hidden.ALL or not flag):
                groups.setdefault((container, game.slots[slot][0]), []).append((slot, level))
                continue
            hides = ~Hidden(0) if flag & Hidden.ALL else Hidden(flag)
            seen = tuple(
                int(state.field(field.name)[at])
                for field in CONTENT
                if field.name in layout and not HIDING[field.name] & hides
            )
            # an owner who shares a field with the piece is seen by it
            if "who" not in layout and not Hidden.WHO & hides:
                seen += (model.components[what].owner,)
            groups.setdefault((container, game.slots[slot][0], flag, seen), []).append((slot, level))
    return (places for places in groups.values() if len(places) > 1)


def _seems_empty(state: State) -> npt.NDArray[np.bool_]:
    """Where nothing is, of each slot."""
    counted: npt.NDArray[np.generic] = state.field("count" if "count" in state.game.layout else "what")
    empty: npt.NDArray[np.bool_] = counted == 0
    return empty


def _deal(state: State, places: list[_Place], sources: list[_Place]) -> None:
    """Put on each place what lies on its source; the two lists hold the same places."""
    stacking, layout = state.game.model.stacking, state.game.layout
    targets = dict(zip(sources, places, strict=True))
    _relist(state, targets)
    to, origin = _index(places, stacking), _index(sources, stacking)
    for field in CONTENT:
        if field.name in layout:
            content = state.field(field.name)
            content[to] = content[origin].copy()
    if is_veiled(state.game):
        hidden = state.field("hidden").reshape(-1, state.game.num_players + 1)
        hidden[to] = hidden[origin].copy()
    if not stacking:
        empty = np.unpackbits(state.field("empty").view(np.uint8), bitorder="little")
        slots = [slot for slot, _ in places]
        empty[slots] = _seems_empty(state)[slots]
        state.field("empty").view(np.uint8)[:] = np.packbits(empty, bitorder="little")


def _relist(state: State, targets: dict[_Place, _Place]) -> None:
    """Update the lists of each component's places."""
    if not state.game.model.lists_places:
        return
    slots = state.field("owned_slot")
    in_use = np.arange(slots.shape[1]) < state.field("owned_count")[: len(slots), None]
    if "owned_level" not in state.game.layout:
        moved = np.arange(len(state.game.slots), dtype=slots.dtype)
        moved[[slot for slot, _ in targets]] = [slot for slot, _ in targets.values()]
        slots[in_use] = moved[slots[in_use]]
        return
    levels = state.field("owned_level")
    for entry in zip(*in_use.nonzero(), strict=True):
        place = targets.get((int(slots[entry]), int(levels[entry])))
        if place is not None:
            slots[entry], levels[entry] = place


def _index(places: list[_Place], stacking: bool) -> tuple[list[int], ...] | list[int]:
    slots = [slot for slot, _ in places]
    return (slots, [level for _, level in places]) if stacking else slots
