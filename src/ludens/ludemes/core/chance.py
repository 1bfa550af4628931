"""Random draws, each from the state's own generator (spec 10, section 14)."""

from ludens.ludemes.core.random import next_int as below
from ludens.ludemes.core.random import next_real as unit

__all__ = ["below", "unit"]
