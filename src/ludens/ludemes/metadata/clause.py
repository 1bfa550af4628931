"""The clause `(metadata ...)`, and how it is read from a description."""

from __future__ import annotations

from ludens.language import Description, LudError, LudWarning
from ludens.ludemes.graphics.items import Graphics, GraphicsItem
from ludens.ludemes.metadata.agents import Ai
from ludens.ludemes.metadata.info import Info
from ludens.ludemes.metadata.reader import SectionReader
from ludens.ludemes.metadata.recon import Recon
from ludens.ludemes.sections import Section


class Metadata(Section):
    """What a description says about the game besides its rules."""

    spellings = ("metadata",)
    info: Info | None = None
    graphics: Graphics | None = None
    ai: Ai | None = None
    recon: Recon | None = None

    def text(self, keyword: str) -> str:
        """The first text of a keyword (`"description"`), on one line; empty where there is none."""
        return next(iter(self.info.texts(keyword)), "") if self.info else ""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names of the game."""
        return self.info.aliases if self.info else ()

    @property
    def drawing(self) -> tuple[GraphicsItem, ...]:
        """How the game is drawn, item by item."""
        return self.graphics.listed if self.graphics else ()


def read_metadata(description: Description) -> tuple[Metadata, tuple[LudWarning, ...]]:
    """The metadata of a description for its selected options, and what is wrong with them.

    Nothing is ever raised: what does not fit its class is a warning, and left out.
    """
    try:
        node, slips = description.metadata_with_slips
    except LudError as error:
        return Metadata(), (LudWarning.of(error),)
    if node is None:
        return Metadata(), ()
    reader = SectionReader()
    try:
        metadata = reader.read(node, Metadata)
    except RecursionError:
        return Metadata(), (LudWarning("the metadata are nested too deeply", node.span),)
    return metadata, (*map(LudWarning.of, slips), *reader.warnings)
