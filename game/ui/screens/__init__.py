"""All screens except the table: title, menu, set-up, settings, keys, pause, scores."""
