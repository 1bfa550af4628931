"""A condition of one's own: `(is Alone <site>)`."""

from __future__ import annotations

from ludens.ludemes.neighbours import relation_rows
from ludens.ludemes.searches import every
from ludens.rules.base import BOARD
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.state.context import Context
from ludens.rules.state.sites import on_board
from ludens.stage import BoolLike


class IsAlone(BooleanLudeme):
    """Whether nothing stands on any neighbour of a site. A place off the board is not alone."""

    spellings = ("is Alone",)
    reads = BOARD
    at: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        site = self.at.emit(c)
        neighbours = relation_rows(c, None, "Adjacent")
        return c.s.all_of(
            lambda: on_board(c, None, site),
            lambda: every(c, lambda body: neighbours.each(site, body), lambda other: c.state.is_empty(None, other)),
        )
