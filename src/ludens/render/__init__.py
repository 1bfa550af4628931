"""Boards as text and as pictures."""

from ludens.render.text import text

__all__ = ["text"]
