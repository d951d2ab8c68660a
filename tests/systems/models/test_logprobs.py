"""Log-probabilities in the form of a chat are read, and odd ones are left."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from acidtest.systems.models.logprobs import rewrite


def test_tokens_of_a_chat_become_lists() -> None:
    given = SimpleNamespace(content=[{"token": "a", "logprob": 0}, {"token": "b", "logprob": -2}])
    rewrite(given)
    assert (given.tokens, given.token_logprobs) == (["a", "b"], [0.0, -2.0])


def test_lists_that_are_there_stay() -> None:
    given = SimpleNamespace(tokens=["x"], token_logprobs=[-3], content=[{"token": "a"}])
    rewrite(given)
    assert (given.tokens, given.token_logprobs) == (["x"], [-3])


@pytest.mark.parametrize(
    "content",
    [
        [None, 3, "x", {}, {"token": 1, "logprob": -1}, {"token": "a", "logprob": "-1"}],
        [{"token": "a", "logprob": True}, {"token": "a", "logprob": 10**400}],
        [],
    ],
)
def test_what_is_no_log_probability_is_left_out(content: Any) -> None:
    given = SimpleNamespace(content=content)
    rewrite(given)
    assert given.tokens == []


@pytest.mark.parametrize("given", [None, 3, SimpleNamespace(content={"token": "a"})])
def test_what_holds_none_stays_as_it_is(given: Any) -> None:
    rewrite(given)
    assert not hasattr(given, "tokens")
