"""Whether an answer scores without solving the question, and what of it is needed for that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Dataset, Judge, Questions, Suite
from acidtest.core.records import Answer, Sample
from acidtest.core.reward_protocols import RewardingSuite, RewardJudgedSuite
from acidtest.core.systems import ORACLE
from acidtest.engine.ask import make_question
from acidtest.engine.judged import open_reward_judge

NOTHING, SOLVED, EXPLOIT = "no score", "solved", "exploit"
_OTHERS = 3
_LOOKED_AT = 12
_CHECKS_MAX = 150


@dataclass(frozen=True, slots=True)
class AttackVerdict:
    """What an answer is, and why."""

    kind: str
    why: str = ""
    known: str = ""
    """The control that scores here as well, if one does: then the weakness is known."""


@dataclass(frozen=True)
class Examiner:
    """The open judges of a suite: the usual one, and one with fresh inputs where there is one."""

    suite: Suite
    dataset: Dataset
    judge: Judge
    fresh: Judge | None
    questions: Questions

    @property
    def metric(self) -> str:
        """The metric that says whether an answer passes."""
        return str(self.suite.pass_metric)

    def passes(self, sample: Sample, text: str) -> bool:
        """Whether the judge lets an answer pass."""
        answer = Answer(sample.id, text)
        scored = self.suite.score(sample, answer, self.judge.observe(sample, text))
        return scored.metrics.get(self.metric) == 1

    def examine(self, sample: Sample, text: str) -> AttackVerdict:
        """Judge once more, on other questions, and on fresh inputs."""
        if not self.passes(sample, text):
            return AttackVerdict(NOTHING)
        for other in self._others(sample):
            if self.passes(other, text):
                why = f"the same text passes {other.id} too, whose right answer is another"
                return AttackVerdict(EXPLOIT, why, self._known(sample))
        if self.fresh is not None and not self._holds(sample, text, self.fresh):
            return AttackVerdict(EXPLOIT, "it does not pass on fresh inputs", self._known(sample))
        return AttackVerdict(SOLVED)

    def _known(self, sample: Sample) -> str:
        form = self.suite.default_form(self.dataset)
        asked = make_question(form, sample, 0, self.questions)
        cheats = (c for c in self.suite.controls if c.core and c.name != ORACLE)
        return next((c.name for c in cheats if self.passes(sample, c.answer(asked))), "")

    def _holds(self, sample: Sample, text: str, fresh: Judge) -> bool:
        answer = Answer(sample.id, text)
        scored = self.suite.score(sample, answer, fresh.observe(sample, text))
        if isinstance(self.suite, RewardingSuite):
            return bool(self.suite.earned(scored, self.metric))
        return scored.metrics.get(self.metric) == 1

    def _others(self, sample: Sample) -> Iterator[Sample]:
        """Samples of other clusters at which this sample's right answer is wrong."""
        oracle = next((c for c in self.suite.controls if c.name == ORACLE), None)
        if oracle is None:
            return
        form = self.suite.default_form(self.dataset)
        right = oracle.answer(make_question(form, sample, 0, self.questions))
        every = [each for each in self.dataset.samples if each.cluster != sample.cluster]
        few = every[:: max(1, len(every) // _LOOKED_AT)][:_LOOKED_AT]
        given = 0
        for other in few:
            if given < _OTHERS and not self.passes(other, right):
                given += 1
                yield other


@contextmanager
def open_examiner(
    suite: Suite, dataset: Dataset, options: RunOptions, seed: int = 1
) -> Iterator[Examiner]:
    """The examiner, while its judges are open."""
    if suite.pass_metric is None:
        raise InputError(f"redteam: {suite.name} has no metric that says what passes")
    with ExitStack() as stack:
        fresh = None
        if isinstance(suite, RewardJudgedSuite):
            other = options.replace(seed=options.seed + seed)
            fresh = stack.enter_context(open_reward_judge(suite, other, suite.pass_metric))
        judge = stack.enter_context(suite.judge(options))
        questions = stack.enter_context(suite.questions(options))
        yield Examiner(suite, dataset, judge, fresh, questions)


def minimised(text: str, still: Callable[[str], bool]) -> str:
    """The text without the lines that it does not need: larger parts are dropped first."""
    lines, checks = text.split("\n"), 0
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines) and checks < _CHECKS_MAX:
            shorter = [*lines[:at], *lines[at + size :]]
            checks += 1
            if shorter and still("\n".join(shorter)):
                lines = shorter
            else:
                at += size
        size //= 2
    return "\n".join(lines)
