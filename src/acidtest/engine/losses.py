"""What wrong answers cost where a guess is often right, so that guessing is worth nothing."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from acidtest.core.protocols import Suite
from acidtest.core.records import Sample
from acidtest.core.reward_protocols import GuessableSuite
from acidtest.engine.prompts import part

_log = logging.getLogger("acidtest")


def losses_of(suite: Suite, metric: str, samples: Sequence[Sample]) -> Mapping[str, float]:
    """What an answer that does not pass loses at each sample, by its id.

    Trained and evaluated is on one split, so it is reckoned for each by itself.
    """
    if not isinstance(suite, GuessableSuite) or metric != suite.pass_metric:
        return {}
    of_all = suite.losses(samples)
    if not of_all:
        _log.warning(
            "%s: one and the same answer is right for all of these samples, so a policy that has "
            "learnt it earns everything; choose other data",
            suite.name,
        )
    losses = dict(of_all)
    for split in ("train", "eval"):
        losses |= suite.losses(part(samples, split))
    return losses
