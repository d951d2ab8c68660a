"""Reads an answer into findings with canonical names: the observation before scoring."""

from __future__ import annotations

from collections.abc import Mapping

from acidtest.core.digest import sha256_of
from acidtest.core.records import Json, Observation, Sample
from acidtest.crypto import taxonomy
from acidtest.suites.crypto_inventory.answers import Reading, read_answer
from acidtest.suites.crypto_inventory.naming import resolve
from acidtest.suites.crypto_inventory.published import formulas, program
from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.published.reply import read_reply
from acidtest.suites.crypto_inventory.truth import Truth


def findings(reading: Reading, line_count: int | None) -> list[dict[str, Json]]:
    """Distinct findings by algorithm and state, in the order they are first claimed."""
    merged: dict[tuple[str, str], dict[str, Json]] = {}
    for one, claim in resolve(reading.claims):
        lines = [list(span) for span in claim.lines]
        if line_count is not None:
            kept = [[a, min(b, line_count)] for a, b in lines if a <= line_count]
            if kept != lines:
                reading.repair("lines-beyond-the-file")
            lines = kept
        before = merged.get((one.id, claim.state))
        if before is None:
            merged[one.id, claim.state] = {
                "id": one.id,
                "name": one.name,
                "known": one.known,
                "free": claim.free,
                "component": one.component,
                "state": claim.state,
                "implied": one.threat,
                "threat": claim.threat,
                "lines": lines,
                "confidence": claim.confidence,
                "said": 1,
            }
            continue
        before["said"] += 1
        before["free"] = before["free"] and claim.free
        before["component"] = before["component"] and one.component
        before["lines"] += [span for span in lines if span not in before["lines"]]
        if claim.confidence is not None:
            before["confidence"] = max(before["confidence"] or 0.0, claim.confidence)
        before["threat"] = before["threat"] or claim.threat
    return list(merged.values())


def published(answer: str, expected: Expected) -> dict[str, Json]:
    """The inputs of an answer's published metrics, and those of the published program.

    Both read the answer as it is: only the sound metrics repair.
    """
    reply = read_reply(answer)
    by_program: dict[str, Json] = {
        "accuracy": program.accuracy(reply, expected),
        "false_positive_rate": program.false_positive_rate(reply, expected),
        "false_negative_rate": program.false_negative_rate(reply, expected),
        "json_stability": program.json_stability(reply),
        "completeness": program.completeness(reply, expected.points),
    }
    response = formulas.read_response(reply)
    if not response.valid:
        return {"valid": False, "program": by_program}
    text = response.text
    counts = formulas.counts(response, expected.algorithms) if expected.given else (0, 0, 0)
    return {
        "valid": True,
        "program": by_program,
        "analysis": bool(response.analysis),
        "confidence": response.confidence,
        "summary": response.summary,
        "algorithms": formulas.detected(text, expected.algorithms),
        "categories": formulas.categories_found(response, expected.categories or ()),
        "korean": formulas.korean_found(text, expected.korean or ()),
        "false_positive_rate": formulas.false_positive_rate(text, expected.algorithms),
        "counts": list(counts),
    }


class CryptoJudge:
    """Reads answers by the taxonomy. Needs no tool and no sandbox."""

    def __init__(self) -> None:
        self.toolchain: Mapping[str, str] = {
            "taxonomy": taxonomy.load().sha256[:16],
            "published": "document",
            "program": program.COMMIT,
        }

    def key(self, sample: Sample, text: str) -> str:
        """Depends on the file's lines and the expected names, not on the labels."""
        truth: Truth = sample.truth
        size = "none" if truth.data is None else str(truth.line_count)
        return sha256_of(size, repr(truth.expected), *truth.expected.points, text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Findings, repairs, and the inputs of the published metrics."""
        truth: Truth = sample.truth
        reading = read_answer(text)
        entries = findings(reading, None if truth.data is None else truth.line_count)
        return {
            "form": reading.form,
            "why": reading.why,
            "findings": entries,
            "repairs": dict(sorted(reading.repairs.items())),
            "published": published(text, truth.expected),
        }
