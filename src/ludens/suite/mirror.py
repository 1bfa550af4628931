"""A description of the mirrored game: what it says of directions, sides and sites, mirrored.

Words are mirrored where their meaning is known; whether the whole means the mirrored game has to be tried.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludens.board import Topology
from ludens.language import Clause, Node, String, Word
from ludens.suite.description_names import rebuild

_COMPASS = re.compile(r"[UD]?(N|S|E|W|[NS][EW]|NN[EW]|SS[EW]|E[NS]E|W[NS]W)")
_TURN = re.compile(r"F|B|[FB]?[LR]+")
_STEP = re.compile(r"([NSEW]+)(\d*)")
_SIDES = {"Left": "Right", "LeftSite": "RightSite", "Leftward": "Rightward", "Leftwards": "Rightwards"}
_ENDS = {"Top": "Bottom", "Topsite": "BottomSite"}
_TURNING = {"CW": "CCW"}
#: clauses whose bare numbers are sites, if they have no label
_OF_SITES = ("sites", "place", "regions", "track")


@dataclass(frozen=True)
class Mirror:
    """What a symmetry of the board does to what is written: `image` are where sites go."""

    across: bool
    along: bool
    image: Sequence[int]
    topology: Topology

    @property
    def _turns(self) -> bool:
        """Whether left and right change places for who moves along with it."""
        return self.across != self.along

    def mirrored(self, tree: Node) -> Node:
        """The mirrored description."""
        return rebuild(tree, self._change)

    def _change(self, node: Node, parent: Node | None) -> Node:
        keyword = parent.keyword if isinstance(parent, Clause) else ""
        match node:
            case Word():
                number = self._number(node, parent)
                return replace(node, text=self._word(node.text) if number is None else str(number))
            case String():
                return replace(node, text=self._string(node.text, keyword))
            case Clause(keyword="sites", arguments=(Word(text="Row" | "Column" as kind, label=None), *rest)):
                return replace(node, arguments=(node.arguments[0], *(self._line(kind, one) for one in rest)))
            case Clause(keyword="coord", arguments=arguments):
                changed = [self._line((one.label or "").capitalize(), one) for one in arguments]
                return replace(node, arguments=tuple(changed))
        return node

    def _word(self, text: str) -> str:
        if _COMPASS.fullmatch(text):
            text = _exchanged(text, "EW") if self.across else text
            return _exchanged(text, "NS") if self.along else text
        if _TURN.fullmatch(text):
            return _exchanged(text, "LR") if self._turns else text
        for pairs, holds in ((_SIDES, self.across), (_ENDS, self.along), (_TURNING, self._turns)):
            both = pairs | {there: here for here, there in pairs.items()}
            if holds and text in both and not (pairs is _SIDES and text.endswith(("ward", "wards"))):
                return both[text]
            if self._turns and pairs is _SIDES and text.endswith(("ward", "wards")) and text in both:
                return both[text]
        return text

    def _number(self, node: Word, parent: Node | None) -> int | None:
        """The image of a bare number, where it is a site's."""
        if not isinstance(parent, Clause) or parent.keyword not in _OF_SITES or not node.text.isdecimal():
            return None
        first = parent.arguments[0]
        counts_else = parent.keyword == "sites" and isinstance(first, Word) and not first.text.isdecimal()
        if node.label is not None or counts_else:  # as in (sites Row 1)
            return None
        site = int(node.text)
        return self.image[site] if site < len(self.image) else None

    def _line(self, kind: str, node: Node) -> Node:
        """The image of the number of a row or a column."""
        flipped = (kind == "Row" and self.along) or (kind == "Column" and self.across)
        if not flipped or not isinstance(node, Word) or not node.text.isdecimal():
            return node
        site_type = self.topology.default_site
        lines = self.topology.rows(site_type) if kind == "Row" else self.topology.columns(site_type)
        return replace(node, text=str(len(lines) - 1 - int(node.text)))

    def _string(self, text: str, keyword: str) -> str:
        if keyword == "track" and "," in text:
            return ",".join(self._track(step) for step in text.split(","))
        site = self.topology.site_of_label(text) if re.fullmatch(r"[A-Z]{1,2}\d+", text) else None
        if site is None or site >= len(self.image):
            return text
        return self.topology.elements(self.topology.default_site)[self.image[site]].label

    def _track(self, step: str) -> str:
        if step.isdecimal():
            return str(self.image[int(step)]) if int(step) < len(self.image) else step
        match = _STEP.fullmatch(step)
        return step if match is None else self._word(match[1]) + match[2]


def _exchanged(text: str, pair: str) -> str:
    return text.translate(str.maketrans(pair, pair[::-1]))
