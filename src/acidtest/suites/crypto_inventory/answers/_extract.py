"""Finds the JSON document in what a model wrote, and counts what had to be repaired.

Every step is linear in the text, and the costly one has a bound of its own, so that a long or
hostile answer is read, or given up, in time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from acidtest.suites.crypto_inventory.answers._claim import Reading

_FENCE = re.compile(r"```[A-Za-z0-9_+-]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)
_THOUGHT_END = re.compile(r"</(?:think|thinking|reasoning|analysis)>", re.IGNORECASE)
_THOUGHT = re.compile(r"\s*<(?:think|thinking|reasoning|analysis)>", re.IGNORECASE)
_START = re.compile(r"[{\[]")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|"|[{}\[\],]', re.DOTALL)
_LOOSE_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_ROOTS = frozenset({"findings", "analysis_results", "detected_algorithms", "bomFormat", "runs"})
_TRIES = 40
_REPAIRED_MAX = 1_000_000


def extract(text: str, reading: Reading) -> Any:
    """The document in the text, or None; of several in fences the last."""
    text = text.strip().lstrip("\ufeff")
    if not text:
        return None
    whole = _load(text)
    if isinstance(whole, dict | list):
        return whole
    text = _without_reasoning(text, reading)
    parts = [m[1] for m in _FENCE.finditer(text)]
    for part in reversed(parts[-_TRIES:]):
        found = _load(part)
        if isinstance(found, dict | list):
            reading.repair("fence")
            return found
    found, cut = _within(text)
    if not _is_answer(found):
        for part in (*reversed(parts[-2:]), text):
            mended = _mended(part, reading)
            if mended is not None:
                if part is not text or not _bare(part):
                    reading.repair("fence" if parts else "prose")
                return mended
    if found is not None and cut:
        reading.repair("prose")
    return found


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_answer(value: Any) -> bool:
    """Whether a value looks like a whole answer, and not like a piece of one."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and "algorithm" in item for item in value[:10])
    return isinstance(value, dict) and not _ROOTS.isdisjoint(value)


def _bare(text: str) -> bool:
    return text[:1] in "{["


def _without_reasoning(text: str, reading: Reading) -> str:
    ends = list(_THOUGHT_END.finditer(text))
    if ends:
        reading.repair("reasoning")
        return text[ends[-1].end() :].strip()
    if _THOUGHT.match(text):
        reading.repair("reasoning")
    return text


def _within(text: str) -> tuple[Any, bool]:
    """The first whole answer between other text, else the last document of any kind.

    Also whether there is other text.
    """
    decoder = json.JSONDecoder()
    best: tuple[Any, bool] = (None, False)
    for start in _starts(text):
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if value:
            best = (value, start > 0 or end < len(text))
            if _is_answer(value):
                break
    return best


def _starts(text: str) -> Iterator[int]:
    """Where a document may begin: the first brackets, and those that begin a line."""
    seen = -1
    for count, match in enumerate(_START.finditer(text)):
        if count >= _TRIES:
            break
        seen = match.start()
        yield seen
    for count, match in enumerate(re.finditer(r"^[{\[]", text, re.MULTILINE)):
        if count >= _TRIES:
            break
        if match.start() > seen:
            yield match.start()


def _mended(text: str, reading: Reading) -> Any:
    """A document with loose commas taken out and, where it breaks off, its brackets closed."""
    start = _START.search(text[:_REPAIRED_MAX])
    if start is None or len(text) > _REPAIRED_MAX:
        return None
    body = text[start.start() :]
    tidy = _LOOSE_COMMA.sub(lambda m: m[1] or "", body)
    if tidy != body:
        found, _ = _within(tidy)
        if _is_answer(found):
            reading.repair("comma")
            return found
    for closed in _closed(tidy):
        found = _load(closed)
        if _is_answer(found):
            reading.repair("truncated")
            return found
    return None


def _closed(text: str) -> Iterator[str]:
    """The text cut after its last whole element, with all brackets closed; two tries."""
    stack: list[str] = []
    cuts: list[tuple[int, str]] = []
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "{[":
            stack.append("}" if mark == "{" else "]")
        elif mark in "}]":
            if not stack or stack.pop() != mark:
                return
            cuts.append((token.end(), "".join(reversed(stack))))
        elif mark == ",":
            cuts.append((token.start(), "".join(reversed(stack[-200:]))))
        if len(cuts) > 8:
            del cuts[:4]
    for end, closers in reversed(cuts):
        yield text[:end] + closers
