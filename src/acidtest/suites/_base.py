"""What a suite is, and how one is found."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal, Protocol, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from acidtest.errors import InputError
from acidtest.model import Answer, Observation, Program, Question, Sample, Score, Table

GROUP = "acidtest.suites"


Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pooled:
    """How a figure is made from all samples together: a function of sums.

    `counts` gives a sample's part, a vector always of the same length, or None where the
    figure does not apply. `value` turns sums of shape (…, k) into figures of shape (…), nan
    where they are undefined; it is called on many resamples at once. `bounds` are the least and
    the most that such a figure can be.
    """

    counts: Callable[[Score], Sequence[float] | None]
    value: Callable[[Floats], Floats]
    bounds: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric of a suite. `headline` ones stand in short tables.

    The figure is the mean of `Score.metrics[name]` over samples; with `pooled` it is made from
    all samples together instead, and scores need not carry the name. A `unit` other than
    percent means that figures are shown as they are. `better` says which way is up when two
    runs are compared; `neither` for what only describes. `lead` marks the one headline that stands
    for the suite where there is room for one; without it that is the pass metric, or the first.
    """

    name: str
    description: str
    headline: bool = False
    pooled: Pooled | None = None
    unit: str = "%"
    better: Literal["higher", "lower", "neither"] = "higher"
    lead: bool = False


def pooled_counts(
    metrics: Sequence[Metric],
) -> dict[str, Callable[[Score], Sequence[float] | None]]:
    """What pooled metrics count, under the name of the first metric that counts it."""
    names: dict[Callable[[Score], Sequence[float] | None], str] = {}
    for metric in metrics:
        if metric.pooled is not None:
            names.setdefault(metric.pooled.counts, metric.name)
    return {name: counts for counts, name in names.items()}


@dataclass(frozen=True, slots=True)
class Control:
    """A system whose result is known beforehand. `core` ones are run beside every result."""

    name: str
    description: str
    answer: Callable[[Question], str]
    core: bool = False


@dataclass(frozen=True, slots=True)
class Dataset:
    """Samples in order, the hash of all that scoring depends on, and where they came from."""

    name: str
    samples: Sequence[Sample]
    sha256: str


ReadAnswers = Mapping[str, Sequence[Answer]]
"""Answers by the system that gave them; a sample's attempts are numbered from 0."""


class Observer(Protocol):
    """The open tools of one suite. All methods may be called from several threads."""

    @property
    def toolchain(self) -> Mapping[str, str]:
        """What decides scores besides data and code: goes into signature and manifest."""
        ...

    def key(self, sample: Sample, text: str) -> str:
        """What this observation depends on, hashed, `toolchain` aside: equal keys, equal
        observations.
        """
        ...

    def observe(self, sample: Sample, text: str) -> Observation:
        """Compile, run, replay or parse an answer. Raises InfrastructureError if our side fails."""
        ...

    def question(self, sample: Sample, form: str) -> str:
        """The question put to a system in one of the suite's forms."""
        ...

    def binary(self, sample: Sample) -> bytes | None:
        """The program behind the question, for tools that want it; None if there is none."""
        ...


@runtime_checkable
class ProgramObserver(Protocol):
    """An observer whose programs have symbols that can be taken away."""

    def program(self, sample: Sample, *, stripped: bool) -> Program:
        """The program behind the question; `stripped` of its symbols, the function's included."""
        ...


@runtime_checkable
class ForeignAnswers(Protocol):
    """A suite that reads answers as other tools write them."""

    @property
    def answer_formats(self) -> Mapping[str, Callable[[Path, Dataset], ReadAnswers]]:
        """By the name users give: reads a file or folder; raises `InputError`."""
        ...


@runtime_checkable
class Repairing(Protocol):
    """A suite that can tell a system what was wrong with its answer."""

    def repair(self, sample: Sample, answer: Answer, observation: Observation) -> str | None:
        """What to ask next; None where there is nothing to mend. Never tells the truth itself."""
        ...


@runtime_checkable
class Tabulated(Protocol):
    """A suite with more to tell about a run than figures."""

    def tables(self, samples: Sequence[Sample], scores: Sequence[Score]) -> Sequence[Table]:
        """Pure, as `score` is. `scores` may lack samples and may hold errors."""
        ...


class Suite(Protocol):
    """What is asked and how an answer is scored."""

    @property
    def name(self) -> str:
        """As users type it."""
        ...

    @property
    def version(self) -> str:
        """`N-X`: N changes when scores stop being comparable, X when only the interface does."""
        ...

    @property
    def description(self) -> str:
        """One line."""
        ...

    @property
    def metrics(self) -> Sequence[Metric]:
        """All metrics, in the order they are shown."""
        ...

    @property
    def pass_metric(self) -> str | None:
        """The yes-or-no metric that pass@k is computed over, if any."""
        ...

    @property
    def controls(self) -> Sequence[Control]:
        """Oracle, silence and the known cheats."""
        ...

    @property
    def embedded(self) -> Sequence[str]:
        """Systems besides the controls that `acidtest demo` runs: no key, no network."""
        ...

    @property
    def question_forms(self) -> Sequence[str]:
        """The forms a question can take."""
        ...

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Samples from the user's files, or the shipped corpus if there are none."""
        ...

    def default_form(self, dataset: Dataset) -> str:
        """The question form used unless the user names one."""
        ...

    def observer(self, *, bare: bool = False) -> AbstractContextManager[Observer]:
        """Open the tools; `bare` goes on without a sandbox."""
        ...

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure: the same three give the same score, byte for byte."""
        ...


def suite_names() -> list[str]:
    """All suites installed, this package's and others'."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def find_suite(name: str) -> Suite:
    """The suite called `name`; raises `InputError` naming those there are."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            return cast(Suite, point.load())
    raise InputError(f"there is no suite '{name}'; there are: {', '.join(suite_names())}")


def sha256_of(*parts: str | bytes) -> str:
    """One hash over several parts; where one ends and the next begins counts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()
