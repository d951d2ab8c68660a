"""The reference filter: embed, search known issues of the same type, decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.filter.decide import Decide, Decision, KnownMatch
from acidtest.suites.sast_triage.filter.embed import Embedder, compared_text
from acidtest.suites.sast_triage.filter.index import Index
from acidtest.suites.sast_triage.identity import events, identity
from acidtest.suites.sast_triage.known import KnownIssue, Store
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
)


class Filter:
    """Answers questions in the published form, many at once."""

    def __init__(self, store: Store, embedder: Embedder, decide: Decide, k: int) -> None:
        """Embeds the store once; `k` is how many known issues a decision sees."""
        self._store = store
        self._embedder = embedder
        self._decide = decide
        self._k = k
        types = [entry.issue_type for entry in store.entries]
        texts = [compared_text(entry.trace) for entry in store.entries]
        self._index = Index(embedder.embed(texts), types)

    def answers(self, questions: Sequence[str]) -> list[str]:
        """One answer per question, in order. Raises `InputError` for a question it cannot read."""
        if not questions:
            return []
        return [written(self._decide(matches)) for matches in self.matches(questions)]

    def matches(self, questions: Sequence[str]) -> list[list[KnownMatch]]:
        """The known issues nearest to each question's finding, or those the question brings."""
        asked = [_parse(question) for question in questions]
        vectors = self._embedder.embed([compared_text(each["trace"]) for each in asked])
        types = [each["issue_type"] for each in asked]
        matches = [
            [self._match(row, similarity) for row, similarity in near]
            for near in self._index.search(vectors, types, self._k)
        ]
        for place, each in enumerate(asked):
            if "known_issues" in each:
                given = [_given(known, each["issue_type"]) for known in each["known_issues"]]
                texts = [compared_text(entry.trace) for _, entry in given]
                alike = self._embedder.embed(texts) @ vectors[place] if texts else []
                matches[place] = [
                    KnownMatch(reference, round(float(similarity), 6), entry)
                    for (reference, entry), similarity in zip(given, alike, strict=True)
                ]
        return matches

    def _match(self, row: int, similarity: float) -> KnownMatch:
        return KnownMatch(self._store.references[row], similarity, self._store.entries[row])


def nearest_similarities(
    findings: Sequence[Finding], store: Store, embedder: Embedder
) -> list[float]:
    """Similarity of the nearest known false alarm but for the finding itself; 0 if there is none.

    What the filter sees later: other issues of the same file are among them.
    """
    alarms = [i for i, entry in enumerate(store.entries) if entry.label == FALSE_ALARM]
    entries = [store.entries[i] for i in alarms]
    own = [_itself(entry.issue_type, entry.trace) for entry in entries]
    index = Index(
        embedder.embed([compared_text(entry.trace) for entry in entries]),
        [entry.issue_type for entry in entries],
    )
    vectors = embedder.embed([compared_text(finding.trace) for finding in findings])
    most = max(Counter(own).values(), default=0)
    near = index.search(vectors, [finding.issue_type for finding in findings], most + 1)
    return [
        next((similarity for row, similarity in matches if own[row] != itself), 0.0)
        for itself, matches in zip(
            (_itself(finding.issue_type, finding.trace) for finding in findings), near, strict=True
        )
    ]


def _itself(issue_type: str, trace: str) -> tuple[str, int | None]:
    steps = events(trace)
    return identity(issue_type, trace), steps[-1].line if steps else None


def _parse(question: str) -> Mapping[str, Json]:
    try:
        asked = load_json(question)
    except ValueError:
        asked = None
    if not isinstance(asked, dict) or not all(
        isinstance(asked.get(name), str) for name in ("issue_type", "trace")
    ):
        raise InputError(
            "the filter reads findings as JSON with issue_type and trace: use the question form "
            f"'finding' or 'matched'; this question is neither: {question[:80]!r}"
        )
    return asked


def _given(known: Mapping[str, Json], issue_type: str) -> tuple[str, KnownIssue]:
    return known["reference"], KnownIssue(issue_type, "", known["trace"], known["reason"])


def written(decision: Decision) -> str:
    """A decision as an answer of the suite."""
    return answer(
        decision.verdict,
        decision.confidence,
        decision.cited,
        decision.justification,
    )
