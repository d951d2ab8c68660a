"""Agents over real HTTP, with real tools and judges: what each gets, and what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from acidtest.core.agents import AgentLimits
from acidtest.core.records import Answer
from acidtest.systems.models.prices import Price, Prices
from tests.late import need
from tests.systems.models.model_server import ModelServer

from .conftest import MODEL, SECRET, Table, open_table
from .players import call, raw, say, script

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")
need("reoxide", "Ghidra's engine is not installed: acidtest[ghidra]")
TYPES = "typedef unsigned int uint;\ntypedef unsigned long ulong;\n"
LIMITS = AgentLimits(steps=6, tokens=100_000, seconds=300)


@pytest.fixture(scope="module")
def table(server: ModelServer) -> Iterator[Table]:
    """The suite c-decompile."""
    with ExitStack() as stack:
        yield open_table("c-decompile", server, stack, LIMITS)


def _tools(answer: Answer) -> list[str]:
    return [call["tool"] for step in answer.steps for call in step.get("calls", ())]


def test_a_perfect_agent_decompiles_compiles_and_passes(table: Table) -> None:
    sample = table.sample("drop_between-O1")
    answer = table.play(
        sample,
        script(
            call("decompile"),
            lambda said: call("edit", path="a.c", new=TYPES + said[0]),
            call("bash", command="gcc -O1 -c a.c && objdump -d a.o && head -3 function.txt"),
            lambda said: call("submit", answer=f"```c\n{said[0]}\n```"),
        ),
    )
    assert _tools(answer) == ["decompile", "edit", "bash", "submit"]
    assert "<func0>" in answer.steps[2]["calls"][0]["result"]
    assert (answer.tokens_in, answer.tokens_out, answer.stop) == (400, 80, "stop")
    assert [step["tokens_in"] for step in answer.steps] == [100] * 4
    assert table.score(sample, answer).metrics["passes_with_types"] == 1.0


def test_lazy_cheating_and_broken_agents_get_nothing(table: Table) -> None:
    sample = table.sample("drop_between-O1")
    lazy = table.play(sample, script(say("```c\nint func0(void) { return 0; }\n```")))
    exits = "#include <stdlib.h>\nvoid func0(void) { exit(0); }"
    cheat = table.play(
        sample,
        script(
            call("bash", command="cat /proc/*/environ; find / -maxdepth 4 -name '*.jsonl'"),
            call("submit", answer=f"```c\n{exits}\n```"),
        ),
    )
    broken = table.play(
        sample,
        script(
            raw("bash", '{"command": '), call("no_such_tool"), call("bash", cmd=1), say(""), say("")
        ),
    )
    for answer in (lazy, cheat, broken):
        metrics = table.score(sample, answer).metrics
        assert metrics["passes"] == metrics["passes_with_types"] == 0.0
    assert broken.text == ""
    assert broken.stop == "agent_limit"
    assert broken.note == "the agent was stopped after 6 steps, before it answered"
    assert all("error" in step["calls"][0] for step in broken.steps[:3])


def test_no_call_leaves_an_agent_uncounted(table: Table) -> None:
    sample = table.sample("drop_between-O1")
    hostile = "\ud800\0 {x} $(reboot)"
    answer = table.play(
        sample,
        script(
            call("bash", command=f"echo {hostile}"),
            call("edit", path=hostile, new=hostile),
            call("read_file", path="x" * 9000),
            raw("bash", "[" * 100_000),
            call("edit", path="/etc/passwd", new="root::0:0:::"),
            call("submit", answer=hostile),
        ),
    )
    assert answer.error is None
    assert answer.text == hostile.replace("\ud800", "?")
    assert len(answer.steps) == 6
    assert "error" in answer.steps[4]["calls"][0]
    assert table.score(sample, answer).metrics["passes"] == 0.0


def test_the_files_of_a_workbench_do_not_hold_the_truth(table: Table) -> None:
    sample = table.sample("drop_between-O1")
    opened = table.system._ready()
    bench = opened.benches(table.question(sample))
    assert list(bench.files) == ["function.txt"]
    given = b"".join(bench.files.values()).decode()
    assert "func0" in given
    for secret in (sample.truth.function, sample.truth.test):
        lines = [line.strip() for line in secret.splitlines() if len(line.strip()) > 12]
        assert not [line for line in lines if line in given + bench.about]


def test_a_full_context_ends_an_agent_with_what_it_had_said(table: Table) -> None:
    sample = table.sample("drop_between-O1")
    said = {**call("bash", command="true"), "text": "int func0(void);"}
    answer = table.play(sample, script(said, {"fault": "long"}))
    assert answer.error is None
    assert answer.text == "int func0(void);"
    assert answer.stop == "model_length"
    assert "do not fit" in str(answer.note)


def test_a_failing_provider_is_no_answer(table: Table) -> None:
    sample = table.sample("drop_between-O1")
    answer = table.play(sample, script(call("bash", command="true"), {"fault": "broken"}))
    assert answer.text is None
    assert "the server failed (500)" in str(answer.error)


def test_keys_leave_neither_the_transcript_nor_the_conversation(table: Table) -> None:
    sample = table.sample("drop_between-O1")
    answer = table.play(sample, script(call("bash", command="env"), say("int func0(void);")))
    assert SECRET not in json.dumps(answer.steps)
    assert "TEST_API_KEY" not in json.dumps(answer.steps)


def test_tokens_and_dollars_end_an_agent(server: ModelServer, table: Table) -> None:
    sample = table.sample("drop_between-O1")
    for limits, cause in (
        (AgentLimits(tokens=200), "200 tokens"),
        (AgentLimits(steps=1), "1 steps"),
        (AgentLimits(usd=0.2), "$0.2"),
    ):
        dear = Prices("today", {MODEL: Price(1000.0, 1000.0, 1000.0)})
        model = replace(table.system.model, prices=dear)
        system = replace(table.system, model=model, limits=limits)
        server.play = script(call("bash", command="true"))
        answer = system.answer(table.question(sample))
        assert f"after {cause}" in str(answer.note)
        assert answer.cost_usd == pytest.approx(0.12 * len(answer.steps))
        assert answer.stop == "agent_limit"
