"""External programs: how each is found, versioned and checked, one module per program."""
