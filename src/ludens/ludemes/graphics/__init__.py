"""Graphics metadata: how a game is drawn (manual: metadata 3; metadata 3).

The classes hold what is written; the renderer reads their fields.
"""

from ludens.ludemes.graphics import board, colours, items, kinds, pieces, players, shown

__all__ = ["board", "colours", "items", "kinds", "pieces", "players", "shown"]
