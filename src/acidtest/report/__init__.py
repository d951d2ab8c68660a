"""One or more runs for a person to look at: comparison, tables, pictures."""
