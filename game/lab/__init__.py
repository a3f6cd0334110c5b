"""Many matches without a screen, and how strong bots are."""
