"""The controls: who is at the top, who at the bottom, and that the published reading is fooled."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from acidtest.core.protocols import Dataset
from acidtest.core.records import Sample
from acidtest.crypto import taxonomy
from acidtest.engine.summarise import plain_figures
from acidtest.suites.crypto_inventory.question import schema_text
from acidtest.suites.crypto_inventory.suite import SUITE
from tests.late import late

from .conftest import ask, control

jsonschema = late("jsonschema")

NAMES = [c.name for c in SUITE.controls]


def figures(name: str, samples: list[Sample]) -> dict[str, float | None]:
    """A control's figures."""
    return plain_figures([control(name)(sample) for sample in samples], SUITE.metrics)


def test_the_controls_are_there() -> None:
    wanted = "oracle silent empty list-all deny-all echo generic-prose keyword".split()
    assert wanted == NAMES
    assert [c.name for c in SUITE.controls if c.core] == [n for n in wanted if n != "empty"]


def test_the_oracle_reaches_the_top(dataset: Dataset) -> None:
    found = figures("oracle", list(dataset.samples))
    tops = "exact f1 precision recall f1_per_file vulnerable_f1 threat_f1 threat_accuracy"
    assert [found[name] for name in tops.split()] == [1.0] * len(tops.split())
    lows = "clean_flagged alarms_per_clean_file traps_taken brier ece format_repairs".split()
    assert [found[name] for name in lows] == [0.0] * len(lows)
    for name in ("accuracy", "precision", "recall", "f1", "json_stability", "completeness"):
        assert (found[f"published.{name}"] or 0) >= 0.99, name


def test_the_oracle_answers_in_the_form_that_is_asked_for(dataset: Dataset) -> None:
    schema = json.loads(schema_text())
    (oracle,) = (c for c in SUITE.controls if c.name == "oracle")
    for sample in dataset.samples:
        document = json.loads(oracle.answer(ask(sample)))
        del document["analysis_results"]
        jsonschema.Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("name", ["silent", "empty", "deny-all", "generic-prose", "echo"])
def test_whoever_finds_nothing_gets_nothing(name: str, dataset: Dataset) -> None:
    something = [s for s in dataset.samples if s.groups["contains"] == "cryptography"]
    found = figures(name, something)
    for metric in ("f1", "recall", "f1_per_file", "vulnerable_f1", "threat_f1", "line_evidence"):
        assert found[metric] == 0.0, metric


def test_exact_is_all_and_nothing_else_where_there_is_something(dataset: Dataset) -> None:
    samples = list(dataset.samples)
    assert figures("oracle", samples)["exact"] == 1
    assert figures("silent", samples)["exact"] == 0
    assert figures("list-all", samples)["exact"] == 0
    clean = [s for s in samples if s.groups["contains"] != "cryptography"]
    assert figures("silent", clean)["exact"] is None


@pytest.mark.parametrize("name", ["silent", "keyword"])
def test_f1_says_nothing_where_there_is_nothing(name: str, dataset: Dataset) -> None:
    clean = [s for s in dataset.samples if s.groups["contains"] != "cryptography"]
    assert figures(name, clean)["f1"] is None


def test_listing_everything_is_far_below_looking_for_keywords(dataset: Dataset) -> None:
    everything, keyword = (figures(n, list(dataset.samples))["f1"] for n in ("list-all", "keyword"))
    assert everything is not None
    assert keyword is not None
    assert everything < keyword / 3


def test_the_published_reading_is_fooled_as_it_always_was(dataset: Dataset) -> None:
    classical = [s for s in dataset.samples if s.id in ("sign.py", "tls.conf")]
    for name in ("silent", "deny-all", "list-all"):
        assert (figures(name, classical)["published.accuracy"] or 0) > 0.8, name


def test_the_schema_names_no_algorithm_in_its_keys() -> None:
    def keys(part: object) -> list[str]:
        if isinstance(part, dict):
            return [*part, *(k for v in part.values() for k in keys(v))]
        return [k for v in part for k in keys(v)] if isinstance(part, list) else []

    schema = json.loads((files("acidtest") / "schemas/crypto-findings.schema.json").read_text())
    for key in keys(schema):
        assert not taxonomy.load().names_in(key), key


def test_questions_leak_neither_name_nor_label(samples: dict[str, Sample]) -> None:
    for identity, sample in samples.items():
        for form in SUITE.question_forms:
            text = ask(sample).read(form)
            assert identity not in text
            assert sample.record["shown"] in text
            assert sample.record["shown"].rpartition(".")[2] == identity.rpartition(".")[2]
    assert "2  random.seed(7)" in ask(samples["garden.py"]).read("numbered")
    assert "\nrandom.seed(7)\n" in ask(samples["garden.py"]).read("plain")


def test_the_shipped_corpus_keeps_the_controls_apart() -> None:
    samples = list(SUITE.read([]).samples)
    oracle, silent, everything, keyword = (
        figures(name, samples) for name in ("oracle", "silent", "list-all", "keyword")
    )
    for name in ("f1", "f1_per_file", "vulnerable_f1", "threat_accuracy", "line_evidence"):
        assert oracle[name] == 1.0, name
    assert (oracle["clean_flagged"], oracle["traps_taken"]) == (0.0, 0.0)
    assert (silent["f1"], silent["clean_flagged"]) == (0.0, 0.0)
    assert (silent["published.accuracy"] or 0) > (keyword["published.accuracy"] or 1)
    assert (everything["f1"] or 1) < 0.1 * (keyword["f1"] or 0)
    assert everything["clean_flagged"] == 1.0
