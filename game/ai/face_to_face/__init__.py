"""What there is to know about playing The Game: Face to Face."""
