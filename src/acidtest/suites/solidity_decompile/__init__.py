"""Suite solidity-decompile: does a recovered contract behave like the original? By replay."""
