"""The structure of a game: `(game ...)`, players, equipment, rules, phases (manual: structure)."""

from __future__ import annotations

from ludens.language import Array, Clause, LudError, Word
from ludens.rules import limits
from ludens.rules.base import Ludeme, named
from ludens.rules.categories import (
    BooleanLudeme,
    EndRuleLudeme,
    ItemLudeme,
    MetaRuleLudeme,
    MovesLudeme,
    StartRuleLudeme,
)
from ludens.rules.enums import CompassDirection, ModeType, RoleType, RotationalDirection, SpatialDirection
from ludens.rules.naming import NameOfPhase, NewPhase
from ludens.rules.roles import PlayerArgument

Facing = CompassDirection | RotationalDirection | SpatialDirection


class PlayerFacing(Ludeme):
    """A player, by the direction that the player's pieces face."""

    spellings = ("player",)
    says = "a player facing {facing}"
    facing: CompassDirection | RotationalDirection | SpatialDirection


class Players(Ludeme):
    """The players: how many, or which way each faces."""

    spellings = ("players",)
    says = "{players} players"
    players: int | tuple[PlayerFacing, ...]

    def check(self) -> None:
        limits.within(self, self.count, 0, limits.PLAYERS, "players")

    @property
    def count(self) -> int:
        return self.players if isinstance(self.players, int) else len(self.players)

    @property
    def facings(self) -> tuple[str, ...]:
        """The direction of each player, from player 1."""
        return () if isinstance(self.players, int) else tuple(p.facing.value for p in self.players)


def players_told(game: Clause) -> int:
    """How many players a game's clause says there are, without binding it; the language's default is two."""
    for node in game.arguments:
        if isinstance(node, Clause) and node.keyword == "players" and node.arguments:
            first = node.arguments[0]
            if isinstance(first, Array):
                return len(first.elements)
            if isinstance(first, Word) and first.text.isdigit():
                return int(first.text)
    return 2


class Mode(Ludeme):
    """How turns are organised."""

    spellings = ("mode",)
    says = "{mode}"
    mode: ModeType


class Equipment(Ludeme):
    """What the game is played with."""

    spellings = ("equipment",)
    says = "{items:and}"
    items: tuple[ItemLudeme, ...]


class Start(Ludeme):
    """The rules of the starting position, in order."""

    spellings = ("start",)
    says = "{rules:and}"
    rules: tuple[StartRuleLudeme, ...] | StartRuleLudeme

    @property
    def listed(self) -> tuple[StartRuleLudeme, ...]:
        return self.rules if isinstance(self.rules, tuple) else (self.rules,)


class Meta(Ludeme):
    """Rules about rules, in order."""

    spellings = ("meta",)
    says = "{rules:and}"
    rules: tuple[MetaRuleLudeme, ...] | MetaRuleLudeme

    @property
    def listed(self) -> tuple[MetaRuleLudeme, ...]:
        return self.rules if isinstance(self.rules, tuple) else (self.rules,)


class Play(Ludeme):
    """The moves that a player may make."""

    spellings = ("play",)
    says = "{moves}"
    moves: MovesLudeme


class End(Ludeme):
    """The rules that end the game, in order; all are evaluated (manual: runtime 9.1)."""

    spellings = ("end",)
    says = "{rules:then}"
    rules: tuple[EndRuleLudeme, ...] | EndRuleLudeme

    @property
    def listed(self) -> tuple[EndRuleLudeme, ...]:
        return self.rules if isinstance(self.rules, tuple) else (self.rules,)


class NextPhase(Ludeme):
    """When, for whom and to which phase the game moves on."""

    spellings = ("nextPhase",)
    says = "[if {if_}, ][{who} <goes> on to ]the phase {phase}"
    who: RoleType | PlayerArgument | None = None
    if_: BooleanLudeme | None = None
    phase: NameOfPhase | None = None


class Phase(Ludeme):
    """A part of the game with rules of its own."""

    spellings = ("phase",)
    says = "the phase {name}"
    name: NewPhase
    role: RoleType | None = None
    mode: Mode | None = None
    play: Play
    end: End | None = None
    next_phase: NextPhase | tuple[NextPhase, ...] | None = None

    @property
    def next_phases(self) -> tuple[NextPhase, ...]:
        if self.next_phase is None:
            return ()
        return self.next_phase if isinstance(self.next_phase, tuple) else (self.next_phase,)


class Rules(Ludeme):
    """Meta rules, start, play and end; or phases."""

    spellings = ("rules",)
    says = "the rules"
    ways = (("play", "end"), ("phases",))
    meta: Meta | None = None
    start: Start | None = None
    play: Play | None = None
    phases: tuple[Phase, ...] | None = named(None)
    end: End | None = None

    def check(self) -> None:
        if self.phases == ():
            raise LudError("phases:{...} needs a phase", self.node.span)
        if self.phases is None and (self.play is None or self.end is None):
            raise LudError("(rules ...) needs (play ...) and (end ...), or phases:{...}", self.node.span)


class Game(Ludeme):
    """A game. Without rules it has the implicit ones: add a piece to an empty site, three in a line win."""

    spellings = ("game",)
    says = "{name:plain}"
    name: str
    players: Players | None = None
    mode: Mode | None = None
    equipment: Equipment | None = None
    rules: Rules | None = None
