"""The published program's questions, read from a checkout in its shape; its text here is ours."""

from __future__ import annotations

import importlib
import json
import sys
from contextlib import closing
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Dataset
from acidtest.suites.crypto_inventory.suite import SUITE
from tests.systems.models.model_server import ModelServer

from .conftest import QUESTIONS, score
from .test_cli import acidtest

BASE = '''
class BaseAnalysisAgent:
    def __init__(self, name, description, prompt_template):
        self.name, self.prompt_template = name, prompt_template

    def create_prompt(self, input_data, analysis_points=None):
        analysis_points = analysis_points or self.get_analysis_points()
        analysis_str = ", ".join(analysis_points)
        prompt = f"""
I am {self.name}. {self.prompt_template.format(analysis_points=analysis_str)}
Look at {analysis_str}: {input_data} {{
{self._generate_json_structure(analysis_points)}
}}"""
        return prompt

    def _generate_json_structure(self, analysis_points):
        json_fields = []
        for point in analysis_points:
            field_name = point.lower()
            for mark in " -(/),#.":
                field_name = field_name.replace(mark, "_")
            while "__" in field_name:
                field_name = field_name.replace("__", "_")
            field_name = field_name.strip("_")
            json_fields.append(f'  "{field_name}": "<say of {point}>"')
        return ",\\n".join(json_fields)
'''
SOURCE = """
from .base_agent import BaseAnalysisAgent

class SourceAgent(BaseAnalysisAgent):
    def __init__(self, prompt_template=None):
        if prompt_template is None:
            prompt_template = "Find: {analysis_points}"
        super().__init__(name="The Reader", description="Reads", prompt_template=prompt_template)

    def get_analysis_points(self):
        return ["keys (RSA, PKCS#1 v1.5)", "plain curves", "has-160/LSH"]
"""
FACTORY = """
from .source_agent import SourceAgent

class AgentFactory:
    _agents = {'source_code': SourceAgent}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One file with its ground truth, and the agents."""
    folder = tmp_path / "checkout"
    truth = {"expected_findings": {"vulnerable_algorithms_detected": ["RSA"]}}
    for name, text in (
        ("data/ground_truth/source_code/a.json", json.dumps(truth)),
        ("data/test_files/source_code/a.py", "import rsa  # {0} {x}\n" * 300),
        ("agents/__init__.py", ""),
        ("agents/base_agent.py", BASE),
        ("agents/source_agent.py", SOURCE),
        ("agents/agent_factory.py", FACTORY),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def data(checkout: Path) -> Dataset:
    return SUITE.read([checkout])


def test_the_question_is_what_the_program_would_ask(
    checkout: Path, data: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sample,) = data.samples
    monkeypatch.syspath_prepend(checkout)
    agent = importlib.import_module("agents.source_agent").SourceAgent()
    for name in [name for name in sys.modules if name.partition(".")[0] == "agents"]:
        monkeypatch.delitem(sys.modules, name)
    cut = sample.truth.text[:6000] + "\n... (truncated for length)"
    assert QUESTIONS.text(sample, "published") == agent.create_prompt(cut)


def test_completeness_is_over_the_points_of_the_agent(data: Dataset) -> None:
    (sample,) = data.samples
    named = {"plain_curves": "none", "other": "HAS-160/lsh is not there"}
    assert score(sample, {"analysis_results": named}).metrics[
        "published.program.completeness"
    ] == pytest.approx(2 / 3)
    for answer in ("", "[]", '{"analysis_results": ["plain curves"]}'):
        assert score(sample, answer).metrics["published.program.completeness"] == 0.0


def test_without_the_points_completeness_says_what_is_missing(dataset: Dataset) -> None:
    graded = score(next(iter(dataset.samples)), "{}")
    assert graded.metrics["published.program.completeness"] is None
    assert "checkout" in graded.reasons["published.program.completeness"]


def test_the_points_are_part_of_the_data(checkout: Path, data: Dataset) -> None:
    agent = checkout / "agents" / "source_agent.py"
    agent.write_text(agent.read_text().replace("plain curves", "curves"))
    assert SUITE.read([checkout]).sha256 != data.sha256


def test_other_data_have_no_published_question(corpus: Path, tmp_path: Path) -> None:
    done = acidtest(
        *(tmp_path, "run", "crypto-inventory", "--system", "keyword", "--data", corpus),
        *("--question", "published"),
    )
    assert done.returncode == 2
    assert "give a checkout" in done.stderr


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("base_agent.py", ""),
        ("base_agent.py", "("),
        ("base_agent.py", BASE.replace("{input_data}", "{open('made', 'w')}")),
        ("base_agent.py", "\0"),
        ("base_agent.py", "x = " + "(" * 10_000),
        ("source_agent.py", SOURCE.replace('return ["', 'return open("made", "w") or ["')),
        ("source_agent.py", SOURCE.replace("return [", "return 7 #[")),
        ("agent_factory.py", FACTORY.replace("{'source_code': SourceAgent}", "7")),
        ("agent_factory.py", FACTORY.replace(": SourceAgent", ": Missing")),
    ],
)
def test_agents_of_another_shape_are_refused_and_nothing_of_them_is_run(
    checkout: Path, file: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (checkout / "agents" / file).write_text(text)
    with pytest.raises(InputError, match="questions cannot be read"):
        SUITE.read([checkout])
    assert not (tmp_path / "made").exists()


def test_the_prompt_of_that_name_asks_it(
    checkout: Path, data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_API_KEY", "any")
    with closing(ModelServer()) as server:
        done = acidtest(
            *(tmp_path, "run", "crypto-inventory", "--system", "model:openai-api/test/a"),
            *("--data", checkout, "--prompt", "published", "--controls", "none"),
            *("--base-url", server.url),
        )
    assert done.returncode == 0, done.stderr
    (message,) = server.bodies[-1]["messages"]
    asked = message["content"]
    (sample,) = data.samples
    assert asked.rstrip() == QUESTIONS.text(sample, "published").rstrip()
