"""The four documents: their code blocks, examples and formulas."""
