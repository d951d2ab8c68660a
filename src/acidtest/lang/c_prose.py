"""C between sentences: the definitions and declarations in a text that is not only C.

One pass over the text, by tokens; every step is linear or bounded, because the text is hostile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
    (?P<directive>^[ \t]*+\#[ \t]*+
        (?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|error|line)\b
        (?:[^\n\\]|\\.)*+)
    |(?P<comment>//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))
    |(?P<text>"(?:[^"\\\n]|\\.)*+"?|'(?:\\.[^'\n]{0,3}|[^'\\\n])')
    |(?P<open>\{)|(?P<close>\})|(?P<end>;)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_TYPES = frozenset(
    "void char short int long float double signed unsigned bool _Bool __int8 __int16 __int32 "
    "__int64 __int128".split()
)
_QUALIFIERS = frozenset(
    "const volatile static extern inline struct union enum register restrict __inline __inline__ "
    "__fastcall __cdecl __stdcall".split()
)
_STATEMENTS = frozenset("if for while switch do else return sizeof".split())
_STARTS = re.compile(
    r"^[ \t]*+(?:typedef|struct|union|enum|extern|static|const|unsigned|signed|void|char|short|int"
    r"|long|float|double|bool|size_t|_[A-Z]+|\w{1,40}_t)\b[^\n]",
    re.MULTILINE,
)
_DECLARES = re.compile(r"[ \t]*[A-Za-z_]\w{0,60}[ \t*]+[A-Za-z_]\w{0,60}\s?[(\[=]")
_AGGREGATE = re.compile(r"\b(?:struct|union|enum|typedef)\b|=\s*\Z")
_OLD_STYLE = re.compile(r"\b[A-Za-z_]\w*\s*\([\w\s,]{1,400}\)\s+[A-Za-z_][\w\s,*\[\]]{1,400};\s*\Z")
_WORD_BEFORE = re.compile(r"([A-Za-z_]\w*)\Z")
_CUT_OFF = tuple("])&=(,[")
_HEAD_MAX = 4000
_OLD_STYLE_PARAMETERS = 16


@dataclass(slots=True)
class _Item:
    start: int
    body: int  # of its opening brace; where it ends if it has none
    end: int


def code_alone(text: str) -> str | None:
    """What is C in `text`; None if no function is defined in it."""
    parts: dict[int, str] = {}  # by the item that it begins with
    functions = 0
    items = _items(text)
    for at, item in enumerate(items):
        if item.body == item.end or _is_data(_head(text, item)):
            kept = _declaration(text, item)
            if kept is not None:
                parts[at] = kept
            continue
        for first in range(at, max(-1, at - _OLD_STYLE_PARAMETERS), -1):
            if first < at and (items[first].body != items[first].end or _head(text, item).strip()):
                break
            kept = _function(text, items[first], item)
            if kept is not None:
                functions += 1
                for inside in range(first, at):  # parameters between head and body
                    parts.pop(inside, None)
                parts[first] = kept
                break
    return "\n".join(parts.values()) + "\n" if functions else None


def same_code(one: str, other: str) -> bool:
    """Whether texts differ in comments and blanks only."""
    return _ink(one) == _ink(other)


def _ink(text: str) -> str:
    if "//" in text or "/*" in text:
        text = _TOKEN.sub(lambda token: " " if token["comment"] else token[0], text)
    return "".join(text.split())


def _head(text: str, item: _Item) -> str:
    return text[max(item.start, item.body - _HEAD_MAX) : item.body]


def _is_data(head: str) -> bool:
    """Whether what stands before a brace begins a type or a table, which a semicolon ends."""
    return bool(_AGGREGATE.search(head)) and not head.rstrip().endswith(")")


def _items(text: str) -> list[_Item]:
    """The text cut after each directive, and each semicolon and block outside of blocks."""
    items: list[_Item] = []
    start = depth = 0
    body = -1  # the first brace of the item under way
    goes_on = False
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            if depth == 0 and body < 0:
                head = text[max(start, token.start() - _HEAD_MAX) : token.start()]
                goes_on = _is_data(head)
                if head.strip() and not goes_on and _name_before(head, _without_blank(head)) < 0:
                    start = token.end()  # a brace in a sentence
                    continue
                body = token.start()
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
            if depth == 0 and body >= 0 and not goes_on:
                items.append(_Item(start, body, token.end()))
                start, body = token.end(), -1
        elif depth == 0 and kind == "end":
            items.append(_Item(start, body if body >= 0 else token.end(), token.end()))
            start, body = token.end(), -1
        elif depth == 0 and body < 0 and kind == "directive":
            items.append(_Item(token.start(), token.end(), token.end()))
            start = token.end()
    return items


def _declaration(text: str, item: _Item) -> str | None:
    """A directive, a declaration or a type, from the line where it begins."""
    whole = text[item.start : item.end]
    if (directive := _TOKEN.match(whole)) and directive["directive"]:
        return whole
    start = _STARTS.search(whole)
    if start is not None:
        return whole[start.start() :]
    line = whole.rfind("\n", 0, max(0, len(whole) - 1)) + 1
    return whole[line:] if _DECLARES.match(whole, line) else None


def _function(text: str, first: _Item, last: _Item) -> str | None:
    """A function from its type to the end of the last item; None if the items are none.

    They are one item, or several if the types of parameters stand between head and body.
    """
    head = _head(text, first)
    offset = first.body - len(head)
    if first is not last:
        match = _OLD_STYLE.search(head)
        name = offset + match.start() if match else -1
    else:
        name = offset + _name_before(head, _without_blank(head))
    start = _type_start(text, offset, name) if name >= offset else -1
    return text[start : last.end] if start >= 0 else None


def _name_before(head: str, end: int) -> int:
    """Where the name before the parentheses that end here begins; -1 if there is none."""
    depth = 0
    for at in range(end - 1, -1, -1):
        depth += (head[at] == ")") - (head[at] == "(")
        if depth <= 0:
            break
    else:
        return -1
    before = head[:at].rstrip()
    match = _WORD_BEFORE.search(before, max(0, len(before) - 200))
    if head[end - 1 : end] != ")" or match is None or match[1] in _STATEMENTS:
        return -1
    return match.start()


def _without_blank(head: str) -> int:
    """Where the head ends without blanks and comments behind it."""
    end = len(head)
    while True:
        end = len(head[:end].rstrip())
        comment = head.find("//", head.rfind("\n", 0, end) + 1, end)
        if comment < 0 and head.endswith("*/", 0, end):
            comment = head.rfind("/*", 0, end)
        if comment < 0:
            return end
        end = comment


def _type_start(text: str, first: int, name: int) -> int:
    """Where the type before a function's name begins: words of C, and one other at most.

    -1 if it is cut off: something else of C stands before it.
    """
    start, typed = name, False
    for word, place in _words_before(text, first, name):
        if word == "*" or word in _QUALIFIERS or word in _TYPES or word.endswith("_t"):
            start = place
            typed = typed or word not in _QUALIFIERS | {"*"}
            continue
        before = text[text.rfind("\n", 0, place) + 1 : place]
        if not before.rstrip().endswith(("struct", "union", "enum")):
            crosses = "\n" in text[place:start]
            if typed or (crosses and before.strip()):
                break
        start, typed = place, True
    before = text[first:start].rstrip(" \t" if typed else " \t\n")
    return -1 if before.endswith(_CUT_OFF) else start


def _words_before(text: str, first: int, end: int) -> Iterator[tuple[str, int]]:
    """Words and stars before a place, from the nearest, until anything else."""
    first = max(first, end - 300)
    while True:
        while end > first and text[end - 1].isspace():
            end -= 1
        if end <= first:
            return
        if text[end - 1] == "*":
            end -= 1
            yield "*", end
            continue
        match = _WORD_BEFORE.search(text, max(first, end - 80), end)
        if match is None:
            return
        end = match.start()
        yield match[1], end
