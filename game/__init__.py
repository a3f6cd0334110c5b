"""Mallow: a small box of card games."""

__version__ = "0.2.0"
