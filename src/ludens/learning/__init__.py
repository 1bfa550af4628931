"""Agents made by self-play from nothing: see `ludens train` and `ludens.learning.run`. It needs PyTorch."""
