"""The reference filter: search, decisions, and the system around them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import acidtest
from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.registry import make_system
from acidtest.embed import is_fetched
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.filter import Filter, nearest_similarities
from acidtest.suites.sast_triage.filter.decide import (
    KnownMatch,
    Settings,
    by_threshold,
    by_vote,
)
from acidtest.suites.sast_triage.filter.index import Index, Vectors
from acidtest.suites.sast_triage.filter.structured import (
    ask,
    decide_structured,
    invented_lines,
    parse_structured,
)
from acidtest.suites.sast_triage.known import KnownIssue, Store, format_known
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

from .make import TRACE, entry, finding, published_case

pytest.importorskip("faiss")

_SETTINGS = Settings(threshold=0.8, review=0.1, slope=20, offset=-16, k=3)


class Letters:
    """A real if simple embedding: the frequencies of letters."""

    identity: Mapping[str, Json] = {"model": "letters"}

    def embed(self, texts: Sequence[str]) -> Vectors:
        counts = np.array(
            [[t.lower().count(c) for c in "abcdefghijklmnopqrstuvwxyz"] for t in texts]
        )
        return _unit(counts + 1e-6)


def _unit(values: object) -> Vectors:
    rows = np.asarray(values, dtype=np.float32)
    unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def test_a_threshold_is_chosen_on_what_the_filter_will_see() -> None:
    asked = finding()
    line = TRACE.replace(":369:", ":400:")
    for other, nearest in ((line, 1.0), (TRACE.replace("overrun-local", "zzz"), 0.9)):
        store = Store([entry(other)])
        (alike,) = nearest_similarities([asked], store, Letters())
        assert alike == pytest.approx(nearest, abs=0.1)
    assert nearest_similarities([asked], Store([entry()]), Letters()) == [0.0]


def test_matches_of_a_type_are_found_among_many_of_others() -> None:
    rng = np.random.default_rng(0)
    vectors = _unit(rng.normal(size=(41, 8)))
    vectors[40] = -vectors[0]
    index = Index(vectors, ["OTHER"] * 40 + ["WANTED"])
    assert index.search(vectors[:1], ["WANTED"], 5) == [[(40, -1.0)]]
    assert index.search(vectors[:1], ["NONE"], 5) == [[]]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_search_is_exact_and_does_not_depend_on_the_batch(seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = _unit(rng.integers(-2, 3, size=(60, 6)) + 0.1)  # many equal ones
    types = [("A", "B")[i % 2] for i in range(60)]
    queries = _unit(rng.integers(-2, 3, size=(30, 6)) + 0.1)
    index = Index(vectors, types)
    together = index.search(queries, ["A"] * 30, k)
    for number, query in enumerate(queries):
        cosines = np.round(vectors.astype(float) @ query.astype(float), 6)
        ranked = sorted((i for i in range(60) if types[i] == "A"), key=lambda i: (-cosines[i], i))
        assert together[number] == [(i, cosines[i]) for i in ranked[:k]]
        assert index.search(queries[number : number + 1], ["A"], k)[0] == together[number]


def _match(similarity: float, label: str = FALSE_ALARM) -> KnownMatch:
    known = KnownIssue("OVERRUN", "CWE-119", TRACE, "c has 17", label)
    return KnownMatch(f"a.c#{similarity}", similarity, known)


@pytest.mark.parametrize(
    ("matches", "verdict", "cited"),
    [
        ([], REAL_BUG, 0),
        ([_match(0.9), _match(0.85), _match(0.3)], FALSE_ALARM, 2),
        ([_match(0.8)], FALSE_ALARM, 1),
        ([_match(0.79)], NEEDS_REVIEW, 0),
        ([_match(0.69)], REAL_BUG, 0),
        ([_match(0.95, REAL_BUG), _match(0.9)], REAL_BUG, 1),
    ],
)
def test_the_threshold_decides(matches: list[KnownMatch], verdict: str, cited: int) -> None:
    decision = by_threshold(matches, _SETTINGS)
    assert (decision.verdict, len(decision.cited)) == (verdict, cited)
    assert 0 <= decision.confidence <= 1


@pytest.mark.parametrize(
    ("matches", "verdict"),
    [
        ([], REAL_BUG),
        ([_match(0.9)], FALSE_ALARM),
        ([_match(0.9), _match(0.7)], NEEDS_REVIEW),
        ([_match(0.9), _match(0.85), _match(0.1)], FALSE_ALARM),
        ([_match(0.9), _match(0.2), _match(0.1)], REAL_BUG),
        ([_match(0.9), _match(0.89, REAL_BUG), _match(0.88, REAL_BUG)], REAL_BUG),
        ([_match(0.9), _match(0.2), _match(0.1), _match(0.1)], REAL_BUG),
    ],
)
def test_the_nearest_vote(matches: list[KnownMatch], verdict: str) -> None:
    assert by_vote(matches, _SETTINGS).verdict == verdict


def _filter(*entries: KnownIssue) -> Filter:
    return Filter(
        Store(entries), Letters(), lambda matches: by_threshold(matches, _SETTINGS), _SETTINGS.k
    )


def test_a_known_alarm_is_recognised_after_its_lines_have_moved() -> None:
    moved = TRACE.replace("369", "402").replace("zip-1.3/", "zip-2.0/")
    question = json.dumps(finding(trace=moved).question())
    other = json.dumps(finding(issue_type="UNINIT").question())
    first, second = (read_answer(a) for a in _filter(entry()).answers([question, other]))
    assert first["verdict"] == FALSE_ALARM
    assert first["similar"] == [entry().reference]
    assert second["verdict"] == REAL_BUG


def test_matches_in_the_question_replace_the_search() -> None:
    asked = finding(trace="zip-1.3/q.c:1: zzz: zzz").question()
    known = {"reference": "x.c#1", "trace": "zip-1.3/q.c:9: zzz: zzz", "reason": "same"}
    perfect, nothing = (
        read_answer(answer)
        for answer in _filter(entry()).answers(
            [json.dumps({**asked, "known_issues": given}) for given in ([known], [])]
        )
    )
    assert perfect["similar"] == ["x.c#1"]
    assert nothing["verdict"] == REAL_BUG


@pytest.mark.parametrize("question", ["", "[1]", "{}", '{"issue_type": 1, "trace": "x"}'])
def test_what_is_no_finding_is_refused(question: str) -> None:
    with pytest.raises(InputError, match="'finding' or 'matched'"):
        _filter(entry()).answers([question])


_YES = {"equal_error_trace": [TRACE.split("\n")[1]], "justification": "j", "result": "YES"}


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, FALSE_ALARM),
        ({"result": "NO"}, REAL_BUG),
        ({"equal_error_trace": []}, NEEDS_REVIEW),
        ({"equal_error_trace": ["zip-1.3/inflate.c:1: made: up"]}, NEEDS_REVIEW),
        ({"equal_error_trace": [f"  {TRACE.split(chr(10))[1]} "]}, FALSE_ALARM),
        ({"result": "PERHAPS"}, None),
        ({"confidence": 2}, None),
        ({"confidence": "high"}, None),
        ({"justification": None}, None),
        ({"equal_error_trace": "x"}, None),
    ],
)
def test_a_models_citations_are_checked_against_what_it_was_shown(
    changes: dict[str, Json], verdict: str | None
) -> None:
    text = f"Here:\n```json\n{json.dumps({**_YES, 'confidence': 0.9, **changes})}\n```"
    decision = decide_structured(text, [_match(0.9)])
    assert (decision.verdict if decision else None) == verdict
    if verdict == FALSE_ALARM:
        assert decision is not None
        assert decision.cited == ["a.c#0.9"]


@settings(deadline=None)
@given(st.text(max_size=50))
def test_no_model_answer_breaks_the_check(text: str) -> None:
    assert parse_structured(text).problem or decide_structured(text, []) is not None


def test_a_model_is_shown_the_finding_and_what_was_retrieved() -> None:
    text = ask(finding().question(), [_match(0.9)])
    assert text.count(TRACE) == 2
    assert "Reason: c has 17" in text


def test_invented_lines_are_named() -> None:
    answer = parse_structured(json.dumps({**_YES, "confidence": 1, "equal_error_trace": ["nope"]}))
    assert invented_lines(answer, [_match(0.9)]) == ["nope"]


_needs_weights = pytest.mark.skipif(not is_fetched(), reason="needs `acidtest fetch minilm`")


@pytest.mark.parametrize(
    ("argument", "problem"),
    [
        ("guess", "expected threshold, knn or model.*'guess'"),
        ("threshold?depth=3", "there is no option 'depth'"),
        ("threshold?k=0", "k=0 is no such number from 1"),
        ("threshold?k=1.5", "k=1.5 is no such number"),
        ("threshold?threshold=nan", "threshold=nan is no such number"),
        ("threshold?threshold=x", "is not a number"),
        ("threshold?store=/nowhere.err", "cannot be read"),
    ],
)
def test_a_wrong_option_is_named(argument: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        make_system(f"sast-filter:{argument}", SUITE)


@_needs_weights
def test_the_system_drops_the_known_alarm_and_keeps_the_rest(tmp_path: Path) -> None:
    cases = [
        published_case("zip-1_3-known", "FALSE_POSITIVE", ["zip-1.3/inflate.c"]),
        published_case("zip-1_3-new", "TRUE_POSITIVE", []),
    ]
    other = {**json.loads(cases[1]["question"]), "issue_type": "UNINIT"}
    cases[1]["question"] = json.dumps(other)
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    (tmp_path / "known.err").write_text(format_known([entry()]))
    for system in ("sast-filter", "sast-filter:knn"):
        result = acidtest.evaluate(
            SUITE, system, data=[tmp_path], out=tmp_path / system, controls="none"
        )
        figures = result.summary.metrics
        assert figures["suppressed_real_bugs"].value == 0
        assert figures["alarms_removed"].value == 1
        assert figures["published.matching_document"].value == 1
        assert figures["hallucinated_citations"].value == 0


@_needs_weights
def test_without_a_store_the_filter_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([published_case("zip-1_3-a", "TRUE_POSITIVE", [])]))
    with pytest.raises(InputError, match=r"add --data FILE.err"):
        acidtest.evaluate(SUITE, "sast-filter", data=[path], out=tmp_path / "run")
