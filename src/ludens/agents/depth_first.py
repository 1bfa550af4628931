"""The settings of depth-first searches: each part by itself, with the paper that it is from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ludens.agents import native_table
from ludens.agents.native_branches import Flag
from ludens.agents.native_order import Ordered
from ludens.agents.native_words import SearchWord
from ludens.agents.settings import Setting, Value

if TYPE_CHECKING:
    from ludens.game import Game

PARANOID, BEST_REPLY, MAX_N = "paranoid", "best-reply", "max-n"

SETTINGS: Final = (
    Setting("table", True, "a transposition table (Greenblatt and others 1967; Zobrist 1970)"),
    Setting("transposed", True, "estimates of the table count on any way to a position (Campbell 1985)"),
    Setting("killers", True, "order: what cut off at the same ply (Akl and Newborn 1977)"),
    Setting("history", True, "order: what cut off often (Schaeffer 1983)"),
    Setting("countermoves", True, "order: what cut off after the same move (Uiterwijk 1992)"),
    Setting("gains", True, "order: what a move gains at once, captures first, far from the leaves"),
    Setting("pvs", True, "principal variation search (Marsland and Campbell 1982)"),
    Setting("aspiration", True, "the root's value is looked for near the last depth's (Slate and Atkin 1977)"),
    Setting("reductions", False, "late quiet moves are looked at less deep (Levy, Broughton and Taylor 1989)"),
    Setting("null", False, "a pass that is legal stands for any move (Beal 1989; Donninger 1993)"),
    Setting("quiescence", 0, "plies that changes of material are followed at the leaves (Beal 1990)", most=16),
    Setting("trades", False, "a lead counts more the fewer pieces are left, where who has more wins (Samuel 1959)"),
    Setting(
        "others", PARANOID,
        "what more than one opponent do: play against the searcher (Sturtevant and Korf 2000), one of them at a time "
        "(Schadd and Winands 2011; Esser and others 2013), or each for himself (Luckhardt and Irani 1986)",
        choices=(PARANOID, BEST_REPLY, MAX_N),
    ),
)  # fmt: skip
_SELECTIVE: Final = ("reductions", "trades")
#: the same where late moves are looked at less deep unless it is said, as what orders moves well tells which are late,
#: and who leads exchanges pieces
SELECTIVE: Final = tuple(replace(one, default=True) if one.name in _SELECTIVE else one for one in SETTINGS)
_FLAGS: Final = {
    "killers": Ordered.KILLERS, "history": Ordered.HISTORY, "countermoves": Ordered.COUNTERS, "gains": Flag.GAINS,
    "pvs": Flag.WINDOWS, "reductions": Flag.LATE, "null": Flag.PASSES, "aspiration": Flag.ASPIRES,
}  # fmt: skip


def search_words(settings: Mapping[str, Value], game: Game) -> dict[SearchWord, int]:
    """What the information block has of the settings."""
    flags = sum(int(flag) for name, flag in _FLAGS.items() if settings[name])
    flags |= int(Flag.REPLY) if settings["others"] == BEST_REPLY and game.num_players > 2 else 0
    flags |= int(Flag.EACH) if settings["others"] == MAX_N else 0
    fields = game.layout.fields
    remembers = game.layout.core_size < game.layout.size
    trust = native_table.ALL if not remembers else native_table.OPEN if settings["transposed"] else native_table.NONE
    return {
        SearchWord.TRUST: trust if settings["table"] else native_table.NONE,
        SearchWord.FLAGS: flags,
        SearchWord.QUIET: int(settings["quiescence"]),
        SearchWord.PASSING: fields["passes"].offset if "passes" in fields else -1,
        SearchWord.TABLED: int(bool(settings["table"])),
    }
