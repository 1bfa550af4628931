"""Meta rules: switches that change how legal moves are found and how a game ends (manual: structure 5)."""

from __future__ import annotations

import enum
from dataclasses import replace

from ludens import board
from ludens.ludemes.base import NOTHING, Need
from ludens.ludemes.categories import MetaRuleLudeme
from ludens.ludemes.enums import PassEndType, RepetitionType
from ludens.ludemes.runtime.metarules import MetaRules
from ludens.ludemes.runtime.state import StateView

REPETITION_NEEDS = {
    RepetitionType.Positional: Need.REPEAT_POSITIONAL_GAME,
    RepetitionType.PositionalInTurn: Need.REPEAT_POSITIONAL_TURN,
    RepetitionType.Situational: Need.REPEAT_SITUATIONAL_GAME,
    RepetitionType.SituationalInTurn: Need.REPEAT_SITUATIONAL_TURN,
}


class PinType(enum.Enum):
    """Which pieces are pinned."""

    SupportMultiple = "SupportMultiple"


class GravityType(enum.Enum):
    """How pieces fall."""

    PyramidalDrop = "PyramidalDrop"


class NoStackOnType(enum.Enum):
    """What nothing may be stacked on."""

    Fallen = "Fallen"


class NoRepeat(MetaRuleLudeme):
    """Forbids moves that bring a position back."""

    spellings = ("no Repeat",)
    says = (
        "no move may bring an earlier position back[{type~Situational} with the same player to move|{type~Positional}|"
        "{type~PositionalInTurn} of the same turn|{type~SituationalInTurn} of the same turn]"
    )
    reads = NOTHING
    type: RepetitionType | None = None

    @property
    def kind(self) -> RepetitionType:
        return self.type or RepetitionType.Positional

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({REPETITION_NEEDS[self.kind]})

    def apply(self, rules: MetaRules) -> MetaRules:
        return replace(rules, repetition=self.kind.value)


class NoSuicide(MetaRuleLudeme):
    """Forbids moves that make the mover lose."""

    spellings = ("no Suicide",)
    says = "no move may make the player who moves lose"
    reads = NOTHING

    def apply(self, rules: MetaRules) -> MetaRules:
        return replace(rules, no_suicide=True)


class Swap(MetaRuleLudeme):
    """Lets the last player change sides instead of making a first move."""

    spellings = ("swap",)
    says = "instead of a first move, the second player may swap sides"
    reads = NOTHING
    fields = (StateView.player_order,)

    def apply(self, rules: MetaRules) -> MetaRules:
        return replace(rules, swap=True)


class PassEnd(MetaRuleLudeme):
    """Whether the game is drawn when all players pass."""

    spellings = ("passEnd",)
    says = "when all players pass, the game [{type~Draw}is drawn|goes on]"
    reads = NOTHING
    type: PassEndType

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.NOT_ALL_PASS}) if self.type is PassEndType.NoEnd else frozenset()

    def apply(self, rules: MetaRules) -> MetaRules:
        return rules


class Automove(MetaRuleLudeme):
    """Makes the moves that have become forced, together with the move that made them so."""

    spellings = ("automove",)
    says = "where a move is the only one for its {.site}, it is made at once"
    reads = NOTHING

    def apply(self, rules: MetaRules) -> MetaRules:
        return replace(rules, automove=True)


class Gravity(MetaRuleLudeme):
    """Lets pieces that nothing supports fall down."""

    spellings = ("gravity",)
    says = "pieces fall down as far as they can"
    reads = NOTHING
    type: GravityType | None = None

    def apply(self, rules: MetaRules) -> MetaRules:
        return replace(rules, gravity=True)


class Pin(MetaRuleLudeme):
    """Forbids taking away pieces that support several others."""

    spellings = ("pin",)
    says = "a piece that supports two or more others cannot be taken away"
    reads = NOTHING
    type: PinType

    def apply(self, rules: MetaRules) -> MetaRules:
        return replace(rules, pin=True)


class NoStackOn(MetaRuleLudeme):
    """Forbids moving a piece onto one that has fallen."""

    spellings = ("noStackOn",)
    says = "pieces are not stacked on {type}"
    reads = NOTHING
    type: NoStackOnType

    def apply(self, rules: MetaRules) -> MetaRules:
        return replace(rules, no_stack_on=True)
