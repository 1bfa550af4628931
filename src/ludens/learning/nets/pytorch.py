"""PyTorch, or how to install it."""

from __future__ import annotations

try:
    import torch
except ImportError as error:
    raise ImportError('nets need PyTorch: pip install "ludens[torch]"', name="torch") from error

__all__ = ["torch"]
