"""The language server: the engine's answers in the language server protocol (pygls).

Questions about the text alone are answered at once; a worker process (`ludens.lsp.worker`) compiles, which may take
long. Documents are looked at again a moment after they were last changed;
only those that the editor has opened are looked at, and no file is read.
"""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from ludens.language import LudError
from ludens.lsp import protocol
from ludens.lsp.answers import opened, warm_up
from ludens.lsp.completion import complete
from ludens.lsp.document import Document
from ludens.lsp.expectations import Expectations
from ludens.lsp.formatting import format_text
from ludens.lsp.hover import hover
from ludens.lsp.outline import folding, outline
from ludens.lsp.positions import Positions
from ludens.lsp.signature_help import signatures
from ludens.lsp.symbols import NotRenamed, definitions, name_at, references, rename
from ludens.lsp.tokens import tokens
from ludens.lsp.worker import Worker
from ludens.version import __version__

#: how long after the last change a text is looked at
PAUSE = 0.15
#: the request for a picture of the board at the start
BOARD = "ludens/board"


class Server(LanguageServer):
    """A language server for descriptions."""

    def __init__(self, worker: Worker | None = None) -> None:
        super().__init__("ludens", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self.worker = worker or Worker()
        self._turns: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._findings: dict[str, list[dict[str, Any]]] = {}

    def opened(self, uri: str) -> tuple[Document, Expectations, Positions]:
        """A document, what it expects, and its positions. Raises JsonRpcInvalidParams for one that is not open."""
        document, expectations = opened(self.text_of(uri))
        return document, expectations, Positions(document, self.server_capabilities.position_encoding)

    def text_of(self, uri: str) -> str:
        if uri not in self.workspace.text_documents:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return self.workspace.get_text_document(uri).source

    def findings(self, uri: str) -> list[dict[str, Any]]:
        """The latest findings about a document."""
        return self._findings.get(uri, [])

    def look(self, uri: str) -> None:
        """Look at a document a moment from now, unless it changes before."""
        self._turns[uri] = self._turns.get(uri, 0) + 1
        task = asyncio.get_running_loop().create_task(self._look(uri, self._turns[uri]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, uri: str, turn: int) -> None:
        await asyncio.sleep(PAUSE)
        for deep in (False, True):
            if self._turns.get(uri) != turn:
                return
            if uri not in self.workspace.text_documents:
                return
            document = self.workspace.get_text_document(uri)
            question = {"ask": "diagnostics", "text": document.source, "deep": deep, "units": "characters"}
            answer = await asyncio.to_thread(self.worker.ask, question)
            if self._turns.get(uri) != turn:
                return
            findings = answer.get("findings", [_trouble(answer)])
            wrong = any(one["severity"] == "error" for one in findings)
            if deep or wrong:
                self._publish(uri, document.version, findings)
            if wrong:
                return

    def _publish(self, uri: str, number: int | None, findings: list[dict[str, Any]]) -> None:
        _, _, positions = self.opened(uri)
        self._findings[uri] = findings
        diagnostics = [protocol.diagnostic(positions, one) for one in findings]
        params = types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=number)
        self.text_document_publish_diagnostics(params)

    def forget(self, uri: str) -> None:
        """Drop what there is of a document that was closed."""
        self._turns.pop(uri, None)
        self._findings.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))


def _trouble(answer: dict[str, Any]) -> dict[str, Any]:
    late = "this description takes too long, or too much memory, to be looked at"
    message = str(answer.get("error", late))
    return {"from": 0, "to": 1, "severity": "error", "code": "too-slow", "message": message, "hint": None, "fixes": []}


def server(worker: Worker | None = None) -> Server:
    """The server with all its features."""
    language_server = Server(worker)
    warm_up()
    _documents(language_server)
    _questions(language_server)
    _names(language_server)
    _whole_texts(language_server)
    return language_server


def _documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        ls.look(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        ls.look(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        ls.forget(params.text_document.uri)

    @server.feature(types.SHUTDOWN)
    def shut_down(ls: Server, *_: Any) -> None:
        ls.worker.close()

    @server.feature(BOARD)
    async def board(ls: Server, params: Any) -> dict[str, Any]:
        text = ls.text_of(str(params.uri))
        options = list(getattr(params, "options", None) or [])
        return await asyncio.to_thread(ls.worker.ask, {"ask": "board", "text": text, "options": options})


def _questions(server: Server) -> None:
    """What stands, or may stand, at a place."""
    triggers = types.CompletionOptions(trigger_characters=["(", '"', "<", ":", " "])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, triggers)
    def completion(ls: Server, params: types.CompletionParams) -> types.CompletionList:
        document, expectations, positions = ls.opened(params.text_document.uri)
        completions = complete(document, expectations, positions.offset(params.position))
        return protocol.completions(positions, completions)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(ls: Server, params: types.HoverParams) -> types.Hover | None:
        document, expectations, positions = ls.opened(params.text_document.uri)
        text = hover(document, expectations, positions.offset(params.position))
        if text is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, text.markdown)
        return types.Hover(content, positions.range(text.start, text.end))

    helped = types.SignatureHelpOptions(trigger_characters=["(", " "], retrigger_characters=[" ", ")"])

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, helped)
    def signature_help(ls: Server, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        document, expectations, positions = ls.opened(params.text_document.uri)
        forms = signatures(document, expectations, positions.offset(params.position))
        return None if forms is None else protocol.signature_help(forms)

    actions = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, actions)
    def code_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        _, _, positions = ls.opened(params.text_document.uri)
        start, end = positions.offset(params.range.start), positions.offset(params.range.end)
        near = [one for one in ls.findings(params.text_document.uri) if one["from"] <= end and start <= one["to"]]
        return [action for one in near for action in protocol.code_actions(params.text_document.uri, positions, one)]


def _names(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
        document, expectations, positions = ls.opened(params.text_document.uri)
        places = definitions(document, expectations, positions.offset(params.position))
        return [protocol.location(params.text_document.uri, positions, place) for place in places]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def referenced(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
        document, expectations, positions = ls.opened(params.text_document.uri)
        places = references(document, expectations, positions.offset(params.position))
        return [protocol.location(params.text_document.uri, positions, place) for place in places]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(ls: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        document, expectations, positions = ls.opened(params.text_document.uri)
        places = references(document, expectations, positions.offset(params.position))
        return [types.DocumentHighlight(positions.range(place.start, place.end)) for place in places]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.Range | None:
        document, expectations, positions = ls.opened(params.text_document.uri)
        place = name_at(document, expectations, positions.offset(params.position))
        return None if place is None else positions.range(place.start, place.end)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit:
        document, expectations, positions = ls.opened(params.text_document.uri)
        try:
            edits = rename(document, expectations, positions.offset(params.position), params.new_name)
        except NotRenamed as error:
            raise JsonRpcInvalidParams(str(error)) from None
        text_edits = [types.TextEdit(positions.range(place.start, place.end), name) for place, name in edits]
        return types.WorkspaceEdit(changes={params.text_document.uri: text_edits})


def _whole_texts(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        document, _, positions = ls.opened(params.text_document.uri)
        return [protocol.symbol(positions, one) for one in outline(document)]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(ls: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        document, _, _ = ls.opened(params.text_document.uri)
        return [types.FoldingRange(one.first, one.last, kind=one.kind) for one in folding(document)]

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        document, _, positions = ls.opened(params.text_document.uri)
        try:
            text = format_text(document.text)
        except LudError:
            return []  # the diagnostics say why
        return [] if text == document.text else [types.TextEdit(positions.whole, text)]

    legend = types.SemanticTokensLegend(token_types=list(protocol.TOKEN_TYPES.values()), token_modifiers=[])

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def semantic_tokens(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
        document, _, positions = ls.opened(params.text_document.uri)
        return types.SemanticTokens(data=protocol.token_data(positions, tokens(document)))
