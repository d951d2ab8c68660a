"""What the document tells of a batch."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from acidtest.core.records import Answer, Sample, Score, Table
from acidtest.engine.summarise import tables_of
from acidtest.suites.solidity_pairs.score import score
from acidtest.suites.solidity_pairs.suite import SUITE

from .conftest import SOURCE


def tables_by_name(samples: Sequence[Sample], scores: Sequence[Score]) -> dict[str, Table]:
    """The tables by name, once all scores were added."""
    made = tables_of(SUITE, {sample.id: sample for sample in samples}, scores)
    return {table.name: table for table in made}


def made_up(samples: list[Sample], similarities: Sequence[float | None]) -> list[Score]:
    answers = [SOURCE, "uint x;", "function f() public { g(); }"]
    return [
        score(
            sample,
            Answer(sample.id, text),
            {"problem": None, "published": value, "sound": value, "reason": "-"},
        )
        for sample, text, value in zip(samples, answers, similarities, strict=True)
    ]


def test_tables_hold_what_the_document_reports(samples: list[Sample]) -> None:
    scores = made_up(samples, [1.0, 0.4, 0.9])
    found = tables_by_name(samples, scores)
    similarities = [1.0, 0.4, 0.9]
    assert found["batch"].rows[0] == ["avg_semantic_similarity", round(np.mean(similarities), 6), 3]
    assert found["batch"].rows[3] == ["high_similarity_pct", round(200 / 3, 6), 3]
    assert found["batch"].rows[4] == ["low_edit_distance_pct", round(200 / 3, 6), 3]
    assert found["targets"].rows == [
        ["avg_semantic_similarity", 0.82, round(np.mean(similarities), 6), False],
        ["high_similarity_pct", 78.3, round(200 / 3, 6), False],
        ["low_edit_distance_pct", 82.5, round(200 / 3, 6), False],
    ]
    aggregates = {row[0]: row[1:] for row in found["aggregates"].rows}
    assert aggregates["Semantic Similarity"] == [
        round(float(figure), 6)
        for figure in (np.mean(similarities), np.median(similarities), np.std(similarities))
    ] + [0.4, 1.0, 3, "good quality"]
    bands = [row for row in found["bands"].rows if row[0] == "Semantic Similarity"]
    assert [row[3] for row in bands] == [1, 1, 0, 0, 1]
    assert found["baselines"].rows[0][4:] == [round(200 / 3, 6), "+33%", "below"]
    assert len(found["aggregates"].rows) == 13


def test_distributions_are_those_of_the_published_plot(samples: list[Sample]) -> None:
    similarities = [1.0, 0.4, 0.9]
    rows = tables_by_name(samples, made_up(samples, similarities))["distributions"].rows
    mine = [row for row in rows if row[0] == "Semantic Similarity"]
    counts, edges = np.histogram(similarities, bins=50)
    assert [row[4] for row in mine] == counts.tolist()
    assert [row[2] for row in mine] == [round(edge, 6) for edge in edges[:-1].tolist()]


def test_values_that_hardly_differ_have_a_distribution(samples: list[Sample]) -> None:
    close = [1.0, float(np.nextafter(1.0, 0.0)), 1.0]
    rows = tables_by_name(samples, made_up(samples, close))["distributions"].rows
    assert sum(row[4] for row in rows if row[0] == "Semantic Similarity") == 3


def test_tables_without_similarities_say_so(samples: list[Sample]) -> None:
    found = tables_by_name(samples, made_up(samples, [None, None, None]))
    assert found["targets"].rows[0] == ["avg_semantic_similarity", 0.82, None, None]
    assert found["aggregates"].rows[0] == ["Semantic Similarity", *[None] * 5, 0, ""]
    assert found["baselines"].rows[0][4:] == [None, None, None]


def test_there_are_no_tables_without_pairs(samples: list[Sample]) -> None:
    assert tables_by_name([], []) == {}
    assert tables_by_name(samples, [Score(samples[0].id, 0, error="broken")]) == {}


def test_tables_are_plain_json(samples: list[Sample]) -> None:
    for table in tables_by_name(samples, made_up(samples, [1.0, 0.4, 0.9])).values():
        assert json.loads(json.dumps(table.to_json())) == table.to_json()
