"""A reply as the published program reads it: without any repair of broken JSON."""

from __future__ import annotations

import json
import re
from typing import Any

_FENCE = "```"
_OPENED, _CLOSED = "<think>", "</think>"


def read_reply(text: str) -> dict[str, Any] | None:
    """The JSON object of a reply, None if the program would find none.

    It takes off fences and thoughts; if the rest is not JSON, it tries what lies between the first
    brace and the one that closes it, counting braces wherever they are.
    """
    plain = _without_thoughts(_without_fences(text.strip())).strip()
    document = _parsed(plain)
    if document is None and (candidate := _first_object(plain)):
        document = _parsed(candidate)
    return document if isinstance(document, dict) else None


def _without_fences(text: str) -> str:
    text = (
        text.removeprefix(_FENCE + "json")
        if text.startswith(_FENCE + "json")
        else (text.removeprefix(_FENCE))
    )
    text = text.removesuffix(_FENCE).strip()
    text = re.sub(r"^```.*?\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\n```.*?$", "", text, flags=re.MULTILINE)


def _without_thoughts(text: str) -> str:
    parts, at = [], 0
    while (start := text.find(_OPENED, at)) >= 0:
        end = text.find(_CLOSED, start)
        if end < 0:
            break
        parts.append(text[at:start])
        at = end + len(_CLOSED)
    return "".join([*parts, text[at:]])


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # also numbers of thousands of digits
        return None


def _first_object(text: str) -> str:
    start = text.find("{")
    depth = 0
    for brace in re.finditer(r"[{}]", text[start:]) if start >= 0 else ():
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return text[start : start + brace.end()]
    return ""
