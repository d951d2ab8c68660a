"""Document 003's runner: check, evaluate, validate, archive; `acidtest sast-eval` by its name.

python -m acidtest.compat.run_filter_evaluation [OPTIONS OF acidtest sast-eval]
"""

from __future__ import annotations

import sys
from pathlib import Path

from acidtest.cli import main as acidtest

REPORTS = Path("reports/filter")
DATASET = Path("dataset/filter_eval/filter_eval_dataset_individual_issues.json")


def dataset_files() -> list[Path]:
    """The document's dataset where it lies here; else none, which is the shipped corpus."""
    return [path for path in (DATASET, "evaluation" / DATASET) if path.exists()][:1]


def main() -> None:
    """Run the four steps and end with their exit status."""
    given = sys.argv[1:]
    if "--data" not in given:
        given += [part for path in dataset_files() for part in ("--data", str(path))]
    sys.argv = ["acidtest", "sast-eval", *given]
    acidtest()


if __name__ == "__main__":
    main()
