"""A suite without tools: pooled figures, its own tables, foreign answers, prepared systems."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import ClassVar

import pytest

from acidtest import evaluate
from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.metric import Metric, Pooled
from acidtest.core.options import RunOptions
from acidtest.core.protocols import (
    AnswersBySystem,
    Control,
    Dataset,
    Judge,
    Questions,
    Tabulator,
)
from acidtest.core.records import Answer, Json, Observation, Question, Sample, Score, Summary, Table

from .conftest import Call

BROKEN: list[bool] = []
WORDS = {"a": "red", "b": "green", "c": "blue"}


class Reader:
    """Reads a colour."""

    toolchain: ClassVar[Mapping[str, str]] = {"colours": "3"}

    def key(self, sample: Sample, text: str) -> str:
        """Both decide."""
        return sha256_of(sample.id, text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Right or wrong."""
        if text == "blue" and BROKEN:
            raise InfrastructureError("the eye is shut")
        return {"right": text == sample.truth}


class Asking:
    """Asks for a colour."""

    def text(self, sample: Sample, form: str) -> str:
        """Which one."""
        return f"colour of {sample.id}?"

    def program(self, sample: Sample) -> None:
        """None."""
        return None


class Each:
    """One row a score."""

    def __init__(self) -> None:
        self.rows: list[list[Json]] = []

    def add(self, sample: Sample, score: Score) -> None:
        """Another row."""
        self.rows.append([WORDS[sample.id], score.metrics["right"], "[b]\x1b[31m", None])

    def tables(self) -> Sequence[Table]:
        """All rows."""
        columns = ["colour", "right", "odd", "none"]
        return [Table("each", "Each [b]colour", columns, self.rows, "a note")]


def _lines(path: Path, dataset: Dataset) -> AnswersBySystem:
    rows = [line.split("=") for line in path.read_text().splitlines()]
    if any(len(row) != 3 for row in rows):
        raise InputError(f"{path}: expected WHO=ID=COLOUR")
    found: dict[str, list[Answer]] = {}
    for who, identity, colour in rows:
        found.setdefault(who, []).append(Answer(identity, colour))
    return found


class Colours:
    """Asks for colours."""

    name = "colours"
    version = "1-0"
    description = "asks for colours"
    metrics: Sequence[Metric] = (
        Metric("right", "share", headline=True),
        Metric("shade", "how dark", headline=True),
        Metric(
            "odds",
            "right to wrong",
            headline=True,
            unit="to 1",
            pooled=Pooled(
                lambda score: (score.metrics["right"] or 0, 1),
                lambda sums: sums[..., 0] / (sums[..., 1] - sums[..., 0]),
            ),
        ),
    )
    pass_metric = None
    controls: Sequence[Control] = (
        Control("oracle", "the truth", lambda question: str(question.sample.truth), core=True),
    )
    embedded: Sequence[str] = ()
    question_forms: Sequence[str] = ("plain",)
    supports: Sequence[str] = ("repair",)
    answer_formats: ClassVar[Mapping[str, Callable[[Path, Dataset], AnswersBySystem]]] = {
        "equals": _lines
    }

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Three."""
        samples = [Sample(k, k, {}, v, {}) for k, v in WORDS.items()]
        return Dataset("colours", samples, sha256_of(*WORDS))

    def default_form(self, dataset: Dataset) -> str:
        """The one there is."""
        return "plain"

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """No tools."""
        return nullcontext(Asking())

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """No tools."""
        return nullcontext(Reader())

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Right or not."""
        metrics = {"right": float(observation["right"]), "shade": None}
        return Score(sample.id, answer.attempt, metrics, {"shade": "it is night"})

    def repair(self, sample: Sample, answer: Answer, observation: Observation) -> str | None:
        """Only ever once."""
        return None if observation["right"] else f"{sample.id} is not {answer.text}"

    def tabulator(self) -> Tabulator:
        """Each colour."""
        return Each()


SUITE = Colours()


class Batch:
    """Learns all answers at once."""

    suites: ClassVar[tuple[str, ...]] = ("colours",)

    def __init__(self, argument: str, suite: object) -> None:
        self.name = "batch"
        self.identity: Mapping[str, str] = {}
        self.known: dict[str, str] = {}

    def prepare(self, questions: Sequence[Question]) -> None:
        """Only what it is told."""
        assert not self.known
        self.known = {q.sample.id: f"{q.sample.truth}" for q in questions}

    def answer(self, question: Question) -> Answer:
        """From memory."""
        return Answer(question.sample.id, self.known[question.sample.id])


@pytest.fixture(autouse=True)
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs both."""
    info = tmp_path / "site" / "colours-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: colours\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[acidtest.suites]\ncolours = {__name__}:SUITE\n"
        f"[acidtest.systems]\nbatch = {__name__}:Batch\n"
    )
    monkeypatch.syspath_prepend(str(info.parent))


def test_a_system_may_work_on_all_questions_at_once(acidtest: Call, tmp_path: Path) -> None:
    done = acidtest("run", "colours", "--system", "batch", "--out", "here", "--json")
    assert done.status == 0, done.err
    assert done.json["metrics"]["right"]["value"] == 1
    assert len((tmp_path / "here" / "answers.jsonl").read_text().splitlines()) == 3


def test_a_system_for_another_suite_says_so(acidtest: Call) -> None:
    done = acidtest("run", "c-decompile", "--system", "batch")
    assert done.status == 2
    assert "batch only works with colours, not with c-decompile" in done.err
    assert "batch" not in acidtest("systems", "c-decompile").out
    assert "batch" in acidtest("systems", "colours").out


def test_answers_of_another_tool_become_a_run_a_system(acidtest: Call, tmp_path: Path) -> None:
    (tmp_path / "all.txt").write_text("ann=a=red\nann=b=red\nann=c=blue\nbob=a=red\n")
    command = ("score", "colours", "--answers", "all.txt", "--answers-format", "equals")
    done = acidtest(*command, "--json")
    assert done.status == 0, done.err
    ann, bob = done.json
    assert (ann["system"], ann["metrics"]["right"]["value"]) == ("ann", pytest.approx(2 / 3))
    assert ann["metrics"]["odds"]["value"] == pytest.approx(2)
    assert (bob["system"], bob["metrics"]["right"]["value"]) == ("bob", pytest.approx(1 / 3))
    assert "2 of 3 samples have no answer" in done.err
    assert " 2 " in acidtest(*command).out


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("x", "equals", "expected WHO=ID=COLOUR"),
        ("", "equals", "all.txt: this file is empty"),
        ("x", "tea", "unknown answer format 'tea' for colours; choose from: equals"),
    ],
)
def test_foreign_answers_that_cannot_be_read_say_why(
    acidtest: Call, tmp_path: Path, text: str, kind: str, why: str
) -> None:
    (tmp_path / "all.txt").write_text(text)
    done = acidtest("score", "colours", "--answers", "all.txt", "--answers-format", kind)
    assert (done.status, why in done.err) == (2, True), done.err


def test_foreign_answers_that_are_not_there(acidtest: Call) -> None:
    done = acidtest("score", "colours", "--answers", "no.txt", "--answers-format", "equals")
    assert done.status == 2
    assert "no.txt: no such file or folder" in done.err
    other = acidtest("score", "c-decompile", "--answers", "no.txt", "--answers-format", "equals")
    assert "choose from: nat" in other.err


def test_a_suite_s_tables_are_kept_and_shown_as_text(acidtest: Call) -> None:
    acidtest("run", "colours", "--system", "oracle", "--out", "here")
    shown = acidtest("show", "here", "--tables")
    assert shown.status == 0
    assert "Each [b]colour" in shown.out
    assert "[b]\\x1b[31m" in shown.out
    assert "a note" in shown.out
    kept = json.loads(acidtest("show", "here", "--tables", "--json").out)
    assert kept[0]["rows"][0] == ["red", 1.0, "[b]\x1b[31m", None]
    assert "acidtest show here --tables" in acidtest("show", "here").out


def test_a_figure_that_is_undefined_says_so(acidtest: Call) -> None:
    done = acidtest("run", "colours", "--system", "oracle", "--json")
    odds = done.json["metrics"]["odds"]
    assert (odds["value"], odds["n"]) == (None, 3)
    assert odds["reason"] == "undefined: nothing of the kind to count"


def test_what_does_not_apply_is_said_once_and_takes_no_column(acidtest: Call) -> None:
    done = acidtest("run", "colours", "--system", "oracle")
    assert "not applicable: shade (it is night)" in done.out
    assert done.out.count("shade") == 1
    two = acidtest("run", "colours", "--system", "oracle", "--system", "batch")
    assert "right" in two.out
    assert "shade" not in two.out


def test_a_system_may_mend_its_answer_once_and_both_are_kept(tmp_path: Path) -> None:
    asked: list[str] = []

    def guess(text: str) -> str:
        asked.append(text)
        return "green" if "not red" in text else "red"

    def evaluated() -> Summary:
        return evaluate(SUITE, guess, repair=True, out=tmp_path / "run").summary

    summary = evaluated()
    assert summary.metrics["right"].value == pytest.approx(1 / 3)
    assert summary.metrics["repaired.right"].value == pytest.approx(2 / 3)
    assert sorted(asked)[-1] == "colour of c?"
    assert {"b is not red", "c is not red"} <= set(asked)
    assert len(asked) == 5
    assert evaluated() == summary
    assert len(asked) == 5


def test_repairs_are_shown_and_scored_again(acidtest: Call) -> None:
    run = ("run", "colours", "--system", "batch", "--repair", "1", "--out", "here")
    done = acidtest(*run, "--fail-under", "repaired.right=1")
    assert done.status == 0, done.err
    assert "the same after one round of repair" in done.out
    plain = acidtest("run", "colours", "--system", "batch", "--out", "plain")
    assert plain.status == 0, plain.err
    refused = acidtest("compare", "plain", "here")
    assert "repair: no and yes" in refused.err
    compared = acidtest("compare", "plain", "here", "--repaired", "--json").json[0]
    assert compared["b"]["system"] == "batch (repaired)"
    assert compared["metrics"][0]["b"] == 1
    again = acidtest("score", "here", "--json")
    assert again.json["metrics"]["repaired.right"]["value"] == 1


def test_repair_where_a_suite_has_nothing_to_tell(acidtest: Call) -> None:
    done = acidtest("run", "sast-triage", "--system", "oracle", "--repair", "1")
    assert done.status == 2
    assert "--repair: sast-triage does not support this option" in done.err


def test_a_control_that_our_side_fails_at_says_so(
    acidtest: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(f"{__name__}.BROKEN", [True])
    (tmp_path / "one.jsonl").write_text('{"id": "a", "answer": "red"}')
    done = acidtest("score", "colours", "--answers", "one.jsonl")
    assert done.status == 0
    assert "control oracle: 1 of 3 samples were not scored" in done.err
    assert "the eye is shut" in done.err
