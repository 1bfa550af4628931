"""Zillions rules files (`.zrf`): their games and variants as descriptions.

What a description does not say is a remark with its line; a move that cannot be said is left out and remarked.
"""

from __future__ import annotations

from ludens.imports.zillions.games import Games, Rules, read
from ludens.imports.zillions.writing import Imported, described

__all__ = ["Games", "Imported", "Rules", "described", "read"]
