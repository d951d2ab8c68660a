"""What each metric of function pairs gives the controls, which know or say nothing.

ACIDTEST_DATA=… python benchmarks/solidity_pairs.py [--echo]
"""

import os
import sys
from pathlib import Path
from statistics import fmean

from acidtest.core.protocols import Control
from acidtest.core.records import Answer, Question, Sample
from acidtest.suites.solidity_pairs.judge import PairJudge
from acidtest.suites.solidity_pairs.suite import SUITE

CONTROLS = ("oracle", "abi-skeleton", "shuffled", "silent")


def means(samples: list[Sample], control: Control) -> dict[str, float | None]:
    """The mean of each metric; None if no sample has a value."""
    scores, judge = [], PairJudge()
    for sample in samples:
        text = control.answer(Question(sample, "tac", 0, lambda form: "", lambda: None))
        observation = judge.observe(sample, text)
        scores.append(SUITE.score(sample, Answer(sample.id, text), observation))
    averages: dict[str, float | None] = {}
    for metric in SUITE.metrics:
        values = [v for s in scores if (v := s.metrics[metric.name]) is not None]
        averages[metric.name] = fmean(values) if values else None
    return averages


def main() -> None:
    data = os.environ.get("ACIDTEST_DATA")
    if not data:
        sys.exit("set ACIDTEST_DATA to the folder of public data (see docs/data.md)")
    dataset = SUITE.read([Path(data) / "solidity-pairs" / "tac_solidity_500.jsonl"])
    samples = list(dataset.samples)
    names = (*CONTROLS, "echo") if "--echo" in sys.argv else CONTROLS  # echo takes minutes
    by_name = {control.name: control for control in SUITE.controls}
    columns = {name: means(samples, by_name[name]) for name in names}
    print(f"Means over {len(samples)} functions:\n")
    print(f"| metric | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for metric in SUITE.metrics:
        cells = (column[metric.name] for column in columns.values())
        shown = ("" if value is None else f"{value:.3f}" for value in cells)
        print(f"| `{metric.name}` | {' | '.join(shown)} |")


if __name__ == "__main__":
    main()
