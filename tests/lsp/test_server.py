"""The language server, asked by a client as editors are."""

from __future__ import annotations

import asyncio
import sys

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from ludens import library

URI = "untitled:game"
GAME = """(define "Free" (is Empty (to)))
(game "\U0001f3b2 Dice"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty) if:("Free"))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[sys.executable, "-m", "ludens", "lsp"]))
async def client(lsp_client: LanguageClient):  # type: ignore[no-untyped-def]
    await lsp_client.initialize_session(types.InitializeParams(capabilities=types.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, text: str = GAME, uri: str = URI) -> types.TextDocumentIdentifier:
    item = types.TextDocumentItem(uri=uri, language_id="lud", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return types.TextDocumentIdentifier(uri)


def position(text: str, mark: str, shift: int = 0) -> types.Position:
    """The place behind the first `mark`, in units of UTF-16."""
    before = text[: text.index(mark) + shift]
    return types.Position(before.count("\n"), len(before.rpartition("\n")[2].encode("utf-16-le")) // 2)


def changed(client: LanguageClient, where: types.Range, text: str) -> None:
    change = types.TextDocumentContentChangePartial(range=where, text=text)
    identifier = types.VersionedTextDocumentIdentifier(version=2, uri=URI)
    client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))


async def diagnosed(client: LanguageClient, uri: str = URI) -> list[types.Diagnostic]:
    """The next diagnostics of a document."""
    client.diagnostics.pop(uri, None)
    while uri not in client.diagnostics:
        await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 120)
    return list(client.diagnostics[uri])


@pytest.mark.asyncio
async def test_diagnostics_while_typing_and_their_fix(client: LanguageClient) -> None:
    document = opened(client, GAME.replace("Line", "Lin"))
    (found,) = await diagnosed(client)
    assert "no form `Lin`" in found.message and found.range.start == position(GAME, "Line")
    here = types.CodeActionParams(document, found.range, types.CodeActionContext([found]))
    actions = await client.text_document_code_action_async(here)
    assert actions and isinstance(actions[0], types.CodeAction) and actions[0].title == "Change to Line"
    assert actions[0].edit and actions[0].edit.changes
    (edit,) = actions[0].edit.changes[URI]
    changed(client, edit.range, edit.new_text)
    assert await diagnosed(client) == []


@pytest.mark.asyncio
async def test_completion_hover_and_signature(client: LanguageClient) -> None:
    document = opened(client)
    place = position(GAME, "(move", 1)
    found = await client.text_document_completion_async(types.CompletionParams(document, place))
    assert isinstance(found, types.CompletionList)
    labels = [item.label for item in found.items]
    assert "move Step" in labels and "+" not in labels
    hover = await client.text_document_hover_async(types.HoverParams(document, position(GAME, "Line", 1)))
    assert hover and isinstance(hover.contents, types.MarkupContent) and "(is Line" in hover.contents.value
    help_ = await client.text_document_signature_help_async(
        types.SignatureHelpParams(document, position(GAME, "Win", 0))
    )
    assert help_ and help_.signatures[0].label.startswith("(result")


@pytest.mark.asyncio
async def test_names(client: LanguageClient) -> None:
    document = opened(client)
    place = position(GAME, '("Free")', 3)
    found = await client.text_document_definition_async(types.DefinitionParams(document, place))
    assert isinstance(found, list) and isinstance(found[0], types.Location)
    assert found[0].range == types.Range(types.Position(0, 9), types.Position(0, 13))
    context = types.ReferenceContext(include_declaration=True)
    places = await client.text_document_references_async(types.ReferenceParams(context, document, place))
    assert places and len(places) == 2
    edit = await client.text_document_rename_async(types.RenameParams(document, place, "Open"))
    assert edit and edit.changes and {one.new_text for one in edit.changes[URI]} == {"Open"}
    with pytest.raises(Exception, match="no name here"):
        await client.text_document_rename_async(types.RenameParams(document, position(GAME, "square", 1), "x"))


@pytest.mark.asyncio
async def test_whole_texts(client: LanguageClient) -> None:
    document = opened(client, GAME.replace("    (players 2)\n", "  (players   2)\n"))
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, types.FormattingOptions(tab_size=4, insert_spaces=True))
    )
    assert edits and edits[0].new_text.count("    (players 2)\n") == 1
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert symbols and [one.name for one in symbols] == ["Free", "\U0001f3b2 Dice"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert folds and folds[0].start_line == 1
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert tokens and len(tokens.data) % 5 == 0 and list(tokens.data[:5]) == [0, 1, 6, 0, 0]


@pytest.mark.asyncio
async def test_the_board_is_drawn(client: LanguageClient) -> None:
    opened(client, library.read("Amazons"))
    found = await client.protocol.send_request_async("ludens/board", {"uri": URI, "options": ["Board Size/6x6"]})
    assert found.svg.startswith("<svg") and found.name == "Amazons"
    opened(client, "(game", "untitled:broken")
    broken = await client.protocol.send_request_async("ludens/board", {"uri": "untitled:broken"})
    assert "missing" in broken.error and broken.error.startswith("1:")


@pytest.mark.asyncio
async def test_files_that_are_not_open_are_not_read(client: LanguageClient) -> None:
    with pytest.raises(Exception, match="is not open"):
        await client.protocol.send_request_async("ludens/board", {"uri": "file:///etc/passwd"})
    document = types.TextDocumentIdentifier("file:///etc/hostname")
    with pytest.raises(Exception, match="is not open"):
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
