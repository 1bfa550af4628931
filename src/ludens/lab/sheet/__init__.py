"""Rules in words: the sheet of a game, made from the ludemes of its description.

>>> import ludens
>>> from ludens.lab import sheet
>>> [hex] = sheet.sheets(ludens.load("Hex"), pictures=False)
>>> next(section for section in hex.sections if section.title == "End").items[0].text
'If your pieces connect your regions, you win.'
"""

from __future__ import annotations

from ludens.lab.sheet.contents import pictures_of, rules_of, sheets, words_of
from ludens.lab.sheet.document import Item, Picture, RulesSheet, Section
from ludens.lab.sheet.formats import as_html, as_markdown, as_text, file_name, paragraphs

__all__ = [
    "Item", "Picture", "RulesSheet", "Section", "as_html", "as_markdown", "as_text", "file_name", "paragraphs",
    "pictures_of", "rules_of", "sheets", "words_of",
]  # fmt: skip
