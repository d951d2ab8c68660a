"""The tables of a run beyond its metrics: the funnel, and what the document reports."""

from __future__ import annotations

from collections import Counter

from acidtest.core.records import Json, Sample, Score, Table
from acidtest.metrics.document_tables import DocumentTables
from acidtest.suites.solidity_decompile.score import FUNNEL


class ContractFunnel:
    """Counts the contracts and functions that pass each stage."""

    def __init__(self) -> None:
        self._through: Counter[str] = Counter()
        self._functions: Counter[str] = Counter()
        self._answers = 0
        self._texts = DocumentTables()
        self._undecided = 0

    def add(self, sample: Sample, score: Score) -> None:
        """Count one answer."""
        if score.error is not None:
            return
        self._answers += 1
        self._undecided += score.metrics["not_decided"] == 1
        self._through.update(name for name in FUNNEL if score.metrics[name] == 1)
        for kind in ("public", "exercised", "behave"):
            self._functions[kind] += score.evidence["functions"][kind]
        texts = score.evidence.get("texts", {"names": [], "functions": []})
        for function in texts["functions"]:
            self._texts.count(dict(zip(texts["names"], function["values"], strict=True)))

    def tables(self) -> list[Table]:
        """The funnel, and the document's tables over all functions; empty if nothing was scored."""
        if not self._answers:
            return []
        rows: list[list[Json]] = [[n, self._through[n], self._answers] for n in FUNNEL]
        exercised, public = self._functions["exercised"], self._functions["public"]
        rows.append(["not decided", self._undecided, self._answers])
        rows.append(["functions that behave", self._functions["behave"], exercised])
        note = (
            f"Samples that fully pass a stage, of all samples. {public - exercised} "
            f"of {public} public functions never succeeded in replay and are not judged."
        )
        funnel = Table("funnel", "the funnel", ["stage", "come through", "of"], rows, note)
        return [funnel, *self._texts.tables()]
