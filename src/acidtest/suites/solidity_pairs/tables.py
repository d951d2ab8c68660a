"""What the document reports for a batch of functions."""

from __future__ import annotations

from acidtest.core.records import Sample, Score
from acidtest.metrics.document_tables import DocumentTables


class Batch(DocumentTables):
    """The document's tables, where every answer is one function."""

    def add(self, sample: Sample, score: Score) -> None:
        """Add one answer."""
        if score.error is None:
            self.count(score.metrics)
