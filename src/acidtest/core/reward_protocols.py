"""Optional parts of a suite whose verdict is a reward. Each is detected by its members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, runtime_checkable

from acidtest.core.options import RunOptions
from acidtest.core.progress import Progress
from acidtest.core.protocols import Judge
from acidtest.core.records import Observation, Sample, Score


@runtime_checkable
class SteppedSuite(Protocol):
    """A suite with steps on the way to a pass, for models that are trained by it."""

    @property
    def reward_steps(self) -> Sequence[str]:
        """What may earn a part of a reward, easiest first: metrics that a cheat may reach too, and
        `agrees`, which a `SharingJudge` tells.
        """
        ...


@runtime_checkable
class RewardingSuite(Protocol):
    """A suite in which a metric can be won without solving the question."""

    def earned(self, score: Score, metric: str, /) -> float | None:
        """What of the metric counts as a reward."""
        ...


@runtime_checkable
class GuessableSuite(Protocol):
    """A suite in which one and the same answer passes many samples."""

    def losses(self, samples: Sequence[Sample], /) -> Mapping[str, float]:
        """What an answer that does not pass loses at each sample, by its id: so much that no answer
        which is the same for all of these samples earns anything in the mean. Empty where that
        cannot be, because one answer passes all of them.
        """
        ...


@runtime_checkable
class ExtractingSuite(Protocol):
    """A suite that says whether an answer holds what was asked for, right or wrong."""

    def extracts(self, sample: Sample, text: str, score: Score, /) -> bool:
        """Whether code, or whatever else was asked for, could be taken from the answer."""
        ...


@runtime_checkable
class SharingJudge(Protocol):
    """A judge that tells how far a wrong answer is from a right one."""

    def share(self, sample: Sample, text: str, /) -> float:
        """On which share of inputs it does the same, beyond what knows nothing of the task: from
        0 to 1, and 0 for whatever ignores its input. Raises `InfrastructureError`.
        """
        ...


@runtime_checkable
class RewardJudgedSuite(Protocol):
    """A suite with a judge of its own for rewards, whose observations are not those of a run."""

    def reward_judge(self, options: RunOptions, metric: str, /) -> AbstractContextManager[Judge]:
        """The judge with the inputs of `options.seed`, so that a model that is trained by it cannot
        learn them. What a reward by this metric does not depend on need not be observed.
        """
        ...


@runtime_checkable
class DoubtingSuite(Protocol):
    """A suite that knows which of its observations a busy machine may have made."""

    def doubtful(self, observation: Observation, /) -> bool:
        """Whether something was stopped because it took too long by the clock."""
        ...


@runtime_checkable
class FreshSuite(Protocol):
    """A suite that can make new tasks from a seed."""

    def write_fresh(
        self, folder: Path, seed: int, count: int, progress: Progress, workers: int, /
    ) -> object:
        """Write tasks to a folder that `read` takes: of the same seed, the same bytes. The module
        of this function is all that decides them.
        """
        ...
