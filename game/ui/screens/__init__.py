"""Screens round the table."""
