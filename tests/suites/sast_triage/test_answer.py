"""Answers as filters write them, well and badly."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.suites.sast_triage.answer import ANSWER_MAX, read_answer
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
    VERDICTS,
)

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ('{"filter_result": "TRUE_POSITIVE"}', REAL_BUG),
        ('{"filter_result": "FALSE POSITIVE"}', FALSE_ALARM),
        ('{"investigation_result": "NOT A FALSE POSITIVE"}', None),
        ('```json\n{"filter_result": "false_positive"}\n```', FALSE_ALARM),
        ('I think {maybe} so: {"filter_result": "NEEDS_REVIEW"} there.', NEEDS_REVIEW),
        ('{"filter_result": "TRUE_POSITIVE"} no: {"filter_result": "FALSE_POSITIVE"}', FALSE_ALARM),
        ("FALSE POSITIVE", FALSE_ALARM),
        ("real bug", REAL_BUG),
        ("it is not a FALSE_POSITIVE", None),
        ("", None),
        ('{"filter_result": null}', None),
        ('{"filter_result": "MAYBE"}', None),
        ('{"verdict": "TRUE_POSITIVE"}', None),
        ("[" * 100_000, None),
        ('{"a":' * 100_000, None),
        ('{"filter_result": "TRUE_POSITIVE"}' + " " * ANSWER_MAX, None),
    ],
)
def test_a_verdict_is_read_or_its_absence_has_a_reason(text: str, verdict: str | None) -> None:
    seen = read_answer(text)
    assert seen["verdict"] == verdict
    assert (seen["problem"] is None) == (verdict is not None)


@pytest.mark.parametrize(
    "confidence",
    [-0.1, 1.1, -5, 101, True, False, [1], {}, "high", "", "nan", "1e400", 10**400, math.nan,
     math.inf, "3²", "101%"],
)  # fmt: skip
def test_a_confidence_that_is_no_share_is_malformed_and_counted(confidence: object) -> None:
    text = json.dumps({"filter_result": "TRUE_POSITIVE", "confidence": confidence})
    read = read_answer(text)
    assert read["verdict"] == REAL_BUG
    assert read["confidence"] is None
    assert read["repairs"] == ["malformed confidence"]


@pytest.mark.parametrize(
    ("confidence", "meant"),
    [
        (95, 0.95),
        (100, 1.0),
        ("0.9", 0.9),
        (" 1 ", 1.0),
        ("95", 0.95),
        ("95%", 0.95),
        ("0.5%", 0.005),
    ],
)
def test_a_confidence_that_can_be_understood_is_repaired_and_counted(
    confidence: object, meant: float
) -> None:
    read = read_answer(json.dumps({"filter_result": "TRUE_POSITIVE", "confidence": confidence}))
    assert read["confidence"] == meant
    assert read["repairs"] == ["confidence"]


@pytest.mark.parametrize("confidence", [0, 1, 0.0, 1.0, 0.25, None])
def test_an_honest_confidence_needs_no_repair(confidence: float | None) -> None:
    read = read_answer(json.dumps({"filter_result": "TRUE_POSITIVE", "confidence": confidence}))
    assert read["confidence"] == confidence
    assert read["repairs"] == []


def test_not_a_number_is_no_confidence() -> None:
    assert (
        read_answer('{"filter_result": "TRUE_POSITIVE", "confidence": NaN}')["confidence"] is None
    )


def test_citations_count_once_and_in_order() -> None:
    cited = ["b", "a", "b", 3, None, "c"]
    text = json.dumps({"filter_result": "TRUE_POSITIVE", "similar_known_issues": cited})
    assert read_answer(text)["similar"] == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        ('{"filter_result": "FALSE_POSITIVE"}', []),
        ('```\n{"filter_result": "FALSE_POSITIVE"}\n```', ["fence"]),
        (
            '<think>{"filter_result": "TRUE_POSITIVE"}</think> FALSE POSITIVE',
            ["reasoning", "verdict alone"],
        ),
        ('So: {"filter_result": "FALSE_POSITIVE", "justification": "it is', ["prose", "truncated"]),
    ],
)
def test_each_repair_is_named(text: str, repairs: list[str]) -> None:
    read = read_answer(text)
    assert (read["verdict"], read["repairs"]) == (FALSE_ALARM, repairs)


def test_the_published_reading_wants_the_whole_text_to_be_json() -> None:
    whole = '{"filter_result": "true_positive", "similar_known_issues": ["a.c"]}'
    assert read_answer(whole)["published"] == {"result": "TRUE_POSITIVE", "similar": ["a.c"]}
    assert read_answer(f"```{whole}```")["published"] is None
    assert read_answer("[1]")["published"] is None


@settings(deadline=None)
@given(st.text(max_size=60) | _JSON.map(lambda value: json.dumps({"filter_result": value})))
def test_no_answer_breaks_the_reader(text: str) -> None:
    seen = read_answer(text)
    assert seen["verdict"] in {None, *VERDICTS.values()}
    json.dumps(seen, allow_nan=False)
