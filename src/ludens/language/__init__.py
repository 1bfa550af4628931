"""From the text of a description to its tree. Knows the shape of the language, but no ludeme."""

from ludens.language.description import Description, parse
from ludens.language.errors import Defect, LudError, LudWarning, Mend, Unbalanced, did_you_mean, likeness, nearest
from ludens.language.options import Option, OptionItem
from ludens.language.printed import printed
from ludens.language.rulesets import Ruleset
from ludens.language.source import Source, Span, read_file
from ludens.language.tree import Array, Clause, Node, String, Word, to_text

__all__ = [
    "Array",
    "Clause",
    "Defect",
    "Description",
    "LudError",
    "LudWarning",
    "Mend",
    "Node",
    "Option",
    "OptionItem",
    "Ruleset",
    "Source",
    "Span",
    "String",
    "Unbalanced",
    "Word",
    "did_you_mean",
    "likeness",
    "nearest",
    "parse",
    "printed",
    "read_file",
    "to_text",
]
