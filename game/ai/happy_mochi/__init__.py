"""What there is to know about playing Happy Mochi."""
