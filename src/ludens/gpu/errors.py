"""What can go wrong with graphics cards."""

from __future__ import annotations


class DeviceError(RuntimeError):
    """A device is not there, or cannot do what it was asked; the message says what is missing."""
