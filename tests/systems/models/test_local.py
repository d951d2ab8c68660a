"""The embedded model: real weights, a real server, real tokens; and it never outlives its run."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.extras import MissingPackage
from acidtest.core.prompts import Prompt
from acidtest.core.records import Question, Sample
from acidtest.systems.models import local as _local
from acidtest.systems.models.caller import Caller
from acidtest.systems.models.local import SMOLLM2
from acidtest.systems.models.model import ModelSystem
from acidtest.systems.models.options import ModelOptions
from tests.late import need

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")


@pytest.fixture(scope="module")
def system() -> Iterator[ModelSystem]:
    """The embedded model with short answers."""
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed: acidtest[local]")
    if not SMOLLM2.is_fetched():
        pytest.skip("the weights are not here: acidtest fetch smollm2")
    options = ModelOptions(max_tokens=6, temperature=1.0)
    opened = ModelSystem("local/smollm2", Prompt("short", "{question}"), options)
    yield opened
    opened.close()


def _question(attempt: int) -> Question:
    sample = Sample("s", "s", {}, None, {})
    return Question(sample, "asm", attempt, lambda form: "Name a colour.", lambda: None)


def _alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        return stat.rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_it_answers_repeatably_for_each_attempt(system: ModelSystem) -> None:
    first, again = system.answer(_question(0)), system.answer(_question(0))
    assert first.error is None
    assert first.text
    assert first.text == again.text
    assert first.model == "smollm2"
    assert first.cost_usd == 0
    assert first.tokens_out is not None
    assert first.tokens_out <= 6
    assert first.stop in ("stop", "max_tokens")


def test_a_plain_completion_heeds_its_options(system: ModelSystem) -> None:
    system.prepare([])
    server = system._opened[0].server
    assert server is not None
    options = ModelOptions(
        api="completions", base_url=server.base_url, max_tokens=6, temperature=1.0, top_k=1,
        sampling_seed=3, logprobs=True,
    )  # fmt: skip
    callers = [
        Caller("openai-api/local/smollm2", each, api_key=server.key)
        for each in (options, replace(options, stop=(",",)))
    ]
    whole, ended = (caller.ask("one, two, three, four,") for caller in callers)
    again = callers[0].ask("one, two, three, four,", attempt=1)
    for caller in callers:
        caller.close()
    assert "," in whole.text
    assert again.text == whole.text, "the likeliest token, whatever the seed"
    assert ended.text == whole.text.split(",")[0]
    assert whole.logprob is not None
    assert -20 < whole.logprob <= 0
    assert [reply.note for reply in (whole, ended)] == ["cut off at the token limit", None]


def test_a_question_that_does_not_fit_is_its_own_fault(system: ModelSystem) -> None:
    sample = Sample("s", "s", {}, None, {})
    long = Question(sample, "asm", 0, lambda form: "mov %rax " * 9000, lambda: None)
    answer = system.answer(long)
    assert answer.error is None
    assert (answer.text, answer.stop) == ("", "model_length")


def test_closing_ends_the_server_and_it_can_be_asked_again(system: ModelSystem) -> None:
    system.prepare([])
    server = system._opened[0].server
    assert server is not None
    pid = server.pid
    assert _alive(pid)
    system.close()
    assert not _alive(pid)
    assert system.answer(_question(0)).error is None


def test_it_does_not_outlive_a_killed_parent(system: ModelSystem) -> None:
    code = (
        "from acidtest.systems.models.local import LocalServer, find_local;"
        "s = LocalServer('smollm2', find_local('smollm2'));"
        "print(s.pid, flush=True); import time; time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert _alive(pid)
        os.kill(parent.pid, signal.SIGKILL)
    for _ in range(200):
        if not _alive(pid):
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the server was left behind")


def test_inspect_reaches_it_by_a_name_of_its_own(system: ModelSystem) -> None:
    caller = Caller("acidtest/smollm2", ModelOptions(max_tokens=3))
    reply = caller.ask("Name a colour.")
    caller.close()
    assert reply.text
    assert reply.tokens_out is not None
    assert reply.tokens_out <= 3


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match=r"acidtest\[local,models\]"):
        _local.find_local("smollm2")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setenv("ACIDTEST_CACHE", "/nonexistent")
    with pytest.raises(InputError, match="acidtest fetch smollm2"):
        _local.find_local("smollm2")
