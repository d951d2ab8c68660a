"""How far a wrong answer is from the reference, so that nothing is earned by ignoring the inputs.

Each result of the reference weighs the same, however often it comes: a constant, whichever it is,
then agrees on one part in as many as there are results. What it and other programs that know
nothing of the task reach is the zero of the scale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping

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
