"""What is evaluated while compiling, and who shares the code that comes of it."""

from __future__ import annotations

from dataclasses import replace

import ludens
from ludens.rules.state.constants import members_of, per_value
from ludens.rules.state.context import Context, Slots
from ludens.rules.state.regions import Region, StaticRegion
from ludens.rules.state.view import StateView
from ludens.stage import Address, Int, IntLike, Stage


def blank_context() -> Context:
    game = ludens.load("Tic-Tac-Toe")
    stage = Stage(checked=False)
    null = Address(stage, "null")
    return Context(stage, game.model, StateView(stage, game.model, game.layout, null, null), null, Slots())


def test_functions_share_code_only_where_the_constants_in_it_agree() -> None:
    """A constant that was evaluated for one function counts as read by every other function that uses it."""
    blank, seen = blank_context(), []

    def one_site(c: Context, value: int) -> Region:
        site = c.get("x.site")
        assert isinstance(site, int)
        return StaticRegion(c, [site + value])

    def body(c: Context) -> IntLike:
        found = per_value(c, "one site", 2, one_site)
        assert found is not None
        seen.append(found)
        return found[0][0]

    def calls() -> None:
        for name in ("f", "g"):
            for site in (3, 3, 5):
                c = replace(blank, slots=Slots({"x.site": site}))
                c.outline(name, body, Int, key=name)

    blank.s.trial(calls)
    assert seen == [[(3,), (4,)], [(5,), (6,)]] * 2


def test_members_of_a_static_region_ascend() -> None:
    assert members_of(StaticRegion(blank_context(), [4, 1, 3])) == (1, 3, 4)
