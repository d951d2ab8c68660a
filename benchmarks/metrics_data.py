"""Pairs to measure on: the 500 real functions if the public data is there, else made-up code."""

import importlib.util
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

Pair = tuple[str, str]

_TESTS = Path(__file__).parents[1] / "tests" / "metrics"


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", _TESTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def literal_metrics() -> dict[str, Callable[[str, str], float]]:
    metrics: dict[str, Callable[[str, str], float]] = _module("literal").METRICS
    return metrics


def real_functions() -> list[str]:
    path = Path(os.environ.get("ACIDTEST_DATA", "")) / "solidity-pairs" / "tac_solidity_500.jsonl"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line)["output"] for line in lines]


def long_texts(count: int) -> list[str]:
    """Return distinct texts of 40 lines, made of real functions if there are any."""
    rng = random.Random(40)
    generate = _module("generate")
    functions = real_functions() or [generate.code(rng) for _ in range(500)]
    texts = []
    for _ in range(count):
        lines: list[str] = []
        while len(lines) < 40:
            lines += rng.choice(functions).splitlines()
        texts.append("\n".join(lines[:40]))
    return texts


def long_pairs(count: int, *, altered: bool) -> list[Pair]:
    rng = random.Random(41)
    if altered:
        return [(text, reworded(text, rng)) for text in long_texts(count)]
    texts = long_texts(2 * count)
    return list(zip(texts[::2], texts[1::2], strict=True))


def real_pairs(functions: list[str], against: str) -> list[Pair]:
    rng = random.Random(42)
    if against == "altered":
        return [(function, reworded(function, rng)) for function in functions]
    return [(function, other) for function in functions for other in rng.sample(functions, 4)]


def reworded(text: str, rng: random.Random) -> str:
    """Replace three words in ten by another word of the same text."""
    words = text.split(" ")
    return " ".join(rng.choice(words) if rng.random() < 0.3 else word for word in words)
