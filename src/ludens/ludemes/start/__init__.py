"""Start rules: the starting position (spec 4, section 4). Of forms that could both match, the first one listed wins."""

# ruff: noqa: F401, I001
from ludens.ludemes.start import dealing
from ludens.ludemes.start import loops
from ludens.ludemes.start import place_random
from ludens.ludemes.start import place
from ludens.ludemes.start import place_stack
from ludens.ludemes.start import set_sites
from ludens.ludemes.start import set_players
from ludens.ludemes.start import set_hidden
from ludens.ludemes.start import set_pieces
