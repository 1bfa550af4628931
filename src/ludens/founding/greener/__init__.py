"""Greener: its positions as lists of stacks, its screen on a terminal, and the questions before a game.

The rules are the description `Greener` of the library; nothing here plays.

>>> import ludens
>>> from ludens.founding import greener
>>> state = ludens.load("Greener").start(seed=1)
>>> greener.read(greener.write(greener.position_of(state))) == greener.position_of(state)
True
"""

from ludens.founding.greener.notation import NotationError, Position, position_of, read, state_of, write

__all__ = ["NotationError", "Position", "position_of", "read", "state_of", "write"]
