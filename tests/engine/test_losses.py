"""What wrong answers cost: enough that guessing earns nothing, in each split and in all."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.records import Sample
from acidtest.core.registry import find_suite
from acidtest.engine.losses import losses_of
from acidtest.engine.prompts import SPLITS, part
from acidtest.suites.sast_triage.record import Case, Finding
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

TRIAGE, CRYPTO = find_suite("sast-triage"), find_suite("crypto-inventory")


def samples(labels: list[str | None]) -> list[Sample]:
    """Findings with these labels, each in a package of its own."""
    finding = Finding("f", "i", "XSS", "", "p")
    return [
        Sample(str(n), f"package {n}", {}, Case(finding, label, None), {})
        for n, label in enumerate(labels)
    ]


def mean(some: list[Sample], losses: dict[str, float], verdict: str) -> float:
    """What one verdict for all earns."""
    known = [sample for sample in some if sample.truth.label]
    return sum(1 if s.truth.label == verdict else -losses[s.id] for s in known) / len(known)


@given(st.lists(st.sampled_from([REAL_BUG, REAL_BUG, FALSE_ALARM, None]), min_size=1, max_size=60))
def test_one_verdict_for_all_findings_earns_nothing(labels: list[str | None]) -> None:
    given = samples(labels)
    losses = dict(losses_of(TRIAGE, "right", given))
    assert all(loss > 0 for loss in losses.values())
    for split in SPLITS[:2]:
        some = part(given, split)
        if {sample.truth.label for sample in some} >= {REAL_BUG, FALSE_ALARM}:
            for verdict in (REAL_BUG, FALSE_ALARM):
                assert mean(some, losses, verdict) == pytest.approx(0, abs=1e-9)


def test_data_with_one_right_answer_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "acidtest"):
        assert losses_of(TRIAGE, "right", samples([REAL_BUG, None, REAL_BUG])) == {}
    assert "one and the same answer is right" in caplog.text


def test_only_the_pass_metric_of_a_suite_that_can_be_guessed_has_losses() -> None:
    given = samples([REAL_BUG, FALSE_ALARM])
    assert losses_of(TRIAGE, "retrieval.mrr", given) == {}
    assert losses_of(find_suite("c-decompile"), "passes_with_types", given) == {}


def test_no_list_that_is_the_same_for_all_files_earns_anything() -> None:
    files = [s for s in CRYPTO.read([]).samples if s.groups["split"] == "dev"]
    losses = losses_of(CRYPTO, "exact", files)
    for split in SPLITS:
        of_split = [s for s in part(files, split) if s.id in losses]
        sets = [frozenset(label.id for label in s.truth.labels if label.state == "active")
                for s in of_split]  # fmt: skip
        for same in {*sets}:
            earned = [
                1 if own == same else -losses[s.id] for own, s in zip(sets, of_split, strict=True)
            ]
            assert sum(earned) <= 1e-9, same
