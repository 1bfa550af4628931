"""Boards as text and as pictures, and moves as people write them."""

from ludens.game.notation import name_of, notation, notations, site_name
from ludens.render.status import status
from ludens.render.svg import png, svg
from ludens.render.text import text
from ludens.render.view import Drawable

__all__ = ["Drawable", "name_of", "notation", "notations", "png", "site_name", "status", "svg", "text"]
