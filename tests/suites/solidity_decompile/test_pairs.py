"""Function pairs: reading them, scoring answers, and what the document tells of a batch."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.errors import InputError
from acidtest.metrics import code_metrics, published
from acidtest.model import Answer, Question, Sample, Score, Table
from acidtest.suites.solidity_decompile import pairs
from acidtest.suites.solidity_decompile.pairs_data import LINE_MAX

SOURCE = """function pay(address to, uint256 amount) public onlyOwner returns (bool) {\r
    require(to != address(0), "no receiver");\r
    if (amount > 10) { held[to] += amount; }\r
    return true;\r
}"""
GETTER = "function total() external view returns (uint256) { return _total; }"
ROWS: list[dict[str, Any]] = [
    {
        "input": "function selector_11111111:\n  block_0000:\n    stop",
        "output": SOURCE,
        "metadata": {
            "function_name": "pay",
            "contract_address": "0xaa",
            "compiler_version": "0.5.11",
            "optimizer_enabled": True,
            "is_payable": False,
            "is_view": False,
            "visibility": "public",
        },
    },
    {
        "input": "function selector_22222222:\n  block_0000:\n    v1 = storage[0x0]",
        "output": GETTER,
        "metadata": {"function_name": "total", "contract_address": "0xbb", "is_view": True},
    },
    {"input": "x", "output": "function f() public { g(); }"},
]


def write(path: Path, rows: Sequence[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def samples(tmp_path: Path) -> list[Sample]:
    return pairs.read([write(tmp_path / "pairs.jsonl", ROWS)])


def scored(sample: Sample, text: str) -> Score:
    return pairs.score(sample, Answer(sample.id, text), pairs.observe(sample, text))


def without_similarity(sample: Sample, text: str) -> Score:
    """As on a machine that has no sentence model."""
    seen = {"problem": None, "published": None, "sound": None, "reason": "no model here"}
    return pairs.score(sample, Answer(sample.id, text), seen)


def test_a_pair_has_a_stable_id_its_contract_and_groups(samples: list[Sample]) -> None:
    first = samples[0]
    assert first.id.startswith("pay-")
    assert first.cluster == "0xaa"
    assert first.groups == {
        "compiler": "0.5",
        "optimizer": "on",
        "visibility": "public",
        "mutability": "other",
    }
    assert samples[1].groups["mutability"] == "view or pure"
    assert set(samples[2].groups.values()) == {"unknown"}
    assert first.truth.source == SOURCE


def test_the_order_of_rows_changes_no_id(tmp_path: Path, samples: list[Sample]) -> None:
    turned = pairs.read([write(tmp_path / "turned.jsonl", ROWS[::-1])])
    assert {s.id for s in turned} == {s.id for s in samples}


def test_a_repeated_pair_counts_again(tmp_path: Path) -> None:
    found = pairs.read([write(tmp_path / "twice.jsonl", [ROWS[0], ROWS[0]])])
    assert found[1].id == f"{found[0].id}-2"


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", ROWS[:1])
    write(tmp_path / "b.jsonl", ROWS[1:])
    assert len(pairs.read([tmp_path])) == 3


def test_mark_of_byte_order_line_ends_and_blank_lines_are_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    lines = [json.dumps(row).encode() for row in ROWS]
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n".join(lines) + b"\r\n")
    assert [s.truth.source for s in pairs.read([path])] == [row["output"] for row in ROWS]


GOOD = json.dumps(ROWS[0]).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there is no pair in it"),
        (b"\n\n", "there is no pair in it"),
        (GOOD + b'\n{"input": "x"}\n', "line 2: field 'output' is missing; it has: input"),
        (b'{"output": "x"}', "line 1: field 'input' is missing"),
        (b'{"input": "x", "output": 3}', "line 1: field 'output' is a int, not a string"),
        (b'{"input": null, "output": "x"}', "line 1: field 'input' is a NoneType"),
        (b'{"input": "x", "output": " \\n"}', "line 1: field 'output' is empty"),
        (b'{"input": "x", "output": "y", "metadata": []}', "field 'metadata' is a list"),
        (b'{"input": "x", "output": "\\ud800"}', "half of a surrogate pair"),
        (b"[1, 2]", "line 1: is not an object but a list"),
        (b"{", "line 1: is not JSON"),
        (GOOD + b"\n\0\n", r"line 2: is not JSON: .*\(it has a NUL byte\)"),
        (GOOD + b"\n\xff\n", r"line 2: is not UTF-8 text \(byte 0\)"),
        (b"[" * 100_000, "line 1: is not JSON"),
        (b'{"input": "' + b"x" * LINE_MAX + b'"}', "line 1: is longer than 16 MiB"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        pairs.read([path])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: cannot be read"):
        pairs.read([tmp_path / "none.jsonl"])


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_any_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "any.jsonl"
    path.write_bytes(data)
    with contextlib.suppress(InputError):
        assert pairs.read([path])


def test_metrics_are_those_of_the_library(samples: list[Sample]) -> None:
    found = without_similarity(samples[0], GETTER).metrics
    for name, value in published.text_metrics(SOURCE, GETTER).items():
        assert found[f"published.{name}"] == value
    for name, value in code_metrics(SOURCE, GETTER).items():
        assert found[name] == value
    assert set(found) == {metric.name for metric in pairs.METRICS}


def test_similarity_and_overall_are_the_documents(samples: list[Sample]) -> None:
    seen = {"problem": None, "published": 0.81, "sound": 0.5, "reason": None}
    found = pairs.score(samples[0], Answer("x", GETTER), seen).metrics
    texts = published.text_metrics(SOURCE, GETTER)
    by_hand = (
        0.35 * 0.81
        + 0.20 * (1 - texts["edit_distance"])
        + 0.15 * texts["bleu"]
        + 0.15 * texts["control_flow"]
        + 0.10 * texts["signature"]
        + 0.05 * texts["security_patterns"]
    )
    assert found["published.overall"] == pytest.approx(by_hand)
    assert found["published.high_similarity"] == 1.0
    assert found["published.low_edit_distance"] == 0.0


def test_without_a_sentence_model_its_metrics_are_none_with_the_reason(
    samples: list[Sample],
) -> None:
    found = without_similarity(samples[0], SOURCE)
    missing = {name for name, value in found.metrics.items() if value is None}
    names = ("semantic_similarity", "overall")
    assert missing == {*names, *(f"published.{n}" for n in names), "published.high_similarity"}
    assert set(found.reasons.values()) == {"no model here"}
    assert found.metrics["exact_match"] == 1.0


def test_the_oracle_reaches_the_top(samples: list[Sample]) -> None:
    for sample in samples:
        found = scored(sample, sample.truth.source).metrics
        for name, value in found.items():
            if not name.startswith("published.") and value is not None:
                assert value == pytest.approx(1.0), name


@pytest.mark.parametrize("text", ["", " \r\n\t", "```solidity\n```", "// only a remark"])
def test_silence_gets_nothing_on_the_sound_metrics(samples: list[Sample], text: str) -> None:
    for sample in samples:
        found = scored(sample, text)
        sound = {n: v for n, v in found.metrics.items() if not n.startswith("published.")}
        assert set(sound.values()) <= {0.0, None}
        assert found.evidence["problem"] == "there is no code in the answer"


def test_a_fence_costs_the_published_reading_alone(samples: list[Sample]) -> None:
    found = without_similarity(samples[1], f"Here it is:\n```solidity\n{GETTER}\n```\nDone.")
    assert found.metrics["exact_match"] == 1.0
    assert found.metrics["published.exact_match"] == 0.0
    assert "wrapped" in found.evidence


def test_an_endless_answer_is_a_zero_with_its_reason(samples: list[Sample]) -> None:
    found = scored(samples[0], "function " * 100_000)
    assert "longer than 20000 characters" in str(found.evidence["problem"])
    sound = {v for n, v in found.metrics.items() if not n.startswith("published.")}
    assert sound == {0.0}
    assert found.metrics["published.overall"] == 0.0


@given(st.text(max_size=300) | st.text(alphabet="function(){};\n`\0\ud800", max_size=200))
@settings(deadline=None, max_examples=30)
def test_any_answer_has_a_score(text: str) -> None:
    sample = Sample("x", "x", {}, pairs.Pair("tac", SOURCE), {})
    seen = {"problem": None, "published": 0.1, "sound": 0.1, "reason": None}
    found = pairs.score(sample, Answer("x", text), seen).metrics
    assert all(value is not None for value in found.values())
    for name, value in found.items():
        if not name.startswith("published."):
            assert value is not None
            assert 0 <= value <= 1


def test_controls_answer(samples: list[Sample]) -> None:
    def asked(sample: Sample) -> Question:
        return Question(sample, "tac", 0, lambda form: pairs.question(sample), lambda: None)

    answers = {c.name: [c.answer(asked(s)) for s in samples] for c in pairs.CONTROLS}
    assert answers["oracle"] == [row["output"] for row in ROWS]
    assert answers["silent"] == [""] * 3
    assert answers["echo"] == [row["input"] for row in ROWS]
    for sample, other in zip(samples, answers["shuffled"], strict=True):
        assert other in {s.truth.source for s in samples if s.cluster != sample.cluster}


def test_the_question_holds_the_code_and_not_the_source(samples: list[Sample]) -> None:
    assert ROWS[0]["input"] in pairs.question(samples[0])
    assert "receiver" not in pairs.question(samples[0])


def by_name(tables: Sequence[Table]) -> dict[str, Table]:
    return {table.name: table for table in tables}


def made_up(samples: list[Sample], similarities: Sequence[float | None]) -> list[Score]:
    answers = [SOURCE, "uint x;", "function f() public { g(); }"]
    return [
        pairs.score(
            sample,
            Answer(sample.id, text),
            {"problem": None, "published": value, "sound": value, "reason": "-"},
        )
        for sample, text, value in zip(samples, answers, similarities, strict=True)
    ]


def test_tables_hold_what_the_document_reports(samples: list[Sample]) -> None:
    scores = made_up(samples, [1.0, 0.4, 0.9])
    found = by_name(pairs.tables(samples, scores))
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
    rows = by_name(pairs.tables(samples, made_up(samples, similarities)))["distributions"].rows
    mine = [row for row in rows if row[0] == "Semantic Similarity"]
    counts, edges = np.histogram(similarities, bins=50)
    assert [row[4] for row in mine] == counts.tolist()
    assert [row[2] for row in mine] == [round(edge, 6) for edge in edges[:-1].tolist()]


def test_values_that_hardly_differ_have_a_distribution(samples: list[Sample]) -> None:
    close = [1.0, float(np.nextafter(1.0, 0.0)), 1.0]
    rows = by_name(pairs.tables(samples, made_up(samples, close)))["distributions"].rows
    assert sum(row[4] for row in rows if row[0] == "Semantic Similarity") == 3


def test_tables_without_similarities_say_so(samples: list[Sample]) -> None:
    found = by_name(pairs.tables(samples, made_up(samples, [None, None, None])))
    assert found["targets"].rows[0] == ["avg_semantic_similarity", 0.82, None, None]
    assert found["aggregates"].rows[0] == ["Semantic Similarity", *[None] * 5, 0, ""]
    assert found["baselines"].rows[0][4:] == [None, None, None]


def test_there_are_no_tables_without_pairs(samples: list[Sample]) -> None:
    assert pairs.tables([], []) == []
    assert pairs.tables(samples, [Score(samples[0].id, 0, error="broken")]) == []


def test_tables_are_plain_json(samples: list[Sample]) -> None:
    for table in pairs.tables(samples, made_up(samples, [1.0, 0.4, 0.9])):
        assert json.loads(json.dumps(table.to_json())) == table.to_json()


def test_the_500_real_pairs_score_as_their_controls_should(public_data: Path) -> None:
    samples = pairs.read([public_data / "solidity-pairs" / "tac_solidity_500.jsonl"])
    assert len(samples) == len({s.id for s in samples}) == 500
    assert {s.groups["compiler"] for s in samples} == {"0.4", "0.5", "0.6", "0.7", "0.8"}
    oracle = [without_similarity(s, s.truth.source).metrics for s in samples[:100]]
    assert all(found["exact_match"] == found["published.exact_match"] == 1 for found in oracle)
    assert all(s.truth.unrelated and s.truth.unrelated != s.truth.source for s in samples)
    shuffled = [without_similarity(s, s.truth.unrelated).metrics for s in samples[:100]]
    assert not any(found["published.exact_match"] for found in shuffled)
    security = [found["published.security_patterns"] or 0 for found in shuffled]
    assert np.mean(security) > 0.6  # how far from 0 a published metric starts
