"""Suite solidity-pairs: how similar are a recovered function and the original? As published."""
