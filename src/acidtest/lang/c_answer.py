"""The C in a system's answer: which part of it is the function, and under which name.

An answer is read in a few ways, the most literal first. Each only chooses, removes or renames
something of the answer's own; what was done has a name, which suites show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.c_prose import code_alone, same_code
from acidtest.lang.extract import document, fenced, without_reasoning

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*$|```(?:[cC](?:pp)?\b)?", re.MULTILINE)
_UNSEEN = str.maketrans({"\ufeff": "", "\u200b": "", "\u2060": "", "\u00a0": " ", "\u202f": " "})
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))
# a quotation mark, a line's number, an address
_MARGIN = re.compile(
    r"^(?:> ?|[ \t]*\d{1,5}(?:[ \t]*[:|])?(?:[ \t]|$)|(?:0x)?[0-9a-fA-F]{6,16}:?(?:[ \t]|$))", re.M
)
_JSON_FENCE = re.compile(r"^```json", re.M)
_CPP_LINKAGE = re.compile(r'\bextern\s+"C"(?=\s+[A-Za-z_])')


@dataclass(frozen=True, slots=True)
class CReading:
    """C that an answer can be read as, and what was done to it, by name."""

    text: str
    adapted: dict[str, Json]


def readings(answer: str, entry: str, language: str = "c") -> Iterator[CReading]:
    """The ways to read an answer that is to define `entry`, the most literal first."""
    text, thought = without_reasoning(answer)
    adapted: dict[str, Json] = {"reasoning": True} if thought else {}
    taken: set[str] = set()
    for variant, marks in _variants(text):
        for part, what in _parts(variant, entry, language):
            reading = _named(part, entry, language, {**adapted, **marks, **what})
            if reading.text not in taken:
                taken.add(reading.text)
                yield reading


def _variants(text: str) -> Iterator[tuple[str, dict[str, Json]]]:
    """The text as it is, and without what was put over it: a wrapping, a margin, odd blanks."""
    yield text, {}
    clean = text.translate(_UNSEEN)
    if clean != text:
        yield clean, {"unseen": True}
    if "&lt;" in text or "&gt;" in text or "&amp;" in text:
        yield _ENTITY.sub(lambda match: _ENTITIES[match[0]], text), {"entities": True}
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("```")]
    if len(lines) > 1 and all(map(_MARGIN.match, lines)):
        yield _MARGIN.sub("", text), {"margin": True}
    if text.lstrip()[:1] == "{" or _JSON_FENCE.search(text):
        value = document(text, lambda value: isinstance(value, dict)).value
        texts = [some for some in (value or {}).values() if isinstance(some, str) and "{" in some]
        if texts:
            yield max(texts, key=len), {"json": True}


def _parts(text: str, entry: str, language: str) -> Iterator[tuple[str, dict[str, Json]]]:
    """The parts of a text that may be its code."""
    blocks = fenced(text)
    if not blocks:
        yield text, {}
    else:
        what: dict[str, Json] = {"fences": True}
        names = [_defines(block, language) for block in blocks]
        last = max(
            (at for at, some in enumerate(names) if entry in some),
            default=max((at for at, some in enumerate(names) if some - {"main"}), default=-1),
        )
        again = names[last] - {"main"} if last >= 0 else set()
        final = [at for at, some in enumerate(names) if at >= last or not some & again]
        if len(final) < len(blocks):
            whole, drafts = source.without_drafts("\n".join(blocks), language)
            if drafts:  # helpers of a draft may be needed
                yield whole, {**what, "drafts": drafts}
            what["drafts"] = len(blocks) - len(final)
        yield "\n".join(blocks[at] for at in final), what
        if last >= 0 and len(blocks) > 1:
            yield blocks[last], {"fences": True, "drafts": len(blocks) - 1}
    if language == "c":
        code = code_alone(_FENCE.sub("\n", text))
        if code is not None and not same_code(code, text):
            code, drafts = source.without_drafts(code)
            yield code, {"prose": True, **({"drafts": drafts} if drafts else {})}


def _defines(text: str, language: str) -> set[str]:
    if len(text) > source.PARSED_MAX:
        return set()
    return {function.name for function in source.functions(text, language)}


def _named(text: str, entry: str, language: str, adapted: dict[str, Json]) -> CReading:
    """The text without a `main`, with its function under the right name and visible."""
    if language == "c":
        text, changed = source.prototype_style(text)
        if changed:
            adapted["old_style"] = True
    text, dropped = source.without_main(text, entry, language)
    if dropped:
        adapted["main"] = True
    text, renamed_from = source.name_entry(text, entry, language)
    if renamed_from:
        adapted["renamed_from"] = renamed_from
    text, exposed = source.expose_entry(text, entry)
    if exposed:
        adapted["static"] = True
    if language == "c":
        text, linkage = _CPP_LINKAGE.subn("", text)
        if linkage:
            adapted["linkage"] = True
        text, changed = source.define_inline(text)
        if changed:
            adapted["inline"] = True
    return CReading(text, adapted)
