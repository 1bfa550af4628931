"""Moves as programs write them: UCI and USI of chess, shogi and their like, the game's own notation of all others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.hidden import hides
from ludens.game.matching import chosen
from ludens.notation.errors import NotationError
from ludens.notation.record import NO_CHANCE
from ludens.notation.spelling import MOST_TURNS, joined, plain, read, spelled, spelling_of, style_of, turn_of
from ludens.notation.turns import Turn, after, goes_on, whole_turns
from ludens.study import plies
from ludens.web.engine.requests import PlannedPly, Reading, ReadMove, Rehearse, Spell, Spelled, Spelling
from ludens.web.moves import labels_of
from ludens.web.timeline import Timeline
from ludens.web.views import own_moves
from ludens.web.visibility import told_ply

#: how often another generator is tried that rolls what was rolled
_TRIES: Final = 2000


class Speller:
    """Spells what is played of a game, and reads what programs answer. What was spelt before is not spelt again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._style = style_of(game)
        self._plies: list[str] = []
        #: of each ply the text of the turn that ends with it, of those that are written by turns; else its own
        self._texts: list[str | None] = []

    # --- writing

    def spelled(self, timeline: Timeline, request: Spell) -> Spelled:
        """What was played, and what may be, as a player may know it."""
        eyes = request.eyes
        own = own_moves(timeline.state, eyes) if eyes > 0 and not timeline.state.is_over else []
        return Spelled(
            notation=spelling_of(self._style),
            initial=self._initial(timeline),
            moves=self._names(timeline, eyes) if hides(self.game) else self._history(timeline),
            legal=self._legal(timeline, own) if request.legal else [],
            state=_bare(timeline) if request.legal and own and not hides(self.game) else b"",
        )

    def _initial(self, timeline: Timeline) -> str:
        """The position that the game began with; `startpos` for the usual one, and where it cannot be written."""
        if self._style is None:
            return "startpos"
        start, usual = timeline.at(0), self.game.start(rng_state=NO_CHANCE)
        if start.sites() == usual.sites() and start.mover == usual.mover:
            return "startpos"
        try:
            return next(iter(self._style.positions.values())).write(start)
        except (NotationError, StopIteration):
            return "startpos"

    def _names(self, timeline: Timeline, eyes: int) -> list[str]:
        return [told_ply(timeline, number, eyes or None).name for number in range(1, timeline.cursor + 1)]

    def _history(self, timeline: Timeline) -> list[str]:
        """The turns that were played."""
        played = timeline.plies[: timeline.cursor]
        pairs = enumerate(zip(self._plies, played, strict=False))
        shared = next((n for n, (text, ply) in pairs if text != ply.trial), min(len(self._plies), len(played)))
        while shared and self._texts[shared - 1] is None:  # back to where a turn begins
            shared -= 1
        del self._plies[shared:], self._texts[shared:]
        if shared < len(played):
            state, turn = timeline.at(shared).copy(), list[Move]()
            before = state.copy()
            for ply in played[shared:]:
                moves = plies.repeat(state, ply)
                turn += moves
                self._plies.append(ply.trial)
                if self._style is not None and goes_on(state):
                    self._texts.append(None)
                    continue
                is_one = len(moves) == 1 and ply.player
                self._texts.append(spelled(self._style, before, tuple(turn)) if is_one else ply.name)
                before, turn = state.copy(), []
        return [text for text in self._texts if text is not None]

    def _legal(self, timeline: Timeline, own: Sequence[int]) -> list[Spelling]:
        state, names = timeline.state, timeline.names
        if self._style is not None and own and not state.is_simultaneous:
            turns = list(whole_turns(state, MOST_TURNS))
            return [Spelling(spelled(self._style, state, turn), joined(state, turn, names)) for turn in turns]
        labels = labels_of(state, names)
        return [Spelling(names[number], names[number], labels[number]) for number in own]

    # --- reading

    def read(self, timeline: Timeline, request: ReadMove) -> Reading:
        """The plies that a text means: among the player's own the number of the first, and the names of the rest.

        Raises IllegalMove.
        """
        state, text = timeline.state, request.text
        own = own_moves(state, request.player)
        if not own:
            raise IllegalMove("it is not your turn")
        if self._style is not None and (turn := self._turn(state, text)):
            return self._reading(state, own, turn)
        names, labels = timeline.names, labels_of(state, timeline.names)
        for texts in ([names[n] for n in own], [labels[n] for n in own], [plain(names[n]) for n in own]):
            if texts.count(text) == 1:
                return Reading(texts.index(text), ())
        try:
            return Reading(chosen([names[n] for n in own], text.replace("_", " ")), ())
        except IllegalMove:
            if state.is_simultaneous or len(own) < len(state.legal_moves()):
                raise
            return self._reading(state, own, tuple(state.parse_turn(text)))

    def rehearsed(self, timeline: Timeline, request: Rehearse) -> list[list[PlannedPly]]:
        """Lines of texts as plies, played on a copy. Raises IllegalMove."""
        return [self._line(timeline.state.copy(), line) for line in request.lines]

    def _line(self, state: State, texts: Sequence[str]) -> list[PlannedPly]:
        line = list[PlannedPly]()
        for text in texts:
            if state.is_over or state.is_simultaneous:
                raise IllegalMove(f"{text}: there is no move here any more")
            turn = read(self._style, state, text) or tuple(state.parse_turn(text.replace("_", " ")))
            for move in turn:
                (number,) = plies.numbers_of(state, [move])
                name = state.notations()[number]
                ply = plies.make(state, [number])
                line.append(PlannedPly(ply.player, ply.trial, name, ply.name))
        return line

    def _turn(self, state: State, text: str) -> Turn:
        """The turn that a program means; none where it writes in another way."""
        assert self._style is not None
        if turn := turn_of(self._style, state, text):
            return turn
        try:
            return self._style.parse(state, text)
        except IllegalMove:
            return ()

    def _reading(self, state: State, own: Sequence[int], turn: Turn) -> Reading:
        first, *rest = turn
        (number,) = plies.numbers_of(state, [first])
        here, names = state, list[str]()
        for before, move in zip(turn, rest, strict=False):
            here = after(here, [before])
            (place,) = plies.numbers_of(here, [move])
            names.append(here.notations()[place])
        return Reading(own.index(number), tuple(names))


def _bare(timeline: Timeline) -> bytes:
    """The position without what will be drawn: with another generator, by which the same can be played now."""
    state = timeline.state.copy()
    names, draw = timeline.names, random.SystemRandom()
    for _ in range(_TRIES):
        other = state.copy()
        other.set_field("rng", draw.getrandbits(63))
        other = timeline.game.from_bytes(other.tobytes())
        if other.notations() == names:
            return other.tobytes()
    return b""
