"""Reads answers: this suite's JSON, the published benchmark's, CycloneDX CBOM and SARIF."""

from acidtest.suites.crypto_inventory.answers._claim import STATES, Claim, Reading
from acidtest.suites.crypto_inventory.answers._read import ANSWER_MAX, claims_of, read_answer

__all__ = ["ANSWER_MAX", "STATES", "Claim", "Reading", "claims_of", "read_answer"]
