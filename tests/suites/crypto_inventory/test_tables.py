"""The tables of a run: what its figures are made of."""

from __future__ import annotations

from dataclasses import replace

from acidtest.core.records import Sample
from acidtest.engine.summarise import tables_of
from acidtest.suites.crypto_inventory.suite import SUITE

from .conftest import said, score

Samples = dict[str, Sample]


def test_tables_tell_what_figures_are_made_of(samples: Samples) -> None:
    scores = [
        score(samples["sign.py"], said({"algorithm": "RSA", "confidence": 0.9}, "DSA", "Unheard")),
        score(samples["tls.conf"], "```json\n" + '{"findings": ["AES"]}' + "\n```"),
        score(samples["garden.py"], "nothing"),
    ]
    tables = {table.name: table for table in tables_of(SUITE, samples, scores)}
    assert tables["false_alarms"].rows == [("DSA", 1), ("Unheard", 1)]
    assert tables["unknown"].rows == [("Unheard", 1)]
    assert tables["traps"].rows == [("DSA (comment)", 1)]
    assert tables["alarm_states"].rows == [("comment", 1), ("none", 1)]
    repairs = {row[0]: row[1:] for row in tables["repairs"].rows}
    assert repairs["fence"] == (1, 1)
    assert any(name.startswith("not readable") for name in repairs)
    threats = {row[0]: row[1:] for row in tables["threat"].rows}
    assert threats["shor"][:2] == (1, 2)
    assert "published_aggregates" in tables
    assert [row[0] for row in tables["published_reading"].rows] == ["published", "sound"]


def test_tables_of_pictures_hold_shares_and_curves(samples: Samples) -> None:
    sure = [{"algorithm": "RSA", "confidence": 0.9}, {"algorithm": "DSA", "confidence": 0.3}]
    scores = [score(samples["sign.py"], said(*sure))]
    tables = {table.name: table for table in tables_of(SUITE, samples, scores)}
    found, missed = (len(scores[0].evidence[name]) for name in ("found", "missed"))
    recall = round(1 / (found + missed), 4)
    assert tables["precision_recall"].rows == [(recall, 1.0, 0.9), (recall, 0.5, 0.3)]
    grades = [row for row in tables["bands"].rows if row[0] == "f1"]
    assert grades[0][1:] == ("0.9 to 1", "S: excellent")
    assert grades[-1][1:] == ("0 to 0.5", "F: failed")


def test_recall_is_told_by_algorithm_and_language(samples: Samples) -> None:
    one = samples["sign.py"]
    other = replace(one, id="other", groups={**one.groups, "language": "cobol"})
    one = replace(one, groups={**one.groups, "language": "python"})
    scores = [score(one, said("RSA")), replace(score(other, said()), id="other")]
    (table,) = (
        t
        for t in tables_of(SUITE, {s.id: s for s in (one, other)}, scores)
        if t.name.startswith("heat")
    )
    assert table.columns == ("algorithm", "cobol", "python")
    assert ("RSA", "0 of 1", "1 of 1") in table.rows
