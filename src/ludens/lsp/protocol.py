"""The engine's answers as the values of the language server protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lsprotocol import types

from ludens.language.prelude import FILE
from ludens.lsp.completion import Completions, Item
from ludens.lsp.document import prelude
from ludens.lsp.outline import Symbol
from ludens.lsp.positions import Positions
from ludens.lsp.signature_help import Signatures
from ludens.lsp.symbols import TextPlace
from ludens.lsp.tokens import TOKEN_KINDS, TokenKind

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "hint": types.DiagnosticSeverity.Hint,
}
#: findings about what may as well be left out: editors grey it
_IDLE = frozenset({"unused-define", "repeated-define", "unused-parameter", "idle-option", "unused-region"})
_ITEM_KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    "constant": types.CompletionItemKind.EnumMember,
    "role": types.CompletionItemKind.EnumMember,
    "label": types.CompletionItemKind.Field,
    "define": types.CompletionItemKind.Function,
    "name": types.CompletionItemKind.Reference,
    "option": types.CompletionItemKind.Variable,
    "parameter": types.CompletionItemKind.Variable,
    "list": types.CompletionItemKind.Struct,
}
_SYMBOL_KINDS = {
    "game": types.SymbolKind.Module,
    "define": types.SymbolKind.Function,
    "option": types.SymbolKind.Enum,
    "piece": types.SymbolKind.Class,
    "region": types.SymbolKind.Field,
    "section": types.SymbolKind.Namespace,
    "phase": types.SymbolKind.Event,
    "rule": types.SymbolKind.Method,
}
TOKEN_TYPES: dict[TokenKind, str] = {
    "keyword": types.SemanticTokenTypes.Keyword.value,
    "comment": types.SemanticTokenTypes.Comment.value,
    "string": types.SemanticTokenTypes.String.value,
    "number": types.SemanticTokenTypes.Number.value,
    "define": types.SemanticTokenTypes.Function.value,
    "constant": types.SemanticTokenTypes.EnumMember.value,
    "role": types.SemanticTokenTypes.Type.value,
    "label": types.SemanticTokenTypes.Property.value,
    "tag": types.SemanticTokenTypes.Macro.value,
    "parameter": types.SemanticTokenTypes.Parameter.value,
    "name": types.SemanticTokenTypes.Variable.value,
    "unknown": types.SemanticTokenTypes.Regexp.value,
}


def diagnostic(positions: Positions, finding: dict[str, Any]) -> types.Diagnostic:
    """A finding of the engine, as it answers it."""
    hint = f"\nhint: {finding['hint']}" if finding["hint"] else ""
    return types.Diagnostic(
        range=positions.range(finding["from"], finding["to"]),
        message=finding["message"] + hint,
        severity=_SEVERITIES[finding["severity"]],
        code=finding["code"],
        source="ludens",
        tags=[types.DiagnosticTag.Unnecessary] if finding["code"] in _IDLE else None,
    )


def code_actions(uri: str, positions: Positions, finding: dict[str, Any]) -> Iterator[types.CodeAction]:
    for fix in finding["fixes"]:
        edits = [types.TextEdit(positions.range(one["from"], one["to"]), one["text"]) for one in fix["edits"]]
        yield types.CodeAction(
            title=fix["title"],
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(positions, finding)],
            is_preferred=len(finding["fixes"]) == 1,
            edit=types.WorkspaceEdit(changes={uri: edits}),
        )


def completions(positions: Positions, answer: Completions) -> types.CompletionList:
    here = positions.range(answer.start, answer.end)
    items = [_item(item, here, place) for place, item in enumerate(answer.items)]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(item: Item, here: types.Range, place: int) -> types.CompletionItem:
    snippet = types.InsertTextFormat.Snippet if item.snippet else types.InsertTextFormat.PlainText
    return types.CompletionItem(
        label=item.label,
        kind=_ITEM_KINDS[item.kind],
        detail=item.detail or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, item.doc) if item.doc else None,
        sort_text=f"{place:04}",
        filter_text=item.label,
        insert_text_format=snippet,
        text_edit=types.TextEdit(here, item.insert),
    )


def signature_help(answer: Signatures) -> types.SignatureHelp:
    forms = [
        types.SignatureInformation(
            label=one.label,
            documentation=types.MarkupContent(types.MarkupKind.Markdown, one.doc),
            parameters=[types.ParameterInformation(label=(start, end)) for start, end in one.parameters],
            active_parameter=one.active,
        )
        for one in answer.signatures
    ]
    active = answer.signatures[answer.active].active
    return types.SignatureHelp(signatures=forms, active_signature=answer.active, active_parameter=active)


def location(uri: str, positions: Positions, place: TextPlace) -> types.Location:
    if not place.predefined:
        return types.Location(uri, positions.range(place.start, place.end))
    return types.Location(FILE.as_uri(), Positions(prelude()).range(place.start, place.end))


def symbol(positions: Positions, one: Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=one.name or "?",
        kind=_SYMBOL_KINDS[one.kind],
        detail=one.detail or None,
        range=positions.range(one.start, one.end),
        selection_range=positions.range(one.name_start, one.name_end),
        children=[symbol(positions, child) for child in one.children],
    )


def token_data(positions: Positions, tokens: Iterable[tuple[int, int, TokenKind]]) -> list[int]:
    """Tokens as the protocol packs them: what changes since the one before. Those of several lines are cut in lines."""
    data: list[int] = []
    line = character = 0
    for start, end, kind in tokens:
        for first, last in _by_lines(positions, start, end):
            here, there = positions.position(first), positions.position(last)
            column = here.character - (character if here.line == line else 0)
            data += [here.line - line, column, there.character - here.character, TOKEN_KINDS.index(kind), 0]
            line, character = here.line, here.character
    return data


def _by_lines(positions: Positions, start: int, end: int) -> Sequence[tuple[int, int]]:
    document = positions.document
    lines = range(document.locate(start)[0], document.locate(max(end - 1, start))[0] + 1)
    starts = [max(start, document.line_starts[line]) for line in lines]
    ends = [min(end, document.line_starts[line] + len(document.line(line))) for line in lines]
    return [(first, last) for first, last in zip(starts, ends, strict=True) if last > first]
