"""The oracle gets the best value on every metric, and silence nothing, on whole corpora."""

from __future__ import annotations

from collections.abc import Sequence

from check import Check, Row, Tally, total
from corpora import EVERY, opened

from acidtest.analysis.soundness import unsound
from acidtest.core.records import Answer, Question

_FEW = 12


def one(number: int) -> Tally:
    """A suite: the first rounds on a few samples of each, the next on everything."""
    name = EVERY[number % len(EVERY)]
    with opened(name, None if number >= len(EVERY) else _FEW) as corpus:
        if corpus is None:
            return {"skipped": name}
        controls = {control.name: control for control in corpus.suite.controls}

        def said_by(control: str) -> dict[str, float | None]:
            def answer(question: Question) -> Answer:
                return Answer(question.sample.id, controls[control].answer(question))

            return corpus.figures(answer)

        metrics = corpus.suite.metrics
        oracle, silent = said_by("oracle"), said_by("silent")
        empty = corpus.figures(lambda question: Answer(question.sample.id, ""))
        problems = [*unsound(metrics, oracle, silent), *unsound(metrics, oracle, empty)]
        return {
            "suite": name,
            "samples": len(corpus.samples),
            "metrics": len(metrics),
            "beside": sum(metric.beside is not None for metric in metrics),
            "violations": len(problems),
            "problems": [f"{name}: {problem}" for problem in problems],
        }


def row(tallies: Sequence[Tally]) -> Row:
    """Each suite once, with the most samples it was tried on."""
    largest: dict[str, Tally] = {}
    for tally in tallies:
        if "suite" in tally:
            best = largest.get(tally["suite"], tally)
            largest[tally["suite"]] = tally if tally["samples"] >= best["samples"] else best
    done = list(largest.values())
    violations = total(tallies, "violations")
    text = (
        f"oracle and silence on {total(done, 'metrics')} metrics of {len(done)} suites, "
        f"{total(done, 'samples'):,} samples: violations {violations}; "
        f"{total(done, 'beside')} metrics name the one they are read beside"
    )
    skipped = sorted({str(tally["skipped"]) for tally in tallies if "skipped" in tally})
    if skipped:
        text += f"; not done, ACIDTEST_DATA lacks their data: {', '.join(skipped)}"
    first = next((p for tally in tallies for p in tally.get("problems", ())), None)
    return Row(f"{text}; {first}" if first else text, violations == 0 and bool(done))


CHECKS = (
    Check(
        "controls",
        "the oracle gets the best value on every sound metric, silence the worst or none, or the "
        "metric names its partner",
        one,
        row,
        short=2,
        long=2 * len(EVERY),
    ),
)
