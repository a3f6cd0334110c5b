"""The bots of Jelly Mind."""
