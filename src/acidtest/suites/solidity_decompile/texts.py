"""The text of an answer beside the original's source, function by function.

`observe_texts` pairs the functions and embeds them; `text_score` computes everything else and is
pure. It works for any answer: one that does not compile, one function, or text that is no Solidity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from acidtest.core.metric import Floats, Metric, Pooled
from acidtest.core.records import Json, Score
from acidtest.lang.extract import fenced, without_reasoning
from acidtest.lang.solidity_functions import (
    ContractSource,
    FunctionSource,
    reachable,
    read_functions,
)
from acidtest.metrics.function_pairs import pair_functions
from acidtest.metrics.function_texts import (
    LOWER_IS_BETTER,
    PUBLISHED,
    SOUND,
    WON_BY_SILENCE,
    clean,
    embedded,
    function_metrics,
)
from acidtest.suites.solidity_decompile.source import ANSWER_MAX, extract
from acidtest.suites.solidity_decompile.task import Contract

NO_SOURCE = "the data has no source of this contract"
NO_FUNCTION = "the original has no function with a body"
_CONTRACTS_MAX = 64
_NAMES = (*SOUND, *(f"published.{name}" for name in PUBLISHED))
_DIGITS = 6


def _counts(score: Score) -> Sequence[float] | None:
    """Sum and number of each published metric over the original's functions."""
    texts = score.evidence.get("texts")
    if not texts:
        return None
    counts: list[float] = []
    for place, name in enumerate(_NAMES):
        if name.startswith("published."):
            column = [f["values"][place] for f in texts["functions"]]
            known = [value for value in column if value is not None]
            counts += [sum(known), len(known)]
    return counts


def _mean(place: int) -> Pooled:
    def value(sums: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(sums[..., 2 * place] / sums[..., 2 * place + 1])

    return Pooled(_counts, value)


METRICS = (
    *(Metric(f"text.{name}", f"text of functions: {what}") for name, what in SOUND.items()),
    *(
        Metric(
            f"published.{name}",
            what,
            pooled=_mean(place),
            better="lower" if name in LOWER_IS_BETTER else "higher",
            of="the original's functions",
            beside="text.overall" if name in WON_BY_SILENCE else None,
        )
        for place, (name, what) in enumerate(PUBLISHED.items())
    ),
)


@dataclass(frozen=True, slots=True)
class TextScore:
    """The metrics of a contract, why some have no value, and the evidence."""

    metrics: dict[str, float | None]
    reasons: dict[str, str] = field(default_factory=dict)
    evidence: dict[str, Json] = field(default_factory=dict)


def readable(text: str) -> str:
    """The code of an answer: its contract, or whatever is in its fences, or all of it."""
    if len(text) > ANSWER_MAX:
        return ""
    extracted = extract(text)
    if extracted.problem is None:
        return clean(extracted.text)
    text, _ = without_reasoning(text)
    return clean("\n".join(fenced(text)) or text)


def original_functions(contract: Contract) -> ContractSource:
    """The functions that the original can run."""
    source = read_functions(contract.source or "")
    name = contract.name if contract.name in source.contracts else None
    return reachable(source, name)


def answer_functions(text: str, original: ContractSource, name: str | None) -> ContractSource:
    """The functions of the contract that answers: the one with most of the original's."""
    source = read_functions(readable(text))
    expected = {f.signature for f in (*original.functions, *original.getters)}

    def worth(place: int, contract: str) -> tuple[int, int, bool, bool, int]:
        parts = reachable(source, contract)
        its = {f.signature for f in (*parts.functions, *parts.getters)}
        concrete = contract in source.concrete
        return len(its & expected), -len(its - expected), contract == name, concrete, place

    contracts = list(source.contracts)[-_CONTRACTS_MAX:]
    ranked = [(worth(place, contract), contract) for place, contract in enumerate(contracts)]
    return reachable(source, max(ranked)[1] if ranked else None)


@cache
def _selector_of(signature: str) -> str:
    from eth_hash.auto import keccak

    return keccak(signature.encode("utf-8", "replace"))[:4].hex()


def observe_texts(contract: Contract, text: str) -> dict[str, Json] | None:
    """Pairs and similarities; None if the data has no source."""
    if contract.source is None:
        return None
    original = original_functions(contract)
    answer = answer_functions(text, original, contract.name)
    both = (*answer.functions, *answer.getters)
    pairing = pair_functions(original.functions, both, _selector_of)
    rows: list[Json] = []
    for function, partner, way in zip(
        original.functions, pairing.partners, pairing.ways, strict=True
    ):
        its = "" if partner is None else both[partner].text
        rows.append({"answer": partner, "by": way, **embedded(function.text, its)})
    return {"pairs": rows, "extra": _extra(original, both, pairing.left, len(answer.functions))}


def _extra(
    original: ContractSource, both: Sequence[FunctionSource], left: Sequence[int], functions: int
) -> list[int]:
    """The answer's functions that the original does not have, not even as a public variable."""
    getters = {getter.name for getter in original.getters}
    selectors = {_selector_of(getter.signature) for getter in original.getters}
    return [
        place
        for place in left
        if place < functions
        and both[place].name not in getters
        and both[place].claim not in selectors
    ]


def text_score(contract: Contract, text: str, texts: Mapping[str, Json] | None) -> TextScore:
    """The mean of every sound metric over the functions of both sides. Pure.

    A function that the answer lacks counts as an empty one, one that only the answer has as 0.
    """
    if texts is None or not texts["pairs"]:
        why = NO_SOURCE if texts is None else NO_FUNCTION
        names = [metric.name for metric in METRICS]
        metrics = {f"text.{name}": None for name in SOUND}
        return TextScore(dict(metrics), dict.fromkeys(names, why))
    original = original_functions(contract)
    answer = answer_functions(text, original, contract.name)
    both = (*answer.functions, *answer.getters)
    rows = [
        function_metrics(f.text, "" if p["answer"] is None else both[p["answer"]].text, p)
        for f, p in zip(original.functions, texts["pairs"], strict=True)
    ]
    count = len(rows) + len(texts["extra"])
    means = {f"text.{name}": _total([row[name] for row in rows], count) for name in SOUND}
    reason = next((str(p["reason"]) for p in texts["pairs"] if p["reason"] != p["problem"]), "")
    absent = [name for name, value in means.items() if value is None]
    absent += [n for n in _NAMES if n.startswith("published.") and None in (r[n] for r in rows)]
    reasons = dict.fromkeys(absent, reason)
    evidence = _evidence(original, both, texts, rows)
    return TextScore(means, reasons, evidence)


def _total(column: Sequence[float | None], count: int) -> float | None:
    known = [value for value in column if value is not None]
    return sum(known) / count if len(known) == len(column) else None


def _evidence(
    original: ContractSource,
    both: Sequence[FunctionSource],
    texts: Mapping[str, Json],
    rows: Sequence[Mapping[str, float | None]],
) -> dict[str, Json]:
    pairs = [
        {
            "original": function.signature,
            "answer": None if pair["answer"] is None else both[pair["answer"]].signature,
            "by": pair["by"],
            "values": [_rounded(row[name]) for name in _NAMES],
        }
        for function, pair, row in zip(original.functions, texts["pairs"], rows, strict=True)
    ]
    extra = [both[place].signature for place in texts["extra"]]
    return {"texts": {"names": list(_NAMES), "functions": pairs, "extra": extra}}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
