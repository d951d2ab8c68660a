"""Language models over real HTTP: what is recorded, whose fault a failure is, what is secret."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.prompts import Prompt
from acidtest.core.records import Answer, Question, Sample
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.systems.models.budget import Budget, BudgetUsedUp
from acidtest.systems.models.model import ModelSystem, make
from acidtest.systems.models.options import ModelOptions
from acidtest.systems.models.prices import Price, Prices, read_prices
from tests.late import need

from .model_server import ANSWER, ModelServer

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")
MODEL = "openai-api/test/some-model"
SECRET = "sk-very-secret-0123456789"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server, its key in the environment, and retries that do not wait for long."""
    from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI
    from tenacity import wait_fixed

    monkeypatch.setenv("TEST_API_KEY", SECRET)
    monkeypatch.setattr(OpenAICompatibleAPI, "retry_wait", lambda self: wait_fixed(0.01))
    opened = ModelServer()
    yield opened
    opened.close()


@pytest.fixture
def system(server: ModelServer) -> Iterator[ModelSystem]:
    """A model behind that server."""
    options = ModelOptions(base_url=server.url, retries=3, timeout_s=60, temperature=0.5)
    opened = ModelSystem(MODEL, Prompt("mine", "Q: {question}"), options)
    yield opened
    opened.close()


def _question(text: str, attempt: int = 0) -> Question:
    sample = Sample(text, text, {}, None, {})
    return Question(sample, "asm", attempt, lambda form: text, lambda: None)


def test_an_answer_carries_what_it_took_and_who_gave_it(
    system: ModelSystem, server: ModelServer
) -> None:
    priced = Prices("today", {MODEL: Price(1.0, 10.0, 0.1)})
    system = ModelSystem(MODEL, system.prompt, system.options, prices=priced)
    answer = system.answer(_question("hello"))
    system.close()
    assert answer.text == ANSWER
    assert (answer.tokens_in, answer.tokens_out) == (100, 20)
    assert answer.cost_usd == pytest.approx(0.0003)
    assert answer.model == "served-model-7b"
    assert answer.stop == "stop"
    assert answer.note is None
    assert answer.time_s is not None
    body = server.bodies[0]
    assert body["messages"] == [{"role": "user", "content": "Q: hello"}]
    assert body["temperature"] == 0.5
    assert body["model"] == "some-model"
    assert server.keys == {f"Bearer {SECRET}"}


@pytest.mark.parametrize("fault", ["busy", "broken", "dropped", "short", "html", "half"])
def test_what_passes_is_retried_and_recovered(
    system: ModelSystem, server: ModelServer, fault: str
) -> None:
    answer = system.answer(_question(f"please {fault}*1"))
    assert answer.text == ANSWER
    assert answer.error is None
    assert server.seen[f"Q: please {fault}*1"] > 1


@pytest.mark.parametrize("fault", ["broken", "dropped", "half", "no-choice", "html", "echo"])
def test_what_stays_is_an_error_with_its_cause_and_no_answer(
    server: ModelServer, fault: str
) -> None:
    options = ModelOptions(base_url=server.url, retries=0, timeout_s=60)
    system = ModelSystem(MODEL, Prompt("mine", "{question}"), options)
    answer = system.answer(_question(f"please {fault}"))
    system.close()
    assert answer.text is None
    assert answer.error
    assert len(answer.error) > 20
    assert "JSONDecodeError" not in answer.error
    assert SECRET not in answer.error


def test_silence_ends_as_an_error_and_not_as_a_wrong_answer(server: ModelServer) -> None:
    options = ModelOptions(base_url=server.url, retries=0, timeout_s=1)
    system = ModelSystem(MODEL, Prompt("mine", "{question}"), options)
    answer = system.answer(_question("please silent"))
    server.release.set()
    system.close()
    assert answer.text is None
    assert "Timeout" in str(answer.error)


@pytest.mark.parametrize(
    ("fault", "stop", "text"),
    [
        ("empty", "stop", ""),
        ("cut", "max_tokens", "int func0("),
        ("filtered", "content_filter", ""),
        ("policy", "content_filter", ""),
        ("long", "model_length", ""),
        ("refused", "refusal", "I will not do that."),
        ("sorry", "refusal", "I'm sorry, but I can't help with that."),
        ("slow", "stop", "int slow;"),
        ("huge", "stop", "int x;\n" * 150_000),
        ("thinks", "stop", ANSWER),
    ],
)
def test_what_is_the_models_own_is_an_answer_and_says_what_ended_it(
    system: ModelSystem, fault: str, stop: str, text: str
) -> None:
    answer = system.answer(_question(f"please {fault}"))
    assert answer.error is None
    assert answer.text is not None
    assert answer.text.strip() == text.strip()
    assert answer.stop == stop
    assert (answer.note is None) == (stop == "stop")


@pytest.mark.parametrize(("fault", "told"), [("key", "key"), ("unknown", "model")])
def test_a_wrong_key_or_name_stops_the_run_at_once(
    system: ModelSystem, fault: str, told: str
) -> None:
    with pytest.raises(InputError, match=told) as raised:
        system.answer(_question(f"please {fault}"))
    assert SECRET not in str(raised.value)


def test_no_key_is_in_anything_that_is_kept_or_logged(
    system: ModelSystem, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="acidtest")
    said = [system.answer(_question(f"please {fault}")) for fault in ("good", "echo", "busy*1")]
    url = f"http://user:{SECRET}@127.0.0.1:1/v1?key={SECRET}"
    secretive = ModelSystem(MODEL, system.prompt, ModelOptions(base_url=url))
    kept = repr((said, dict(system.identity), dict(secretive.identity), caplog.text))
    assert SECRET not in kept
    with pytest.raises(InputError) as raised:
        ModelOptions(base_url=f"ftp://user:{SECRET}@host/")
    assert SECRET not in str(raised.value)


def test_many_questions_are_under_way_at_once_and_no_more_than_wanted(server: ModelServer) -> None:
    options = ModelOptions(base_url=server.url, max_connections=4)
    system = ModelSystem(MODEL, Prompt("mine", "{question}"), options)
    with ThreadPoolExecutor(12) as pool:
        given = list(pool.map(system.answer, [_question(f"number {i} meeting") for i in range(24)]))
    system.close()
    assert {answer.text for answer in given} == {"int slow;"}
    assert 1 < server.most_under_way <= 4


def test_a_limit_of_connections_ends_with_its_system(server: ModelServer) -> None:
    for limit, fault in ((1, "slow"), (2, "meeting")):
        options = ModelOptions(base_url=server.url, max_connections=limit)
        system = ModelSystem(MODEL, Prompt("mine", "{question}"), options)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(system.answer, [_question(f"number {i} {fault}") for i in range(4)]))
        system.close()
        assert server.most_under_way == limit


def test_another_prompt_or_temperature_is_another_identity() -> None:
    base = ModelSystem(MODEL, Prompt("a", "{question}"), ModelOptions())
    warm = ModelSystem(MODEL, Prompt("a", "{question}"), ModelOptions(temperature=1))
    other = ModelSystem(MODEL, Prompt("a", "Well, {question}"), ModelOptions())
    patient = ModelSystem(MODEL, Prompt("a", "{question}"), ModelOptions(timeout_s=7))
    assert dict(base.identity) == dict(patient.identity)
    assert len({str(sorted(s.identity.items())) for s in (base, warm, other)}) == 3


def test_a_budget_counts_what_was_spent_before_and_waits_for_what_is_under_way() -> None:
    budget = Budget(usd=1.0)
    budget.count([Answer("a", "", cost_usd=0.5)])
    ticket = budget.reserve(0.4, 10)
    with ThreadPoolExecutor(2) as pool:
        fits, never = pool.submit(budget.reserve, 0.3, 10), pool.submit(budget.reserve, 0.6, 10)
        assert not fits.done()
        budget.settle(ticket, Answer("b", "", cost_usd=0.1))
        budget.settle(fits.result(timeout=60), None)
        with pytest.raises(BudgetUsedUp, match=r"\$0\.6000 spent.*to continue"):
            never.result(timeout=60)
    with pytest.raises(BudgetUsedUp, match="tokens"):
        Budget(tokens=100).reserve(0.0, 101)


def test_a_budget_in_dollars_wants_a_price() -> None:
    with pytest.raises(InputError, match="--prices"):
        ModelSystem(MODEL, Prompt("a", "{question}"), budget=Budget(usd=1))


def test_a_snapshot_costs_what_its_model_does(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text('[usd_per_million_tokens]\n"openai/gpt-4o" = { input = 9, output = 9 }\n')
    assert read_prices().find("openai/gpt-4o-2024-08-06") == read_prices().find("openai/gpt-4o")
    assert read_prices(own).find("openai/gpt-4o-latest") == Price(9, 9, 9)
    assert read_prices().find("openai/gpt-4") is None


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "[other]\n",
        "usd_per_million_tokens = 1",
        *(
            f'[usd_per_million_tokens]\n"m" = {value}\n'
            for value in (
                "1",
                "{ input = 1 }",
                "{ input = -1, output = 1 }",
                "{ input = true, output = 1 }",
                "{ input = nan, output = 1 }",
                "{ input = 1, output = 1, more = 1 }",
            )
        ),
    ],
)
def test_a_bad_table_of_prices_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "prices.toml").write_text(text)
    with pytest.raises(InputError, match="prices"):
        read_prices(tmp_path / "prices.toml")


@pytest.mark.parametrize("name", ["", "openai", "openai/", "/x", "local/other"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="model:"):
        make(name, SUITE)


def test_a_provider_that_is_none_is_refused_in_words() -> None:
    system = make("nobody/some-model", SUITE)
    with pytest.raises(InputError, match="nobody"):
        system.prepare([])


def test_inspects_cache_answers_an_equal_question_but_not_another_attempt(
    server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path))
    options = ModelOptions(base_url=server.url, cache=True)
    for _ in range(2):
        system = ModelSystem(MODEL, Prompt("mine", "{question}"), options)
        assert system.answer(_question("hello")).text == ANSWER
        assert system.answer(_question("hello", attempt=1)).text == ANSWER
        system.close()
    assert server.seen["hello"] == 2
