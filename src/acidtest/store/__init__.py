"""The run folder and the caches: what is on disk, written so that a crash loses nothing."""

from acidtest.store.answers import AnswerLog, answer_to_json, find_answers
from acidtest.store.observations import ObservationCache
from acidtest.store.run import (
    FORMAT,
    RunFolder,
    read_manifest,
    read_summary,
    read_tables,
    write_json,
)
from acidtest.store.scores import read_scores, write_scores
from acidtest.store.table import ScoreTable

__all__ = [
    "FORMAT",
    "AnswerLog",
    "ObservationCache",
    "RunFolder",
    "ScoreTable",
    "answer_to_json",
    "find_answers",
    "read_manifest",
    "read_scores",
    "read_summary",
    "read_tables",
    "write_json",
    "write_scores",
]
