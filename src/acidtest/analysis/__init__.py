"""Analysis of finished runs, independent of any output: comparison, gates, cost, sections."""
