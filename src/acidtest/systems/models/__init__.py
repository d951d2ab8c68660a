"""Language models as systems, through Inspect AI."""
