"""Document 002, on quantum-vulnerable cryptography: its code, examples and formulas.

The document itself is not in the project: tests that need its text read it from beside the
checkout, or skip.
"""

from __future__ import annotations

import json
import random
import re
import sys
import types
from collections.abc import Sequence
from typing import Any

import pytest

from acidtest.compat.metrics_calculator import MetricsCalculator
from acidtest.core.records import Answer, Sample
from acidtest.suites.crypto_inventory.benchmark import expected_findings
from acidtest.suites.crypto_inventory.judge import CryptoJudge
from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.published.keywords import (
    CATEGORIES,
    FOUND_AS,
    KEYWORDS,
    KOREAN,
)
from acidtest.suites.crypto_inventory.suite import SUITE
from acidtest.suites.crypto_inventory.truth import Truth

from .conftest import Document

MOST = 1e-12
NAMES = (
    "RSA ECC ECDSA EC-DSA ec_dsa DSA DH Diffie-Hellman SEED SEED-128 seed_cbc ARIA HIGHT LEA KCDSA "
    "EC-KCDSA 3DES DES RC4 RC-4 MD5 SHA-1 SHA1 SHA-256 SHA_256 SHA512 SHA-512 A5/1 TEA CRC32 AES "
    "AES-128 Kyber HAS-160 HAS_160 has160 LSH ECDH X25519 ChaCha20 RSA-2048 rsa_2048 RSA2048 GOST"
).split()


@pytest.fixture(scope="module")
def blocks(document_002: Document) -> Document:
    return document_002


def _published(text: str, expected: Expected) -> dict[str, float | None]:
    sample = Sample("a", "a", {}, Truth("f.py", b"x\n", (), expected), {})
    observed = CryptoJudge().observe(sample, text)
    return dict(SUITE.score(sample, Answer("a", text), observed).metrics)


def test_every_python_block_runs(blocks: Document) -> None:
    """Blocks 8 to 10 are programs; the others are formulas, of which the last lines are checked."""
    module = types.ModuleType("utils.metrics_calculator")
    module.MetricsCalculator = MetricsCalculator  # type: ignore[attr-defined]
    names: dict[str, Any] = {}
    programs = [block for block in blocks.python if "MetricsCalculator" in block]
    assert (len(blocks.python), len(programs)) == (10, 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "utils", types.ModuleType("utils"))
        patch.setitem(sys.modules, "utils.metrics_calculator", module)
        for block in programs:
            exec(block, names)
    assert names["accuracy"] == pytest.approx(1.0)
    assert (names["precision"], names["recall"]) == (pytest.approx(1.0, abs=0.02), 1.0)
    assert names["aggregated"]["average_vulnerable_crypto_detection_accuracy"] == 0.875
    assert names["aggregated"]["timestamp"]


def test_the_formula_blocks_give_what_the_calls_give(blocks: Document) -> None:
    formulas = [block for block in blocks.python if "MetricsCalculator" not in block]
    share, time, stability, weights, categories, korean, keys = formulas
    given = {"found_algorithms": 2, "total_expected_algorithms": 4}
    assert _run(share, **given)["accuracy"] == 0.5
    for seconds in (5, 10, 12.5, 15, 20, 20.01, 30):
        own = MetricsCalculator.calculate_response_time_score(seconds)
        assert _run(time, response_time=seconds, baseline=10)["score"] == own
    for parts in range(8):
        has = dict(
            zip(
                ("has_analysis_results", "has_confidence", "has_summary"),
                (bool(parts & 1), bool(parts & 2), bool(parts & 4)),
                strict=True,
            )
        )
        reply = {
            **({"analysis_results": {"a": "b"}} if has["has_analysis_results"] else {}),
            **({"confidence_score": 0.5} if has["has_confidence"] else {}),
            **({"summary": "s"} if has["has_summary"] else {}),
        }
        own = MetricsCalculator.calculate_json_stability_score(reply)
        assert _run(stability, **has)["score"] == pytest.approx(own, abs=MOST)
    assert _run(categories)["category_keywords"] == {k: list(v) for k, v in CATEGORIES.items()}
    assert _run(korean)["korean_variations"] == {k: list(v) for k, v in KOREAN.items()}
    assert "_calculate_vulnerable_algorithm_accuracy" in weights
    named = re.findall(r"'(\w+)':", keys)
    results = [{"success": True, "accuracy_score": 0.5, "response_time": 1.0}]
    assert list(MetricsCalculator.aggregate_metrics(results)) == named


def _run(block: str, **names: Any) -> dict[str, Any]:
    exec(block, names)
    return names


def test_the_worked_examples_come_out(blocks: Document) -> None:
    pairs = [
        (truth, reply)
        for truth, reply in zip(blocks.json, blocks.json[1:], strict=False)
        if "expected_findings" in truth and "analysis_results" in reply
    ]
    totals = [float(t) for t in re.findall(r"총점: .*?= ([\d.]+)", blocks.text)]
    assert totals == [1.0, 0.5, 0.85]
    for (truth, reply), total in zip(pairs, totals, strict=True):
        assert MetricsCalculator.calculate_accuracy(reply, truth) == pytest.approx(total, abs=MOST)
        expected = expected_findings(truth, "here")
        assert expected is not None
        scored = _published(json.dumps(reply), expected)
        assert scored["published.accuracy"] == pytest.approx(total, abs=MOST)


def test_spellings_that_the_document_calls_equal_are(blocks: Document) -> None:
    lines = re.findall(r'^("[^"\n]+"(?: = "[^"\n]+")+)$', blocks.text, re.M)
    assert len(lines) == 3
    for line in lines:
        first, *others = re.findall(r'"([^"]+)"', line)
        truth = {"expected_findings": {"vulnerable_algorithms_detected": [first]}}
        for other in others:
            reply = {"analysis_results": {"detected": [other]}}
            assert MetricsCalculator.calculate_false_negative_rate(reply, truth) == 0, other


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("SHA-512", "SHA512"),
        ("SHA-256", "SHA_256"),
        ("RC4", "RC-4"),
        ("HAS-160", "HAS_160"),
        ("GOST", "go-st"),
    ],
)
def test_hyphens_and_underscores_do_not_count(expected: str, said: str) -> None:
    text = json.dumps({"analysis_results": {"x": [said]}, "confidence_score": 0.9})
    assert _published(text, Expected((expected,)))["published.accuracy"] == pytest.approx(1.0)


def test_broken_json_is_not_repaired_for_published_figures() -> None:
    whole = json.dumps({"analysis_results": {"x": "DETECTED: RSA"}, "confidence_score": 0.9})
    for text in (whole[:-3], whole.replace('"', "'"), "RSA", f"[{whole}]"):
        scored = _published(text, Expected(("RSA",), ("public_key",), (), (0.7, 0.95)))
        for reading in ("published", "published.program"):
            assert scored[f"{reading}.accuracy"] == 0.0, (reading, text)
            assert scored[f"{reading}.json_stability"] == 0.0
    fenced = _published(f"```json\n{whole}\n```", Expected(("RSA",)))
    assert fenced["published.accuracy"] == pytest.approx(1.0)


def literal(reply: dict[str, Any] | None, expected: Expected) -> dict[str, float]:
    """The document's figures, written again from its text."""

    def squeezed(text: str) -> str:
        return re.sub(r"[-_]", "", text.lower())

    if reply is None:
        return {"accuracy": 0.0, "false_positive_rate": 1.0, "false_negative_rate": 1.0}
    findings = reply.get("analysis_results", {})
    text = squeezed(json.dumps(findings))

    def spelt(name: str) -> set[str]:
        for parts, others in FOUND_AS:
            if any(squeezed(part) in squeezed(name) for part in parts):
                return {squeezed(name)} | {squeezed(other) for other in others}
        return {squeezed(name)}

    def part(names: Sequence[str], words: Any) -> float:
        if not names:
            return 1.0
        return sum(any(w in text for w in words(name)) for name in names) / len(names)

    found = part(expected.algorithms, spelt)

    def of_category(name: str) -> set[str]:
        return {squeezed(w) for w in CATEGORIES.get(name.lower(), (name,))}

    total = 0.7 * found
    half = 0.0
    if expected.categories is None:
        half = 0.1
    else:
        total += 0.2 * part(expected.categories, of_category)
    confidence = reply.get("confidence_score")
    number = isinstance(confidence, int | float) and not isinstance(confidence, bool)
    if number or expected.confidence is not None:
        low, high = expected.confidence or (0.0, 1.0)
        sure = float(confidence) if number and confidence is not None else 0.0
        inside = low <= sure <= high
        gap = 0.0 if inside else min(abs(sure - low), abs(sure - high))
        total += 0.1 * (1.0 if inside else max(0.0, 1.0 - gap))
    else:
        half = half or 0.05
    total += half
    if expected.korean:
        hits = sum(
            any(squeezed(w) in text for w in KOREAN.get(n.lower(), (n,))) for n in expected.korean
        )
        total += 0.05 * hits / len(expected.korean)
    known = (
        set().union(*(spelt(name) for name in expected.algorithms))
        if expected.algorithms
        else set()
    )
    negatives = [
        squeezed(k)
        for k in KEYWORDS
        if not any(squeezed(k) in other or other in squeezed(k) for other in known)
    ]
    flagged = sum(word in text for word in negatives)
    return {
        "accuracy": total,
        "false_positive_rate": flagged / len(negatives),
        "false_negative_rate": 1.0 - found,
    }


def _random_case(rng: random.Random) -> tuple[Expected, dict[str, Any], str]:
    def some(names: Sequence[str], most: int) -> tuple[str, ...]:
        return tuple(rng.choice(names) for _ in range(rng.randrange(most + 1)))

    low = rng.random()
    expected = Expected(
        some(NAMES, 4),
        None if rng.random() < 0.2 else some([*CATEGORIES, "weak_hash"], 3),
        None if rng.random() < 0.2 else some([*KOREAN, "XYZ"], 2),
        None if rng.random() < 0.4 else (low, min(1.0, low + rng.random())),
    )
    said = [rng.choice(NAMES) for _ in range(rng.randrange(6))]
    said = [name.swapcase() if rng.random() < 0.3 else name for name in said]
    forms: list[Any] = [said, f"DETECTED: {', '.join(said)}", "NOT DETECTED", None, {"deep": said}]
    analysis: Any = {key: rng.choice(forms) for key in rng.sample("abcd", rng.randrange(4))}
    reply: dict[str, Any] = {"analysis_results": rng.choice([analysis, analysis, said])}
    if rng.random() < 0.1:
        del reply["analysis_results"]
    if rng.random() < 0.7:
        reply["confidence_score"] = rng.choice([rng.random(), 1, 0, "0.9", None, True])
    text = json.dumps(reply, ensure_ascii=rng.random() < 0.5)
    wrapped = rng.random()
    if wrapped < 0.1:
        text = f"```json\n{text}\n```"
    elif wrapped < 0.2:
        text = f"Here it is: {text} Done."
    elif wrapped < 0.3:
        text = text[: rng.randrange(len(text))]
    elif wrapped < 0.35:
        text = text.replace(":", "=")
    return expected, reply, text


def test_published_figures_are_the_documents_on_ten_thousand_random_answers() -> None:
    rng = random.Random(2)
    worst = dict.fromkeys(("accuracy", "false_positive_rate", "false_negative_rate"), 0.0)
    broken = 0
    for _ in range(10_000):
        expected, reply, text = _random_case(rng)
        try:
            start, end = text.index("{"), text.rindex("}") + 1
            whole = json.loads(text[start:end]) == json.loads(json.dumps(reply))
        except ValueError:
            whole = False
        broken += not whole
        own = _published(text, expected)
        for name, value in literal(reply if whole else None, expected).items():
            got = own[f"published.{name}"]
            assert got is not None
            worst[name] = max(worst[name], abs(got - value))
    assert 1000 < broken < 5000
    assert max(worst.values()) <= MOST, worst
