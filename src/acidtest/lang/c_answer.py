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
from acidtest.lang.c_wrapping import unwrapped, without_diff
from acidtest.lang.extract import tagged, without_reasoning

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*$|```(?:[cC](?:pp)?\b)?", re.MULTILINE)
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
    for variant, names in unwrapped(text):
        marks = {**adapted, **dict.fromkeys(names, True)}
        for part, what in _parts(variant, entry, language):
            reading = _named(part, entry, language, {**marks, **what})
            if reading.text not in taken:
                taken.add(reading.text)
                yield reading


def holds_function(answer: str, entry: str, language: str = "c") -> bool:
    """Whether the function is defined somewhere in an answer, well or not."""
    return any(entry in _defines(way.text, language) for way in readings(answer, entry, language))


def _parts(text: str, entry: str, language: str) -> Iterator[tuple[str, dict[str, Json]]]:
    """The parts of a text that may be its code."""
    blocks = [_block(tag, body) for tag, body in tagged(text, cut_off=True)]
    if not blocks:
        yield text, {}
        whole, drafts = source.without_drafts(text, language)
        if drafts:
            yield whole, {"drafts": drafts}
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


def _block(tag: str, body: str) -> str:
    """The code in a fence, its lines from where the fence's own begin."""
    return without_diff(body) if tag in ("diff", "patch") else body


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
