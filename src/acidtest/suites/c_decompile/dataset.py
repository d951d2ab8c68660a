"""Reads C tasks: the shipped corpus, and the published Decompile-Eval files in both layouts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from acidtest.core.digest import RunningHash
from acidtest.core.errors import InputError
from acidtest.core.paths import check_there, read_text
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample
from acidtest.core.untrusted import load_json, reading
from acidtest.suites.c_decompile import difficulty
from acidtest.suites.c_decompile.real import resolved
from acidtest.suites.c_decompile.targets import fairness, groups_of, retargeted, sample_id, unfit
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.target import Platform, Target, parse_target

CORPUS = Path(__file__).parent / "data"
GENERATED, PROJECT = "generated", "project"
OPTS = ("O0", "O1", "O2", "O3")
_SECTION = re.compile(r"^// ---- (types|function|test) ----[ \t]*$", re.MULTILINE)
_META = re.compile(r"^// (\w+): *(.*)$", re.MULTILINE)
_IMPORTED = ("package", "file", "size", "features")


def read(paths: Sequence[Path]) -> Dataset:
    """Samples of the given files or folders, or of the shipped corpus."""
    samples: dict[str, Sample] = {}
    left_out: Counter[str] = Counter()
    paths = [resolved(path) for path in paths]
    check_there(*paths)
    for path in paths or [CORPUS]:
        for sample in _whole(path):
            if sample.id in samples:
                raise InputError(
                    f"{path}: duplicate id {sample.id}; ids are TASK-OPT and must be unique "
                    "across all --data files"
                )
            if why := unfit(sample.truth):
                left_out[why] += 1
            else:
                samples[sample.id] = sample
    if not samples:
        why = next(iter(left_out), "")
        what = f"no task can be judged: {why}" if why else "contains no tasks"
        raise InputError(f"{', '.join(map(str, paths))}: {what}")
    name = "shipped corpus" if not paths else ", ".join(path.name for path in paths)
    return Dataset(name, tuple(samples.values()), _hash_of(samples.values()), left_out)


def for_targets(data: Dataset, patterns: Sequence[str]) -> Dataset:
    """The tasks of the data for the targets that the patterns name."""
    samples, left_out = retargeted(data.samples, patterns)
    return Dataset(data.name, tuple(samples), _hash_of(samples), left_out)


def emulated_platforms(paths: Sequence[Path], patterns: Sequence[str]) -> list[Platform]:
    """The platforms that verdicts on this data must emulate; the data is read if it may matter."""
    paths = [resolved(path) for path in paths]
    files = [file for path in paths for file in ([path] if path.is_file() else path.glob("*.json"))]
    if not patterns and not any(b'"target"' in file.read_bytes() for file in files):
        return []
    data = read(paths)
    samples = for_targets(data, patterns).samples if patterns else data.samples
    needed = (s.truth.built_for.platform for s in samples if fairness(s.truth).emulated)
    return list(dict.fromkeys(needed))


def _whole(path: Path) -> list[Sample]:
    with reading(path):
        return list(_read_one(path))


class DataHash:
    """Hash of everything that scoring depends on, over the samples in order, each once."""

    def __init__(self) -> None:
        self._digest = RunningHash()
        self._last = ""

    def add(self, sample: Sample) -> None:
        """Add the next sample; further attempts at it change nothing."""
        if sample.id != self._last:
            self._last = sample.id
            self._digest.add(*_scored_material(sample))

    def sha256(self) -> str:
        """The hash of all samples added."""
        return self._digest.hexdigest()


def _hash_of(samples: Iterable[Sample]) -> str:
    whole = DataHash()
    for sample in samples:
        whole.add(sample)
    return whole.sha256()


def _scored_material(sample: Sample) -> tuple[str, ...]:
    task: Task = sample.truth
    return sample.id, task.language, task.entry, task.dependencies, task.function, task.test


def _read_one(path: Path) -> Iterator[Sample]:
    if path.is_dir():
        files = sorted(path.glob("*.c"))
        if files:
            for file in files:
                yield from corpus_task(file)
            return
        for file in sorted(path.glob("*.json")):
            yield from _read_json(file)
        return
    if path.suffix == ".c":
        yield from corpus_task(path)
    else:
        yield from _read_json(path)


def corpus_task(path: Path) -> Iterator[Sample]:
    """The samples of one corpus file: one per optimisation level."""
    text = read_text(path)
    parts = _SECTION.split(text)
    meta = dict(_META.findall(parts[0]))
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    for section in ("function", "test"):
        if section not in sections:
            raise InputError(f"{path}: has no section '// ---- {section} ----'")
    entry = _name(meta, "entry", str(path)) if "entry" in meta else "func0"
    for opt in OPTS:
        task = Task(
            name=path.stem,
            opt=opt,
            language="c",
            entry=entry,
            dependencies=sections.get("types", "").strip(),
            function=sections["function"].strip() + "\n",
            test=sections["test"].strip() + "\n",
        )
        topic = meta.get("topic", "unknown")
        origin = topic if topic in (GENERATED, PROJECT) else "written"
        groups = {"opt": opt, "topic": topic, "origin": origin}
        groups |= {name: meta[name] for name in _IMPORTED if name in meta}
        hard = difficulty.level(f"{path.stem}-{opt}") if path.parent == CORPUS else None
        if hard is not None:
            groups["difficulty"] = hard
        record = {"task": path.stem, "opt": opt, **meta, **sections}
        yield Sample(f"{path.stem}-{opt}", path.stem, groups, task, record)


def _read_json(path: Path) -> Iterator[Sample]:
    text = read_text(path)
    try:
        records = load_json(text)
    except ValueError as whole_error:
        try:
            # not splitlines(): U+2028 and the like may occur inside a string
            records = [load_json(line) for line in text.split("\n") if line.strip()]
        except ValueError:
            raise InputError(f"{path}: is not JSON: {whole_error}") from whole_error
    if isinstance(records, dict) and path.suffix == ".jsonl":
        records = [records]
    if not isinstance(records, list):
        raise InputError(f"{path}: expected a list of records, got {type(records).__name__}")
    indices: dict[str, int] = {}
    for index, record in enumerate(records):
        where = f"{path}: record {index}"
        if not isinstance(record, dict):
            raise InputError(f"{where}: expected an object, got {type(record).__name__}")
        sample = _published(record, where) if "c_func" in record else _later(record, where)
        if sample.id in indices:
            raise InputError(f"{where}: has the same id {sample.id} as record {indices[sample.id]}")
        indices[sample.id] = index
        yield sample


def _field(record: Mapping[str, Any], name: str, kinds: type | tuple[type, ...], where: str) -> Any:
    if name not in record:
        raise InputError(f"{where}: field '{name}' is missing")
    value = record[name]
    if not isinstance(value, kinds) or isinstance(value, bool):
        expected = (
            kinds.__name__ if isinstance(kinds, type) else " or ".join(k.__name__ for k in kinds)
        )
        raise InputError(f"{where}: field '{name}' is a {type(value).__name__}, not {expected}")
    return value


def _name(record: Mapping[str, Any], name: str, where: str) -> str:
    value = _field(record, name, str, where)
    if not re.fullmatch(r"[A-Za-z_]\w*", value, re.ASCII):
        raise InputError(f"{where}: field '{name}' is {value!r}, not the name of a function")
    return str(value)


def _target(record: Mapping[str, Any], level: str, where: str) -> Target:
    """The record's target, or gcc for x86-64 at the level in its field `level`."""
    if record.get("target") is not None:
        name = _field(record, "target", str, where)
        try:
            return parse_target(name)
        except InputError as error:
            raise InputError(f"{where}: field 'target': {error}") from error
    opt = _field(record, level, str, where)
    if opt not in OPTS:
        raise InputError(f"{where}: field '{level}' is '{opt}', not one of {', '.join(OPTS)}")
    return Target(level=opt)


def _sample(
    task: Task, target: Target, groups: Mapping[str, str], record: Mapping[str, Json]
) -> Sample:
    """One with a target of its own has the groups of it; others are as they always were."""
    if record.get("target") is not None:
        task, groups = replace(task, target=target), {**groups_of(target), **groups}
    return Sample(sample_id(task.name, target), task.name, groups, task, record)


def _published(record: Mapping[str, Json], where: str) -> Sample:
    """A record of the published files: task_id, type, c_func, c_test, input_asm_prompt."""
    name = str(_field(record, "task_id", (int, str), where))
    target = _target(record, "type", where)
    question = _field(record, "input_asm_prompt", str, where)
    is_asm = question.lstrip().startswith("<")
    task = Task(
        name=name,
        opt=target.level,
        language="c",
        entry="func0",
        dependencies="",
        function=_field(record, "c_func", str, where),
        test=_field(record, "c_test", str, where),
        asm=question if is_asm else None,
        pseudo=None if is_asm else question,
    )
    return _sample(task, target, {"opt": target.level}, record)


def _later(record: Mapping[str, Json], where: str) -> Sample:
    """A record of the later layout: index, func_name, func_dep, func, test, opt, language …"""
    index = str(_field(record, "index", (int, str), where))
    target = _target(record, "opt", where)
    language = _field(record, "language", str, where).lower()
    if language not in ("c", "cpp", "c++"):
        raise InputError(f"{where}: field 'language' is '{language}', not 'c' or 'cpp'")
    language = "c" if language == "c" else "cpp"
    name = index if language == "c" else f"{index}-cpp"
    stored = {
        key: _field(record, key, str, where)
        for key in ("asm", "ida_pseudo", "ghidra_pseudo")
        if record.get(key) is not None
    }
    task = Task(
        name=name,
        opt=target.level,
        language=language,
        entry=_name(record, "func_name", where),
        dependencies=_field(record, "func_dep", str, where),
        function=_field(record, "func", str, where),
        test=_field(record, "test", str, where),
        asm=stored.get("asm"),
        pseudo=stored.get("ghidra_pseudo", stored.get("ida_pseudo")),
    )
    return _sample(task, target, {"opt": target.level, "language": language}, record)
