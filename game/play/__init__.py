"""A running match with people and bots, without a screen. The window and the text mode both use it."""
