"""The table: where a View becomes a picture, and a touch becomes a move."""
