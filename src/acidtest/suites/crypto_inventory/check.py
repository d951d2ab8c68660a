"""Checks ground truths: the published rules for their authors, and labels against their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from acidtest.core.records import Sample
from acidtest.crypto import taxonomy
from acidtest.suites.crypto_inventory import benchmark, dataset, trees
from acidtest.suites.crypto_inventory.corpus_check import label_problems
from acidtest.suites.crypto_inventory.naming import named
from acidtest.suites.crypto_inventory.published import authoring
from acidtest.suites.crypto_inventory.trees import check as tree_check
from acidtest.suites.crypto_inventory.truth import Truth


def problems(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """The problems of a data set as (sample, problem); raises `InputError` if it is unreadable."""
    samples = dataset.read(paths).samples
    entries = [(sample.id, what) for sample in samples for what in _of_sample(sample)]
    if any(trees.is_meant(path) for path in paths):
        entries += tree_check.unlabelled({sample.id for sample in samples})
    for path in paths:
        files = path / benchmark.TEST_FILES if path.is_dir() else path
        truths = files.parent / benchmark.GROUND_TRUTH
        if files.name == benchmark.TEST_FILES and files.is_file() and truths.is_file():
            entries += [
                (name, "file: there is no ground truth for it, so it is not asked about")
                for name in benchmark.files_without_truth(truths, files)
            ]
    return entries


def _of_sample(sample: Sample) -> Iterator[str]:
    truth: Truth = sample.truth
    if "ground_truth" in sample.record:
        if truth.data is None:
            yield "file: there is no test file of this name"
        yield from authoring.problems(sample.record["ground_truth"], _is_korean, _is_bare)
        for label in truth.labels:
            if label.id.startswith("?"):
                yield f"name: '{label.name}' is not in the taxonomy"
        return
    if "package" in sample.record:
        yield from tree_check.problems(sample.record, truth.data or b"")
        return
    yield from label_problems(sample.record, truth.data or b"")


def _is_korean(name: str) -> bool:
    return any(one.korean for one in named(name))


def _is_bare(name: str) -> bool:
    """Whether a name carries no size, mode or curve."""
    return not any(match.parameters for match in taxonomy.load().find_all(name))
