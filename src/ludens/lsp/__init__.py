"""Help for authors of descriptions: one engine for the language server, for `ludens check` and for the page.

`answer` takes and gives plain data. Nothing but the diagnostics compiles anything.
"""

from ludens.lsp.answers import KINDS, answer
from ludens.lsp.diagnostics import diagnose
from ludens.lsp.document import Document
from ludens.lsp.findings import CODES, Edit, Finding, Fix
from ludens.lsp.formatting import format_text

__all__ = ["CODES", "KINDS", "Document", "Edit", "Finding", "Fix", "answer", "diagnose", "format_text"]
