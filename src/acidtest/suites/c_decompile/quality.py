"""The quality of an answer that passes: how like the original it is to read.

Pure, and bounded in work. The text is read, not compiled. An answer that does not pass gets 0, and
so does one that cannot be read.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from acidtest.core.metric import Metric
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.c_answer import readings
from acidtest.lang.c_flow import Flow, control_flow
from acidtest.lang.c_function import FunctionText, NotReadable, read_function
from acidtest.lang.c_types import CScope, CType
from acidtest.lang.tree import tokens
from acidtest.metrics import decompiled, graph
from acidtest.metrics.text import length_ratio
from acidtest.suites.c_decompile import dialects
from acidtest.suites.c_decompile.dialects.spelling import respell
from acidtest.suites.c_decompile.task import Task

_VARIABLES = "C tasks whose original has variables; an answer that does not pass counts as 0"
_LOCALS = "C tasks whose original has local variables; an answer that does not pass counts as 0"
_ALL = "C tasks; an answer that does not pass counts as 0"

METRICS = (
    Metric("quality.signature", "types of result and parameters, place by place", of=_ALL),
    Metric("quality.local_types", "types of local variables, F1", of=_LOCALS),
    Metric("quality.names", "words in the names of parameters and locals, F1", of=_VARIABLES),
    Metric("quality.exact_names", "whole names of parameters and locals, F1", of=_VARIABLES),
    Metric("quality.gotos", "gotos: 1 + the fewer, over 1 + the more", of=_ALL),
    Metric("quality.nesting", "deepest nesting: 1 + the lesser, over 1 + the greater", of=_ALL),
    Metric("quality.control_flow", "1 - edits between control-flow graphs / the larger", of=_ALL),
    Metric("quality.length", "tokens, the fewer over the more", of=_ALL),
)
NAMES = tuple(metric.name for metric in METRICS)

# of these a decompiler knows only the size
_SIZE_ONLY = re.compile(r"(?:undefined|unkbyte)(\d*)|_(BYTE|WORD|DWORD|QWORD|OWORD)")
_TYPE_LINE = re.compile(r"typedef |#define \w+ [a-z ]+$")
_SIZES = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "OWORD": 16}


@dataclass(frozen=True, slots=True)
class Quality:
    """Values by metric, reasons for those that do not apply, and what they come from."""

    metrics: Mapping[str, float | None]
    reasons: Mapping[str, str]
    evidence: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class _Original:
    """The reference as text, read once for all answers to its task."""

    text: str
    function: FunctionText
    flow: Flow


def quality(task: Task, answer: str, reading: int | None) -> Quality:
    """The quality of an answer; `reading` is how it was read, None if it does not pass."""
    original = _original(task.language, task.entry, task.dependencies, task.function)
    if isinstance(original, str):
        return Quality(dict.fromkeys(NAMES), dict.fromkeys(NAMES, original), {})
    reasons = {}
    if not original.function.locals:
        reasons["quality.local_types"] = "the original has no local variables"
        if not original.function.parameters:
            for name in ("quality.names", "quality.exact_names"):
                reasons[name] = "the original has no variables"
    values: dict[str, float] = dict.fromkeys(NAMES, 0.0)
    evidence: dict[str, Json] = {}
    if reading is not None:
        try:
            values, evidence = _compared(original, task, _read(task, answer, reading))
        except NotReadable as error:
            evidence = {"not_measured": str(error)}
    metrics = {name: None if name in reasons else value for name, value in values.items()}
    return Quality(metrics, reasons, evidence)


def _read(task: Task, answer: str, reading: int) -> str:
    """The text that was compiled, without include lines."""
    way = next(islice(readings(answer, task.entry, task.language), reading, None), None)
    if way is None:  # the judge parsed a text that is too expensive now
        raise NotReadable("the answer cannot be read as it was judged")
    return source.split_includes(way.text)[1].strip()


@functools.lru_cache(maxsize=1024)
def _original(language: str, entry: str, dependencies: str, function: str) -> _Original | str:
    """The original, or why nothing can be compared with it."""
    if language != "c":
        return "the task is not in C"
    text = source.split_includes(function)[1].strip()
    try:
        read = read_function(text, entry, [dependencies], _dialect_types())
        return _Original(text, read, control_flow(read.body))
    except NotReadable as error:
        return f"the original: {error}"


def _compared(
    original: _Original, task: Task, text: str
) -> tuple[dict[str, float], dict[str, Json]]:
    spelled = respell(text)[0] if len(text) <= source.PARSED_MAX else text
    function = read_function(spelled, task.entry, [task.dependencies], _dialect_types())
    flow, first = control_flow(function.body), original.flow
    distance = graph.edit_distance(first.graph, flow.graph)
    values = {
        "quality.signature": decompiled.signature_types(original.function, function),
        "quality.local_types": decompiled.local_types(original.function, function),
        "quality.names": decompiled.names(original.function, function),
        "quality.exact_names": decompiled.exact_names(original.function, function),
        "quality.gotos": _ratio(first.gotos, flow.gotos),
        "quality.nesting": _ratio(first.nesting, flow.nesting),
        "quality.control_flow": distance.similarity,
        "quality.length": length_ratio(original.text, text, "c"),
    }
    evidence = {
        "gotos": [first.gotos, flow.gotos],
        "nesting": [first.nesting, flow.nesting],
        "blocks": [first.graph.blocks, flow.graph.blocks],
        "edits": distance.edits,
        "fewest_edits": distance.exact,
        "locals": [len(original.function.locals), len(function.locals)],
        "tokens": [len(tokens(one, "c")) for one in (original.text, text)],
    }
    return values, evidence


def _ratio(a: int, b: int) -> float:
    return (1 + min(a, b)) / (1 + max(a, b))


@functools.cache
def _dialect_types() -> Mapping[str, CType]:
    """The types that decompilers write, by name."""
    headers = [dialects.dialect(name) for name in dialects.DIALECTS]
    lines = [line for header in headers for line in header.lines if _TYPE_LINE.match(line)]
    scope = CScope(["\n".join(lines)])
    known = {name: scope.named(name) for header in headers for name in sorted(header.names)}
    for name in known:
        if size_only := _SIZE_ONLY.fullmatch(name):
            size = _SIZES[size_only[2]] if size_only[2] else int(size_only[1] or 1)
            known[name] = CType("word", size)
    return {name: made for name, made in known.items() if made.kind != "name"}
