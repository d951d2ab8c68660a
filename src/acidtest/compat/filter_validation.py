"""Document 003's validation: an evaluation's answers against the ground truth, as a report.

python -m acidtest.compat.filter_validation [RESULTS_FOLDER] [DATASET_FILE]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from acidtest.compat.run_filter_evaluation import REPORTS, dataset_files
from acidtest.core.errors import AcidtestError
from acidtest.core.progress import Silent
from acidtest.core.records import Json
from acidtest.integrations.nat import evaluate


def validate(results_folder: Path, dataset: Sequence[Path]) -> dict[str, Json]:
    """Score workflow_output.json of a folder, write filter_validation_report.json, return it."""
    report = results_folder / evaluate.REPORT
    return dict(evaluate.report_of(results_folder, dataset, report, Silent()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Validate a folder of results; without arguments, the newest one."""
    given = [Path(argument) for argument in (sys.argv[1:] if arguments is None else arguments)]
    folders = sorted(REPORTS.iterdir()) if REPORTS.is_dir() else []
    results = given[0] if given else folders[-1] if folders else REPORTS
    try:
        report = validate(results, given[1:2] or dataset_files())
    except AcidtestError as error:
        print(error, file=sys.stderr)
        return 1
    for name, value in report["summary"].items():
        print(f"{name}: {value}")
    print(f"report: {results / evaluate.REPORT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
