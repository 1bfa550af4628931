"""Monte-Carlo tree search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ludens.agents import (
    mixture,
    native,
    native_decoupled,
    native_ismcts,
    native_mcts,
    native_open_loop,
    native_tree,
    native_uct,
)
from ludens.agents.agent import AgentError, Limit
from ludens.agents.clock import Clock
from ludens.agents.joint import JointSearch
from ludens.agents.mcts_trees import IsmctsSearch, OpenLoopSearch, UctSearch
from ludens.agents.mix_search import MixSearch
from ludens.agents.native_mcts import Mix
from ludens.agents.tree_memory import TreeMemory
from ludens.agents.tree_reuse import ReusingSearcher
from ludens.game.hidden import hides
from ludens.native import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludens.agents.analysis import Search
    from ludens.agents.settings import Value
    from ludens.game import Game, Move, State

#: the constant of UCB1 where players move at once, and what a move is worth changes with what the others try
AT_ONCE: Final = 1.4


class Uct(ReusingSearcher["UctSearch"]):
    """UCT with random playouts (Kocsis and Szepesvari 2006). Limits: seconds, or iterations.

    In games of chance the tree is one of moves, whatever falls (open loop); where something is hidden it is one for all
    states that the mover cannot tell apart (ISMCTS); where players move at once each player's moves at a position are a
    bandit of their own (decoupled UCT). `exploration` is the constant of UCB1. Threads grow a tree
    together; where it is one of moves each grows its own, and what they found is added up. With the settings it is
    what is called a mix there (`ludens.agents.native_mcts`), for games in which nothing falls or is hidden.
    """

    kind, quick = "uct", "uct:1s"
    title = "Monte-Carlo tree search"
    strength, allround = 30, True
    plays_at_once = True
    parallel = True
    settable = mixture.SETTINGS

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, self._completed(limit or Limit(), game), seed=seed)
        self._refuse(self.settings, game)
        self.mix = mixture.mix_of(self.settings)
        self.exploration = float(self.settings["exploration"])
        # all is compiled here, not on the clock of the first move
        self.mixture = mixture.mixture_of(game, self.mix) if self.mix != Mix() else None
        self.search = self._compiled()
        self.words, self.memory = self.information, TreeMemory()

    @classmethod
    def read(cls, limit: Limit) -> dict[str, Value]:
        settings = super().read(limit)
        try:
            mixture.check(settings)
        except ValueError as error:
            raise AgentError(f"{cls.kind}: {error}") from None
        return settings

    @classmethod
    def check_text(cls, text: str, game: Game) -> Limit:
        limit = super().check_text(text, game)
        cls._refuse(cls.read(cls._completed(limit, game)), game)
        return limit

    @classmethod
    def settings_for(cls, game: Game) -> Mapping[str, str]:
        """The settings that suit a game, where nobody names others."""
        return {"exploration": str(AT_ONCE)} if game.is_simultaneous else {}

    @classmethod
    def _completed(cls, limit: Limit, game: Game) -> Limit:
        """A limit with the settings that nobody named, but those that exclude one that somebody did."""
        chosen_names = {name for name, _ in limit.settings}
        without = chosen_names | {one for pair in mixture.EXCLUDING for one in pair if chosen_names & set(pair)}
        added = tuple((name, value) for name, value in cls.settings_for(game).items() if name not in without)
        return replace(limit, settings=limit.settings + added)

    @classmethod
    def _refuse(cls, settings: dict[str, Value], game: Game) -> None:
        """Raises AgentError where a game has no search with these settings."""
        reason = mixture.reason_against(mixture.mix_of(settings), game)
        if reason:
            raise AgentError(f"{cls.kind}: {reason}")

    def inform(self, words: Words) -> Words:
        super().inform(words)
        if self.mixture is not None:
            self.mixture.tell(words)
        return words

    def _compiled(self) -> native_tree.TreeProgram:
        if self.game.is_simultaneous:
            return native_decoupled.decoupled()
        if hides(self.game):
            native.tell_numbers(self.information, self.game.encoding)
            return native_ismcts.ismcts()
        if self.is_chance:
            return native_open_loop.open_loop()
        if self.mixture is not None:
            return native_mcts.mcts(self.mix, shared=self.limit.threads > 1)
        return native_uct.shared_uct() if self.limit.threads > 1 else native_uct.uct()

    def begin(self, state: State, player: int | None = None) -> Search:
        if hides(self.game) and not state.is_simultaneous:
            return IsmctsSearch(self, state, player)
        return super().begin(state, player)

    def explore(self, state: State) -> Search:
        if state.is_simultaneous:
            return JointSearch(self, state)
        return OpenLoopSearch(self, state) if self.is_chance else self.tree(state)

    def plant(self, state: State) -> UctSearch:
        return UctSearch(self, state) if self.mixture is None else MixSearch(self, state)

    def choose_for(self, state: State, player: int, clock: Clock | None = None) -> Move:
        super().choose_for(state, player)  # raises where there is nothing to choose
        search = self.begin(state, player)
        self._run(search, clock or Clock(self.seconds), self.limit.count, lambda: None)
        best = search.best(player) if isinstance(search, JointSearch) else search.best()
        return state.legal_moves()[best]
