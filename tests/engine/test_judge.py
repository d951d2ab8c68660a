"""Grading: distinct work once, what is known never again, our failures apart from scores."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread

import pytest

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.progress import Progress, Silent
from acidtest.core.protocols import Control, Dataset, Judge, Questions
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.engine import Grader, judge
from acidtest.store import ObservationCache


@dataclass
class Counting:
    """Observes the length of a text, and counts how often it was asked to."""

    toolchain: Mapping[str, str] = field(default_factory=lambda: {"ruler": "1"})
    seen: Counter[str] = field(default_factory=Counter)
    lock: Lock = field(default_factory=Lock)

    def key(self, sample: Sample, text: str) -> str:
        """The text decides, whatever the sample."""
        return sha256_of(text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Its length; `broken` is our fault and `bug` a bug."""
        with self.lock:
            self.seen[text] += 1
        if text == "broken":
            raise InfrastructureError("the ruler broke")
        if text == "bug":
            raise ZeroDivisionError
        return {"length": len(text)}


class Unasked:
    """Questions that nobody asks."""

    def text(self, sample: Sample, form: str) -> str:
        """None."""
        return ""

    def program(self, sample: Sample) -> None:
        """None."""
        return None


@dataclass(frozen=True)
class Lengths:
    """The smallest suite there can be."""

    name: str = "lengths"
    version: str = "1-0"
    description: str = ""
    metrics: Sequence[Metric] = (Metric("length", ""),)
    pass_metric: str | None = None
    controls: Sequence[Control] = ()
    embedded: Sequence[str] = ()
    question_forms: Sequence[str] = ("plain",)

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Nothing."""
        return Dataset("none", (), "")

    def default_form(self, dataset: Dataset) -> str:
        """The one there is."""
        return "plain"

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """None."""
        return nullcontext(Unasked())

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """A new counter."""
        return nullcontext(Counting())

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """The length it was seen to have."""
        return Score(sample.id, answer.attempt, {"length": float(observation["length"])})


SAMPLES = {name: Sample(name, name, {}, None, {}) for name in "abcd"}
Grade = Callable[..., tuple[list[Score], Counter[str]]]


@pytest.fixture
def grade(tmp_path: Path) -> Iterator[Grade]:
    """Grades with one cache, each time with new tools."""
    cache = ObservationCache(tmp_path / "cache.sqlite")

    def graded(
        answers: Sequence[Answer], toolchain: str = "1", version: str = "1-0", workers: int = 2
    ) -> tuple[list[Score], Counter[str]]:
        counting = Counting({"ruler": toolchain})
        grader = Grader(Lengths(version=version), counting, cache, workers)
        return grader.grade(SAMPLES, answers, Silent(), "scoring"), counting.seen

    yield graded
    cache.close()


ANSWERS = [Answer("a", "xx"), Answer("b", "yyy"), Answer("c", "xx"), Answer("a", "z", 1)]


def test_a_known_score_is_not_made_again_and_only_for_the_same_answer(tmp_path: Path) -> None:
    before = {Answer("a", "four"): Score("a", 0, {"length": 99.0})}
    cache = ObservationCache(tmp_path / "cache.sqlite")
    grader = Grader(Lengths(), Counting(), cache, 1, before.get)
    scores = grader.grade(SAMPLES, [Answer("a", "four"), Answer("b", "four")], Silent(), "")
    assert [score.metrics["length"] for score in scores] == [99.0, 4.0]
    (other,) = grader.grade(SAMPLES, [Answer("a", "seven")], Silent(), "")
    assert other.metrics["length"] == 5.0
    cache.close()


def test_scores_come_in_the_order_of_the_answers(grade: Grade) -> None:
    scores, _ = grade(ANSWERS)
    assert [(s.id, s.attempt, s.metrics["length"]) for s in scores] == [
        ("a", 0, 2.0),
        ("b", 0, 3.0),
        ("c", 0, 2.0),
        ("a", 1, 1.0),
    ]


def test_equal_work_is_done_once(grade: Grade) -> None:
    assert grade(ANSWERS)[1] == {"xx": 1, "yyy": 1, "z": 1}


def test_a_second_time_nothing_is_observed_and_the_scores_are_the_same(grade: Grade) -> None:
    first, _ = grade(ANSWERS)
    second, seen = grade(ANSWERS)
    assert (second, seen) == (first, Counter())


def test_other_tools_or_another_version_observe_anew(grade: Grade) -> None:
    grade(ANSWERS)
    assert grade(ANSWERS, toolchain="2")[1].total() == 3
    assert grade(ANSWERS, version="2-0")[1].total() == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_our_failure_is_an_error_and_is_tried_again(grade: Grade, workers: int) -> None:
    answers = [Answer("a", "broken"), Answer("b", "yyy"), Answer("c", "broken")]
    for _ in range(2):
        scores, seen = grade(answers, workers=workers)
        assert [s.error for s in scores] == ["the ruler broke", None, "the ruler broke"]
        assert scores[0].metrics == {}
        assert seen["broken"] == 1


def test_an_answer_that_never_came_is_an_error_and_not_observed(grade: Grade) -> None:
    scores, seen = grade([Answer("a", None, error="timed out"), Answer("b", "yyy")])
    assert [s.error for s in scores] == ["timed out", None]
    assert seen == {"yyy": 1}


def test_no_answer_at_all_is_an_empty_one(grade: Grade) -> None:
    assert grade([Answer("a", None)])[0][0].metrics == {"length": 0.0}


def test_a_bug_of_ours_costs_one_score_and_is_shown(grade: Grade) -> None:
    scores, _ = grade([Answer("a", "xx"), Answer("b", "bug")], workers=1)
    assert scores[0].metrics == {"length": 2.0}
    assert scores[1].metrics == {}
    assert "ZeroDivisionError" in str(scores[1].error)


class Bars:
    """Remembers the bars that were opened, and how far each came."""

    def __init__(self) -> None:
        self.bars: list[tuple[str, int]] = []
        self.steps = 0

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[], None]]:
        """A new bar."""
        self.bars.append((name, total))
        return nullcontext(self._step)

    def _step(self) -> None:
        self.steps += 1

    def note(self, text: str) -> None:
        """Not needed."""


def graded_each(answers: Iterable[Answer], total: int, progress: Progress) -> Iterator[Score]:
    grader = Grader(Lengths(), Counting(), ObservationCache(use=False), 4)
    asked = ((SAMPLES[answer.id], answer) for answer in answers)
    for _, _, score in grader.grade_each(asked, total, progress, "scoring"):
        yield score


MANY = [Answer("abcd"[n % 4], f"{n % 50}" * (n % 7), n // 4) for n in range(1000)]


@pytest.mark.parametrize("block", [1, 7, 64, 5000])
def test_blocks_change_no_score(block: int, grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "BLOCK", block)
    assert list(graded_each(MANY, len(MANY), Silent())) == grade(MANY)[0]


def test_no_more_than_a_block_is_taken_before_its_scores_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge, "BLOCK", 10)
    taken = 0

    def given() -> Iterator[Answer]:
        nonlocal taken
        for answer in MANY:
            taken += 1
            yield answer

    for done, _ in enumerate(graded_each(given(), len(MANY), Silent())):
        assert taken <= done + 10
    assert taken == len(MANY)


def test_long_answers_make_smaller_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "_BLOCK_TEXT", 100)
    taken = []
    answers = (taken.append(n) or Answer("a", "x" * 60, n) for n in range(20))  # type: ignore[func-returns-value]
    scores = graded_each(answers, 20, Silent())
    next(scores)
    assert len(taken) == 2


def test_many_blocks_have_one_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "BLOCK", 10)
    bars = Bars()
    list(graded_each(MANY, len(MANY), bars))
    assert bars.bars == [("scoring", len(MANY))]
    assert bars.steps == len(MANY), "what is known already counts as well"


def test_a_slow_or_broken_answer_holds_up_nothing_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Scores are taken late and one by one, and the first answer of each block is the slowest."""
    monkeypatch.setattr(judge, "BLOCK", 40)
    monkeypatch.setattr(Counting, "observe", _slow_first)
    texts = ["slow" if n % 40 == 0 else f"broken {n}" if n % 3 else f"{n}" for n in range(400)]
    answers = [Answer("a", text, n) for n, text in enumerate(texts)]
    scores: list[Score] = []

    def take() -> None:
        for score in graded_each(answers, len(answers), Silent()):
            time.sleep(0.0005)
            scores.append(score)

    thread = Thread(target=take, daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert [score.attempt for score in scores] == list(range(400))
    failed = [score.attempt for score in scores if score.error]
    assert failed == [n for n, text in enumerate(texts) if text.startswith("broken")]


def _slow_first(self: Counting, sample: Sample, text: str) -> Observation:
    if text == "slow":
        time.sleep(0.05)
    if text.startswith("broken"):
        raise InfrastructureError("the ruler broke")
    return {"length": len(text)}
