"""Reads the files that ship with the program: titles and rule books, in strict YAML."""
