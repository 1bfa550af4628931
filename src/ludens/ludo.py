"""Ludo with the interface of pyludo: what `ludens.founding.ludo` has, where players written for pyludo look for it."""

from ludens.founding.ludo import *  # noqa: F403
from ludens.founding.ludo import __all__ as __all__
