"""Finds the JSON document in what a model wrote, and counts what had to be repaired."""

from __future__ import annotations

from typing import Any

from acidtest.extract import document
from acidtest.suites.crypto_inventory.answers._claim import Reading

_ROOTS = frozenset({"findings", "analysis_results", "detected_algorithms", "bomFormat", "runs"})


def extract(text: str, reading: Reading) -> Any:
    """The document in the text, or None; one that looks like an answer goes before any other."""
    found = document(text, _is_answer)
    if found.value is None:
        found = document(text)
    for repair in found.repairs:
        reading.repair(repair)
    return found.value


def _is_answer(value: Any) -> bool:
    """Whether a value looks like a whole answer, and not like a piece of one."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and "algorithm" in item for item in value[:10])
    return isinstance(value, dict) and not _ROOTS.isdisjoint(value)
