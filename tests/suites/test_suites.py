"""What holds for every suite that is shipped."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from acidtest.analysis.soundness import unsound
from acidtest.core.metric import check_score, headlines, mean_metrics
from acidtest.core.options import RunOptions
from acidtest.core.protocols import DataOnlySuite, GradedSuite, Questions, Suite
from acidtest.core.records import Answer, Question, Sample, Score
from acidtest.core.registry import find_suite, suite_names
from acidtest.engine.summarise import plain_figures
from acidtest.suites.c_decompile import question as c_question
from acidtest.toolchains.solc import Solc
from tests.cli.conftest import in_process

PAIRS = [
    {
        "input": f"function selector_{name}:\n  block_0000:\n    stop",
        "output": f"function {name}(uint a) public returns (uint) {{ return a + {place}; }}",
        "metadata": {"function_name": name, "contract_address": f"0x{place}"},
    }
    for place, name in enumerate(("one", "two"))
]
JUSTIFICATIONS = [
    {"id": "a", "full_justification": "It is checked in line 7.", "expected_output_obj": "Checked"},
    {"id": "b", "full_justification": "Nobody wrote a short one.", "expected_output_obj": ""},
]
FINDING = {
    "id": "zip-1_3-a",
    "question": json.dumps({"issue_type": "OVERRUN", "trace": "a.c:1: x: y", "issue_id": "a"}),
    "expected_output_obj": {"filter_result": "TRUE_POSITIVE", "similar_known_issues": []},
}
DECOMPILE_EVAL = {
    "task_id": 17,
    "type": "O2",
    "c_func": "int func0(int a) { return a; }",
    "c_test": "int main(void) { return func0(0); }",
    "input_asm_prompt": "<func0>:\nret",
}
BYTECODE = {"id": "chain", "runtime": "0x6001600201", "abi": [], "mode": "optimised"}
FILES: dict[str, Sequence[object]] = {
    "c-decompile": [DECOMPILE_EVAL],
    "solidity-decompile": [BYTECODE],
    "solidity-pairs": PAIRS,
    "sast-justify": JUSTIFICATIONS,
    "sast-triage": [FINDING],
}
"""Data whose questions come with it; crypto-inventory's shipped corpus is such data as well."""

_MISSING = "no such file or folder"
SAMPLES = {"c-decompile": 2, "solidity-decompile": 2}
"""How many are judged where that takes long; elsewhere twelve."""


def small_data(name: str, folder: Path) -> list[Path]:
    """A file for a suite, or nothing where the shipped corpus is meant."""
    if name not in FILES:
        return []
    path = folder / "data.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in FILES[name]), encoding="utf-8")
    return [path]


def spread(samples: Sequence[Sample], count: int) -> list[Sample]:
    """A few of them, from beginning to end."""
    return list(islice(samples, 0, None, max(1, len(samples) // count)))[:count]


def asked(questions: Questions, sample: Sample, form: str) -> Question:
    """The question as the engine puts it."""
    return Question(
        sample, form, 0, partial(questions.text, sample), partial(questions.program, sample)
    )


def test_these_are_the_suites() -> None:
    assert {*FILES, "crypto-inventory"} <= set(suite_names())


@pytest.mark.parametrize("name", [*FILES, "crypto-inventory"])
def test_every_control_scores_exactly_what_is_declared(name: str, tmp_path: Path) -> None:
    """Of c-decompile the core ones: its own test_controls.py checks all that it judges."""
    suite = find_suite(name)
    controls = [c for c in suite.controls if c.core or name != "c-decompile"]
    needs_data = isinstance(suite, DataOnlySuite) and suite.needs_data
    data = suite.read(small_data(name, tmp_path) if needs_data else [])
    carried = frozenset(mean_metrics(suite.metrics))
    declared = frozenset(metric.name for metric in suite.metrics)
    form = suite.default_form(data)
    scored = 0
    with suite.questions(RunOptions()) as questions, suite.judge(RunOptions()) as judge:
        for sample in spread(list(data.samples), SAMPLES.get(name, 12)):
            for control in controls:
                text = control.answer(asked(questions, sample, form))
                score = suite.score(sample, Answer(sample.id, text), judge.observe(sample, text))
                check_score(score, name, carried, declared)
                scored += 1
    assert scored >= 2 * len(controls)


def quiet(sample: Sample) -> Answer:
    """Nothing, given at once and for nothing."""
    return Answer(sample.id, "", time_s=0.0, tokens_in=1, tokens_out=0, cost_usd=0.0)


@pytest.mark.parametrize("name", [*FILES, "crypto-inventory"])
def test_the_oracle_gets_everything_and_silence_nothing(name: str, tmp_path: Path) -> None:
    """On every metric, or on the one it must be read beside; `make trust` does whole corpora."""
    suite = find_suite(name)
    needs_data = isinstance(suite, DataOnlySuite) and suite.needs_data
    data = suite.read(small_data(name, tmp_path) if needs_data else [])
    form = suite.default_form(data)
    controls = {control.name: control for control in suite.controls}
    given: dict[str, list[Score]] = {"oracle": [], "silent": [], "empty": []}
    with suite.questions(RunOptions()) as questions, suite.judge(RunOptions()) as judge:
        for sample in spread(list(data.samples), SAMPLES.get(name, 400)):
            answers = {n: quiet(sample) for n in given}
            for control in ("oracle", "silent"):
                text = controls[control].answer(asked(questions, sample, form))
                answers[control] = Answer(sample.id, text)
            for kind, answer in answers.items():
                observation = judge.observe(sample, answer.text or "")
                given[kind].append(suite.score(sample, answer, observation))
    figures = {kind: plain_figures(scores, suite.metrics) for kind, scores in given.items()}
    assert unsound(suite.metrics, figures["oracle"], figures["silent"]) == []
    assert unsound(suite.metrics, figures["oracle"], figures["empty"]) == []


@pytest.mark.parametrize("name", [*FILES, "crypto-inventory"])
def test_a_metric_that_silence_wins_is_never_shown_without_its_partner(name: str) -> None:
    shown = headlines(find_suite(name).metrics)
    names = {metric.name for metric in shown}
    assert all(metric.beside is None or metric.beside in names for metric in shown)


@pytest.mark.parametrize("name", [*FILES, "crypto-inventory"])
def test_the_oracle_can_be_graded(name: str, tmp_path: Path) -> None:
    """All items right is the oracle; none right is another answer, and never an empty one."""
    suite = find_suite(name)
    assert isinstance(suite, GradedSuite)
    needs_data = isinstance(suite, DataOnlySuite) and suite.needs_data
    data = suite.read(small_data(name, tmp_path) if needs_data else [])
    oracle = next(control for control in suite.controls if control.name == "oracle")
    with suite.questions(RunOptions()) as questions:
        for sample in spread(list(data.samples), 40):
            question = asked(questions, sample, suite.default_form(data))
            items = suite.grades.items(question)
            given = [suite.grades.answer(question, right) for right in range(items + 1)]
            assert given[-1] == oracle.answer(question)
            assert len(set(given)) == items + 1
            assert all(given[:-1])


@pytest.fixture
def no_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on no compiler, sandbox or other process can be opened."""

    def refused(*arguments: object, **more: object) -> None:
        raise AssertionError(f"a tool was opened: {arguments}")

    monkeypatch.setattr(c_question, "find_toolchain", refused)
    monkeypatch.setattr(c_question, "Sandbox", refused)
    monkeypatch.setattr(Solc, "compile", refused)
    monkeypatch.setattr(subprocess.Popen, "__init__", refused)


def forms_with_the_data(suite: Suite) -> list[str]:
    """The forms whose text is in the data; others are built from a program or its source files."""
    elsewhere = {"c-decompile": set(suite.question_forms) - {"asm"}, "sast-triage": {"function"}}
    return [form for form in suite.question_forms if form not in elsewhere.get(suite.name, ())]


@pytest.mark.usefixtures("no_tools")
@pytest.mark.parametrize("name", [*FILES, "crypto-inventory"])
def test_a_question_that_comes_with_the_data_opens_no_tool(name: str, tmp_path: Path) -> None:
    suite = find_suite(name)
    samples = list(suite.read(small_data(name, tmp_path)).samples)
    with suite.questions(RunOptions()) as questions:
        for form in forms_with_the_data(suite):
            assert all(questions.text(sample, form).strip() for sample in samples)


@pytest.mark.parametrize("name", [*FILES, "crypto-inventory"])
def test_question_forms_and_metrics_have_one_name_each(name: str, tmp_path: Path) -> None:
    suite = find_suite(name)
    names = [metric.name for metric in suite.metrics]
    assert len(set(names)) == len(names)
    assert suite.pass_metric is None or suite.pass_metric in names
    assert suite.default_form(suite.read(small_data(name, tmp_path))) in suite.question_forms
    controls = [control.name for control in suite.controls]
    assert len(set(controls)) == len(controls)
    assert {"oracle", "silent"} <= {control.name for control in suite.controls if control.core}


@pytest.mark.parametrize("name", suite_names())
def test_data_and_answers_that_are_not_there_are_called_that(name: str, tmp_path: Path) -> None:
    for file in ("none", "none.jsonl", "none.txt", "none.sarif"):
        path = tmp_path / file
        for empty in (False, True):
            if empty:
                path.touch()
            said = f"acidtest: {path}: {'this file is empty' if empty else _MISSING}\n"
            run = in_process("run", name, "--data", path, "--system", "silent")
            assert (run.status, run.err) == (2, said)
            data = [part for file in small_data(name, tmp_path) for part in ("--data", file)]
            scored = in_process("score", name, *data, "--answers", path)
            assert (scored.status, scored.err) == (2, said)
    (tmp_path / "folder").mkdir()
    refused = in_process("run", name, "--data", tmp_path / "folder", "--system", "silent")
    assert refused.status == 2
    assert f"{tmp_path / 'folder'}: " in refused.err


def test_data_that_goes_by_a_name_is_no_missing_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_OFFLINE", "1")
    name = "npm:nothing-here@1.0.0"
    run = in_process("run", "solidity-decompile", "--data", name, "--system", "silent")
    assert run.status != 0
    assert name.removeprefix("npm:") in run.err
    assert _MISSING not in run.err
