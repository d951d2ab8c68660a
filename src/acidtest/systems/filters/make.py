"""Reads what a user writes after `sast-filter:` and makes the filter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from urllib.parse import parse_qsl

from acidtest import embed
from acidtest.core.commands import Check
from acidtest.core.errors import AcidtestError, InputError
from acidtest.core.extras import install
from acidtest.core.prompts import PLACE, Prompt
from acidtest.core.protocols import Suite, System
from acidtest.core.registry import system
from acidtest.suites.sast_triage.filter.decide import RULES, Settings
from acidtest.suites.sast_triage.filter.embed import MiniLM
from acidtest.suites.sast_triage.filter.embed_api import ApiEmbedder
from acidtest.suites.sast_triage.filter.index import faiss_module
from acidtest.suites.sast_triage.filter.structured import SCHEMA
from acidtest.suites.sast_triage.known import Store, read_known
from acidtest.systems.filters.sast_filter import DEFAULTS, SastFilter
from acidtest.systems.filters.sast_model import SastModelFilter
from acidtest.systems.models.model import make as make_model


def checks() -> Iterator[Check]:
    """The library that finds similar findings, and the sentence model."""
    try:
        version = faiss_module().__version__
    except AcidtestError:
        yield Check("faiss", False, advice=install("sast"), needed_for="sast-filter")
    else:
        yield Check("faiss", True, version, needed_for="sast-filter")
    yield from embed.checks()


@system(suites=("sast-triage",), checks=checks)
def make(argument: str, suite: Suite) -> System:
    """sast-filter[:threshold|:knn|:model/PROVIDER/NAME][?threshold=T&k=K&store=FILE&embedder=NAME@URL]:
    drops findings that are known false alarms.
    """
    kind, _, query = argument.partition("?")
    kind, _, model = (kind or "threshold").partition("/")
    if kind not in (*RULES, "model") or bool(model) != (kind == "model"):
        raise InputError(
            f"sast-filter: expected {', '.join(RULES)} or model/PROVIDER/NAME, not "
            f"'{argument.partition('?')[0]}'"
        )
    rule = "threshold" if model else kind
    settings, store, embedder = DEFAULTS[rule], None, ""
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name == "store":
            store = Store(read_known(Path(value)))
        elif name == "embedder":
            embedder = value
        elif name in ("k", "threshold", "review", "slope", "offset"):
            settings = _changed(settings, name, _number(name, value))
        else:
            raise InputError(
                f"sast-filter: there is no option '{name}'; there are: store, embedder, threshold, "
                "review, slope, offset, k"
            )
    if embedder and not model and "threshold=" not in query:
        raise InputError(
            f"sast-filter: the shipped threshold is for MiniLM; get one for {embedder} with "
            f"`acidtest sast-calibrate --embedder {embedder}` and add threshold=…"
        )
    faiss_module()  # report a missing package before anything is asked
    made = SastFilter(
        argument, rule, settings, store, ApiEmbedder(embedder) if embedder else MiniLM()
    )
    if not model:
        return made
    asked = replace(make_model(model, suite), prompt=Prompt("sast-filter", PLACE), schema=SCHEMA)
    return SastModelFilter(made, asked)


def _changed(settings: Settings, name: str, value: float) -> Settings:
    known = {each.name: getattr(settings, each.name) for each in fields(Settings)}
    return Settings(**{**known, name: int(value) if name == "k" else value})


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise InputError(f"sast-filter: option {name}={value} is not a number") from None
    low, high = {"k": (1, 1000), "threshold": (-1, 1), "review": (0, 2)}.get(name, (-1e6, 1e6))
    if not low <= number <= high or (name == "k" and number % 1):
        raise InputError(
            f"sast-filter: option {name}={value} is no such number from {low} to {high}"
        )
    return number
