"""Checks a ground truth against the document's rules for authors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from acidtest.suites.crypto_inventory.published.keywords import CATEGORIES, KOREAN

LOW, HIGH = 0.7, 0.95


def problems(
    truth: Any, is_korean: Callable[[str], bool], is_bare: Callable[[str], bool]
) -> list[str]:
    """The rules that a ground truth breaks, in words; empty if there are none.

    Names are simple (`RSA`, not `RSA-2048`), categories are supported ones, the confidence range
    is realistic (within 0.7 to 0.95), and Korean algorithms are listed as such.
    """
    if not isinstance(truth, dict) or not isinstance(truth.get("expected_findings"), dict):
        return ["schema: there is no 'expected_findings' object"]
    expected = truth["expected_findings"]
    messages: list[str] = []
    lists: dict[str, list[str]] = {}
    for key in ("vulnerable_algorithms_detected", "algorithm_categories"):
        lists[key] = _names(expected.get(key), key, messages)
    korean = _names(
        expected.get("korean_algorithms_detected"), "korean_algorithms_detected", messages
    )
    algorithms = lists["vulnerable_algorithms_detected"]
    for name in algorithms:
        if not is_bare(name):
            messages.append(f"name: '{name}' includes a size or mode; use the bare name")
    for name in lists["algorithm_categories"]:
        if name.lower() not in CATEGORIES:
            messages.append(
                f"category: '{name}' is not a supported category, so it is matched literally"
            )
    messages += _range(truth, expected)
    listed = {_plain(name) for name in korean}
    for name in algorithms:
        if (_plain(name) in _KOREAN or is_korean(name)) and _plain(name) not in listed:
            messages.append(f"korean: '{name}' is Korean but not in 'korean_algorithms_detected'")
    for name in korean:
        if _plain(name) not in {_plain(other) for other in algorithms}:
            messages.append(f"korean: '{name}' is not in 'vulnerable_algorithms_detected'")
    return messages


def _names(value: Any, key: str, messages: list[str]) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        messages.append(f"schema: '{key}' is missing or not a list of names")
        return []
    return value


def _range(truth: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    key = "expected_confidence_range"
    limits = truth.get(key)
    if limits is None:
        inside = " (it is inside 'expected_findings', where it is not read)"
        return [f"confidence: there is no '{key}'{inside if key in expected else ''}"]
    if (
        not isinstance(limits, list)
        or len(limits) != 2
        or not all(isinstance(v, int | float) and not isinstance(v, bool) for v in limits)
        or not 0 <= limits[0] <= limits[1] <= 1
    ):
        return [f"confidence: {limits!r} is not a range [low, high] within 0 to 1"]
    if limits[0] < LOW or limits[1] > HIGH:
        return [f"confidence: {limits} is outside {[LOW, HIGH]}, the realistic range"]
    return []


def _plain(name: str) -> str:
    return re.sub(r"[-_ ]", "", name.lower())


_KOREAN = {_plain(name) for name in KOREAN}
