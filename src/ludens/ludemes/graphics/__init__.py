"""Graphics metadata: how a game is drawn (spec 1, section 7.2 and appendix B; spec 11).

The classes hold what is written; the renderer reads their fields.
"""

from ludens.ludemes.graphics import board, colours, items, kinds, pieces, players, shown

__all__ = ["board", "colours", "items", "kinds", "pieces", "players", "shown"]
