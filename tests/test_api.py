"""acidtest as a Python package."""

from __future__ import annotations

import csv
import doctest
import importlib
import io
import json
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import acidtest
from acidtest.core.errors import InputError
from acidtest.core.options import Options, RunOptions
from acidtest.core.records import Summary

QUICK = {"limit": 12, "controls": "none"}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[acidtest.Result, acidtest.Result]:
    """A perfect run and one that finds nothing, on the same samples."""
    folder = tmp_path_factory.mktemp("two")
    good = acidtest.evaluate("crypto-inventory", "oracle", out=folder / "good", **QUICK)  # type: ignore[arg-type]
    none = acidtest.evaluate("crypto-inventory", "silent", out=folder / "none", **QUICK)  # type: ignore[arg-type]
    return good, none


def test_the_package_lists_what_it_offers_and_nothing_else() -> None:
    offered = {"compare", "evaluate", "load", "report", "reward", "score", "suites", "systems"}
    assert set(dir(acidtest)) == offered | {"Result", "__version__"}
    assert all(callable(getattr(acidtest, name)) for name in offered)


def test_packages_that_are_functions_are_packages_still() -> None:
    import acidtest.report.html as page
    from acidtest.suites.c_decompile.suite import SUITE

    assert acidtest.suites()[SUITE.name] == SUITE.description
    assert "oracle" in acidtest.systems(SUITE.name)
    assert callable(page.report_html)


def test_the_typed_options_are_those_of_a_run() -> None:
    assert set(get_type_hints(Options)) == {field.name for field in fields(RunOptions)}


def test_data_is_one_path_or_several(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    row = {"id": "1", "original": "function f() {}", "decompiled": "function f() {}"}
    path.write_text(json.dumps(row) + "\n")
    first = RunOptions.of({"data": str(path)})
    assert first == RunOptions.of({"data": path}) == RunOptions.of({"data": [str(path)]})
    assert first.data == (path,)
    assert RunOptions.of({"groups": "opt=O0"}).groups == {"opt": ["O0"]}


def test_a_run_folder_is_loaded_as_it_was_returned(
    two: tuple[acidtest.Result, acidtest.Result],
) -> None:
    for result in two:
        loaded = acidtest.load(result.folder)
        assert loaded.summary.metrics == result.summary.metrics
        assert loaded.to_json() == result.to_json()
        assert Summary.from_json(json.loads(json.dumps(result.to_json()))) == loaded.summary


def test_the_records_and_the_frame_have_a_row_per_answer(
    two: tuple[acidtest.Result, acidtest.Result],
) -> None:
    pytest.importorskip("pandas")
    frame = two[0].frame()
    assert list(frame["id"]) == [row["id"] for row in two[0].records()]
    assert (frame["metric:readable"] == 1).all()


def test_two_runs_are_compared_in_words_and_data(
    two: tuple[acidtest.Result, acidtest.Result],
) -> None:
    good, none = two
    comparison = acidtest.compare(good, str(none.folder), ["f1"])
    (row,) = (row for row in comparison.rows if row.metric == "f1")
    assert (row.a, row.b) == (1.0, 0.0)
    assert "A is better" in str(comparison)
    assert comparison.to_json()["a"]["system"] == "oracle"
    with pytest.raises(InputError, match="unknown metric 'recal'; did you mean recall"):
        acidtest.compare(good, none, ["recal"])


def test_a_report_is_text_and_a_file(
    two: tuple[acidtest.Result, acidtest.Result], tmp_path: Path
) -> None:
    text = acidtest.report(two, tmp_path / "page.html")
    assert text == (tmp_path / "page.html").read_text()
    assert text.startswith("<!doctype html>")
    (first, second) = csv.DictReader(io.StringIO(acidtest.report(list(two), format="csv")))
    assert (first["system"], first["f1 %"], second["f1 %"]) == ("oracle", "100.0", "0.0")
    with pytest.raises(InputError, match="unknown format 'pdf'"):
        acidtest.report(two[0], format="pdf")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"metrics": 5}, "metrics: expected names of metrics, got 5"),
        ({"metrics": [3]}, "metrics: expected names of metrics, got"),
        ({"by": 5}, "by: expected the name of a group, got 5"),
        ({"anyway": "no"}, "anyway: expected True or False, got 'no'"),
        ({"b": None}, "run: expected a path, got None"),
        ({"b": ""}, "run: expected a path, got ''"),
    ],
)
def test_a_comparison_says_which_argument_is_wrong(
    two: tuple[acidtest.Result, acidtest.Result], arguments: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError) as caught:
        acidtest.compare(**{"a": two[0], "b": two[1], **arguments})
    assert str(caught.value).startswith(said)


def test_a_report_is_written_where_it_can_be(
    two: tuple[acidtest.Result, acidtest.Result], tmp_path: Path
) -> None:
    for out, said in (("", "out: expected a path"), (tmp_path, "this is a folder")):
        with pytest.raises(InputError, match=said):
            acidtest.report(two[0], out)
    with pytest.raises(InputError, match="run: expected a path, got 5"):
        acidtest.report(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unknown format '5'"):
        acidtest.report(two[0], format=5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (5, "answers: expected a file or records with id and answer, got 5"),
        ({"id": "x"}, "answers: expected a file or records"),
        ([{"id": "x", "answer": ""}, "a"], "answers, record 2: expected a mapping"),
        ([{"id": "x", "answer": ""}, {"id": "y"}], "answers, record 2: has neither 'answer'"),
        ([{"id": "x", "answer": object()}], "answers, record 1: no JSON: Object of type object"),
        ([], "answers: contains no answer"),
    ],
)
def test_an_answer_that_is_none_is_named_by_its_number(answers: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        acidtest.score("crypto-inventory", answers, **QUICK)  # type: ignore[arg-type]
    assert str(caught.value).startswith(said)


def test_answers_to_other_data_are_refused() -> None:
    with pytest.raises(InputError, match="answers: none of its ids is in the data"):
        acidtest.score("crypto-inventory", [{"id": "x", "answer": ""}], **QUICK)  # type: ignore[arg-type]


def test_a_result_shows_itself_in_a_line(
    two: tuple[acidtest.Result, acidtest.Result],
) -> None:
    good, _ = two
    counts = f"{good.summary.scored} / {good.summary.asked}"
    assert repr(good) == (f"<Result crypto-inventory: oracle, scored {counts}, in '{good.folder}'>")
    assert "groups" not in repr(good.summary)


def test_what_recorded_answers_cannot_have_is_refused() -> None:
    for name in ("attempts", "repair", "stripped"):
        with pytest.raises(InputError, match=f"option '{name}': does not apply to recorded"):
            acidtest.score("c-decompile", [{"id": "x", "answer": ""}], **{name: 1})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unknown option 'limt'; did you mean limit"):
        acidtest.score("c-decompile", [], limt=1)  # type: ignore[call-arg]


def test_a_suite_or_system_that_is_none_and_an_unfit_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="suite: expected a name or a Suite, got 5"):
        acidtest.evaluate(5, "oracle")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="system: expected a name, a System or a function"):
        acidtest.evaluate("crypto-inventory", None)  # type: ignore[arg-type]
    (tmp_path / "file").write_text("")
    for out, said in (("", "out: expected a path, got ''"), (tmp_path / "file", "this is a file")):
        with pytest.raises(InputError, match=said):
            acidtest.evaluate("crypto-inventory", "silent", out=out, **QUICK)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "module", ["api", "core.commands", "core.text", "report", "suites", "systems"]
)
def test_the_examples_that_help_shows_are_true(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testmod(importlib.import_module(f"acidtest.{module}"))
    assert outcome.attempted > 0
    assert outcome.failed == 0
