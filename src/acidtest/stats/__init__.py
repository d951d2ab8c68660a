"""Intervals, paired tests and effect sizes: seeded, vectorised and reproducible."""

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
    bca_interval,
    cluster_interval,
    cluster_places,
    pooled_interval,
    wilson,
)
from acidtest.stats.paired import (
    Difference,
    approximate_randomisation,
    mcnemar_exact,
    paired_bootstrap,
    paired_pooled_bootstrap,
    pooled_randomisation,
)
from acidtest.stats.value import Value

__all__ = [
    "Difference",
    "Value",
    "approximate_randomisation",
    "bca_interval",
    "cluster_interval",
    "cluster_places",
    "cohens_dz",
    "cohens_h",
    "fewest_changes",
    "holm",
    "mcnemar_exact",
    "minimum_detectable_change",
    "minimum_detectable_difference",
    "minimum_detectable_rate_difference",
    "paired_bootstrap",
    "paired_pooled_bootstrap",
    "pass_at_k",
    "pooled_interval",
    "pooled_randomisation",
    "wilson",
]
