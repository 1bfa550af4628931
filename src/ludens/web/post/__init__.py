"""Telling people who have no page open: mail and Web Push, sent by jobs that stand in the database."""
