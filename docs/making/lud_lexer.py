"""Colours for ```lud blocks of the documentation."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text

__all__ = ["LudLexer"]


class LudLexer(RegexLexer):
    """The tokens of a description: comments, strings, clauses, labels, constants and numbers."""

    name = "lud"
    aliases: ClassVar[list[str]] = ["lud"]
    filenames: ClassVar[list[str]] = ["*.lud"]
    tokens: ClassVar[dict[str, list[tuple[object, ...]]]] = {
        "root": [
            (r"\s+", Text.Whitespace),
            (r"//.*?$", Comment.Single),
            (r'"[^"]*"', String),
            (r"(\()([^\s(){}\"<>]+|[<>=!]=?)", bygroups(Punctuation, Keyword)),
            (r"([A-Za-z_]\w*)(:)", bygroups(Name.Attribute, Punctuation)),
            (r"-?\d+(?:\.\d+)?", Number),
            (r"#\d+", Name.Variable),
            (r"[A-Za-z_][\w/]*", Name.Constant),
            (r"[(){}<>]|.", Punctuation),
        ]
    }
