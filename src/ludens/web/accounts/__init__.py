"""Accounts, where a host has them: how people sign in, what is kept of a person, and how all of it goes."""
