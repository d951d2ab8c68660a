"""Presets: how published models are asked, and two models one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.prompts import Prompt, read_prompt
from acidtest.core.registry import find_suite
from acidtest.systems.models.model import ModelSystem
from acidtest.systems.models.options import ModelOptions
from acidtest.systems.models.presets import find_preset, presets
from acidtest.systems.models.two_models import TwoModels
from tests.cli.conftest import Call, acidtest
from tests.late import need

from .model_server import ANSWER, ModelServer
from .test_model import MODEL, _question, server

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")

__all__ = ["acidtest", "server"]
OTHER = "openai-api/test/namer"
PSEUDO = "undefined4 func0(int param_1)\n{\n  return 7;\n}\n"


@pytest.fixture
def two(server: ModelServer) -> Iterator[TwoModels]:
    """A model for structure and one for names, on one server."""
    options = ModelOptions(base_url=server.url, retries=0, api="completions")
    first = ModelSystem(MODEL, Prompt("bare", "{question}"), options)
    second = ModelSystem(OTHER, Prompt("second", "<{question}>"), options)
    system = TwoModels(first, second)
    yield system
    system.close()


@pytest.mark.parametrize("name", sorted(presets()))
def test_each_preset_names_what_its_suite_has_and_where_it_is_from(name: str) -> None:
    preset = presets()[name]
    suite = find_suite(preset.suite)
    assert read_prompt(suite, preset.prompt).name == preset.prompt
    assert preset.form in suite.question_forms
    ModelOptions(**preset.options)
    assert "github.com" in preset.source
    assert " at " in preset.source, "the commit"


def test_an_unknown_preset_or_one_of_another_suite_is_named() -> None:
    with pytest.raises(InputError, match="unknown preset 'llm4'"):
        find_preset("llm4", "c-decompile")
    with pytest.raises(InputError, match="is for c-decompile, and this is sast-triage"):
        find_preset("sk2decompile", "sast-triage")


def test_the_second_model_is_given_the_first_ones_answer(
    two: TwoModels, server: ModelServer
) -> None:
    answer = two.answer(_question("hello"))
    assert [body["prompt"] for body in server.bodies] == ["hello", f"<{ANSWER}>"]
    assert (answer.text, answer.error) == (ANSWER, None)
    assert (answer.tokens_in, answer.tokens_out) == (200, 40)
    assert two.identity["then"]["model"] == OTHER


@pytest.mark.parametrize("fault", ["empty", "broken"])
def test_without_a_first_answer_the_second_model_is_not_asked(
    two: TwoModels, server: ModelServer, fault: str
) -> None:
    answer = two.answer(_question(f"please {fault}"))
    assert (answer.text or "") == ""
    assert (answer.error is None) == (fault == "empty")
    assert all(body["prompt"] == f"please {fault}" for body in server.bodies)


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Two records of the published layout, one with assembly and one with pseudo-code."""
    record = {
        "task_id": 0,
        "type": "O2",
        "c_func": "int func0(int a) { return 7; }",
        "c_test": "#include <assert.h>\nint main() { assert(func0(1) == 7); }",
    }
    for name, text in (("asm", "<func0>:\nmov $0x7,%eax\nret"), ("pseudo", PSEUDO)):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps([{**record, "input_asm_prompt": text}]))
    return tmp_path


@pytest.mark.parametrize(
    ("preset", "data", "tokens"),
    [("llm4decompile", "asm", 512), ("llm4decompile-v2", "pseudo", 512)],
)
def test_a_published_model_is_asked_as_published(
    acidtest: Call, server: ModelServer, published: Path, preset: str, data: str, tokens: int
) -> None:
    done = acidtest(
        *("run", "c-decompile", "--system", f"model:{MODEL}", "--base-url", server.url),
        *("--preset", preset, "--data", published / f"{data}.json", "--controls", "none"),
        *("--out", "run"),
    )
    assert done.status == 0, done.err
    (body,) = server.bodies
    question = json.loads((published / f"{data}.json").read_text())[0]["input_asm_prompt"]
    asked = f"# This is the assembly code:\n{question.rstrip()}\n# What is the source code?\n"
    assert (body["prompt"], body["temperature"], body["max_tokens"]) == (asked, 0.0, tokens)
    assert f"preset {preset}" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--preset", "sk2decompile"), "--then PROVIDER/NAME"),
        (("--then", OTHER), "only a preset that asks two models"),
        (("--preset", "llm4decompile-v2", "--limit", "1"), "carry no pseudo-code"),
    ],
)
def test_what_a_preset_lacks_is_named(acidtest: Call, words: tuple[str, ...], said: str) -> None:
    done = acidtest("run", "c-decompile", "--system", f"model:{MODEL}", *words)
    assert done.status == 2
    assert said in done.err


def test_two_models_answer_from_the_command_line(
    acidtest: Call, server: ModelServer, published: Path
) -> None:
    done = acidtest(
        *("run", "c-decompile", "--system", f"model:{MODEL}", "--base-url", server.url),
        *("--preset", "sk2decompile", "--then", OTHER, "--data", published / "pseudo.json"),
        *("--controls", "none", "--json", "--out", "run"),
    )
    assert done.status == 0, done.err
    first, second = (body["prompt"] for body in server.bodies)
    assert first.startswith("# This is the assembly code:\nundefined4 func0")
    assert second.startswith("# This is the normalized code:\n```c\nint func0")
    assert done.json["system"] == f"model:{MODEL} then {OTHER}"
    assert done.json["metrics"]["passes"]["value"] == 1.0
