"""Errors of exports."""

from __future__ import annotations


class ExportError(ValueError):
    """A game cannot be exported; the message says why, and what to do. Nothing has been written."""
