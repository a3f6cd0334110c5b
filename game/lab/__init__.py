"""Plays many matches without a screen: simulations, and the ladder that measures the strength of bots."""
