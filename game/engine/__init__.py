"""The kernel: what every title shares. Imports nothing but the standard library."""
