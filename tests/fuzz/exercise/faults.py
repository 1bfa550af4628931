"""Inputs that go wrong on purpose, by which the fuzzers themselves are tested."""

from __future__ import annotations

import ctypes

from fuzz.exercise.base import Notes, hold
from ludens import LimitExceeded, LudError


def fault(data: str, at: Notes) -> str:
    """Do what the input names."""
    at("fault")
    match data:
        case "crash":
            ctypes.string_at(8)
        case "hang":
            while True:
                pass
        case "memory":
            bytearray(1 << 40)
        case "exception":
            raise KeyError(data)
        case "limit":
            raise LimitExceeded("a limit was exceeded")
        case "no place":
            raise LudError("somewhere, something is wrong")
        case "broken":
            hold(False, "promise: it does not hold")
        case "exit":
            raise SystemExit(3)
    return "played"
