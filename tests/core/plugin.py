"""The smallest suite a stranger could write, and packages that bring it by entry points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from acidtest.core.digest import sha256_of
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Control, Dataset, Judge, Questions
from acidtest.core.records import Answer, Observation, Sample, Score

WORDS = ("red", "green", "blue")


@dataclass(frozen=True)
class EchoJudge:
    """Sees whether a word was said."""

    toolchain: Mapping[str, str] = field(default_factory=dict)

    def key(self, sample: Sample, text: str) -> str:
        """Both decide."""
        return sha256_of(sample.id, text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Said or not."""
        return {"said": text == sample.truth}


class EchoQuestions:
    """Asks for a word."""

    def text(self, sample: Sample, form: str) -> str:
        """Which one."""
        return f"say {sample.id}"

    def program(self, sample: Sample) -> None:
        """There is none."""
        return None


@dataclass(frozen=True)
class Echo:
    """A suite that asks to say a word; `given` is what its scores carry."""

    given: Mapping[str, float | None] | None = None
    reasons: Mapping[str, str] = field(default_factory=dict)
    name: str = "echo"
    version: str = "1-0"
    description: str = "say a word"
    metrics: Sequence[Metric] = (Metric("exact", "said as it is", headline=True),)
    pass_metric: str | None = None
    controls: Sequence[Control] = (
        Control("oracle", "the word", lambda question: str(question.sample.truth), core=True),
    )
    embedded: Sequence[str] = ()
    question_forms: Sequence[str] = ("plain",)

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Three words."""
        return Dataset("words", [Sample(w, w, {}, w, {}) for w in WORDS], sha256_of(*WORDS))

    def default_form(self, dataset: Dataset) -> str:
        """The one there is."""
        return "plain"

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """No tools."""
        return nullcontext(EchoQuestions())

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """No tools."""
        return nullcontext(EchoJudge())

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """What was said, or what it was told to carry."""
        metrics = self.given if self.given is not None else {"exact": float(observation["said"])}
        return Score(sample.id, answer.attempt, metrics, self.reasons)


def install(folder: Path, name: str, entry_points: str, version: str = "1.0") -> None:
    """The metadata of a package, as an installer leaves it in a folder of sys.path."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")
