"""The bots of Marshmallow Test."""
