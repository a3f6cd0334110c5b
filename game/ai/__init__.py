"""Computer players. They see a View and nothing else."""
