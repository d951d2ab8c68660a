"""filehost: serves a folder over HTTP, with counters and a search."""
