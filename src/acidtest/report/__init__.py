"""Reports on one or more runs: comparison, tables, pictures."""
