"""Run folders and caches on disk, written so that a crash loses nothing."""

from acidtest.store.answers import AnswerLog, answer_to_json, find_answers
from acidtest.store.cache import ObservationCache
from acidtest.store.files import FORMAT, read_manifest, read_summary, read_tables, write_json
from acidtest.store.run import Run
from acidtest.store.scores import read_scores, write_scores
from acidtest.store.writer import RunWriter

__all__ = [
    "FORMAT",
    "AnswerLog",
    "ObservationCache",
    "Run",
    "RunWriter",
    "answer_to_json",
    "find_answers",
    "read_manifest",
    "read_scores",
    "read_summary",
    "read_tables",
    "write_json",
    "write_scores",
]
