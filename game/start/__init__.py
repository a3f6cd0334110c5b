"""Starts the program: settings, window and loop, the wiring of scenes, headless mode, self-test."""
