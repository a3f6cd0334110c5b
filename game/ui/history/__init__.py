"""Saved and finished matches: to resume, to replay, to verify, and their statistics."""
