"""Files that belong to the player: settings, saves, results and locks."""
