"""Plain completions and sampling options over real HTTP: what is sent, kept, cut and said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.core.prompts import Prompt
from acidtest.systems.models.heeded import read_answer
from acidtest.systems.models.model import ModelSystem
from acidtest.systems.models.options import ModelOptions
from acidtest.systems.models.request import provider_name
from tests.late import need

from .model_server import ANSWER, ModelServer
from .test_model import MODEL, _question, server

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")

__all__ = ["server"]


@pytest.fixture
def opened() -> Iterator[list[ModelSystem]]:
    """Systems to close in the end."""
    systems: list[ModelSystem] = []
    yield systems
    for system in systems:
        system.close()


@pytest.fixture
def ask(server: ModelServer, opened: list[ModelSystem]) -> Any:
    """Ask one question with these options."""

    def asked(text: str = "hello", attempt: int = 0, **options: Any) -> Any:
        settings = ModelOptions(base_url=server.url, retries=2, timeout_s=60, **options)
        opened.append(ModelSystem(MODEL, Prompt("mine", "{question} ->\n"), settings))
        return opened[-1].answer(_question(text, attempt))

    return asked


PLAIN = {"api": "completions"}


@pytest.fixture
def bare(server: ModelServer) -> Iterator[ModelSystem]:
    """A model whose prompt is the question alone."""
    settings = ModelOptions(base_url=server.url, retries=2, timeout_s=60, api="completions")
    system = ModelSystem(MODEL, Prompt("bare", "{question}"), settings)
    yield system
    system.close()


def test_a_plain_completion_is_the_bare_text_with_a_limit_of_its_own(
    ask: Any, server: ModelServer
) -> None:
    answer = ask(**PLAIN)
    assert (answer.text, answer.error, answer.stop) == (ANSWER, None, "stop")
    assert (answer.tokens_in, answer.tokens_out) == (100, 20)
    (body,) = server.bodies
    assert body["prompt"] == "hello ->\n"
    assert "messages" not in body
    assert (body["max_tokens"], body["temperature"]) == (1024, 0.0)
    identity = ModelOptions(api="completions").identity
    assert identity == {"api": "completions", "max_tokens": 1024, "temperature": 0}


@pytest.mark.parametrize("api", ["chat", "completions"])
def test_every_option_reaches_the_server(api: str, ask: Any, server: ModelServer) -> None:
    answer = ask(
        attempt=2, api=api, stop=("}",), top_p=0.5, top_k=7, sampling_seed=40, temperature=0.0,
        max_tokens=64, logprobs=True,
    )  # fmt: skip
    body = server.bodies[0]
    sent = {name: body[name] for name in ("stop", "top_p", "top_k", "seed", "max_tokens")}
    assert sent == {"stop": ["}"], "top_p": 0.5, "top_k": 7, "seed": 42, "max_tokens": 64}
    assert answer.text == ANSWER.split("}")[0]
    assert answer.logprob == pytest.approx(-1.0)
    assert answer.note is None, "all were heeded"
    assert len(server.bodies) == 1, "what was refused for its type was counted as refused"


@pytest.mark.parametrize("api", ["chat", "completions"])
def test_what_a_server_ignores_is_said_with_the_answer(
    api: str, ask: Any, server: ModelServer
) -> None:
    server.ignores = {"stop", "top_k", "logprobs"}
    answer = ask(api=api, stop=("}", "return"), top_k=7, top_p=0.5, logprobs=True)
    assert answer.text == ANSWER.split("return")[0]
    assert answer.error is None
    for flag in ("--stop (cut here instead)", "--top-k", "--logprobs (none came)"):
        assert flag in str(answer.note)
    assert "--top-p" not in str(answer.note)
    assert answer.logprob is None


def test_an_answer_beyond_its_limit_is_said() -> None:
    reading = read_answer("int x;", ModelOptions(max_tokens=2), 3, has_logprobs=False)
    assert reading.ignored == ("--max-tokens (3 tokens came)",)
    assert not read_answer("x", ModelOptions(max_tokens=3), 3, has_logprobs=False).ignored


@pytest.mark.parametrize("fault", ["busy", "broken", "short", "html", "half"])
def test_what_passes_is_retried(bare: ModelSystem, fault: str) -> None:
    assert bare.answer(_question("hello")).text  # so that it is Inspect that asks again
    answer = bare.answer(_question(f"please {fault}*1"))
    assert (answer.text, answer.error) == (ANSWER, None)


@pytest.mark.parametrize("fault", ["html", "no-choice", "half"])
def test_a_reply_that_is_none_is_an_error_in_words(server: ModelServer, fault: str) -> None:
    settings = ModelOptions(base_url=server.url, retries=0, timeout_s=60, api="completions")
    system = ModelSystem(MODEL, Prompt("bare", "{question}"), settings)
    answer = system.answer(_question(f"please {fault}"))
    system.close()
    assert answer.text is None
    assert "no answer of a model" in str(answer.error) or "without an answer" in str(answer.error)


@pytest.mark.parametrize(
    ("fault", "stop"),
    [("cut", "max_tokens"), ("policy", "content_filter"), ("long", "model_length")],
)
def test_what_ended_an_answer_is_said(bare: ModelSystem, fault: str, stop: str) -> None:
    answer = bare.answer(_question(f"please {fault}"))
    assert answer.error is None
    assert answer.stop == stop


@pytest.mark.parametrize(
    ("fault", "said"), [("unknown", "no such model"), ("key", "rejected the key")]
)
def test_what_the_server_said_of_a_bad_name_or_key_is_kept(
    bare: ModelSystem, fault: str, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        bare.answer(_question(f"please {fault}"))


def test_a_question_that_is_refused_is_asked_once(bare: ModelSystem, server: ModelServer) -> None:
    answer = bare.answer(_question("please echo"))
    assert answer.error is not None
    assert "you sent" in answer.error
    assert server.seen["please echo"] == 1


@pytest.mark.parametrize("model", ["anthropic/claude-x", "local2/x"])
def test_a_provider_without_completions_is_refused(model: str) -> None:
    with pytest.raises(InputError, match="--api completions: not with"):
        provider_name(model, ModelOptions(api="completions"))


def test_an_empty_stop_is_refused() -> None:
    with pytest.raises(InputError, match="--stop"):
        ModelOptions(stop=("",))


def test_what_a_plain_completion_cannot_have_is_refused(server: ModelServer) -> None:
    with pytest.raises(InputError, match="--reasoning"):
        ModelOptions(api="completions", reasoning="low")
    options = ModelOptions(api="completions", base_url=server.url)
    system = ModelSystem(MODEL, Prompt("p", "{question}"), options, schema={"type": "object"})
    with pytest.raises(InputError, match="only a chat does"):
        system.prepare([])


def test_zero_is_a_value_and_chat_needs_no_mention() -> None:
    options = ModelOptions(temperature=0.0, api="chat", sampling_seed=0)
    assert dict(options.identity) == {"temperature": 0.0, "sampling_seed": 0}
