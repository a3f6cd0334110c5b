"""pygame_gui in our colours and shapes: what forms are drawn with."""
