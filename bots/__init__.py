"""Players that get a seat's view and nothing else."""
