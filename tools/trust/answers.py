"""Gives hostile answers to every suite's judge: each is scored, none is an error of ours."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import hostile
import reader_seeds
from check import Check, Row, Tally, total

from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.registry import find_suite
from acidtest.engine.judge import Grader
from acidtest.store import ObservationCache


@dataclass(frozen=True)
class Judged:
    """A suite, its data (shipped if empty), and how many answers a round has for it."""

    suite: str
    count: int
    data: tuple[bytes, ...] = ()
    name: str = "data.jsonl"
    written: tuple[str, ...] = ()


SUITES = (
    Judged("crypto-inventory", 150, written=reader_seeds.CRYPTO_ANSWERS),
    Judged("sast-triage", 150, written=reader_seeds.SAST_ANSWERS),
    Judged("solidity-pairs", 20, (*reader_seeds.PAIR, *reader_seeds.PAIRS), "pairs.jsonl"),
    Judged("sast-justify", 20, reader_seeds.JUSTIFY, "justify.json"),
    Judged("c-decompile", 10),
    Judged("solidity-decompile", 8),
)
WHOLE = (
    "", " ", "\x00", "\ud800", "[" * 100_000, "{" * 50_000, "-->" * 3000, "a" * 10_000_000,
    "pragma solidity " + "9" * 5000 + ";\ncontract C {}", "pragma solidity 0.²;\ncontract C {}",
    "pragma solidity " + "0.8.0 || " * 3000 + ";\ncontract C {}", "```" * 30_000, "\ufeff{}",
    '{"version":"2.1.0","runs":[{"results":5}]}',
    '{"version":"2.1.0","runs":[{"results":[{"locations":5}]}]}',
    '{"bomFormat":"CycloneDX","specVersion":"' + "9" * 5000 + '.1","components":[]}',
    '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"cryptoProperties":{"assetType":'
    '"algorithm","algorithmProperties":{"parameterSetIdentifier":"3²3"}},"name":"AES"}]}',
    '{"findings":[{"algorithm":"AES","confidence":1' + "0" * 400 + "}]}", '{"findings":{"a":NaN}}',
    '{"filter_result":"TRUE_POSITIVE","confidence":1e999,"similar_known_issues":[[]]}',
    '{"filter_result":{"a":' + "[" * 90 + "]" * 90 + "}}", "int func0(int a) { return a; }\x00",
    "int func0(){" + "(" * 20_000 + "}", "contract C { " + "uint[" * 5000 + "}",
    "</think>" * 20_000,
    "contract C { " + "struct S{" * 2000, "int func0(void){return \"\ud800\"[0];}",
    "#include \"/etc/passwd\"",
    "contract \ud800 {}", "// solc: optimised\n" * 5000 + "contract C {}", "é" * 50_000,
)  # fmt: skip
"""Answers that are hostile as they are."""


@contextmanager
def _data(judged: Judged) -> Iterator[list[Path]]:
    with tempfile.TemporaryDirectory(prefix="acidtest-trust-") as name:
        if judged.data:
            (Path(name) / judged.name).write_bytes(b"\n".join(judged.data))
        yield [Path(name) / judged.name] if judged.data else []


def _oracle(suite: Suite, sample: Sample) -> str:
    """The oracle's answer: it needs no question's text."""
    control = next(control for control in suite.controls if control.name == "oracle")
    return control.answer(Question(sample, suite.question_forms[0], 0, str, _nothing))


def _nothing() -> None:
    return None


def _answers(judged: Judged, oracle: str, rng: random.Random) -> Iterator[str]:
    seeds = [text.encode("utf-8", "surrogatepass") for text in (oracle, *judged.written) if text]
    for _ in range(judged.count):
        if rng.random() < 0.15:
            yield rng.choice(WHOLE)
            continue
        data = hostile.mutated(rng.choice(seeds), rng)
        try:
            yield data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            yield data.decode("utf-8", "replace")


def _judge(judged: Judged, number: int) -> tuple[int, list[str]]:
    """How many answers were judged, and what was said of those without a score.

    The oracle comes first: where even its answer cannot be judged, a tool has failed (a compiler
    ran out of time on a busy machine), and nothing is learnt about answers.
    """
    rng = random.Random(f"{judged.suite} {number}")
    suite, options = find_suite(judged.suite), RunOptions()
    with _data(judged) as paths:
        dataset = suite.read(paths)
    sample = rng.choice(list(dataset.samples))
    oracle = _oracle(suite, sample)
    texts = list(_answers(judged, oracle, rng))
    answers = [Answer(sample.id, text, attempt) for attempt, text in enumerate(texts, 1)]
    with (
        tempfile.TemporaryDirectory(prefix="acidtest-trust-") as name,
        suite.judge(options) as judge,
    ):
        grader = Grader(suite, judge, ObservationCache(Path(name) / "cache"), workers=2)
        first = Answer(sample.id, oracle)
        if any(s.error for s in grader.grade({sample.id: sample}, [first], Silent(), "")):
            return 0, []
        try:
            scores = grader.grade({sample.id: sample}, answers, Silent(), "")
        except Exception as error:  # one answer ended the run: worse than leaving it
            return len(texts), [f"{judged.suite}: {type(error).__name__}: {error}"[:300]]
    return len(texts), [f"{judged.suite}: {s.error}"[:300] for s in scores if s.error is not None]


def one(number: int) -> Tally:
    """A round of hostile answers to each suite."""
    tally: dict[str, int] = {}
    lost: list[str] = []
    for judged in SUITES:
        count, errors = _judge(judged, number)
        tally[judged.suite] = count
        lost += errors
    return {**tally, "answers": sum(tally.values()), "lost": len(lost), "examples": lost[:10]}


def row(tallies: Sequence[Tally]) -> Row:
    """All answers together."""
    lost = total(tallies, "lost")
    suites = ", ".join(f"{j.suite} {total(tallies, j.suite):,}" for j in SUITES)
    said = f"{total(tallies, 'answers'):,} hostile answers ({suites}): {lost} lowered n"
    examples = [str(e) for tally in tallies for e in tally["examples"]][:5]
    return Row("; ".join([said, *examples]), not lost)


CHECKS = (
    Check(
        "answers",
        "whatever an answer holds, it is scored: none leaves a denominator",
        one,
        row,
        short=1,
        long=60,
        alone=True,
    ),
)
