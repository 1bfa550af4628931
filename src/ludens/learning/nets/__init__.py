"""Nets that say of a position which moves look good and who will win: their shape, their file, their code.

Only `ludens.learning.nets.model` needs PyTorch; it is imported where a net is made or used.
"""
