"""Errors in descriptions: what is wrong, where, and what may have been meant."""

from collections.abc import Iterable
from typing import ClassVar, Literal, NamedTuple

from ludens.language.printed import printed
from ludens.language.source import Span

_WIDTH = 100


class Mend(NamedTuple):
    """What would mend an error: its title, and for each edit which characters of the text become what."""

    title: str
    edits: tuple[tuple[int, int, str], ...]


class LudError(Exception):
    """A description that cannot be read or compiled.

    `span` is the offending text, `hint` a proposal, `related` further errors of the same description, and `mends` are
    edits of the text each of which may be what was meant. `str` of it shows the place, the message, the line with the
    offending text underlined, and the hint; what a terminal would obey in the text shows as an escape.
    """

    severity: ClassVar[Literal["error", "warning"]] = "error"

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        hint: str | None = None,
        related: Iterable["LudError"] = (),
        mends: Iterable[Mend] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint
        self.related = tuple(related)
        self.mends = tuple(mends)

    @property
    def line(self) -> int | None:
        return None if self.span is None else self.span.line

    @property
    def column(self) -> int | None:
        return None if self.span is None else self.span.column

    def __str__(self) -> str:
        message = self.message if self.severity == "error" else f"{self.severity}: {self.message}"
        own = [printed(message)] if self.span is None else [_headline(message, self.span), _excerpt(self.span)]
        if self.hint:
            own.append(printed(f"hint: {self.hint}"))
        return "\n".join([*own, *map(str, self.related)])


class Unbalanced(LudError):
    """Brackets that do not pair up.

    `missing` is the bracket that should be put in at the offset `at`; where it is empty, the one there is too many.
    `certain` says whether the lines' indentation fixes the place; else it may be another.
    """

    def __init__(
        self, message: str, span: Span, at: int, missing: str = "", hint: str | None = None, certain: bool = False
    ) -> None:
        super().__init__(message, span, hint)
        self.at = at
        self.missing = missing
        self.certain = certain


class LudWarning(LudError):
    """Something in a description that is wrong, and does not keep it from being read and compiled."""

    severity = "warning"

    @classmethod
    def of(cls, error: LudError) -> "LudWarning":
        """An error that is none here."""
        return cls(error.message, error.span, error.hint, map(cls.of, error.related), error.mends)


class Defect(Exception):
    """A mistake of ludens itself, met with a description that may well be right.

    `cause` says what went wrong; `span` is the text that it was busy with, where that is known.
    """

    def __init__(self, cause: BaseException | str, span: Span | None = None) -> None:
        reason = cause if isinstance(cause, str) else f"{type(cause).__name__}: {cause}"
        super().__init__(f"a defect of ludens, please report it: {reason}")
        self.span = span

    def __str__(self) -> str:
        message: str = self.args[0]
        return message if self.span is None else f"{_headline(message, self.span)}\n{_excerpt(self.span)}"


def nearest(word: str, candidates: Iterable[str], n: int = 3) -> list[str]:
    """The at most `n` candidates that look most like `word`, best first; letter case counts little."""
    from difflib import get_close_matches  # only for a word that is wrong

    by_lower: dict[str, list[str]] = {}
    for candidate in dict.fromkeys(candidates):
        by_lower.setdefault(candidate.lower(), []).append(candidate)
    close = get_close_matches(word.lower(), by_lower, n=n, cutoff=0.6)
    letters = sorted(word.lower())
    close.sort(key=lambda one: sorted(one) != letters)  # letters that changed places are the most frequent slip
    return [candidate for lower in close for candidate in by_lower[lower]][:n]


def likeness(word: str, other: str) -> float:
    """How much two words look alike, from 0 to 1; letters that changed places count little."""
    from difflib import SequenceMatcher  # only for a word that is wrong

    one, two = word.lower(), other.lower()
    return 1.0 if sorted(one) == sorted(two) else SequenceMatcher(None, one, two).ratio()


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """A hint that names the candidates nearest to `word`, or None if none is near.

    >>> did_you_mean("Orthogonel", ["Orthogonal", "Diagonal"])
    'did you mean "Orthogonal"?'
    """
    names = [f'"{name}"' for name in nearest(word, candidates)]
    return f"did you mean {' or '.join(names)}?" if names else None


def _headline(message: str, span: Span) -> str:
    return printed(f"{span.source.name}:{span.line}:{span.column}: {message}")


def _excerpt(span: Span) -> str:
    """The first line of the span, cut to a readable width, and a line of carets under the span."""
    line, column = span.source.locate(span.start)
    text = span.source.line_text(line).replace("\t", " ")
    first = column - 1
    cut = max(0, first - _WIDTH // 2)
    end = min(cut + _WIDTH, max(first + 1, first + span.end - span.start))
    before, marked, after = printed(text[cut:first]), printed(text[first:end]), printed(text[end : cut + _WIDTH])
    return f"  {before}{marked}{after}\n  {' ' * len(before)}{'^' * max(1, len(marked))}"
