"""What is put over C on its way here: JSON, HTML, a diff, quotation marks, odd characters.

Each step takes one kind of wrapping off, and has a name. Text is hostile: every step is linear or
bounded.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise, takewhile
from typing import Any

from acidtest.core.untrusted import load_json
from acidtest.lang.extract import document

# an unclosed one runs to the end of its line, or time is quadratic; an apostrophe is no literal
_LITERAL = r'"(?:[^"\\\n]|\\.)*+"?|\'(?:\\.[^\'\n]{0,3}|[^\'\\\n])\''
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
_UNSEEN = str.maketrans({"\ufeff": "", "\u200b": "", "\u2060": "", "\u00a0": " ", "\u202f": " "})
_SIGNS = dict(
    zip(
        "‘’“”–—−，；：（）｛｝［］！？＝＋＊／＜＞＆｜", "''\"\"---,;:(){}[]!?=+*/<>&|", strict=True
    )
)
_SIGN = re.compile(rf"{_LITERAL}|([{''.join(map(re.escape, _SIGNS))}])")
_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[a-z]{2,6});")
_BREAK = re.compile(r"`?<br ?/?>`?")
_EMPHASIS = re.compile(r"^[ \t]*\*\*(?![* \t])([^\n]{1,400}?)(?<![ \t])\*\*[ \t]*$", re.MULTILINE)
_ESCAPED_SIGN = re.compile(rf"{_LITERAL}|\\([*_#<>\[\](){{}}&|~+=.!`-])")
_ESCAPED_LINE = re.compile(rf"{_LITERAL}|\\(?:r\\)?([nt])")
_QUOTED = re.compile(r"""[rub]?('''|\"""|'|")(.*)\1[,;)]?""", re.DOTALL)
# a quotation mark, a line's number, an address
_MARGIN = re.compile(
    r"> ?|[ \t]*(?P<number>\d{1,5})(?:[ \t]?[:|.)]|[ \t]+[:|])?(?:[ \t]|$)"
    r"|(?:0x)?[0-9a-fA-F]{6,16}:?(?:[ \t]|$)"
)
# short addresses, which may be numbers or words: only if every line has one, in order
_ADDRESS = re.compile(r"[ \t]*(?:0x([0-9a-fA-F]{1,16}):?|([0-9a-fA-F]{3,16}):)(?:[ \t]|$)")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_DIFF_HEAD = re.compile(
    r"diff |index |--- |\+\+\+ |@@ |new file|old mode|new mode|\\ No newline|\*\*\* "
)
_HUNK = re.compile(r"^@@ -", re.MULTILINE)
_ARROW = re.compile(r"[ \t]{2}(?:<-{1,9}|<={2,9}|\u2190) [^\n]*")
_MAY_BE_JSON = re.compile(r"[{\[]\s{0,99}[\"{\[]")
# a text, or one between backquotes behind a key, as JavaScript has it; an unclosed one runs to the
# end, or time is quadratic
_JSON_STRING = re.compile(r'"((?:[^"\\]|\\.)*+)"?|(?<=: )`([^`]*+)`', re.DOTALL)
_CODE_KEYS = (
    *("c_code", "code", "source", "source_code", "c_source", "c", "function", "decompiled"),
    *("decompiled_code", "decompilation", "answer", "solution", "response", "content", "text"),
)
_BODY = re.compile(r"\)[^{}()]{0,400}\{")
_DEPTH = 8


def unwrapped(text: str) -> Iterator[tuple[str, list[str]]]:
    """The text as it is, then with one wrapping after the other taken off, and their names."""
    yield text, []
    names: list[str] = []
    for name, step in _STEPS:
        changed = step(text)
        if changed != text:
            text = changed
            names.append(name)
            yield text, list(names)


def without_diff(text: str) -> str:
    """What a diff makes of a file; the text itself if it is no diff."""
    hunk = _HUNK.search(text)
    lines = (text if hunk is None else text[hunk.start() :]).splitlines()
    if not any(line[:1] == "+" for line in lines):
        return text
    after = []
    for line in lines:
        if _DIFF_HEAD.match(line):
            continue
        if line[:1] not in ("", " ", "+", "-"):
            if hunk is None:
                return text
            break  # the end of a mail
        if line[:1] != "-":
            after.append(line[1:])
    return "\n".join(after) + "\n"


def _visible(text: str) -> str:
    if "\x1b" in text:
        text = _COLOUR.sub("", text)
    return text if text.isascii() else text.translate(_UNSEEN)


def _plain_signs(text: str) -> str:
    """Signs of a word processor or another script as C has them; literals are left alone."""
    if text.isascii():
        return text
    return _SIGN.sub(lambda match: _SIGNS[match[1]] if match[1] else match[0], text)


def _out_of_json(text: str) -> str:
    """The code in a JSON value: under a key that says so, or the longest text with a body.

    Line ends in its texts, which JSON forbids, are read as such.
    """
    if not _MAY_BE_JSON.search(text):
        return text
    for variant in (text, _JSON_STRING.sub(_on_one_line, text)):
        value = document(variant, lambda value: _code(value) is not None).value
        if value is not None:
            return _code(value) or text
    return text


def _on_one_line(match: re.Match[str]) -> str:
    """A JSON text with its line ends written out, as JSON has them."""
    body = match[1] if match[1] is not None else json.dumps(match[2])[1:-1]
    for end, escape in (("\r", "\\r"), ("\n", "\\n"), ("\t", "\\t")):
        body = body.replace(end, escape)
    return f'"{body}"'


def _code(value: Any, depth: int = 0) -> str | None:
    if isinstance(value, str):
        if value.lstrip()[:2] in ('{"', '["') and depth < _DEPTH:
            try:
                return _code(load_json(value), depth + 1)
            except ValueError:
                pass
        return value if _BODY.search(value) else None
    if depth > _DEPTH:
        return None
    if isinstance(value, list):
        if value and all(isinstance(line, str) for line in value):
            return _code("\n".join(value), depth + 1)
        named = [(str(at), some) for at, some in enumerate(value)]
    elif isinstance(value, dict):
        named = [(str(key).lower(), some) for key, some in value.items()]
    else:
        return None
    codes = {key: code for key, some in named if (code := _code(some, depth + 1)) is not None}
    for key in _CODE_KEYS:
        if key in codes:
            return codes[key]
    return max(codes.values(), key=len, default=None)


def _out_of_html(text: str) -> str:
    if "&" not in text and "<br" not in text:
        return text
    return _ENTITY.sub(lambda match: html.unescape(match[0]), _BREAK.sub("\n", text))


def _without_escapes(text: str) -> str:
    r"""Ends of lines written as \n in one long line, and Markdown's backslashes."""
    line = text.strip()
    if "\\n" in line and "\n" not in line:
        quoted = _QUOTED.fullmatch(line)
        if quoted is None:
            ends = {"n": "\n", "t": "\t"}
            return _ESCAPED_LINE.sub(lambda match: ends[match[1]] if match[1] else match[0], text)
        body = re.sub(r"\\(.)|(\")", _as_json, quoted[2])
        try:
            return str(json.loads(f'"{body}"', strict=False))
        except ValueError:
            return text
    if "\\" not in text:
        return text
    return _ESCAPED_SIGN.sub(lambda match: match[1] or match[0], text)


def _without_emphasis(text: str) -> str:
    """Lines that Markdown shows bold, plain; outside of fences it means that."""
    if "**" not in text or "```" in text:
        return text
    return _EMPHASIS.sub(r"\1", text)


def _as_json(match: re.Match[str]) -> str:
    if match[2]:
        return '\\"'
    return match[1] if match[1] == "'" else match[0]


def _rise(numbers: list[int]) -> bool:
    return all(one <= other for one, other in pairwise(numbers))


def _without_margin(text: str) -> str:
    """The lines that have a margin, without it, if they are numbered or nearly all.

    Arrows on the right that explain a line go as well.
    """
    if "<-" in text or "<==" in text or "\u2190" in text:
        text = _ARROW.sub("", text)
    lines = text.splitlines(keepends=True)
    counted = [line for line in lines if line.strip() and not _FENCE.match(line)]
    addresses = [
        match[1] or match[2] for match in takewhile(bool, map(_ADDRESS.match, counted)) if match
    ]
    if len(addresses) == len(counted) > 1 and _rise([int(digits, 16) for digits in addresses]):
        return "".join(_ADDRESS.sub("", line, count=1) for line in lines)
    marked = [match for line in counted if (match := _MARGIN.match(line))]
    numbers = [int(match["number"]) for match in marked if match["number"]]
    in_order = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    if len(marked) < (2 if len(marked) == len(counted) else 3) or not in_order:
        return text
    everywhere = len(marked) == len(counted)
    kept = [line for line in lines if everywhere or _MARGIN.match(line)]
    return "".join(_MARGIN.sub("", line, count=1) for line in kept)


_STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("unseen", _visible),
    ("signs", _plain_signs),
    ("json", _out_of_json),
    ("entities", _out_of_html),
    ("escapes", _without_escapes),
    ("emphasis", _without_emphasis),
    ("margin", _without_margin),
    ("diff", without_diff),
)
