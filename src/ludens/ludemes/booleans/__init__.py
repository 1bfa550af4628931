"""Conditions (spec 7)."""
