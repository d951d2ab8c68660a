"""The names of the four documents, over what acidtest has: their code blocks run as they are."""
