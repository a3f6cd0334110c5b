"""Reading what ships with the program: strict YAML, titles, rule books."""
