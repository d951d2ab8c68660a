"""Language models from the command line: a matrix, a forecast, a budget, and going on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.late import need
from tests.systems.models.model_server import ModelServer

from .conftest import Call

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")
SECRET = "sk-very-secret-0123456789"
A, B = "model:openai-api/test/a", "model:openai-api/test/b"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server that answers with a function that does nothing."""
    monkeypatch.setenv("TEST_API_KEY", SECRET)
    opened = ModelServer()
    opened.answer = "```c\nint func0(void) { return 0; }\n```"
    yield opened
    opened.close()


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    """Both models, at a dollar for a thousand tokens."""
    path = tmp_path / "prices.toml"
    lines = [f'"openai-api/test/{m}" = {{ input = 1000, output = 1000 }}' for m in "ab"]
    path.write_text("[usd_per_million_tokens]\n" + "\n".join(lines))
    return path


def test_a_matrix_compares_by_cost_and_keeps_no_key(
    acidtest: Call, server: ModelServer, prices: Path, tmp_path: Path
) -> None:
    options = ("--limit", "2", "--controls", "none", "--base-url", server.url, "--json")
    done = acidtest(
        *("run", "c-decompile", "--system", A, "--system", B, "--prices", prices, *options),
        *("--out", "runs"),
    )
    assert done.status == 0, done.err
    assert [summary["system"] for summary in done.json] == [A, B]
    effort = done.json[0]["effort"]
    assert effort["cost_usd"] == pytest.approx(0.24)
    assert effort["stops"] == {"stop": 2}
    assert effort["models"] == ["served-model-7b"]
    compiled = done.json[0]["metrics"]["compiles"]["value"] * 2
    assert effort["per_usd"]["compiles"] == pytest.approx(compiled / 0.24)
    kept = [path for path in (tmp_path / "runs").rglob("*") if path.is_file()]
    assert len(kept) > 6
    assert not [path for path in kept if SECRET.encode() in path.read_bytes()]
    assert SECRET not in done.out + done.err


def test_the_same_command_asks_nothing_twice(acidtest: Call, server: ModelServer) -> None:
    command: tuple[str, ...] = (
        "run",
        "c-decompile",
        "--system",
        A,
        "--limit",
        "2",
        "--controls",
        "none",
    )
    command += ("--base-url", server.url, "--json")
    first, again = acidtest(*command), acidtest(*command)
    assert first.status == again.status == 0
    assert first.json == again.json
    assert len(server.bodies) == 2


def test_a_dry_run_asks_nothing_and_says_what_it_would_cost(
    acidtest: Call, server: ModelServer, prices: Path
) -> None:
    done = acidtest(
        *("run", "c-decompile", "--system", A, "--system", "stub", "--limit", "2", "--dry-run"),
        *("--attempts", "3", "--max-tokens", "50", "--prices", prices, "--base-url", server.url),
    )
    assert done.status == 0, done.err
    assert "6 questions to ask" in done.out
    assert "in all" not in done.out  # only one of the two is a model
    assert "out up to about 300" in done.out
    assert "cost up to about $" in done.out
    assert not server.bodies


def test_a_budget_stops_before_it_is_overdrawn_and_a_higher_one_goes_on(
    acidtest: Call, server: ModelServer, prices: Path, tmp_path: Path
) -> None:
    command: tuple[str, ...] = (
        "run",
        "c-decompile",
        "--system",
        A,
        "--limit",
        "12",
        "--controls",
        "none",
        "--json",
    )
    command += ("--base-url", server.url, "--prices", str(prices), "--out", "run")
    command += ("--max-connections", "1", "--max-tokens", "20")
    stopped = acidtest(*command, "--max-cost", "1.2")
    assert stopped.status == 1
    assert "to continue" in stopped.err
    asked = len(server.bodies)
    assert asked < 12
    kept = (tmp_path / "run" / "answers.jsonl").read_text().splitlines()
    assert len(kept) == asked
    assert sum(json.loads(line)["cost_usd"] for line in kept) <= 1.2
    assert acidtest(*command, "--max-cost", "99").status == 0
    assert len(server.bodies) == 12


def test_an_option_for_models_is_refused_where_there_is_none(acidtest: Call) -> None:
    done = acidtest("run", "c-decompile", "--system", "stub", "--temperature", "1")
    assert done.status == 2
    assert "--temperature" in done.err


@pytest.mark.parametrize(
    "bad",
    [
        ("--reasoning", "hard"),
        ("--base-url", "nowhere"),
        ("--prompt", "missing.md"),
        ("--prices", "missing.toml"),
        ("--max-cost", "1"),
    ],
)
def test_a_bad_option_is_refused_before_anything_is_asked(
    acidtest: Call, bad: tuple[str, str]
) -> None:
    done = acidtest("run", "c-decompile", "--system", A, "--limit", "1", *bad)
    assert done.status == 2
    assert bad[0] in done.err


def test_a_table_of_two_models_tells_of_each_how_it_was_asked_and_what_it_took(
    acidtest: Call, server: ModelServer, prices: Path
) -> None:
    options = ("--limit", "1", "--controls", "none", "--base-url", server.url, "--out", "runs")
    done = acidtest(
        *("run", "sast-triage", "--system", A, "--system", "keep-all", "--system", B),
        *("--prices", prices, "--prompt", "examples", *options),
    )
    assert done.status == 0, done.err
    lines = [line for line in done.out.splitlines() if not line.startswith("run folder")]
    assert sum(line.startswith("signature sast-triage|") for line in lines) == 1
    for model in (A, B):
        (asked,) = (line for line in lines if line.startswith(f"{model}: question form"))
        assert "prompt examples (" in asked
        (took,) = (line for line in lines if line.startswith(f"{model}: answered by"))
        assert "100 tokens in; 20 tokens out; $0.1200" in took


def test_a_large_run_is_estimated_before_it_begins(
    acidtest: Call, server: ModelServer, prices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("acidtest.cli.models._LARGE", 3)
    command: tuple[str | Path, ...] = ("run", "sast-triage", "--system", A, "--prices", prices)
    command += ("--base-url", server.url)
    command += ("--controls", "none", "--max-connections", "1", "--max-tokens", "100")
    stopped = acidtest(*command, "--limit", "3", "--out", "run", "--max-cost", "0.5")
    assert stopped.status == 1
    before = stopped.err.split("stopped before")[0]
    assert "3 questions to ask" in before
    assert "cost up to about $" in before
    assert "time unknown until the first answers" in before
    assert "it may cost more than --max-cost 0.5, and stops before that" in before
    few = acidtest(*command, "--limit", "2", "--out", "few")
    assert few.status == 0, few.err
    assert "questions to ask" not in few.err


def test_an_interrupted_run_says_how_long_the_rest_takes(
    acidtest: Call, server: ModelServer
) -> None:
    command: tuple[str, ...] = ("run", "sast-triage", "--system", A, "--limit", "2")
    command += ("--base-url", server.url)
    command += ("--controls", "none", "--out", "run")
    assert acidtest(*command).status == 0
    lines = (path := Path("run/answers.jsonl")).read_text().splitlines(keepends=True)
    path.write_text(lines[0])
    done = acidtest(*command, "--dry-run")
    assert done.status == 0, done.err
    assert "1 questions to ask (1 already answered)" in done.out
    assert "as long as the earlier answers took" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--top-k", "5"), "the server ignored --top-k"),
        (("--prompt", "policy.md"), "stopped by the provider's content filter: blocked by policy"),
    ],
)
def test_what_the_provider_said_or_ignored_stands_under_the_figure(
    acidtest: Call, server: ModelServer, words: tuple[str, str], said: str
) -> None:
    server.ignores = {"top_k"}
    Path("policy.md").write_text("{question} policy")
    done = acidtest(
        *("run", "sast-triage", "--system", A, "--base-url", server.url, "--limit", "2"),
        *("--controls", "none", "--out", "run", "--api", "completions", *words),
    )
    assert done.status == 0, done.err
    assert f"2 answers: {said}" in done.out
    assert "api completions, temperature 0, max_tokens 1024" in done.out
    assert said in Path("run/summary.json").read_text()


def test_an_agent_is_refused_where_no_tool_can_be_called(acidtest: Call) -> None:
    done = acidtest("run", "c-decompile", "--system", A, "--agent", "--api", "completions")
    assert done.status == 2
    assert "plain completions have no tools" in done.err
