"""From the text of a description to its tree. Knows the shape of the language, but no ludeme."""

from ludens.language.errors import LudError, did_you_mean, nearest
from ludens.language.source import Source, Span
from ludens.language.tree import Array, Clause, Node, String, Word, to_text

__all__ = [
    "Array",
    "Clause",
    "LudError",
    "Node",
    "Source",
    "Span",
    "String",
    "Word",
    "did_you_mean",
    "nearest",
    "to_text",
]
