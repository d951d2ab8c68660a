"""Document 002's published program itself against `published.program.*`.

The program is not in the project: set ACIDTEST_CRYPTO_CHECKOUT to a checkout of its repository
(github.com/BOB14th-project/AI--Benchmark at 301b30a). Its modules are imported from there.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acidtest.suites.crypto_inventory.published import program
from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.published.reply import read_reply
from acidtest.suites.crypto_inventory.question import question
from acidtest.suites.crypto_inventory.suite import SUITE

from .test_metrics_calculator import NAMES

WHERE = "ACIDTEST_CRYPTO_CHECKOUT"
MOST = 1e-12
CATEGORIES = (
    "shor_vulnerable grover_vulnerable public_key hash_function mac post_quantum odd".split()
)
KOREAN = "SEED ARIA HIGHT LEA KCDSA HAS-160 LSH EC-KCDSA ECDH XYZ".split()


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """The checkout, importable."""
    if WHERE not in os.environ:
        pytest.skip(f"no checkout of the published program: set {WHERE} to one")
    folder = Path(os.environ[WHERE])
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def agents(checkout: Path) -> Any:
    return importlib.import_module("agents.agent_factory").AgentFactory


@pytest.fixture(scope="module")
def calculator(checkout: Path) -> Any:
    return importlib.import_module("utils.metrics_calculator").MetricsCalculator


def test_every_question_is_the_programs(checkout: Path, agents: Any) -> None:
    samples = [s for s in SUITE.read([checkout]).samples if s.truth.data is not None]
    assert len(samples) == 241
    for sample in samples:
        content = sample.truth.text
        if len(content) > 6000:
            content = content[:6000] + "\n... (truncated for length)"
        asked = agents.create_agent(sample.groups["artefact"]).create_prompt(content)
        assert question(sample.truth, "published") == asked, sample.id


def _text(dice: random.Random) -> str:
    said = [dice.choice(NAMES) for _ in range(dice.randrange(5))]
    said = [name.swapcase() if dice.random() < 0.3 else name for name in said]
    kinds = ["DETECTED: " + ", ".join(said), said, "NOT DETECTED", None, {"x": said}]
    analysis = {dice.choice("abc"): dice.choice(kinds) for _ in range(dice.randrange(3))}
    reply: dict[str, Any] = {}
    if dice.random() < 0.9:
        reply["analysis_results"] = dice.choice([analysis] * 4 + [said, " ".join(said)])
    if dice.random() < 0.7:
        reply["confidence_score"] = dice.choice([dice.random(), dice.random(), 1, 0, "0.9", None])
    if dice.random() < 0.5:
        reply["summary"] = dice.choice(["s", "", None])
    text = json.dumps(reply)
    around = [
        *[text] * 10,
        text[: dice.randrange(len(text) + 1)],
        f"```json\n{text}\n```",
        f"Sure! {text} hope {{it}} helps",
        f"<think>{{hm}}</think>{text}",
        f"<think>{text}",
        f"[{text}]",
        text.replace('"', "'"),
    ]
    return dice.choice(around)


def test_the_four_figures_are_the_programs(agents: Any, calculator: Any) -> None:
    dice = random.Random("program")
    agent = agents.create_agent("source_code")
    for _ in range(20_000):
        algorithms = [dice.choice(NAMES) for _ in range(dice.randrange(4))]
        categories = [dice.choice(CATEGORIES) for _ in range(dice.randrange(3))]
        korean = [dice.choice(KOREAN) for _ in range(dice.randrange(3))]
        low = dice.random()
        truth = {
            "expected_findings": {
                "vulnerable_algorithms_detected": algorithms,
                "algorithm_categories": categories,
                "korean_algorithms_detected": korean,
            },
            "expected_confidence_range": [low, low + 0.2],
        }
        expected = Expected(tuple(algorithms), tuple(categories), tuple(korean), (low, low + 0.2))
        text = _text(dice)
        theirs = _figures(agent, calculator, text, truth)
        reply = read_reply(text)
        ours = (
            program.accuracy(reply, expected),
            program.json_stability(reply),
            program.false_positive_rate(reply, expected),
            program.false_negative_rate(reply, expected),
        )
        assert ours == pytest.approx(theirs, abs=MOST), (text, truth)


def _figures(agent: Any, calculator: Any, text: str, truth: Any) -> tuple[float, ...]:
    """What the program computes; where it ends with an error, it counts nothing."""
    try:
        reply = agent.extract_key_findings(text)
    except AttributeError:  # a list at the top
        reply = {"valid_json": False}
    try:
        accuracy = calculator.calculate_accuracy(reply, truth)
    except TypeError:  # a confidence that is no number
        accuracy = 0.0
    if not reply["valid_json"]:
        reply["analysis_results"] = {}
    return (
        accuracy,
        calculator.calculate_json_stability_score(reply),
        calculator.calculate_false_positive_rate(reply, truth),
        calculator.calculate_false_negative_rate(reply, truth),
    )


def test_completeness_is_the_programs(agents: Any, calculator: Any) -> None:
    dice = random.Random("completeness")
    for _ in range(5_000):
        kind = dice.choice(["source_code", "assembly_binary", "logs_config"])
        points = agents.create_agent(kind).get_analysis_points()
        spellings = [
            dice.choice([point, point.lower().replace(" ", "_").replace("-", "_"), point.upper()])
            for point in dice.sample(points, dice.randrange(6))
        ]
        values = ["NOT DETECTED", dice.choice(points), 3, None, ["a"]]
        reply = {"analysis_results": {key: dice.choice(values) for key in spellings}}
        theirs = calculator.calculate_completeness_score({"valid_json": True, **reply}, points)
        assert program.completeness(reply, points) == pytest.approx(theirs, abs=MOST)
