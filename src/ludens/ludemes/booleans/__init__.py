"""Conditions (manual: booleans)."""
