"""The ludemes of the language: importing this package registers every class.

Add a line for each new module; of two forms that could both match, the one imported first wins.
"""

# ruff: noqa: F401, I001
from ludens.ludemes import structure
from ludens.ludemes import equipment
from ludens.ludemes import boards
from ludens.ludemes import ends
