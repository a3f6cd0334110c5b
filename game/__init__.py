"""Mallow: a small box of card games."""

__version__ = "0.3.0"
