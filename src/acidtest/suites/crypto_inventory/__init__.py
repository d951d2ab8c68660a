"""Suite crypto-inventory: who finds the cryptography that a quantum computer breaks?"""
