"""Options of `acidtest run` that concern language models, and what a run would cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from acidtest.engine import Plan, questions
from acidtest.errors import InputError
from acidtest.store import AnswerLog
from acidtest.suites import Suite
from acidtest.systems import System

if TYPE_CHECKING:
    from acidtest.systems._model_budget import Budget

_ESTIMATED = 24
_OPTIONS = [
    click.option("--temperature", type=click.FloatRange(0, 2), help="Default: the provider's."),
    click.option("--max-tokens", type=click.IntRange(1), help="Tokens an answer may have."),
    click.option(
        "--reasoning",
        metavar="EFFORT|TOKENS",
        help="none, minimal, low, medium, high, xhigh, max, or a number of tokens.",
    ),
    click.option(
        "--prompt",
        metavar="NAME|FILE",
        help="A prompt of the suite (default, examples, …) or your own with {question} in it.",
    ),
    click.option(
        "--base-url", metavar="URL", help="Your own server: vLLM, Ollama, llama.cpp, NIM, …"
    ),
    click.option(
        "--max-connections",
        type=click.IntRange(1, 512),
        help="Questions under way at once. Default: up to 32, as the provider allows.",
    ),
    click.option("--timeout", type=click.IntRange(1), help="Seconds for a request. Default: 600."),
    click.option(
        "--cache",
        is_flag=True,
        default=None,
        help="Let Inspect AI keep answers and give them again, also to another run.",
    ),
    click.option(
        "--budget-usd",
        type=click.FloatRange(0, min_open=True),
        help="Stop before the command's answers cost more.",
    ),
    click.option(
        "--max-tokens-total",
        type=click.IntRange(1),
        help="Stop before the command's questions and answers take more tokens.",
    ),
    click.option(
        "--prices", type=click.Path(path_type=Path), help="Prices of tokens; see docs/models.md."
    ),
]
_NAMES = (
    *("temperature", "max_tokens", "reasoning", "prompt", "base_url", "max_connections"),
    *("timeout", "cache", "budget_usd", "max_tokens_total", "prices"),
)


def model_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that only model: systems take."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def make_budget(options: Mapping[str, Any]) -> Budget:
    """What all models of one command may cost together."""
    from acidtest.systems._model_budget import Budget

    return Budget(options["budget_usd"], options["max_tokens_total"])


def configure(system: System, suite: Suite, options: Mapping[str, Any], budget: Budget) -> System:
    """A model with the user's options. The other systems of a command take none of them."""
    from acidtest.suites._prompts import read_prompt
    from acidtest.systems._model_options import ModelOptions
    from acidtest.systems._model_prices import read_prices
    from acidtest.systems.model import ModelSystem
    from acidtest.systems.sast_model import SastModelFilter

    if isinstance(system, SastModelFilter):
        if options["prompt"]:
            raise InputError(f"--prompt: {system.name} asks in words of its own")
        model = configure(system.model, suite, options, budget)
        assert isinstance(model, ModelSystem)
        return replace(system, model=replace(model, prompt=system.model.prompt))
    if not isinstance(system, ModelSystem):
        return system
    return replace(
        system,
        prompt=read_prompt(suite, options["prompt"]),
        options=ModelOptions(
            temperature=options["temperature"],
            max_tokens=options["max_tokens"],
            reasoning=options["reasoning"],
            base_url=options["base_url"],
            max_connections=options["max_connections"],
            cache=bool(options["cache"]),
            **({"timeout_s": options["timeout"]} if options["timeout"] else {}),
        ),
        prices=read_prices(options["prices"]),
        budget=budget,
    )


def check_used(systems: list[System], options: Mapping[str, Any]) -> None:
    """An option that nobody reads is a mistake that should not pass in silence."""
    from acidtest.systems.model import ModelSystem
    from acidtest.systems.sast_model import SastModelFilter

    given = [name for name in _NAMES if options[name] is not None]
    if given and not any(isinstance(system, ModelSystem | SastModelFilter) for system in systems):
        flag = "--" + given[0].replace("_", "-")
        raise InputError(f"{flag}: is for language models (--system model:PROVIDER/NAME)")


def count_earlier(folder: Path, budget: Budget) -> None:
    """What an interrupted run has spent already is part of its budget."""
    path = folder / "answers.jsonl"
    if path.exists():
        budget.count(AnswerLog(path).answers.values())


def forecast(plan: Plan, folder: Path) -> str:
    """What a run would ask and cost, without asking anything."""
    from acidtest.systems.model import ModelSystem

    path = folder / "answers.jsonl"
    known = AnswerLog(path).answers if path.exists() else {}
    done = sum(1 for answer in known.values() if answer.error is None)
    calls = max(0, len(plan.samples) * plan.attempts - done)
    head = f"{plan.suite.name}, {plan.system.name}: {calls} questions to ask"
    head += f" ({done} answered already)" if done else ""
    if not isinstance(plan.system, ModelSystem) or not calls:
        return head
    system = plan.system
    chosen = plan.samples[:: max(1, len(plan.samples) // _ESTIMATED)]
    with plan.suite.observer(bare=plan.bare) as observer:
        texts = [
            system.prompt.put(question.text)
            for question in questions(replace(plan, samples=chosen, attempts=1), observer)
        ]
    estimates = [system.estimate(text) for text in texts]
    tokens_in = round(sum(i for i, _ in estimates) / len(estimates) * calls)
    tokens_out = estimates[0][1] * calls
    lines = [
        head,
        f"  tokens in about {tokens_in:,}, out up to about {tokens_out:,} "
        f"(guessed from {len(texts)} questions, at {estimates[0][1]} tokens an answer)",
    ]
    if (price := system.price) is None:
        lines.append(f"  cost unknown: no price for {system.model}; see --prices")
    else:
        cost = price.of(tokens_in, tokens_out)
        lines.append(f"  cost up to about ${cost:,.2f} at prices of {system.prices.as_of}")
    return "\n".join(lines)
