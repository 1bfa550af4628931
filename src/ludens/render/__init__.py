"""Boards as text and as pictures."""

from ludens.render.names import name_of
from ludens.render.status import status, status_with_reason
from ludens.render.svg import png, svg
from ludens.render.text import text
from ludens.render.view import Drawable, Viewer

__all__ = ["Drawable", "Viewer", "name_of", "png", "status", "status_with_reason", "svg", "text"]
