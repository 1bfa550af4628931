"""States as arrays and moves as numbers, for any game, derived from its description; environments stepped in batches.

`game.encoding`, `state.observation` and `game.vector` come from here.
"""

from ludens.encoding.chance import Chance, Outcome
from ludens.encoding.compact import Compact, OutsideCompact, compact_of
from ludens.encoding.correspondence import corresponds
from ludens.encoding.encoding import Encoding
from ludens.encoding.form import Form
from ludens.encoding.geometry import Geometry
from ludens.encoding.graph import GraphBatch, GraphEncoding
from ludens.encoding.knowledge import information_state, resample
from ludens.encoding.mixture import MixedVector
from ludens.encoding.symmetries import candidates, symmetries_of
from ludens.encoding.symmetry import Symmetry
from ludens.encoding.vector import Vector

__all__ = [
    "Chance", "Compact", "Encoding", "Form", "Geometry", "GraphBatch", "GraphEncoding", "MixedVector", "Outcome",
    "OutsideCompact",
    "Symmetry", "Vector", "candidates", "compact_of", "corresponds",
    "information_state", "resample", "symmetries_of",
]  # fmt: skip
