"""The sound reading: findings as sets, states, lines, threats, confidence."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample, Score
from acidtest.engine.summarise import summarise
from acidtest.suites.crypto_inventory.naming import general_names, named
from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.suite import SUITE
from acidtest.suites.crypto_inventory.truth import Label, Truth

from .conftest import said, score

Samples = dict[str, Sample]


def counts(result: Score) -> list[float]:
    """True positives, false positives, false negatives."""
    found: list[float] = result.evidence["counts"]["names"]
    return found


def test_findings_are_sets(samples: Samples) -> None:
    result = score(samples["sign.py"], said("RSA", "rsa-2048", "RSA", "SHA256", "MD5"))
    assert counts(result) == [2, 1, 0]
    assert result.evidence["false_alarms"] == ["MD5"]
    assert result.metrics["f1_per_file"] == pytest.approx(0.8)


def test_names_are_compared_after_normalising(samples: Samples) -> None:
    for names in (["RSA2048", "sha-256"], ["rsaEncryption", "SHA_256"], ["SHA256withRSA"]):
        assert counts(score(samples["sign.py"], said(*names))) == [2, 0, 0], names


def test_what_is_only_mentioned_is_no_finding(samples: Samples) -> None:
    active = score(samples["sign.py"], said("RSA", "SHA-256", "DSA"))
    assert counts(active) == [2, 1, 0]
    assert active.metrics["traps_taken"] == 1.0
    assert active.evidence["traps"] == ["DSA (comment)"]
    stated = score(
        samples["sign.py"], said("RSA", "SHA-256", {"algorithm": "DSA", "state": "comment"})
    )
    assert counts(stated) == [2, 0, 0]
    assert stated.metrics["traps_taken"] == 0.0


def test_calling_what_is_active_inactive_is_a_miss(samples: Samples) -> None:
    result = score(samples["sign.py"], said({"algorithm": "RSA", "state": "test"}, "SHA-256"))
    assert counts(result) == [1, 0, 1]


def test_optional_components_neither_earn_nor_cost(samples: Samples) -> None:
    needed = ("ECDH", "RSA", "AES")
    assert counts(score(samples["tls.conf"], said(*needed))) == [3, 0, 0]
    assert counts(score(samples["tls.conf"], said(*needed, "SHA-256"))) == [3, 0, 0]
    assert counts(score(samples["tls.conf"], said("ECDHE-RSA-AES128-GCM-SHA256"))) == [3, 0, 0]


def test_migrated_and_no_cryptography_are_different_answers(samples: Samples) -> None:
    migrated, nothing = said("ML-KEM"), said()
    assert counts(score(samples["kem.go"], migrated)) == [1, 0, 0]
    assert counts(score(samples["kem.go"], nothing)) == [0, 0, 1]
    assert counts(score(samples["garden.py"], migrated)) == [0, 1, 0]
    assert counts(score(samples["garden.py"], nothing)) == [0, 0, 0]


def test_vulnerable_findings_are_scored_apart(samples: Samples) -> None:
    safe = score(samples["kem.go"], said("ML-KEM", "RSA"))
    assert safe.evidence["counts"]["vulnerable"] == [0, 1, 0]
    mixed = score(samples["sign.py"], said("RSA"))
    assert mixed.evidence["counts"]["vulnerable"] == [1, 0, 0]
    assert counts(mixed) == [1, 0, 1]


def test_korean_algorithms_have_figures_of_their_own(samples: Samples) -> None:
    label = Label("seed", "SEED", "adequate", korean=True)
    truth = Truth("f.c", b"seed\n", (label,), Expected((), None, None, None))
    sample = Sample("f.c", "f.c", {}, truth, {})
    assert score(sample, said("SEED", "ARIA", "RSA")).evidence["counts"]["korean"] == [1, 1, 0]
    assert score(sample, said("RSA")).evidence["counts"]["korean"] == [0, 0, 1]
    assert score(samples["garden.py"], said("seed-cbc")).evidence["counts"]["korean"] == [0, 1, 0]


def test_a_safe_algorithm_called_vulnerable_is_counted_where_it_was_found(samples: Samples) -> None:
    wrong = said({"algorithm": "ML-KEM", "threat": "shor"})
    assert score(samples["kem.go"], wrong).evidence["counts"]["safe"] == [1, 1]
    assert score(samples["kem.go"], said("ML-KEM")).evidence["counts"]["safe"] == [0, 1]
    assert score(samples["kem.go"], said("RSA")).evidence["counts"]["safe"] is None
    sign = score(samples["sign.py"], said("RSA", {"algorithm": "SHA-256", "threat": "broken"}))
    assert sign.evidence["counts"]["safe"] == [1, 1]


def test_clean_files_count_alarms_and_nothing_else(samples: Samples) -> None:
    quiet = score(samples["garden.py"], said())
    assert (quiet.metrics["clean_flagged"], quiet.metrics["alarms_per_clean_file"]) == (0.0, 0.0)
    assert quiet.metrics["f1_per_file"] is None
    loud = score(samples["garden.py"], said("SEED", "ARIA"))
    assert (loud.metrics["clean_flagged"], loud.metrics["alarms_per_clean_file"]) == (1.0, 2.0)
    other = score(samples["sign.py"], said("SEED"))
    assert other.metrics["clean_flagged"] is None
    assert "something to find" in other.reasons["clean_flagged"]


@pytest.mark.parametrize(
    ("lines", "credit"),
    [([2, 2], 1.0), ([1, 2], 0.5), ([1, 4], 0.25), ([3, 4], 0.0), (None, 0.0), ([99, 99], 0.0)],
)
def test_lines_earn_what_share_of_them_shows_it(
    samples: Samples, lines: Json, credit: float
) -> None:
    result = score(samples["sign.py"], said({"algorithm": "RSA", "lines": lines}))
    assert result.evidence["counts"]["lines"] == [credit, 2]


def test_threat_classes_are_told_apart_from_names(samples: Samples) -> None:
    right = score(samples["sign.py"], said({"algorithm": "RSA", "threat": "shor"}, "SHA-256"))
    assert right.evidence["counts"]["threat_right"] == [2, 2]
    wrong = score(samples["sign.py"], said({"algorithm": "RSA", "threat": "pq-safe"}, "SHA-256"))
    assert wrong.evidence["counts"]["threat_right"] == [1, 2]
    assert counts(wrong) == counts(right) == [2, 0, 0]
    other = score(samples["sign.py"], said("ECDSA", "SHA-512"))
    assert counts(other) == [0, 2, 2]
    assert other.evidence["counts"]["threats"] == [2, 0, 0]


def test_what_calls_itself_no_cryptography_is_no_alarm(samples: Samples) -> None:
    crc = said({"algorithm": "CRC32", "threat": "not-crypto"})
    assert counts(score(samples["garden.py"], crc)) == [0, 0, 0]
    assert counts(score(samples["garden.py"], said("CRC32"))) == [0, 1, 0]


def test_a_hybrid_is_found_by_its_name_or_by_all_its_parts() -> None:
    sample = sample_of("X25519MLKEM768")
    for answer in (said("X25519MLKEM768"), said("X25519", "ML-KEM-768")):
        assert counts(score(sample, answer)) == [1, 0, 0]
    assert counts(score(sample, said("X25519"))) == [0, 0, 1]
    assert counts(score(sample, said("X25519MLKEM768", "RSA"))) == [1, 1, 0]


def test_composite_and_general_names_cost_nothing_beside_what_they_mean() -> None:
    aead, curve = sample_of("ChaCha20-Poly1305"), sample_of("ECDSA")
    assert counts(score(aead, said("ChaCha20-Poly1305"))) == [1, 0, 0]
    assert counts(score(aead, said("ChaCha20", "Poly1305"))) == [1, 1, 0]
    assert counts(score(curve, said("ECDSA", "ECC"))) == [1, 0, 0]
    assert counts(score(curve, said("ECC"))) == [0, 0, 1]
    assert counts(score(curve, said("SHA256withECDSA"))) == [1, 0, 0]
    assert counts(score(curve, said("ECDSA", "SHA-256"))) == [1, 1, 0]


def sample_of(*names: str) -> Sample:
    """A file in which some algorithms are active."""
    labels = []
    for name in names:
        one = next(n for n in named(name) if not n.component)
        labels.append(
            Label(one.id, one.name, str(one.threat), parts=one.parts, general=general_names(one.id))
        )
    return Sample("s", "s", {}, Truth("s.py", b"x\n", tuple(labels), Expected()), {})


ALGORITHMS = ["RSA", "ECDSA", "ECC", "AES", "SHA-256", "ML-KEM", "X25519MLKEM768", "HS256", "nope"]


@given(
    st.sets(st.sampled_from(ALGORITHMS[:-2]), max_size=4),
    st.lists(st.sampled_from(ALGORITHMS), max_size=8),
    st.randoms(use_true_random=False),
)
def test_counts_are_those_of_sets_in_any_order(
    there: set[str], told: list[str], random: Random
) -> None:
    sample = sample_of(*sorted(there))
    first = score(sample, said(*told))
    again = told * 2
    random.shuffle(again)
    assert counts(score(sample, said(*again))) == counts(first)
    tp, fp, fn = counts(first)
    assert tp + fn == len(there)
    assert fp <= 2 * len(set(told))
    right = score(sample, said(*sorted(there)))
    assert counts(right) == [len(there), 0, 0]
    for name, value in first.metrics.items():
        if value is not None and not name.startswith(("published.", "alarms", "format")):
            assert 0 <= value <= 1, name


def test_unknown_names_are_kept_and_count_as_alarms(samples: Samples) -> None:
    result = score(samples["garden.py"], said("Frobnicator-9"))
    assert counts(result) == [0, 1, 0]
    assert result.evidence["unknown"] == ["Frobnicator-9"]


def test_confidence_is_scored_over_the_findings_that_state_one(samples: Samples) -> None:
    result = score(
        samples["sign.py"],
        said(
            {"algorithm": "RSA", "confidence": 0.9},
            {"algorithm": "MD5", "confidence": 0.6},
            "SHA-256",
        ),
    )
    gap, n = result.evidence["counts"]["brier"]
    assert (gap, n) == (pytest.approx(0.01 + 0.36), 2)
    assert sum(result.evidence["counts"]["ece"][0::3]) == 2
    none = score(samples["sign.py"], said("RSA"))
    assert none.evidence["counts"]["brier"] is None


def test_figures_over_all_files_are_micro_averages(dataset: Dataset, samples: Samples) -> None:
    answers = {
        "sign.py": said({"algorithm": "RSA", "confidence": 1.0}),
        "tls.conf": said("ECDH", "3DES"),
        "kem.go": said(),
        "garden.py": said({"algorithm": "SEED", "confidence": 0.5}),
    }
    scores = [score(samples[name], answer) for name, answer in answers.items()]
    figures, groups = summarise(scores, list(dataset.samples), SUITE.metrics, None)
    tp, fp, fn = 2, 2, 4
    assert figures["precision"].value == pytest.approx(tp / (tp + fp))
    assert figures["recall"].value == pytest.approx(tp / (tp + fn))
    assert figures["f1"].value == pytest.approx(2 * tp / (2 * tp + fp + fn))
    assert figures["clean_flagged"].value == 1.0
    assert figures["brier"].value == pytest.approx(0.125)
    assert figures["ece"].value == pytest.approx(0.25)
    assert figures["f1_per_file"].n == 3
    assert groups["language"]["python"]["recall"].value == pytest.approx(0.5)
    for name, figure in figures.items():
        if figure.value is not None and not name.startswith("published."):
            assert 0 <= figure.value <= 1, name


def test_scoring_is_pure(samples: Samples) -> None:
    answer = said("RSA", "Frobnicator", {"algorithm": "DSA", "state": "comment"})
    assert score(samples["sign.py"], answer) == score(samples["sign.py"], answer)
