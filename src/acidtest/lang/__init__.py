"""Pure functions over languages and formats: C, Solidity, EVM code, ELF, mutants, answers."""
