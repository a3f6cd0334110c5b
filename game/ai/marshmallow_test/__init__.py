"""What there is to know about playing Marshmallow Test."""
