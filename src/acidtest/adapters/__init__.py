"""acidtest's results in the forms of other tools, and acidtest inside other frameworks."""
