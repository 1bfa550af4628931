"""Studies of games, with variations, comments, reviews, positions set up by hand, and puzzles.

>>> import ludens
>>> from ludens.study import Study, read, write
>>> study = Study(ludens.load("Chess"))
>>> e4 = study.play("e4"); e5 = study.play("e5")
>>> study.go(e4.id); c5 = study.play("c5")
>>> study.tree.comment(c5.id, "The Sicilian.")
>>> print(write(study, "pgn").splitlines()[-1])
1. e4 e5 (1... c5 {The Sicilian.}) *
"""

from __future__ import annotations

from ludens.study.evaluation import Choice, Evaluation
from ludens.study.files import form_of, formats, read, write
from ludens.study.puzzles import Puzzle
from ludens.study.review import Reviewed
from ludens.study.setup import Placed, Position, arranged, position_of
from ludens.study.study import Study
from ludens.study.tree import Node, Ply, StudyError, Tree

__all__ = [
    "Choice",
    "Evaluation",
    "Node",
    "Placed",
    "Ply",
    "Position",
    "Puzzle",
    "Reviewed",
    "Study",
    "StudyError",
    "Tree",
    "arranged",
    "form_of",
    "formats",
    "position_of",
    "read",
    "write",
]
