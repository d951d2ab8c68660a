"""Finds the JSON document in what a model wrote, and counts what had to be repaired."""

from __future__ import annotations

from typing import Any

from acidtest.lang.extract import document
from acidtest.suites.crypto_inventory.answers._claim import Reading

_ROOTS = frozenset({"findings", "analysis_results", "detected_algorithms", "bomFormat", "runs"})


def extract(text: str, reading: Reading) -> Any:
    """The document in the text, or None; one that looks like an answer is preferred."""
    parsed = document(text, _is_answer)
    if parsed.value is None:
        parsed = document(text)
    for repair in parsed.repairs:
        reading.repair(repair)
    return parsed.value


def _is_answer(value: Any) -> bool:
    """Whether a value looks like a whole answer, not like a part of one."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and "algorithm" in item for item in value[:10])
    return isinstance(value, dict) and not _ROOTS.isdisjoint(value)
