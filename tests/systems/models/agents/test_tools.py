"""Perfect, lazy, cheating and broken agents at the suites' own tools, with what each must get."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from acidtest.core.agents import AgentLimits, ToolMisuse
from acidtest.core.records import Answer, Sample
from tests.late import need
from tests.systems.models.model_server import ModelServer

from .conftest import Table, open_table
from .players import Turn, call, raw, say, script

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")
LIMITS = AgentLimits(steps=5, tokens=100_000, seconds=300)
SUBMIT = "THE ORACLE'S ANSWER"


@dataclass(frozen=True)
class Case:
    """One suite: a sample, what a diligent agent looks at, what a cheat submits, the figure."""

    suite: str
    pick: Callable[[Sample], bool]
    look: tuple[Turn, ...]
    shows: tuple[str, ...]
    lazy: str
    cheat: str
    metric: str
    hidden: Callable[[Sample], list[str]]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if len(line.strip()) > 24]


CASES = (
    Case(
        "crypto-inventory",
        lambda s: s.id.endswith("webhook_inbox.py"),
        (
            call("definitions", name=""),
            call("bash", command="ls; grep -n import *.py | head -3"),
        ),
        ("do_POST", "import"),
        '{"findings": []}',
        '{"findings": [{"algorithm": "AES"}, {"algorithm": "RSA"}, {"algorithm": "MD5"}]}',
        "exact",
        lambda s: [label.reason for label in s.truth.labels if label.reason],
    ),
    Case(
        "sast-triage",
        lambda s: s.truth.finding.package == "filehost" and s.truth.label == "false alarm",
        (
            call("bash", command="find . -name '*.py' | sort; grep -rn open . | head -2"),
            call("read_file", path="filehost/paths.py"),
        ),
        ("./filehost/paths.py", "    1  "),
        "",
        '{"filter_result": "TRUE_POSITIVE", "confidence": 1, "justification": "safe, a bug"}',
        "right",
        lambda s: _lines(s.truth.reason),
    ),
    Case(
        "solidity-decompile",
        lambda s: s.groups["difficulty"] == "easy" and s.groups["mode"] == "optimised",
        (
            call("lift", selector=""),
            call("solc", source="contract A { function f() external pure {} }", mode=""),
        ),
        ("", '"contract": "A"'),
        "contract A {}",
        "contract A { fallback() external { assembly { return(0, 32) } } }",
        "perfect",
        lambda s: _lines(s.truth.source),
    ),
)


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.suite)
def case(request: pytest.FixtureRequest) -> Case:
    """A suite."""
    chosen: Case = request.param
    if chosen.suite == "solidity-decompile":
        need("pyrevm", "the EVM is not installed: acidtest[solidity]")
    return chosen


@pytest.fixture(scope="module")
def table(case: Case, server: ModelServer) -> Iterator[Table]:
    """The suite, opened."""
    with ExitStack() as stack:
        yield open_table(case.suite, server, stack, LIMITS)


@pytest.fixture(scope="module")
def sample(case: Case, table: Table) -> Sample:
    """The sample that all play at."""
    return next(sample for sample in table.suite.read([]).samples if case.pick(sample))


def _figure(case: Case, table: Table, sample: Sample, answer: Answer) -> float | None:
    return table.score(sample, answer).metrics[case.metric]


def _oracle(table: Table, sample: Sample) -> str:
    oracle = next(control for control in table.suite.controls if control.name == "oracle")
    return oracle.answer(table.question(sample))


def test_a_perfect_agent_uses_the_tools_and_gets_everything(
    case: Case, table: Table, sample: Sample
) -> None:
    submit = call("submit", answer=_oracle(table, sample))
    answer = table.play(sample, script(*case.look, submit))
    calls: list[dict[str, Any]] = [step["calls"][0] for step in answer.steps]
    assert not [made["error"] for made in calls if "error" in made]
    for made, text in zip(calls, case.shows, strict=False):
        assert text in made["result"]
    assert _figure(case, table, sample, answer) == 1.0


def test_lazy_cheating_and_broken_agents_get_nothing(
    case: Case, table: Table, sample: Sample
) -> None:
    plays = {
        "lazy": script(say(case.lazy) if case.lazy else call("submit", answer="")),
        "cheat": script(call("bash", command="find / -maxdepth 3"), say(case.cheat)),
        "broken": script(raw("bash", "{"), call("nothing"), say(""), raw("submit", "[")),
    }
    for name, play in plays.items():
        answer = table.play(sample, play)
        assert _figure(case, table, sample, answer) == 0.0, name
        assert answer.error is None


def test_no_workbench_holds_the_truth(case: Case, table: Table, sample: Sample) -> None:
    bench = table.system._ready().benches(table.question(sample))
    given = bench.about + "".join(map(str, bench.files))
    given += b"".join(bench.files.values()).decode("utf-8", "replace")
    assert bench.files
    assert not [line for line in case.hidden(sample) if line in given]


def test_tools_answer_hostile_arguments_with_words(
    case: Case, table: Table, sample: Sample
) -> None:
    bench = table.system._ready().benches(table.question(sample))
    for tool in bench.tools:
        for value in ("", "\0", "A" * 5000, "0x" + "ff" * 40, "../../etc/passwd", "\ud800"):
            with contextlib.suppress(ToolMisuse):
                assert isinstance(tool.call(**dict.fromkeys(tool.parameters, value)), str)
