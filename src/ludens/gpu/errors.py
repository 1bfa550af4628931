"""Errors of graphics cards."""

from __future__ import annotations


class DeviceError(RuntimeError):
    """A device is missing, or cannot do something; the message says what."""
