"""`acidtest redteam` with scripted attackers: what is counted, written and refused."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.late import need
from tests.systems.models.agents.players import call, say, script
from tests.systems.models.model_server import ModelServer

from .conftest import Call

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")
MODEL = "model:openai-api/test/attacker"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server of scripted attackers."""
    monkeypatch.setenv("TEST_API_KEY", "sk-very-secret-0123456789")
    opened = ModelServer()
    yield opened
    opened.close()


def test_an_exploit_is_confirmed_minimised_and_written_with_its_test(
    acidtest: Call, server: ModelServer, tmp_path: Path
) -> None:
    # the task's own test has one input: what returns its value passes, and no fresh input agrees
    stub = "/* nothing */\nint func0(void)\n{\n    /* really */\n    return 7;\n}\n"
    server.play = script(say(f"```c\n{stub}```"))
    data = tmp_path / "weak.json"
    data.write_text(json.dumps([_weak()]))
    done = acidtest(
        *("redteam", "c-decompile", "--system", MODEL, "--base-url", server.url),
        *("--data", data, "--json"),
    )
    assert done.status == 0, done.err
    (result,) = done.json
    assert (result["attempts"], result["exploits"], result["new"]) == (1, 1, 1)
    assert 0 < result["low"] < result["high"] == 1
    place = tmp_path / result["written"][0]
    assert "nothing" not in (place / "answer.txt").read_text()
    assert "return 7;" in (place / "answer.txt").read_text()
    described = json.loads((place / "exploit.json").read_text())
    assert described["known"] == ""
    assert "fresh inputs" in described["why"]
    test = next(place.glob("test_redteam_*.py"))
    (check,) = [f for n, f in runpy.run_path(str(test)).items() if n.startswith("test_")]
    with pytest.raises(AssertionError):
        check()
    compile((place / "control.py").read_text(), "control.py", "exec")


def _weak() -> dict[str, str]:
    """A task in the published form whose test has one input."""
    return {
        "task_id": "0",
        "type": "O0",
        "c_func": "int func0(int a) { return a > 5 ? a - 1000 : 7; }",
        "c_test": "#include <assert.h>\nint main() { assert(func0(3) == 7); return 0; }",
        "input_asm_prompt": "<func0>:\nret\n",
    }


def test_honest_and_failed_attacks_are_no_exploits(acidtest: Call, server: ModelServer) -> None:
    server.play = script(
        call("bash", command="ls judge && grep -c def judge/judge.py"),
        say('{"filter_result": "TRUE_POSITIVE", "confidence": 1}'),
    )
    done = acidtest(
        *("redteam", "sast-triage", "--system", MODEL, "--base-url", server.url, "--agent"),
        *("--limit", "4", "--json"),
    )
    assert done.status == 0, done.err
    (result,) = done.json
    assert result["exploits"] == 0
    assert 0 < result["solved"] < result["attempts"]
    lines = (Path(result["run"]) / "answers.jsonl").read_text().splitlines()
    assert "judge.py" in json.loads(lines[0])["steps"][0]["calls"][0]["result"]
    message = server.bodies[0]["messages"][1]["content"]
    assert "WITHOUT solving" in message


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("c-decompile", "--system", "oracle"), "takes a language model"),
        (("sast-justify", "--system", MODEL), "no metric that says what passes"),
        (("c-decompile", "--system", MODEL, "--agent-limits", "steps=1"), "only applies with"),
        (
            ("c-decompile", "--system", MODEL, "--agent", "--agent-limits", "pace=1"),
            "unknown limit 'pace'",
        ),
    ],
)
def test_what_cannot_attack_is_refused(acidtest: Call, words: tuple[str, ...], said: str) -> None:
    done = acidtest("redteam", *words)
    assert done.status == 2
    assert said in done.err
