"""Speed of crypto-inventory: python benchmarks/crypto.py [--write].

Scores the published benchmark's recorded answers (ACIDTEST_DATA names the folder of public data)
without and with all that the command does, and reads hostile answers of 10 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
# on matrices this small, a second BLAS thread costs more than it gains
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from acidtest import engine
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import ForeignAnswers
from acidtest.core.registry import find_suite
from acidtest.suites.crypto_inventory.answers import read_answer
from acidtest.systems.recorded import recorded_systems
from benchmarks.report import write_section

SIZE = 10_000_000
HOSTILE = {
    "one object with a long string": json.dumps({"findings": [], "summary": "x" * SIZE}),
    "the same in a fence": "```json\n" + json.dumps({"findings": [], "s": "x" * SIZE}) + "\n```",
    "300,000 findings": json.dumps({"findings": [{"algorithm": f"C{i}"} for i in range(300_000)]}),
    "opening braces": "{" * SIZE,
    "opening brackets": "[" * SIZE,
    "fences": "```\n" * (SIZE // 4),
    "prose": "RSA is used here. " * (SIZE // 18),
}


def timed(work: Callable[[], int]) -> tuple[int, float, float]:
    """The count that `work` returns, with wall and CPU seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    count = work()
    return count, time.perf_counter() - wall, time.process_time() - cpu


def score_answers(folder: Path) -> int:
    """Observe and score every recorded answer that is about a sample."""
    suite = find_suite("crypto-inventory")
    assert isinstance(suite, ForeignAnswers)
    dataset = suite.read([folder])
    samples = {sample.id: sample for sample in dataset.samples}
    count = 0
    with suite.judge(RunOptions()) as judge:
        read = suite.answer_formats["published-results"](folder / "recorded_responses", dataset)
        for answers in read.values():
            for answer in answers:
                if answer.id in samples:
                    sample = samples[answer.id]
                    suite.score(sample, answer, judge.observe(sample, answer.text or ""))
                    count += 1
    return count


def whole_command(folder: Path, out: Path) -> int:
    """The same through the engine: run folders, tables, intervals, groups."""
    suite = find_suite("crypto-inventory")
    dataset = suite.read([folder])
    recorded = folder / "recorded_responses"
    count = 0
    for system in recorded_systems(recorded, "published-results", suite, dataset):
        options = RunOptions(attempts=system.attempts, controls="none")
        plan = engine.make_plan(suite, system, options, dataset=dataset)
        count += engine.run(plan, out / plan.default_folder.name, Silent()).n
    return count


def _claims(text: str) -> int:
    return len(read_answer(text).claims)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    chosen = parser.parse_args()
    folder = Path(os.environ.get("ACIDTEST_DATA", "")) / "crypto-benchmark"
    if not folder.is_dir():
        print("crypto-inventory: not measured; set ACIDTEST_DATA as described in docs/data.md")
        return
    lines = [
        "## crypto-inventory",
        "",
        "Printed by `python benchmarks/crypto.py --write` on the recorded answers of the published "
        f"benchmark, one process, one BLAS thread; Python {platform.python_version()}.",
        "",
        "| work | answers | CPU s | wall s |",
        "|---|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as name:
        os.environ["ACIDTEST_CACHE"] = f"{name}/cache"
        for what, work in (
            ("read and score", partial(score_answers, folder)),
            ("with run folders, groups and intervals", partial(whole_command, folder, Path(name))),
        ):
            count, wall, cpu = timed(work)
            lines.append(f"| {what} | {count:,} | {cpu:.1f} | {wall:.1f} |")
    lines += ["", "Reading one answer of 10 MB:", "", "| answer | CPU s |", "|---|---:|"]
    for what, text in HOSTILE.items():
        _, _, cpu = timed(partial(_claims, text))
        lines.append(f"| {what} | {cpu:.2f} |")
    text = "\n".join(lines)
    print(text)
    if chosen.write:
        write_section("crypto-inventory", text)


if __name__ == "__main__":
    main()
