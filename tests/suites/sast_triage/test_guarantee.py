"""Promises about lost real bugs: exact where they can be worked out, kept where they are drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.suites.sast_triage.filter.decide import KnownMatch, by_threshold
from acidtest.suites.sast_triage.guarantee import (
    Guarantee,
    fewest_clusters,
    guaranteed_threshold,
    holds,
    loss_bound,
)
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG
from acidtest.systems.filters.sast_filter import DEFAULTS

from .make import entry


@pytest.mark.parametrize(
    ("lost", "clusters", "bound"), [(0, 59, 0.0495), (1, 93, 0.0500), (5, 5, 1)]
)
def test_the_bound_is_clopper_and_pearsons(lost: int, clusters: int, bound: float) -> None:
    assert loss_bound(lost, clusters, 0.95) == pytest.approx(bound, abs=5e-4)


@given(st.integers(0, 3), st.sampled_from([0.05, 0.1, 0.3]), st.sampled_from([0.8, 0.95]))
def test_the_fewest_clusters_are_enough_and_one_less_is_not(
    lost: int, loss: float, confidence: float
) -> None:
    least = fewest_clusters(lost, loss, confidence)
    assert least is not None
    assert holds(lost, least, loss, confidence)
    assert loss_bound(lost, least - 1, confidence) > loss or not holds(
        lost, least - 1, loss, confidence
    )


def _findings(n: int, rng: np.random.Generator) -> tuple[list[float], list[str], list[str]]:
    """Real bugs in places of one to three, a little less like known alarms than false alarms."""
    similarities, labels, clusters = [], [], []
    for place in range(n):
        level = rng.normal(0.0, 0.5)
        for _ in range(int(rng.integers(1, 4))):
            similarities.append(float(level + rng.normal(0, 0.3)))
            labels.append(REAL_BUG)
            clusters.append(f"r{place}")
        similarities.append(float(rng.normal(1.2, 0.5)))
        labels.append(FALSE_ALARM)
        clusters.append(f"f{place}")
    return similarities, labels, clusters


def test_a_promise_is_broken_in_at_most_its_share_of_draws() -> None:
    rng, broken, removed, draws = np.random.default_rng(1), 0, 0.0, 400
    for _ in range(draws):
        made = guaranteed_threshold(*_findings(120, rng), 0.1, 0.9)
        if made.threshold is None:
            continue
        similarities, labels, places = _findings(120, rng)
        rows = list(zip(similarities, labels, places, strict=True))
        lost = {p for s, label, p in rows if label == REAL_BUG and s >= made.threshold}
        alarms = [s for s, label in zip(similarities, labels, strict=True) if label != REAL_BUG]
        broken += len(lost) / 120 > 0.1
        removed += float(np.mean([s >= made.threshold for s in alarms]))
    assert broken / draws <= 0.1
    assert removed / draws > 0.2  # a threshold that drops nothing keeps every promise


@pytest.mark.parametrize("loss", [0.001, 0.00001])
def test_small_losses_have_an_answer(loss: float) -> None:
    least = fewest_clusters(0, loss, 0.95)
    assert least is not None
    assert 3 / loss < least < 5 / loss
    assert fewest_clusters(0, 0.0, 0.95) is None


def test_a_promise_holds_where_large_clusters_are_lost() -> None:
    rng, broken, draws = np.random.default_rng(2), 0, 300
    for _ in range(draws):
        rows = [
            (0.9 if bad else 0.1, REAL_BUG, f"{place}")
            for place, bad in enumerate(rng.random(100) < 0.06)
            for _ in range(10 if bad else 1)
        ]
        # six of a hundred clusters to come lose a bug at every threshold that is given
        made = _promised(rows)
        broken += made.threshold is not None and made.threshold <= 0.9
    assert broken / draws <= 0.05


def test_clusters_count_as_they_are() -> None:
    small = [(0.1, REAL_BUG, f"s{n}") for n in range(99)]
    big = [(0.9, REAL_BUG, "big")] * 50
    made = _promised([*small, *big, (0.95, FALSE_ALARM, "f")])
    assert made.clusters == 100


def _promised(rows: list[tuple[float, str, str]]) -> Guarantee:
    similarities, labels, clusters = zip(*rows, strict=True)
    return guaranteed_threshold(similarities, labels, clusters, 0.05, 0.95)


def test_without_enough_labels_it_abstains_and_says_how_many_are_missing() -> None:
    rows = [(0.1, REAL_BUG, f"r{n}") for n in range(20)] + [(0.9, FALSE_ALARM, "f")]
    made = _promised(rows)
    assert (made.threshold, made.clusters) == (None, 20)
    assert made.missing is not None
    more = [(0.1, REAL_BUG, f"s{n}") for n in range(made.missing)]
    enough = _promised(rows + more)
    assert enough.threshold == pytest.approx(0.5)
    assert enough.bound is not None
    assert enough.bound <= 0.05
    fewer = _promised(rows + more[1:])
    assert fewer.threshold is None


def test_findings_of_one_place_count_once() -> None:
    rows = [(0.1, REAL_BUG, "one place") for _ in range(500)] + [(0.9, FALSE_ALARM, "f")]
    assert _promised(rows).clusters == 1


def test_a_finding_that_is_known_to_the_letter_is_certain() -> None:
    same = KnownMatch("a.c#1", 1.0, entry())
    assert by_threshold([same], DEFAULTS["threshold"]).confidence == 1
    near = KnownMatch("a.c#1", 0.999, entry())
    assert by_threshold([near], DEFAULTS["threshold"]).confidence < 1
