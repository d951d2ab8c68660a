"""Intervals, paired tests and effect sizes: deterministic, seeded and vectorised."""

from acidtest.stats.binomial import proportion_interval
from acidtest.stats.effects import (
    cohens_dz,
    cohens_h,
    fewest_changes,
    holm,
    minimum_detectable_change,
    minimum_detectable_difference,
    minimum_detectable_rate_difference,
    pass_at_k,
)
from acidtest.stats.intervals import (
    FEW,
    ByCluster,
    cluster_interval,
    cluster_places,
    few_clusters,
    pooled_interval,
)
from acidtest.stats.paired import (
    Paired,
    mcnemar_exact,
    paired_means,
    paired_pooled,
    randomisation,
)
from acidtest.stats.value import Value

__all__ = [
    "FEW",
    "ByCluster",
    "Paired",
    "Value",
    "cluster_interval",
    "cluster_places",
    "cohens_dz",
    "cohens_h",
    "few_clusters",
    "fewest_changes",
    "holm",
    "mcnemar_exact",
    "minimum_detectable_change",
    "minimum_detectable_difference",
    "minimum_detectable_rate_difference",
    "paired_means",
    "paired_pooled",
    "pass_at_k",
    "pooled_interval",
    "proportion_interval",
    "randomisation",
]
