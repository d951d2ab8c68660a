"""Run folders and caches on disk, written so that a crash loses nothing."""

from acidtest.store.answers import AnswerLog, answer_to_json, find_answers, is_damaged_copy
from acidtest.store.cache import ObservationCache
from acidtest.store.files import FORMAT, read_manifest, read_summary, read_tables, write_json
from acidtest.store.run import Run
from acidtest.store.score_writer import write_scores
from acidtest.store.scores import SCORES, read_scores, read_table
from acidtest.store.signed import changed, file_sums, read_key, sign
from acidtest.store.sums import DamageError
from acidtest.store.verify import problems
from acidtest.store.writer import RunWriter

__all__ = [
    "FORMAT",
    "SCORES",
    "AnswerLog",
    "DamageError",
    "ObservationCache",
    "Run",
    "RunWriter",
    "answer_to_json",
    "changed",
    "file_sums",
    "find_answers",
    "is_damaged_copy",
    "problems",
    "read_key",
    "read_manifest",
    "read_scores",
    "read_summary",
    "read_table",
    "read_tables",
    "sign",
    "write_json",
    "write_scores",
]
