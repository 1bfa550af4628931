"""The findings about a description: its errors, its doubts, and what would mend them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.game.single import SingleGame
from ludens.language import Description, LudError, Unbalanced, parse
from ludens.lsp.brackets import Slip, find_slip
from ludens.lsp.document import MAX_LENGTH, Document
from ludens.lsp.findings import Finding, finding_of
from ludens.lsp.fixes import of_brackets, with_fixes
from ludens.lsp.lints import idle_metadata, lints, tried_options
from ludens.lsp.rules import doubts_of
from ludens.ludemes.binder import Binder
from ludens.rules import structure

#: errors of the text come first
_ORDER = {"error": 0, "warning": 1, "hint": 2}


def diagnose(document: Document, options: Sequence[str] = (), *, deep: bool = True) -> list[Finding]:
    """The findings about a text, in its order; `deep` compiles it, else its rules are only bound to the ludemes."""
    by_place = {(f.start, f.end, f.message): f for f in _findings(document, options, deep)}
    listed = [with_fixes(document, finding) for finding in _without_consequences(document, list(by_place.values()))]
    return sorted(listed, key=lambda one: (one.start, _ORDER[one.severity], one.end))


def _without_consequences(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings without those that only follow from a slip of an option, or of the name of a define."""
    slips = [one for one in findings if one.code == "option-slip" and one.severity == "error"]
    places = [(one.start, one.end) for one in slips]
    if slips:
        places += [(start, end) for start, end, _, _ in document.all_tags()]
    for name, define in document.defines.items():
        if any(
            one.code == "shadowing-define" and document.text[one.start : one.end] == f'"{name}"' for one in findings
        ):
            places.append((define.at, define.end))
    return [
        one for one in findings if one.code != "error" or not any(s <= one.start and one.end <= e for s, e in places)
    ]


def _findings(document: Document, options: Sequence[str], deep: bool) -> Iterator[Finding]:
    if document.is_cut:
        yield Finding(0, 0, "error", "too-long", f"the text has more than {MAX_LENGTH:,} characters", has_place=False)
        return
    try:
        description = parse(document.text, name=document.source.name, options=options)
    except Unbalanced as error:
        yield _unbalanced(document, error)
        return
    except LudError as error:
        yield from _with_related(error)
        yield from lints(document)
        return
    yield from lints(document)
    if not deep:
        yield from (one for warning in description.slips for one in _with_related(warning))
        yield from _misfits(description)
        return
    try:
        game = compile_text(document.text, document.source.name, options)
        game.start(seed=0)
        warnings = game.warnings
    except LudError as error:
        yield from _with_related(error)
    except (BoardError, LimitExceeded) as error:
        start = description.game.span.start
        yield Finding(start, start + len("(game"), "error", "error", str(error), has_place=False)
    else:
        yield from (one for warning in warnings for one in _with_related(warning))
        yield from _deep_doubts(document, game, options)


def _misfits(description: Description) -> Iterator[Finding]:
    """The parts of a game that no ludeme takes."""
    if description.game.keyword == "game":
        try:
            Binder().bind(description.game, structure.Game)
        except LudError as error:
            yield from _with_related(error)


def _deep_doubts(document: Document, game: Game, options: Sequence[str]) -> Iterator[Finding]:
    yield from doubts_of(game)
    if isinstance(game, SingleGame):
        names = {
            "piece": [one.name for one in game.model.components[1:]],
            "region": [one.name for one in game.model.regions],
        }
        yield from idle_metadata(document, names, game.num_players)
    yield from tried_options(document, options)


def _with_related(error: LudError) -> Iterator[Finding]:
    yield finding_of(error)
    for other in error.related:
        yield from _with_related(other)


def _unbalanced(document: Document, error: Unbalanced) -> Finding:
    """The finding for brackets: at the place that the clauses show, if indentation shows none."""
    place = None if error.certain else find_slip(document, surplus=not error.missing)
    if place is not None:
        error = _at(document, place)
    return of_brackets(finding_of(error, "unbalanced"), error)


def _at(document: Document, slip: Slip) -> Unbalanced:
    name = f"({slip.node.text} ...)" if slip.node.text else "the list"
    line = document.locate(slip.node.at)[0] + 1
    if slip.missing:
        message = f"behind this a {slip.missing} is missing: {name} of line {line} takes nothing of what follows"
        return Unbalanced(message, document.span(slip.at - 1, slip.at), slip.at, slip.missing)
    message = f"this bracket closes {name} of line {line} too early: what follows belongs to it"
    return Unbalanced(message, document.span(slip.at, slip.at + 1), slip.at)
