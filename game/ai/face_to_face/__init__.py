"""The bots of Face to Face."""
