"""Makes untrusted text safe to show, and words for messages."""

from __future__ import annotations

import difflib
import html
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

_COMPARED, _LISTED = 100, 20
_CAUSE = 160
_PLACE = re.compile(r"\S+:\d+:(?:\d+:)? (?:(?:fatal )?error: )?")
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def visible(text: str) -> str:
    """Escape control and bidirectional characters, so that no terminal or page interprets them.

    The two characters that XML does not allow are escaped too.
    """
    return "".join(
        c
        if c in "\n\t" or (unicodedata.category(c) not in _HIDDEN and c not in "\ufffe\uffff")
        else c.encode("unicode_escape", "surrogatepass").decode()
        for c in text
    )


def shown(value: object) -> str:
    """Any value as text for HTML or SVG, in elements and in quoted attributes."""
    return html.escape(visible(str(value)))


def breakable(name: str) -> str:
    """A metric's name for HTML, with line breaks allowed after a dot or underscore."""
    return re.sub(r"([._])", r"\1<wbr>", shown(name))


def as_cause(message: str) -> str:
    """A message in one short line, without places in a file: the same fault in the same words.

    >>> as_cause("does not compile: answer.c:3:1: error: unknown type name 'undefined8'")
    "does not compile: unknown type name 'undefined8'"
    """
    line = _PLACE.sub("", " ".join(visible(message).split()))
    return line if len(line) <= _CAUSE else line[: _CAUSE - 1] + "…"


def described(error: BaseException) -> str:
    """An exception by its kind and what it says, if that is anything.

    >>> described(ValueError("no number")), described(MemoryError())
    ('ValueError: no number', 'MemoryError')
    """
    try:
        said = str(error).strip()
    except Exception:  # of a plug-in or a user's system, whose text is its own
        said = ""
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def counted(n: int, what: str) -> str:
    """`1 sample`, `2 samples`."""
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def choices(name: str, known: Iterable[str], command: str = "") -> str:
    """What a user may have meant by an unknown name; `command` lists all that are known.

    >>> choices("c-decompil", ["c-decompile", "sast-triage"])
    'did you mean c-decompile?'
    >>> choices("x", ["a", "b"])
    'choose from: a, b'
    """
    names = list(known)
    if close := difflib.get_close_matches(name[:_COMPARED], names, n=2):
        return f"did you mean {' or '.join(close)}?"
    more = len(names) - _LISTED
    if more <= 0 or not command:
        return f"choose from: {', '.join(names)}"
    return f"choose from: {', '.join(names[:_LISTED])} and {more} more; `{command}` lists them"


def sampled_words(sampled: Mapping[str, Any]) -> str:
    """What a limit took, from the form stored in summary.json and manifest.json.

    >>> sampled_words({"samples": 24, "of_samples": 656, "clusters": 6, "of_clusters": 164,
    ...                "stratified_by": ["opt"]})
    '24 of 656 samples (6 of 164 clusters), stratified by opt'
    """
    words = f"{sampled['samples']:,} of {counted(sampled['of_samples'], 'sample')}"
    if sampled["of_clusters"] != sampled["of_samples"]:
        words += f" ({sampled['clusters']:,} of {counted(sampled['of_clusters'], 'cluster')})"
    by = ", ".join(map(str, sampled["stratified_by"]))
    return f"{words}, stratified by {by}" if by else words
