"""Actions on dice (manual: effects 2.6)."""

from __future__ import annotations

from ludens.rules.actions.base import Fields, Logged, Primitive
from ludens.rules.state import pieces
from ludens.rules.state.context import Context
from ludens.rules.state.trace import BOOLEAN, PLAIN
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike


def set_die(c: Context, die: int, site: int, face: IntLike) -> Primitive:
    """`[SetStateAndUpdateDice:site,state]`: die number `die` of all dice shows a face."""
    values = [faces for dice in c.model.dice() for faces in dice.faces][die]

    def effect(c: Context, face: IntLike) -> None:
        p = c.state

        def show() -> None:
            if p.states.present:
                pieces.set_content(c, StateView.states, "Cell", site, -1, face)
            p.dice_value.set(c.s.table(values)[face], die)

        c.s.if_((face >= 0) & (face < len(values)), show)

    return Logged(
        "SetStateAndUpdateDice",
        (("site", PLAIN, site), ("state", PLAIN, face)),
        effect,
        (face,),
        site_from=site,
        site_to=site,
    )


def set_dice_equal(equal: BoolLike) -> Primitive:
    """`[SetDiceAllEqual:value]`: keeps the flag, and sums up what the dice show."""

    def effect(c: Context, equal: BoolLike) -> None:
        p = c.state
        if p.dice_equal.present:
            p.dice_equal.set(c.s.to_int(equal))
        if p.dice_sum.present:
            sum_dice(c)

    return Logged("SetDiceAllEqual", (("value", BOOLEAN, equal),), effect, (equal,))


def sum_dice(c: Context) -> None:
    """Set each dice container's sum to the sum of its dice's current values."""
    p, first = c.state, 0
    for number, dice in enumerate(c.model.dice()):
        total: IntLike = 0
        for die in range(first, first + dice.num_sites):
            total = total + p.dice_value.get(die)
        p.dice_sum.set(total, number)
        first += dice.num_sites


def use_die(container: int, die: IntLike, site: IntLike, first_die: int) -> Logged:
    """`[UseDie:indexHandDice,indexDie,site]`; `first_die` is the number of dice in the containers before."""
    printed: Fields = (("indexHandDice", PLAIN, container), ("indexDie", PLAIN, die), ("site", PLAIN, site))

    def effect(c: Context, die: IntLike) -> None:
        c.state.dice_value.set(0, die + first_die)

    return Logged("UseDie", printed, effect, (die,), site_from=site, site_to=site)
