"""Errors of exports."""

from __future__ import annotations


class ExportError(ValueError):
    """What a target cannot do, or what is missing for it; the message says what to do. Nothing has been written."""
