"""What runs on another node: a judge that is opened once, and the tool that is asked there.

Nothing here is kept or written for the run: what comes back is for the process that sent the work.
"""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from acidtest.core import children
from acidtest.core.digest import closure_of, sha256_of
from acidtest.core.errors import AcidtestError, InfrastructureError, InputError, SuiteFault
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge, OpenSystem, Questions, Suite, System
from acidtest.core.records import Json, Sample
from acidtest.core.registry import find_suite, make_system
from acidtest.core.version import __version__
from acidtest.engine.ask import answer_of, longest, make_question
from acidtest.engine.executor import observed
from acidtest.engine.judged import judged, open_reward_judge

ENOUGH_S = 2.0
"""A batch that takes longer is broken off after the answer that is being worked on."""
_SENT = 1 << 30
_TYPED = "__main__"
_KINDS = (InputError, SuiteFault, InfrastructureError, AcidtestError)
"""Of one text, so that they can be sent."""

Files = Sequence[tuple[str, bytes]]
Reply = tuple[str, Any]
"""`ok` and the result, `failed` and why a tool failed, or `ends` and the exception."""


@dataclass(frozen=True)
class Order:
    """What a node has to open. It gets no credentials, and needs none of the user's files."""

    suite: str | bytes
    options: RunOptions
    system: str | None = None
    form: str = ""
    probes: tuple[Sample, ...] = ()
    metric: str | None = None
    """For rewards by it: answers are scored there too."""


@dataclass(frozen=True)
class NodeFacts:
    """What decides the answers and observations of a node, to be the same on all."""

    acidtest: str
    toolchain: Mapping[str, str]
    code: Mapping[str, str]
    libraries: Mapping[str, str]
    system: Mapping[str, Json] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)


def facts_of(
    suite: Suite, judge: Judge, order: Order, builder: Questions | None, system: System | None
) -> NodeFacts:
    """The facts of this process."""
    modules = {type(judge).__module__, *((type(suite).__module__,) if order.metric else ())}
    closures = [closure_of(each) for each in modules - {_TYPED}]  # such code is sent along
    return NodeFacts(
        __version__,
        dict(judge.toolchain),
        {_named(path): sha256_of(path.read_bytes()) for each in closures for path in each.files},
        {name: version for each in closures for name, version in each.libraries},
        json.loads(json.dumps(system.identity)) if system else {},
        {s.id: _asked(s, order.form, builder) for s in order.probes} if builder else {},
    )


def _named(path: Path) -> str:
    """A file by its place in the package, wherever that is installed."""
    parts = path.parts
    start = len(parts) - parts[::-1].index("acidtest") - 1 if "acidtest" in parts else -2
    return "/".join(parts[start:])


def _asked(sample: Sample, form: str, builder: Questions) -> str:
    question = make_question(form, sample, 0, builder)
    return sha256_of(question.text.encode("utf-8", "surrogatepass"), question.binary or b"")


def differences(here: NodeFacts, there: NodeFacts) -> list[str]:
    """In what a node would judge or answer differently."""
    differing = _differing("the toolchain's", here.toolchain, there.toolchain)
    differing += _differing("the system's", _flat(here.system), _flat(there.system))
    if here.code and there.code and here.code != there.code:
        files = sorted(
            name
            for name in here.code.keys() | there.code.keys()
            if here.code.get(name) != there.code.get(name)
        )
        differing.append(
            f"its code of acidtest {there.acidtest} differs from {here.acidtest} here "
            f"({len(files)} of the files that judge, such as {files[0]})"
        )
    differing += _differing("the library", here.libraries, there.libraries)
    if asked := [name for name, text in here.questions.items() if there.questions[name] != text]:
        differing.append(f"it builds other questions, such as that of '{asked[0]}'")
    return differing


def _differing(what: str, here: Mapping[str, Any], there: Mapping[str, Any]) -> list[str]:
    return [
        f"{what} {name} is {there.get(name, 'not there')}, here {here.get(name, 'not there')}"
        for name in sorted(here.keys() | there.keys())
        if here.get(name) != there.get(name)
    ]


def _flat(identity: Mapping[str, Json]) -> dict[str, Json]:
    """Nested values by a name of several words."""
    flat: dict[str, Json] = {}
    for name, value in identity.items():
        inner = _flat(value) if isinstance(value, dict) else {"": value}
        flat |= {f"{name} {each}".strip(): part for each, part in inner.items()}
    return flat


def packed(paths: Sequence[Path]) -> Files | None:
    """The files of the data, for nodes without this file system; None if they are too large."""
    files: list[tuple[str, bytes]] = []
    size = 0
    for place, path in enumerate(paths):
        inside = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
        for file in inside:
            size += file.stat().st_size
            if size > _SENT:
                return None
            name = Path(str(place), path.name, *file.relative_to(path).parts)
            files.append((str(name), file.read_bytes()))
    return files


class Remote:
    """The judge of a node. `open` comes first; then several threads may use it."""

    def __init__(self, order: bytes, files: Files | None) -> None:
        self._order, self._files = order, files
        self._open = ExitStack()
        self._builder: Questions | None = None
        self._system: System | None = None

    def open(self) -> NodeFacts | str:
        """Open the tools; a text says why that is not possible."""
        try:
            return self._opened()
        except AcidtestError as error:
            self.close()
            return str(error)

    def _opened(self) -> NodeFacts:
        order: Order = pickle.loads(self._order)
        suite: Suite = (
            find_suite(order.suite) if isinstance(order.suite, str) else pickle.loads(order.suite)
        )
        options = self._unpacked(order.options)
        self._suite, self._metric = suite, order.metric or ""
        self._longest = longest(suite)
        judge = (
            open_reward_judge(suite, options, order.metric)
            if order.metric
            else suite.judge(options)
        )
        self._judge = self._open.enter_context(judge)
        if order.system is not None:
            self._builder = self._open.enter_context(suite.questions(options))
            self._system = make_system(order.system, suite)
            if isinstance(self._system, OpenSystem):
                self._open.callback(self._system.close)
        return facts_of(suite, self._judge, order, self._builder, self._system)

    def _unpacked(self, options: RunOptions) -> RunOptions:
        """The options, with the data in a folder of this node."""
        if self._files is None:
            return options
        folder = Path(self._open.enter_context(children.scratch_folder()))
        for name, data in self._files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self._files = None
        paths = [folder / str(place) / path.name for place, path in enumerate(options.data)]
        return options.replace(data=tuple(paths))

    def observe(self, batch: bytes) -> bytes:
        """What happened to each answer, one after the other."""

        def one(sample: Sample, text: str) -> Reply:
            outcome = observed(self._judge, sample, text)
            if isinstance(outcome, InfrastructureError):
                return "failed", str(outcome)
            return "ok", outcome

        return _worked_off(one, batch)

    def judge(self, batch: bytes) -> bytes:
        """What each answer earns, one after the other."""

        def one(sample: Sample, text: str, share: bool) -> Reply:
            try:
                return "ok", judged(self._suite, self._judge, self._metric, sample, text, share)
            except InfrastructureError as error:
                return "failed", str(error)

        return _worked_off(one, batch)

    def answer(self, batch: bytes) -> bytes:
        """The tool's answer to each question."""
        system, builder = self._system, self._builder
        assert system is not None
        assert builder is not None

        def one(sample: Sample, form: str, attempt: int) -> Reply:
            question = make_question(form, sample, attempt, builder)
            return "ok", answer_of(system, question, self._longest)

        return _worked_off(one, batch)

    def close(self) -> None:
        """End the tools."""
        self._open.close()


def _worked_off(one: Callable[..., Reply], batch: bytes) -> bytes:
    """The time that it took, and the replies; there are fewer than items if it took long."""
    start = time.monotonic()
    replies: list[Reply] = []
    for reply in _replies(one, pickle.loads(batch)):
        replies.append(reply)
        if time.monotonic() - start > ENOUGH_S:
            break
    return pickle.dumps((time.monotonic() - start, replies))


def _replies(one: Callable[..., Reply], items: Sequence[tuple[Any, ...]]) -> Iterator[Reply]:
    for item in items:
        try:
            yield one(*item)
        except AcidtestError as error:  # as in one process, it ends the run
            kind = next(kind for kind in _KINDS if isinstance(error, kind))
            yield "ends", kind(str(error))
