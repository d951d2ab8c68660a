"""The frozen records of acidtest: Sample, Answer, Observation, Score, Summary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = Any
"""A value that the json module reads and writes."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One question with its ground truth and its groups.

    `cluster` names what samples share that makes them dependent (the task behind four
    optimisation levels); intervals come from the spread between clusters. `truth` is the suite's
    own record, `record` the input it was read from.
    """

    id: str
    cluster: str
    groups: Mapping[str, str]
    truth: Any
    record: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Program:
    """The program behind a question, and where in it the function in question is.

    `symbol` is None if the program has no symbols; `address` is as in the file. Both are None if
    the program has no functions.
    """

    data: bytes
    symbol: str | None = None
    address: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A sample as a system receives it. Texts are built only when read.

    `sample` includes the truth, for controls, which are allowed to use it.
    """

    sample: Sample
    form: str
    attempt: int
    read: Callable[[str], str]
    read_program: Callable[[], Program | None]

    @property
    def text(self) -> str:
        """The question in the form of this run."""
        return self.read(self.form)

    @property
    def program(self) -> Program | None:
        """The program behind the question, if there is one."""
        return self.read_program()

    @property
    def binary(self) -> bytes | None:
        """The bytes of that program."""
        program = self.program
        return None if program is None else program.data


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one sample: a text, or the error that prevented one.

    `error` is a failure that is not the system's fault. `note` says why the system's own answer is
    empty or cut off, or what a server ignored. `stop` is the reason a model stopped: `stop` if it
    finished normally. `logprob` is the mean log-probability of its tokens. `steps` is an agent's
    transcript: what the model said in each, its calls with their results, and what that took.
    """

    id: str
    text: str | None
    attempt: int = 0
    error: str | None = None
    time_s: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    model: str | None = None
    note: str | None = None
    stop: str | None = None
    logprob: float | None = None
    steps: Sequence[Mapping[str, Json]] = ()

    @property
    def failed(self) -> bool:
        """Whether a tool failed to answer; what stops a model, as a refusal does, is its answer."""
        empty = not (self.text or "").strip()
        return self.error is None and self.note is not None and self.stop is None and empty


Observation = Mapping[str, Json]
"""What happened when an answer was compiled, run, replayed or parsed: plain JSON, cacheable."""


@dataclass(frozen=True, slots=True)
class Score:
    """The metrics of one answer, with the evidence for them.

    A metric that does not apply is None and has a reason. `cause` says why the answer is wrong, in
    words that many answers may share. If a tool failed, `error` is set and there are no metrics.
    """

    id: str
    attempt: int
    metrics: Mapping[str, float | None] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    evidence: Mapping[str, Json] = field(default_factory=dict)
    error: str | None = None
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a summary: value, 95 % interval and number of samples.

    `worst` is the same with every unscored answer counted as failed, if that changes the value.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str | None = None
    worst: Figure | None = None

    def to_json(self) -> dict[str, Json]:
        """The form stored in summary.json."""
        data: dict[str, Json] = {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "n": self.n,
        }
        if self.reason is not None:
            data["reason"] = self.reason
        if self.worst is not None:
            data["worst"] = self.worst.to_json()
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Figure:
        """The reverse of `to_json`."""
        worst = data.get("worst")
        return cls(**{**data, "worst": cls.from_json(worst) if worst else None})


Figures = Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Sampled:
    """What a limit took, and from what: samples, clusters, and the groups it was balanced over."""

    samples: int
    of_samples: int
    clusters: int
    of_clusters: int
    stratified_by: Sequence[str] = ()

    def to_json(self) -> dict[str, Json]:
        """The form stored in summary.json and manifest.json."""
        return {
            "samples": self.samples,
            "of_samples": self.of_samples,
            "clusters": self.clusters,
            "of_clusters": self.of_clusters,
            "stratified_by": list(self.stratified_by),
        }


@dataclass(frozen=True, slots=True)
class Table:
    """A suite's additional table about a run: aggregates, bands, distributions.

    A cell is a string, a number, a boolean or None. `note` says how to read the table.
    """

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Json]]
    note: str = ""

    def to_json(self) -> dict[str, Json]:
        """The form stored in tables.json."""
        return {
            "name": self.name,
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's figures, over all samples and by group, with those of the controls.

    `n` counts samples, `asked` answers, and `scored` those of them that have a score; `errors`
    counts the samples with an answer that has none. `identity` describes the system: model,
    prompt, options, tool version. `effort` is what the answers took, if they report it: time,
    tokens, cost, and the headline figures per dollar and per second. `sampled` says what the
    samples were taken from, if a limit took a part. `causes` are the commonest reasons why answers
    are wrong, and `error_causes` why they have no score, with how many share each. `failed` counts
    the answers that are empty because the system failed.
    """

    suite: str
    system: str
    signature: str
    question_form: str
    n: int
    asked: int
    scored: int
    errors: int
    metrics: Figures
    groups: Mapping[str, Mapping[str, Figures]] = field(repr=False)
    controls: Mapping[str, Mapping[str, float | None]] = field(repr=False)
    identity: Mapping[str, Json] = field(default_factory=dict)
    effort: Mapping[str, Json] = field(default_factory=dict)
    sampled: Sampled | None = None
    causes: Mapping[str, int] = field(default_factory=dict)
    error_causes: Mapping[str, int] = field(default_factory=dict)
    failed: int = 0

    def to_json(self) -> dict[str, Json]:
        """The form stored in summary.json."""
        return {
            "suite": self.suite,
            "system": self.system,
            "identity": dict(self.identity),
            "signature": self.signature,
            "question_form": self.question_form,
            "n": self.n,
            "asked": self.asked,
            "scored": self.scored,
            "errors": self.errors,
            **({"sampled": self.sampled.to_json()} if self.sampled else {}),
            "metrics": _figures(self.metrics),
            "groups": {
                group: {value: _figures(figures) for value, figures in values.items()}
                for group, values in self.groups.items()
            },
            "controls": {name: dict(values) for name, values in self.controls.items()},
            **({"failed": self.failed} if self.failed else {}),
            **({"causes": dict(self.causes)} if self.causes else {}),
            **({"error_causes": dict(self.error_causes)} if self.error_causes else {}),
            **({"effort": dict(self.effort)} if self.effort else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Summary:
        """The reverse of `to_json`."""
        sampled = data.get("sampled")
        groups = {
            group: {value: _read_figures(figures) for value, figures in values.items()}
            for group, values in data["groups"].items()
        }
        return cls(
            **{
                **data,
                "metrics": _read_figures(data["metrics"]),
                "groups": groups,
                "sampled": Sampled(**sampled) if sampled else None,
            }
        )


def _figures(figures: Figures) -> dict[str, Json]:
    return {name: figure.to_json() for name, figure in figures.items()}


def _read_figures(data: Mapping[str, Mapping[str, Json]]) -> Figures:
    return {name: Figure.from_json(figure) for name, figure in data.items()}
