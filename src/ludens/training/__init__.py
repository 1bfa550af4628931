"""Agents made by self-play from nothing: see `ludens train` and `ludens.training.run`. It needs PyTorch."""
