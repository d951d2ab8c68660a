"""Is a run folder as acidtest wrote it? Every file is read, and all that is wrong is listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.text import counted
from acidtest.store.answers import AnswerLog, has_sum, whole_lines
from acidtest.store.files import read_manifest, read_summary_and_files, read_tables, sum_of
from acidtest.store.run import Run
from acidtest.store.scores import REPAIRED, SCORES, UNSCORED, read_table
from acidtest.store.sums import remedy

_LOGS = ("answers.jsonl", "repaired.jsonl")
FOLDER = ("manifest.json", *_LOGS, SCORES, REPAIRED, UNSCORED, "tables.json", "summary.json")
"""All files of a run that say something about it."""


def problems(folder: Path) -> list[str]:
    """What is damaged, missing or changed in a run folder; empty if it is as it was written."""
    if not (folder / "manifest.json").exists():
        read_manifest(folder)  # raises: this is no run folder
    return list(dict.fromkeys(_problems(folder)))


def _problems(folder: Path) -> Iterator[str]:
    for name in FOLDER:
        if (folder / name).exists():
            yield from _of_log(folder / name) if name in _LOGS else _of_file(folder / name)
    try:
        files = read_summary_and_files(folder)[1]
        read_tables(folder)
        run = Run.open(folder)
    except InputError as error:
        yield str(error)
        return
    for name in _LOGS:
        log = AnswerLog(folder / name, skip_damaged=True)
        if name in files and log.answers.digest() != files[name]:
            yield f"{log.path}: these are not the answers that were scored"
    given = AnswerLog(folder / "answers.jsonl", skip_damaged=True).answers
    if lost := sorted(key for key in run.scored_keys() if not given.has_answer(key)):
        yield (
            f"{folder / 'answers.jsonl'}: {counted(len(lost), 'scored answer')} "
            f"{'is' if len(lost) == 1 else 'are'} missing, such as '{lost[0][0]}', attempt "
            f"{lost[0][1]}; run the same command again: it asks for what is missing"
        )


def _of_file(path: Path) -> Iterator[str]:
    try:
        if sum_of(path) is None:
            yield f"{path}: has no checksum, so nothing shows whether it is intact; {remedy(path)}"
        if path.name in (SCORES, REPAIRED, UNSCORED):
            for _ in read_table(path).each_row():
                pass  # each is parsed
    except InputError as error:
        yield str(error)


def _of_log(path: Path) -> Iterator[str]:
    log = AnswerLog(path, skip_damaged=True)
    for number, why in log.damaged.items():
        yield (
            f"{path}, line {number}: damaged ({why}); run the same command again: it sets the "
            "line aside and asks its sample again"
        )
    bare, first, end = 0, 0, 0
    for number, start, line in whole_lines(path):
        end = start + len(line) + 1
        if number not in log.damaged and not has_sum(line):
            bare, first = bare + 1, first or number
    if bare:
        yield (
            f"{path}: {counted(bare, 'line')} without a checksum, such as line {first}, so "
            "nothing shows whether they are intact"
        )
    if path.stat().st_size > end:
        yield (
            f"{path}: the last line is incomplete; run the same command again: it asks that sample "
            "again"
        )
