"""The bots of Happy Mochi."""
