"""Starting the program: options, settings, the window and its loop, scenes, self-test."""
