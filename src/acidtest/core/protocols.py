"""Protocols for suites, judges and systems. A plug-in needs only these and the records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from acidtest.core.commands import Check, Command, Download
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.records import Answer, Json, Observation, Program, Question, Sample, Score, Table


@dataclass(frozen=True, slots=True)
class Control:
    """A system whose result is known in advance. `core` controls are run with every system.

    `cannot` says why it cannot answer a sample, which is then left out of its figures; None or
    an empty text if it can.
    """

    name: str
    description: str
    answer: Callable[[Question], str]
    core: bool = False
    cannot: Callable[[Sample], str | None] | None = None


@dataclass(frozen=True, slots=True)
class Grades:
    """The oracle with only a part of its answer right, for `--system oracle@70`.

    `items` counts what can be right or wrong by itself in the answer to a question: functions,
    findings, or the answer as a whole. `answer` gives the answer in which so many of them are
    right and the others are plausible but wrong; which ones is the same each time, so that few
    answers have to be judged.
    """

    items: Callable[[Question], int]
    answer: Callable[[Question, int], str]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Samples in order, the hash of everything that scoring depends on, and their source.

    `samples` can be iterated any number of times; it need not support anything else. `left_out`
    counts what cannot be asked or judged, by reason, and `notes` say what else a user should know
    about the files.
    """

    name: str
    samples: Iterable[Sample]
    sha256: str
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: Sequence[str] = ()


AnswersBySystem = Mapping[str, Sequence[Answer]]
"""Answers by system; a sample's attempts are numbered from 0."""


class Questions(Protocol):
    """Builds questions; thread-safe. Opens a tool when a question first needs it."""

    def text(self, sample: Sample, form: str) -> str:
        """The question put to a system in one of the suite's forms."""
        ...

    def program(self, sample: Sample) -> Program | None:
        """The program behind the question, for tools that need it; None if there is none."""
        ...


class Judge(Protocol):
    """The open tools of one suite that turn an answer into an observation.

    All methods may be called from several threads.
    """

    @property
    def toolchain(self) -> Mapping[str, str]:
        """What scores depend on besides data and code; part of the signature and the manifest."""
        ...

    def key(self, sample: Sample, text: str) -> str:
        """A hash of everything the observation depends on except `toolchain`: equal keys mean
        equal observations.
        """
        ...

    def observe(self, sample: Sample, text: str) -> Observation:
        """Compile, run, replay or parse an answer.

        Works for any answer text. Raises `InfrastructureError` if a tool fails.
        """
        ...


class Tabulator(Protocol):
    """A reduction over the scores of a run: makes tables without all scores in memory."""

    def add(self, sample: Sample, score: Score) -> None:
        """Add one score. Samples come in the order of the data."""
        ...

    def tables(self) -> Iterable[Table]:
        """The tables, once all scores were added. Pure, like `Suite.score`."""
        ...


class Suite(Protocol):
    """A set of questions, and how their answers are scored."""

    @property
    def name(self) -> str:
        """The name that users type."""
        ...

    @property
    def version(self) -> str:
        """`N-X`: N changes when scores stop being comparable, X when only the interface does."""
        ...

    @property
    def description(self) -> str:
        """One line about the suite."""
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
        """Oracle, empty answers and the known cheats."""
        ...

    @property
    def embedded(self) -> Sequence[str]:
        """Systems that `acidtest demo` runs besides the controls; without keys or network."""
        ...

    @property
    def question_forms(self) -> Sequence[str]:
        """The available question forms."""
        ...

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Read samples from the user's files, or the shipped corpus if none are given."""
        ...

    def default_form(self, dataset: Dataset) -> str:
        """The question form used unless the user names one."""
        ...

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """The builder of a run's questions."""
        ...

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """Open the tools that judge answers."""
        ...

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Score an answer. Pure: the same three arguments give the same score, byte for byte."""
        ...


# Optional parts of a suite. Each is detected by checking whether the suite has the member.


@runtime_checkable
class DelegatingSuite(Protocol):
    """A suite that hands some of its data to another suite."""

    def suite_for(self, paths: Sequence[Path]) -> str:
        """The name of the suite that these files are for; usually its own."""
        ...


@runtime_checkable
class DataOnlySuite(Protocol):
    """A suite that ships no corpus: it only runs on the user's files."""

    @property
    def needs_data(self) -> bool:
        """Whether `read` needs files."""
        ...


@runtime_checkable
class ForeignAnswers(Protocol):
    """A suite that reads answer formats of other tools."""

    @property
    def answer_formats(self) -> Mapping[str, Callable[[Path, Dataset], AnswersBySystem]]:
        """By format name: a reader of a file or folder; raises `InputError`."""
        ...


@runtime_checkable
class ExportingSuite(Protocol):
    """A suite that writes a run in formats of its own."""

    @property
    def exports(self) -> Mapping[str, Callable[[Path, Path | None], str | None]]:
        """By format name: writes a run folder to a file, or returns the text without one."""
        ...


@runtime_checkable
class CappedSuite(Protocol):
    """A suite that reads no answer beyond a length, so that no more of it is kept."""

    @property
    def answer_max(self) -> int:
        """The most characters that an answer may have; a longer one must score the same, cut."""
        ...


@runtime_checkable
class FormChecking(Protocol):
    """A suite whose data may lack what a question form shows."""

    def check_form(self, samples: Sequence[Sample], form: str) -> None:
        """Raise `InputError` if some of the samples cannot be asked in this form."""
        ...


@runtime_checkable
class TargetedSuite(Protocol):
    """A suite whose questions are programs that can be built for other targets."""

    def for_targets(self, dataset: Dataset, targets: Sequence[str]) -> Dataset:
        """The tasks of the data, built for the targets that the user named instead."""
        ...


@runtime_checkable
class GradedSuite(Protocol):
    """A suite that says how its oracle is degraded; else whole answers become empty ones."""

    @property
    def grades(self) -> Grades:
        """Right and wrong items of an answer."""
        ...


@runtime_checkable
class Pessimistic(Protocol):
    """A suite in which some answers are worse than silence."""

    def worst_answers(self, sample: Sample) -> Sequence[str]:
        """Wrong answers; for each metric, the worst counts where the real one has no score."""
        ...


@runtime_checkable
class Repairing(Protocol):
    """A suite that can send a system feedback on its answer."""

    def repair(self, sample: Sample, answer: Answer, observation: Observation) -> str | None:
        """The follow-up question; None if there is nothing to fix. It must not leak the truth."""
        ...


@runtime_checkable
class Tabulated(Protocol):
    """A suite with tables of its own in addition to the figures."""

    def tabulator(self) -> Tabulator:
        """A new reduction for one run; it may receive errors, and only part of the samples."""
        ...


@runtime_checkable
class CorpusCommands(Protocol):
    """A suite with commands for its tasks: `acidtest corpus COMMAND SUITE`."""

    @property
    def corpus_commands(self) -> Sequence[Command]:
        """Each returns records; the command line prints them."""
        ...


@runtime_checkable
class Checked(Protocol):
    """A suite or system factory that can check for the tools it needs."""

    def checks(self) -> Iterable[Check]:
        """For `acidtest doctor`."""
        ...


@runtime_checkable
class Fetching(Protocol):
    """A suite or system factory that needs files which packages cannot include."""

    @property
    def downloads(self) -> Sequence[Download]:
        """For `acidtest fetch`."""
        ...


@runtime_checkable
class System(Protocol):
    """Answers questions. `answer` may be called from several threads at once.

    If the system itself fails, that is its answer, and it is scored. If something around it fails,
    such as the network, return an `Answer` with `error` or raise: that is shown, never scored.
    """

    @property
    def name(self) -> str:
        """The name as the user typed it."""
        ...

    @property
    def identity(self) -> Mapping[str, Json]:
        """Model, version, prompt hash and so on. Another identity makes another run."""
        ...

    def answer(self, question: Question) -> Answer:
        """The answer to one question."""
        ...


@runtime_checkable
class PreparedSystem(Protocol):
    """A system that works on many questions at once, such as a scanner over a folder."""

    def prepare(self, questions: Sequence[Question]) -> None:
        """Called once, before the first `answer`, with all questions still to be answered."""
        ...


@runtime_checkable
class OpenSystem(Protocol):
    """A system that keeps something open while it answers, such as a server."""

    def close(self) -> None:
        """Called after the last question, also after a failure. It may be asked again later."""
        ...


@runtime_checkable
class WaitingSystem(Protocol):
    """A system that mostly waits for I/O, so that many questions can run in parallel."""

    @property
    def connections(self) -> int:
        """The number of parallel questions, independent of the number of cores."""
        ...


@runtime_checkable
class PortableSystem(Protocol):
    """A system that other machines can make as well, such as a program that is installed there."""

    @property
    def remake(self) -> str | None:
        """The name that makes it; None if it must be asked here, for instance for a secret."""
        ...


@runtime_checkable
class FormedSystem(Protocol):
    """A system that prefers a question form, unless the user names one."""

    @property
    def form(self) -> str | None:
        """One of the suite's forms, or None for the suite's default."""
        ...
