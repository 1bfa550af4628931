"""Boards as text and as pictures, and moves as people write them."""

from ludens.render.notation import notation, notations, site_name
from ludens.render.text import text

__all__ = ["notation", "notations", "site_name", "text"]
