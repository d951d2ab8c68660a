"""From an answer's text to what it claims."""

from __future__ import annotations

from typing import Any

from acidtest.suites.crypto_inventory.answers._cbom import is_cbom, read_cbom
from acidtest.suites.crypto_inventory.answers._claim import Reading
from acidtest.suites.crypto_inventory.answers._extract import extract
from acidtest.suites.crypto_inventory.answers._own import read_own, read_published
from acidtest.suites.crypto_inventory.answers._sarif import is_sarif, read_sarif

ANSWER_MAX = 32_000_000


def read_answer(text: str) -> Reading:
    """Any answer; never raises. What cannot be read claims nothing and says why."""
    reading = Reading()
    if len(text) > ANSWER_MAX:
        reading.why = f"the answer is longer than {ANSWER_MAX} characters"
        return reading
    if not text.strip():
        reading.why = "the answer is empty"
        return reading
    document = extract(text, reading)
    if document is None:
        reading.why = "there is no JSON document in the answer"
        return reading
    return claims_of(document, reading)


def claims_of(document: Any, reading: Reading) -> Reading:
    """The claims of a parsed document, by the form it has."""
    reading.document = document
    if is_cbom(document):
        reading.form, claims = "cbom", read_cbom(document, reading)
    elif is_sarif(document):
        reading.form, claims = "sarif", read_sarif(document, reading)
    elif isinstance(document, list) or (isinstance(document, dict) and "findings" in document):
        reading.form, claims = "findings", read_own(document, reading)
    elif isinstance(document, dict) and {"analysis_results", "detected_algorithms"} & {*document}:
        reading.form, claims = "published", read_published(document, reading)
    else:
        reading.why = (
            "the document is neither findings nor a CBOM nor SARIF: "
            "it has none of 'findings', 'bomFormat', 'runs'"
        )
        return reading
    reading.claims.extend(claims)
    return reading
