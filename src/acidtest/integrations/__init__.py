"""acidtest inside other frameworks, and its results in their formats."""
