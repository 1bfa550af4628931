"""The ludemes of the language: importing this package registers every class.

Add a line for each new module; of two forms that could both match, the one imported first wins.
"""

# ruff: noqa: F401, I001
from ludens.ludemes import structure
from ludens.ludemes import equipment
from ludens.ludemes import boards
from ludens.ludemes import ends
from ludens.ludemes import booleans
from ludens.ludemes.effects import flanking, flip, push, attract, sow
from ludens.ludemes.effects import set_site, set_player, variables, set_hidden, set_team
from ludens.ludemes.effects import scores, turns, memory, chance, take
from ludens.ludemes import directions
from ludens.ludemes import regions
from ludens.ludemes import meta
from ludens.ludemes import start
from ludens.ludemes import ranges
from ludens.ludemes import arrays
from ludens.ludemes import floats
from ludens.ludemes.integers import arithmetic
from ludens.ludemes.integers import counts
from ludens.ludemes.integers import geometry
from ludens.ludemes.integers import groups
from ludens.ludemes.integers import iterators
from ludens.ludemes.integers import last
from ludens.ludemes.integers import names
from ludens.ludemes.integers import path
from ludens.ludemes.integers import players
from ludens.ludemes.integers import sites_values
from ludens.ludemes.integers import steps
from ludens.ludemes.integers import tracks
from ludens.ludemes import metadata
from ludens.ludemes.moves import add, from_to, hop, leap, operators, pass_, priority, promote, propose, random
from ludens.ludemes.moves import remove, select, set_moves, shoot, slide, step, swap
from ludens.ludemes.moves import for_each, for_each_die, for_each_piece
from ludens.ludemes.moves import avoid, do, first_on_track, max
from ludens.ludemes import matches
