"""The window: widgets, screens and the table."""
