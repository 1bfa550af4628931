"""Games as things of their own, which need neither ludens nor Python: pages, WebAssembly modules, C libraries and
PTX for graphics cards.

They play as ludens does, bit for bit: equal seeds give equal games.
"""

from ludens.export.c import c
from ludens.export.cuda import cuda
from ludens.export.errors import ExportError
from ludens.export.gdl import gdl
from ludens.export.ini import ini
from ludens.export.page import page
from ludens.export.shelf import add_to_shelf
from ludens.export.wasm import Wasm, wasm

__all__ = ["ExportError", "Wasm", "add_to_shelf", "c", "cuda", "gdl", "ini", "page", "wasm"]
