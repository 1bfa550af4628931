"""Imported variants beside the program that they are written for (pyffish): the same moves and ends in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pyffish

import ludens
from ludens.game import Game, State
from ludens.imports.variants import Imported
from ludens.notation.turns import Turn, whole_turns


class Difference(NamedTuple):
    """Where the two differ: in what, in which position, and what each says."""

    what: str
    position: str
    ours: object
    theirs: object


class Names:
    """The turns of an imported game as engines write them."""

    def __init__(self, game: Game, imported: Imported) -> None:
        self.game, self.letters, self.sites = game, imported.letters, game.containers[0].num_sites
        self.columns = imported.columns
        self.promoted = {
            (a.index, b.index)
            for a in game.components
            for b in game.components
            if imported.promotions.get(a.base_name) == b.base_name and a.owner == b.owner
        }

    def square(self, site: int) -> str:
        return f"{chr(ord('a') + site % self.columns)}{site // self.columns + 1}"

    def turns(self, state: State) -> dict[str, Turn]:
        return {self._name(state, turn): turn for turn in whole_turns(state)}

    def _name(self, state: State, turn: Turn) -> str:
        first, rows = turn[0], {row[1]: row for row in state.sites()}
        if first.from_site < 0:  # a pass: a move of the king, or of the piece on the lowest square, to where it stands
            own = [site for site, row in rows.items() if row[4] == state.mover and site < self.sites]
            kings = [site for site in own if self.game.components[rows[site][3] - 1].base_name == "King"]
            return self.square(min(kings or own, default=0)) * 2
        if first.from_site >= self.sites:
            return f"{self._letter(rows[first.from_site][3]).upper()}@{self.square(first.to_site)}"
        after = state.copy()
        for move in turn:
            after.play(move)
        stand, mover = {row[1]: row for row in after.sites()}, state.mover
        others = {site for site, row in rows.items() if row[4] == mover and stand.get(site, row)[4] != mover}
        others |= {site for site, row in rows.items() if row[4] == mover and site not in stand}
        others -= {first.from_site}
        counts = [sum(row[4] == mover for row in each.values()) for each in (rows, stand)]
        beside = abs(first.from_site - first.to_site) == 1
        if beside and len(others) == 1 and counts[0] == counts[1]:  # castling by one step is written king onto rook
            return self.square(first.from_site) + self.square(others.pop())
        name = self.square(first.from_site) + self.square(first.to_site)
        if len(turn) > 1 and first.to_site in stand:
            before, became = rows[first.from_site][3], stand[first.to_site][3]
            if (before, became) in self.promoted:
                return f"{name}+"
            if before != became:
                return name + self._letter(became)
        return name

    def _letter(self, component: int) -> str:
        return self.letters[self.game.components[component - 1].base_name]


def differences(imported: Imported, seeds: range, plies: int) -> Iterator[Difference]:
    """The first difference of each random game; the other program knows the variant."""
    variant = imported.name
    game = ludens.load(imported.text)
    names, start = Names(game, imported), pyffish.start_fen(variant)
    for seed in seeds:
        state, choose, moves = game.start(seed=0), random.Random(seed), list[str]()
        for _ in range(plies):
            fen = pyffish.get_fen(variant, start, moves)
            theirs = set(pyffish.legal_moves(variant, start, moves))
            over, _ = pyffish.is_immediate_game_end(variant, start, moves)
            optional, _ = pyffish.is_optional_game_end(variant, start, moves)
            if state.is_over:
                if theirs and not over and not optional:
                    yield Difference("end", fen, f"over {state.ranking}", f"goes on, {len(theirs)} moves")
                break
            if over or not theirs:
                yield Difference("end", fen, "goes on", "over")
                break
            if optional:
                yield Difference("end", fen, "goes on", "a draw that may be claimed")
                break
            ours = names.turns(state)
            # of a pawn that explodes at its goal they name each piece that it could have become
            theirs_by_name = {
                name[:-1] if name not in ours and name[:-1] in ours else name: name for name in sorted(theirs)
            }
            if ours.keys() != theirs_by_name.keys():
                yield Difference(
                    "moves", fen, sorted(ours.keys() - theirs_by_name), sorted(theirs_by_name.keys() - ours.keys())
                )
                break
            name = choose.choice(sorted(theirs_by_name))
            for move in ours[name]:
                state.play(move)
            moves.append(theirs_by_name[name])
