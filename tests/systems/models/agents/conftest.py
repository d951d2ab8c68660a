"""A suite with its tools and its judge opened once, and a server whose model plays a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from acidtest.core.agents import AgentLimits
from acidtest.core.options import RunOptions
from acidtest.core.prompts import read_prompt
from acidtest.core.protocols import Judge, Questions, Suite
from acidtest.core.records import Answer, Question, Sample, Score
from acidtest.core.registry import find_suite
from acidtest.engine.ask import make_question
from tests.late import need
from tests.systems.models.model_server import ModelServer

MODEL = "openai-api/test/agent"
SECRET = "sk-very-secret-0123456789"


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    """A server of scripted models."""
    need("inspect_ai", "Inspect AI is not installed: acidtest[models]")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEST_API_KEY", SECRET)
        opened = ModelServer()
        yield opened
        opened.close()


@dataclass(frozen=True)
class Table:
    """One suite, ready to play at."""

    suite: Suite
    server: ModelServer
    system: Any
    questions: Questions
    judge: Judge

    def question(self, sample: Sample) -> Question:
        """The suite's question about a sample."""
        return make_question(self.system.form or self.form, sample, 0, self.questions)

    @property
    def form(self) -> str:
        """The suite's usual form."""
        return self.suite.default_form(self.suite.read([]))

    def sample(self, identity: str) -> Sample:
        """A sample of the shipped corpus."""
        return next(s for s in self.suite.read([]).samples if s.id == identity)

    def play(self, sample: Sample, play: Callable[[dict[str, Any]], dict[str, Any]]) -> Answer:
        """The answer of an agent that follows a script."""
        self.server.play = play
        answer: Answer = self.system.answer(self.question(sample))
        return answer

    def score(self, sample: Sample, answer: Answer) -> Score:
        """What the answer gets."""
        assert answer.error is None, answer.error
        text = answer.text or ""
        return self.suite.score(sample, answer, self.judge.observe(sample, text))


def open_table(name: str, server: ModelServer, stack: ExitStack, limits: AgentLimits) -> Table:
    """Open a suite with an agent for it."""
    from acidtest.systems.models.agents.agent import AgentSystem
    from acidtest.systems.models.model import ModelSystem
    from acidtest.systems.models.options import ModelOptions

    suite, options = find_suite(name), RunOptions()
    asked = ModelOptions(base_url=server.url, retries=1, timeout_s=60)
    model = ModelSystem(MODEL, read_prompt(suite), asked)
    system = AgentSystem(model, suite, options, limits)
    stack.callback(system.close)
    questions = stack.enter_context(suite.questions(options))
    return Table(suite, server, system, questions, stack.enter_context(suite.judge(options)))
