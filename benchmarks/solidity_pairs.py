"""What each metric of function pairs gives to the controls, which know or say nothing.

ACIDTEST_DATA=… python benchmarks/solidity_pairs.py [--echo]
"""

import os
import sys
from pathlib import Path
from statistics import fmean

from acidtest.model import Answer, Question, Sample
from acidtest.suites import Control
from acidtest.suites.solidity_decompile import SUITE, pairs

CONTROLS = ("oracle", "abi-skeleton", "shuffled", "silent")


def means(samples: list[Sample], control: Control) -> dict[str, float | None]:
    """The mean of each metric; None where none has a value."""
    scores = []
    for sample in samples:
        text = control.answer(Question(sample, "tac", 0, lambda form: "", lambda: None))
        observation = pairs.observe(sample, text)
        scores.append(pairs.score(sample, Answer(sample.id, text), observation))
    found: dict[str, float | None] = {}
    for metric in pairs.METRICS:
        values = [v for s in scores if (v := s.metrics[metric.name]) is not None]
        found[metric.name] = fmean(values) if values else None
    return found


def main() -> None:
    data = os.environ.get("ACIDTEST_DATA")
    if not data:
        sys.exit("ACIDTEST_DATA does not name the folder of public data")
    samples = pairs.read([Path(data) / "solidity-pairs" / "tac_solidity_500.jsonl"])
    wanted = (*CONTROLS, "echo") if "--echo" in sys.argv else CONTROLS  # echo: some minutes
    by_name = {control.name: control for control in SUITE.controls}
    columns = {name: means(samples, by_name[name]) for name in wanted}
    print(f"Means over {len(samples)} functions:\n")
    print(f"| metric | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for metric in pairs.METRICS:
        cells = (column[metric.name] for column in columns.values())
        shown = ("" if value is None else f"{value:.3f}" for value in cells)
        print(f"| `{metric.name}` | {' | '.join(shown)} |")


if __name__ == "__main__":
    main()
