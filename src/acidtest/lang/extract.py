"""Extracts a model's answer, code or data, from fences, prose and reasoning.

All suites use this module, so the same messy answer is read the same way everywhere. Each repair
has a name; suites show how many answers needed one. Text is hostile: every step is linear or
bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from acidtest.core.untrusted import NestingError, load_json, load_json_at

_TAG = r"(?:think|thinking|thought|reasoning|analysis|reflection)"
_THOUGHT = re.compile(rf"\s*<{_TAG}>", re.IGNORECASE)
_THOUGHT_END = re.compile(rf"</{_TAG}>", re.IGNORECASE)
_OPENS = re.compile(r"[{\[]")
_LINE_OPENS = re.compile(r"^[ \t]*[{\[]", re.MULTILINE)
_STRING = r'"(?:[^"\\]|\\.|\\\Z)*+(?:"|\Z)'  # unclosed: runs to the end, or time is quadratic
_LOOSE_COMMA = re.compile(rf"({_STRING})|,(?=\s*+[}}\]])", re.DOTALL)
_TOKEN = re.compile(rf"{_STRING}|[{{}}\[\],]", re.DOTALL)
_TRIES = 40
_CUTS = 8
_REREADS = 40
_FAR = 4096
_MENDED_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document, or None, and the repairs needed to read it."""

    value: Any
    repairs: tuple[str, ...] = ()


def without_reasoning(text: str) -> tuple[str, bool]:
    """The text after a model's reasoning, and whether there was any.

    If the reasoning never ends, there is no answer: the text is empty.
    """
    ends = [match.end() for match in _THOUGHT_END.finditer(text)]
    if ends:
        return text[ends[-1] :].lstrip(), True
    return ("", True) if _THOUGHT.match(text) else (text, False)


def fenced(text: str) -> list[str]:
    """The contents of Markdown fences in order; an unclosed one counts only if it is alone."""
    return [body for _, body in tagged(text)]


def tagged(text: str, *, cut_off: bool = False) -> list[tuple[str, str]]:
    """Like `fenced`, each with the language its fence names, in lower case or empty.

    With `cut_off` an unclosed one at the end counts also behind others.
    """
    blocks: list[tuple[str, str]] = []
    if "```" not in text and "~~~" not in text:
        return blocks
    block: list[str] | None = None
    fence = tag = ""
    for line in text.splitlines(keepends=True):  # a regular expression would be quadratic here
        mark = line.strip(" \t\r\n")
        if block is None:
            if mark.startswith(("```", "~~~")):
                fence, block = mark[:3], []
                tag = (mark.lstrip(fence[0]).split() or [""])[0].lower()
        elif mark.startswith(fence) and not mark.strip(fence[0]):
            blocks.append((tag, "".join(block)))
            block = None
        else:
            block.append(line)
    if block and (cut_off or not blocks):  # cut off before its end
        blocks.append((tag, "".join(block)))
    return blocks


def unfence(text: str) -> tuple[str, bool]:
    """The code inside Markdown fences, joined, and whether there were any fences."""
    blocks = fenced(text)
    return ("\n".join(blocks), True) if blocks else (text, False)


def document(
    text: str, accepts: Callable[[Any], bool] = lambda _: True, *, last: bool = False
) -> Document:
    """The JSON object or list in an answer for which `accepts` is true.

    Tried in this order: the whole text, the last fence, the first acceptable value in the prose
    (with `last`, the last one), and then a value repaired by removing trailing commas or, if it is
    cut off, by closing its brackets.
    """
    text, thought = without_reasoning(text.strip().lstrip("\ufeff"))
    before = ("reasoning",) if thought else ()
    whole = _load(text)
    if _fits(whole, accepts):
        return Document(whole, before)
    blocks = fenced(text)
    for block in reversed(blocks[-_TRIES:]):
        value = _load(block)
        if _fits(value, accepts):
            return Document(value, (*before, "fence"))
    around = "fence" if blocks else "prose"
    value = _last(text, accepts) if last else _first(text, accepts)
    if value is not None:
        return Document(value, (*before, around))
    for part in (*reversed(blocks[-2:]), text):
        mended = _mended(part, accepts)
        if mended is not None:
            bare = part is text and text[:1] in ("{", "[")
            return Document(mended[0], (*before, *(() if bare else (around,)), mended[1]))
    return Document(None, before)


def _load(text: str) -> Any:
    try:
        return load_json(text)
    except ValueError:
        return None


def _fits(value: Any, accepts: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict | list) and accepts(value)


def _first(text: str, accepts: Callable[[Any], bool]) -> Any:
    for start in _starts(text):
        try:
            value, _ = load_json_at(text, start)
        except ValueError:
            continue
        if _fits(value, accepts):
            return value
    return None


def _last(text: str, accepts: Callable[[Any], bool]) -> Any:
    place, latest = 0, None
    patience = _REREADS * len(text)
    while patience >= 0 and (start := _OPENS.search(text, place)) is not None:
        place = start.start()
        if place > _FAR:  # json counts the lines before every error
            text, place = text[place:], 0
        try:
            value, place = load_json_at(text, place)
        except NestingError:
            break
        except ValueError as error:
            patience -= getattr(error, "pos", place) - place
            place += 1
            continue
        if _fits(value, accepts):
            latest = value
    return latest


def _starts(text: str) -> Iterator[int]:
    """Where a document may begin: the first brackets, and the first at the start of a line."""
    reached = -1
    for pattern in (_OPENS, _LINE_OPENS):
        for count, match in enumerate(pattern.finditer(text)):
            if count >= _TRIES:
                break
            if match.end() - 1 > reached:
                reached = match.end() - 1
                yield reached


def _mended(text: str, accepts: Callable[[Any], bool]) -> tuple[Any, str] | None:
    start = _OPENS.search(text)
    if start is None or len(text) > _MENDED_MAX:
        return None
    body = text[start.start() :]
    tidy = _LOOSE_COMMA.sub(lambda match: match[1] or "", body)
    if tidy != body:
        try:
            value, _ = load_json_at(tidy)
        except ValueError:
            value = None
        if _fits(value, accepts):
            return value, "comma"
    for closed in _closed(tidy):
        value = _load(closed)
        if _fits(value, accepts):
            return value, "truncated"
    return None


def _closed(text: str) -> list[str]:
    """Candidates: the text cut after one of its last complete elements, with brackets closed."""
    stack: list[str] = []
    cuts: list[tuple[int, str]] = []
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in ("{", "["):
            stack.append("}" if mark == "{" else "]")
            if len(stack) > 200:
                return []
        elif mark in ("}", "]"):
            if not stack or stack.pop() != mark:
                break
            cuts.append((token.end(), "".join(reversed(stack))))
        elif mark == ",":
            cuts.append((token.start(), "".join(reversed(stack))))
        if len(cuts) > _CUTS:
            del cuts[0]
    return [text[:end] + closers for end, closers in reversed(cuts)]
