"""What answers earn that do not look at the question: python benchmarks/guesses.py [--write]

Every control of the suites in which one answer may be right for many samples, over the prompts to
train with; and the best answer that is the same for all of them. `--write` puts the table into
docs/rewards.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import acidtest
from acidtest.core.options import RunOptions
from acidtest.core.records import Question, Sample
from acidtest.core.registry import find_suite
from acidtest.engine.prompts import part
from benchmarks.report import write_section

PAGE = Path(__file__).parents[1] / "docs" / "rewards.md"
SUITES = ("sast-triage", "crypto-inventory")
STEP = {"extracts": 0.1}


def means(suite: str) -> dict[str, tuple[float, float]]:
    """The share of passes and the mean reward of each control and of the best constant."""
    found = find_suite(suite)
    samples = part(list(found.read([]).samples), "train")
    form = found.question_forms[0]
    with acidtest.reward(suite, shaping=STEP) as reward:

        def earned(texts: Sequence[str]) -> tuple[float, float]:
            given = reward(completions=texts, id=[sample.id for sample in samples])
            values = [value for value in given if value is not None]
            return float(np.mean([value == 1 for value in values])), float(np.mean(values))

        with found.questions(RunOptions()) as builder:

            def said(name: str, sample: Sample) -> str:
                control = next(c for c in found.controls if c.name == name)
                asked = Question(
                    sample, form, 0, lambda form: builder.text(sample, form), lambda: None
                )
                return control.answer(asked) or ""

            made = {c.name: earned([said(c.name, s) for s in samples]) for c in found.controls}
            constants = {said("oracle", sample) for sample in samples}
        made["the best constant answer"] = max(earned([one] * len(samples)) for one in constants)
    return made


def table() -> str:
    """Passes and rewards, %, those that pass nothing in one row."""
    lines = [
        f"Over the prompts to train with, shaping {STEP}.",
        "",
        "| suite | answers | passes, % | mean reward |",
        "|---|---|---:|---:|",
    ]
    for suite in SUITES:
        for name, (passes, mean) in means(suite).items():
            lines.append(f"| {suite} | {name} | {100 * passes:.1f} | {mean:+.3f} |")
    return "\n".join(lines)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"into docs/{PAGE.name}")
    given = parser.parse_args()
    text = table()
    print(text)
    if given.write:
        write_section("guesses", text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
