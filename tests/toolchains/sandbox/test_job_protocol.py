"""What goes between us and the launcher: packed, unpacked, or refused."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acidtest.toolchains.sandbox import (
    Ending,
    Job,
    Outcome,
    Sandbox,
    SandboxError,
    Step,
)
from acidtest.toolchains.sandbox import (
    job as _job,
)

from .watching import sh

# -- the wire -------------------------------------------------------------------------------------

_JOB = Job([sh("true"), sh("false")], files={"a": b"1"}, collect=["x", "y"])
_GOOD = b"".join(
    [
        struct.pack("<II", 0, 1),
        struct.pack("<IIQQQ", 1, 11, 5, 6, 7),
        struct.pack("<I", 2) + b"ab" + struct.pack("<I", 0) + struct.pack("<I", 1) + b"r",
        struct.pack("<I", 2),
        struct.pack("<II", 1, 3) + b"xyz",
        struct.pack("<II", 0, 0),
    ]
)


def test_unpacks_a_response() -> None:
    outcome = _job.unpack(_GOOD, _JOB.collect)
    assert isinstance(outcome, Outcome)
    assert outcome.files == {"x": b"xyz"}
    (step,) = outcome.steps
    assert (step.ending, step.value, step.max_rss_kib) == (Ending.SIGNALLED, 11, 7)
    assert (step.stdout, step.stderr, step.report) == (b"ab", b"", b"r")
    assert _job.unpack(struct.pack("<II", 1, 4) + b"what", _JOB.collect) == "what"


def _unpack_or_refuse(data: bytes) -> None:
    try:
        outcome = _job.unpack(data, _JOB.collect)
    except (struct.error, ValueError):
        return
    assert isinstance(outcome, Outcome | str)


@given(st.binary(max_size=200))
@example(b"")
@example(struct.pack("<II", 0, 0xFFFFFFFF))
@example(struct.pack("<II", 1, 0xFFFFFFFF))
def test_unpacks_or_refuses_any_bytes(data: bytes) -> None:
    _unpack_or_refuse(data)


@given(st.integers(0, len(_GOOD) - 1))
def test_refuses_a_truncated_response(size: int) -> None:
    with pytest.raises((struct.error, ValueError)):
        _job.unpack(_GOOD[:size], _JOB.collect)


@given(st.integers(0, len(_GOOD) - 4), st.integers(0, 0xFFFFFFFF))
def test_unpacks_or_refuses_a_changed_response(at: int, word: int) -> None:
    _unpack_or_refuse(_GOOD[:at] + struct.pack("<I", word) + _GOOD[at + 4 :])


_NAMES = st.text("abcXYZ019_-", min_size=1, max_size=12)


@settings(max_examples=25, deadline=None)
@given(
    files=st.dictionaries(_NAMES, st.binary(max_size=5000), max_size=5),
    stdin=st.binary(max_size=3000),
    words=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), max_size=6),
)
def test_what_goes_in_comes_out(
    sandbox: Sandbox, files: Mapping[str, bytes], stdin: bytes, words: Sequence[str]
) -> None:
    steps = [Step(["/bin/cat"], stdin=stdin), Step(["/usr/bin/printf", "%s\n", "", *words])]
    outcome = sandbox.run(Job(steps, files=files, collect=list(files)))
    assert outcome.files == files
    assert outcome.steps[0].stdout == stdin
    assert outcome.steps[1].stdout == "".join(f"{word}\n" for word in ["", *words]).encode()


@pytest.mark.parametrize("cut", [0, 7, 8, 12, 40, -1])
def test_the_launcher_refuses_a_malformed_request(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    whole = _job.pack(_JOB, {}, "/box")
    monkeypatch.setattr(_job, "pack", lambda *_: whole[:cut])
    with pytest.raises(SandboxError):
        sandbox.run(_JOB)
    monkeypatch.undo()
    assert sandbox.run(Job([sh("echo fine")])).steps[0].stdout == b"fine\n"


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=120), st.integers(0, 200))
def test_the_launcher_survives_any_request(sandbox: Sandbox, noise: bytes, at: int) -> None:
    whole = _job.pack(_JOB, {}, "/box")
    at = min(at, len(whole))
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SandboxError):
        patch.setattr(_job, "pack", lambda *_: whole[:at] + noise + whole[at + len(noise) :])
        assert len(sandbox.run(_JOB).steps) <= 2
    assert sandbox.run(Job([Step(["/bin/echo", "fine"])])).steps[0].stdout == b"fine\n"
