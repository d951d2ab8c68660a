"""The suites: what is asked and how an answer is scored. Found through entry points."""

from acidtest.suites._base import (
    Control,
    Dataset,
    ForeignAnswers,
    Metric,
    Observer,
    Pooled,
    ProgramObserver,
    ReadAnswers,
    Repairing,
    Suite,
    Tabulated,
    find_suite,
    pooled_counts,
    sha256_of,
    suite_names,
)

__all__ = [
    "Control",
    "Dataset",
    "ForeignAnswers",
    "Metric",
    "Observer",
    "Pooled",
    "ProgramObserver",
    "ReadAnswers",
    "Repairing",
    "Suite",
    "Tabulated",
    "find_suite",
    "pooled_counts",
    "sha256_of",
    "suite_names",
]
