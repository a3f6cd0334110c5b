"""What a player is asked and told, without a screen: used by the window and by text mode alike."""
