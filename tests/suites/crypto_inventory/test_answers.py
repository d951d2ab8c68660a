"""Answers are read whatever they look like: fences, prose, repairs, hostile input."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.records import Sample
from acidtest.suites.crypto_inventory.answers import ANSWER_MAX, read_answer

from .conftest import JUDGE, score

FINDINGS: Any = {"findings": [{"algorithm": "RSA", "lines": [2, 2], "confidence": 0.9}]}
TEXT = json.dumps(FINDINGS)


def names(text: str) -> list[str]:
    """What an answer claims."""
    return [claim.name for claim in read_answer(text).claims]


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        (TEXT, {}),
        (f"\ufeff \n{TEXT}\n", {}),
        (f"```json\n{TEXT}\n```", {"fence": 1}),
        (f"Here it is:\n```\n{TEXT}\n```\nThat is all.", {"fence": 1}),
        (f"Sure! {TEXT} I hope this helps.", {"prose": 1}),
        (f"<think>It may be {{RSA}} or [DSA].</think>\n{TEXT}", {"reasoning": 1}),
        (f"<think>hm</think> ```json\n{TEXT}\n```", {"reasoning": 1, "fence": 1}),
        ('{"findings": [{"algorithm": "RSA",},],}', {"comma": 1}),
        ('{"findings": [{"algorithm": "RSA"}, {"algorithm": "D', {"truncated": 1}),
        ('```json\n{"findings": [{"algorithm": "RSA"}, {"alg', {"truncated": 1, "fence": 1}),
        ('[{"algorithm": "RSA"}]', {"shape": 1}),
        ('{"findings": ["RSA"]}', {"shape": 1}),
        ('{"findings": {"algorithm": "RSA"}}', {"shape": 1}),
        ('{"findings": [{"name": "RSA"}]}', {"key": 1}),
        ('{"findings": [{"algorithm": "RSA", "line": 3}]}', {"key": 1}),
        ('{"findings": [{"algorithm": "RSA", "lines": "3-5"}]}', {"lines": 1}),
        ('{"findings": [{"algorithm": "RSA", "lines": [5, 3]}]}', {"lines": 1}),
        ('{"findings": [{"algorithm": "RSA", "confidence": "90%"}]}', {"confidence": 1}),
        ('{"findings": [{"algorithm": "RSA", "confidence": 90}]}', {"confidence": 1}),
        ('{"findings": [{"algorithm": "RSA", "confidence": -3}]}', {"confidence": 1}),
        ('{"findings": [{"algorithm": "RSA", "confidence": NaN}]}', {"confidence": 1}),
        ('{"findings": [{"algorithm": "RSA", "state": "Active"}]}', {"state": 1}),
        ('{"findings": [{"algorithm": "RSA", "threat": 7}]}', {"threat": 1}),
        ('{"findings": [{"algorithm": "RSA", "parameters": "2048"}]}', {"parameters": 1}),
        ('{"findings": [{"algorithm": "RSA"}, 7, null, {}]}', {"shape": 3}),
    ],
)
def test_every_repair_is_counted(text: str, repairs: dict[str, int]) -> None:
    reading = read_answer(text)
    assert [claim.name for claim in reading.claims] == ["RSA"]
    assert dict(reading.repairs) == repairs


@pytest.mark.parametrize(
    "text",
    [
        '{"version":"2.1.0","runs":[{"results":5}]}',
        '{"version":"2.1.0","runs":[{"results":{"a":1}}]}',
        '{"version":"2.1.0","runs":[{"results":[{"ruleId":"AES","locations":5}]}]}',
        '{"version":"2.1.0","runs":[{"artifacts":[{"location":"x"}],"results":[{"ruleId":"AES",'
        '"locations":[{"physicalLocation":{"artifactLocation":{"index":0}}}]}]}]}',
        '{"bomFormat":"CycloneDX","specVersion":"%s.1","components":[]}' % ("9" * 5000),
        '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"name":"AES",'
        '"cryptoProperties":{"assetType":"algorithm","algorithmProperties":'
        '{"parameterSetIdentifier":"3²3"}},"properties":[{"name":"line","value":"²"},'
        '{"name":"file","value":"a"}]}]}',
        '{"findings":[{"algorithm":"AES","confidence":1%s}]}' % ("0" * 400),
        '{"findings":[{"algorithm":"AES","parameters":{"bits":"²²"},"lines":"²-³"}]}',
        '{"findings":' + "[" * 90 + "]" * 90 + "}",
        '{"findings":%s' % ("[" * 100_000),
    ],
)
def test_no_answer_can_leave_the_score(text: str, samples: dict[str, Sample]) -> None:
    for sample in samples.values():
        assert score(sample, text).error is None


def test_the_last_document_counts_where_there_are_several() -> None:
    first = '{"findings": [{"algorithm": "MD5"}]}'
    assert names(f"```json\n{first}\n```\nNo, rather:\n```json\n{TEXT}\n```") == ["RSA"]


@pytest.mark.parametrize(
    "text",
    ["", "  \n", "There is RSA in it.", "{", "[[[[", '{"a": 1}', "null", "7", '"RSA"', "[1, 2]"],
)
def test_what_cannot_be_read_claims_nothing(text: str) -> None:
    reading = read_answer(text)
    assert reading.claims == []
    assert reading.why or reading.repairs


def test_percentages_and_lines_mean_what_they_say() -> None:
    text = '{"findings": [{"algorithm": "RSA", "confidence": "85%", "lines": "L3 - L5"}]}'
    (claim,) = read_answer(text).claims
    assert (claim.confidence, claim.lines) == (0.85, ((3, 5),))


def test_the_published_form_is_read_by_its_marks_not_its_keys() -> None:
    document = {
        "analysis_results": {
            "rsa_and_dsa": "NOT DETECTED",
            "weak_hash_functions_md5": "DETECTED: SHA-1 (Evidence: line 7)",
        },
        "confidence_score": 0.8,
    }
    reading = read_answer(json.dumps(document))
    assert reading.form == "published"
    assert [(c.name, c.confidence) for c in reading.claims] == [("SHA-1 (Evidence: line 7)", 0.8)]
    listed = {"is_pqc_vulnerable": True, "detected_algorithms": ["RSA", "ECC"]}
    assert names(json.dumps(listed)) == ["RSA", "ECC"]


def test_entries_that_name_no_algorithm_are_kept_but_no_alarm(samples: dict[str, Sample]) -> None:
    entry = {"analysis_results": {"x": "DETECTED: SecureRandom (Evidence: line 9)"}}
    result = score(samples["garden.py"], entry)
    assert result.evidence["unknown"] == ["SecureRandom"]
    assert result.metrics["clean_flagged"] == 0.0


def test_lines_beyond_the_file_are_repaired(samples: dict[str, Sample]) -> None:
    said = {"findings": [{"algorithm": "RSA", "lines": [2, 900]}]}
    observed = JUDGE.observe(samples["sign.py"], json.dumps(said))
    assert observed["findings"][0]["lines"] == [[2, 4]]
    assert observed["repairs"] == {"lines-beyond-the-file": 1}


def test_duplicates_are_one_finding(samples: dict[str, Sample]) -> None:
    said = {
        "findings": [
            {"algorithm": "RSA", "lines": [1, 1], "confidence": 0.3},
            {"algorithm": "rsa", "lines": [2, 2], "confidence": 0.8},
        ]
    }
    observed = JUDGE.observe(samples["sign.py"], json.dumps(said))
    (one,) = observed["findings"]
    assert (one["said"], one["lines"], one["confidence"]) == (2, [[1, 1], [2, 2]], 0.8)


def test_answers_of_ten_megabytes_are_read(samples: dict[str, Sample]) -> None:
    size = 10_000_000
    padded = {"findings": FINDINGS["findings"], "summary": "x" * size}
    assert names(json.dumps(padded)) == ["RSA"]
    assert names(f"```json\n{json.dumps(padded)}\n```") == ["RSA"]
    many = {"findings": [{"algorithm": f"Cipher{i}"} for i in range(300_000)]}
    reading = read_answer(json.dumps(many))
    assert (len(reading.claims), reading.repairs["too-many"]) == (10_000, 1)
    for hostile in ("{" * size, "[" * size, '{"a":' * (size // 5), "```\n" * (size // 4)):
        assert read_answer(hostile).claims == []
    for hostile in (
        '"' * size,
        "\\" * size,
        "<think>" * (size // 7),
        '{"findings": ["' + "a" * size,
    ):
        assert read_answer(hostile).claims == []
    result = score(samples["sign.py"], "x" * size)
    assert result.metrics["readable"] == 0.0


def test_an_answer_beyond_all_bounds_is_not_read() -> None:
    assert "longer than" in read_answer(" " * (ANSWER_MAX + 1)).why


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "findings algorithm lines state threat confidence parameters bomFormat components "
                "runs results cryptoProperties evidence occurrences location line properties name "
                "value analysis_results detected_algorithms locations physicalLocation region "
                "startLine version specVersion assetType algorithmProperties ruleId message text "
                "tool driver rules".split()
            )
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(st.text(max_size=300))
def test_no_text_raises(text: str) -> None:
    read_answer(text)


@given(
    json_values,
    st.sampled_from(
        [
            {},
            {"bomFormat": "CycloneDX", "specVersion": "1.6"},
            {"version": "2.1.0", "runs": [{"results": []}]},
            {"findings": []},
            {"analysis_results": {}},
        ]
    ),
)
def test_no_document_raises(value: Any, base: dict[str, Any]) -> None:
    document = base | value if isinstance(value, dict) else value
    sample = Sample("a", "a", {}, SAMPLE_TRUTH, {})
    score(sample, json.dumps(document))


@given(st.integers(0, 400), st.sampled_from(["", "```json\n", "Well: "]))
def test_a_cut_off_answer_never_claims_what_the_whole_does_not(cut: int, before: str) -> None:
    algorithms = ["RSA", "SHA-256", "ML-KEM", "AES"]
    whole = json.dumps({"findings": [{"algorithm": a, "lines": [1, 2]} for a in algorithms]})
    assert set(names(before + whole[:cut])) <= set(algorithms)


def _truth() -> Any:
    from acidtest.suites.crypto_inventory.published.expected import Expected
    from acidtest.suites.crypto_inventory.truth import Label, Truth

    label = Label("rsa", "RSA", "shor", lines=((1, 1),))
    return Truth("f.py", b"a\nb\n", (label,), Expected(("RSA",), ("public_key",)))


SAMPLE_TRUTH = _truth()
