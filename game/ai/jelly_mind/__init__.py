"""What there is to know about playing Jelly Mind."""
