"""Primitive actions: every change of a state, plain and traced."""
