"""How far a wrong answer is from the reference, so that nothing is earned by ignoring the inputs.

Each result of the reference weighs the same, however often it comes: a constant, whichever it is,
then agrees on one part in as many as there are results. What it and other programs that know
nothing of the task reach is the zero of the scale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping

from acidtest.suites.c_decompile.agrees._prototype import Buffer, CallSignature, Scalar

STEPS = 4
"""Shares are told in quarters: what agrees by chance here and there comes to nothing."""

Results = Mapping[int, Hashable]


def share(reference: Results, answer: Results, idle: Iterable[Results]) -> float:
    """The share of inputs on which `answer` agrees, beyond the best of `idle` and any constant.

    >>> truth = {0: "no", 1: "no", 2: "no", 3: "yes"}
    >>> share(truth, {n: "no" for n in truth}, [])
    0.0
    >>> share(truth, truth, [])
    1.0
    """
    often = Counter(reference.values())
    if len(often) < 2:
        return 0.0

    def agreement(given: Results) -> float:
        right = (result for number, result in reference.items() if given.get(number) == result)
        return sum(1 / often[result] for result in right) / len(often)

    least = max([1 / len(often), *map(agreement, idle)])
    if least >= 1:
        return 0.0
    beyond = (agreement(answer) - least) / (1 - least)
    return max(0, int(beyond * STEPS + 1e-9)) / STEPS


def idle_bodies(signature: CallSignature) -> Iterator[str]:
    """Bodies that know nothing of a task: they return a constant or what they are given."""
    if not signature.result:
        yield "{ }"
        return
    pointer = signature.result in "*s"
    for value in (
        ("0", '""') if signature.result == "s" else ("0",) if pointer else ("0", "1", "-1")
    ):
        yield f"{{ return {value}; }}"
    for parameter in signature.parameters:
        if isinstance(parameter, Buffer if pointer else Scalar):
            yield f"{{ return {'(void *)' * pointer}{parameter.name}; }}"
        elif not pointer:
            yield f"{{ return *{parameter.name}; }}"
