"""Matches that are kept: to go on with, to look back on, to count."""
