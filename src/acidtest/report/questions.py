"""The questions of a run, made again from its data, with the references beside them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from acidtest.engine.grade import code_digest
from acidtest.errors import AcidtestError
from acidtest.model import Json, Question, Sample
from acidtest.store import ObservationCache
from acidtest.suites import Observer, Suite, find_suite, sha256_of

_TEXT = 20_000

Texts = dict[str, Json]
"""`question` and `reference`; `missing` says why they are empty."""


def asked(manifest: Mapping[str, Json], ids: Sequence[str]) -> dict[str, Texts]:
    """Question and reference by sample. Making a question may compile: it is done once."""
    suite = find_suite(str(manifest["suite"]))
    form = str(manifest["question_form"])
    head = (str(manifest["signature"]), form, code_digest(suite))
    keys = {identity: sha256_of("question", *head, identity) for identity in ids}
    cache = ObservationCache()
    try:
        found: dict[str, Texts] = {}
        known = cache.find(keys.values())
        todo = [identity for identity in ids if keys[identity] not in known]
        if todo:
            found = _make(suite, manifest, todo, form)
            good = {keys[i]: texts for i, texts in found.items() if "missing" not in texts}
            cache.add(good)
        return {i: found[i] if i in found else dict(known[keys[i]]) for i in ids}
    finally:
        cache.close()


def _make(
    suite: Suite, manifest: Mapping[str, Json], ids: Sequence[str], form: str
) -> dict[str, Texts]:
    try:
        dataset = suite.read([Path(path) for path in manifest["data"]["paths"]])
        if dataset.sha256 != manifest["data"]["sha256"]:
            return dict.fromkeys(ids, _missing("the data has changed since the run"))
        samples = {sample.id: sample for sample in dataset.samples}
        with suite.observer() as observer, ThreadPoolExecutor(os.cpu_count()) as pool:

            def one(identity: str) -> Texts:
                if identity not in samples:
                    return _missing("the sample is not in the data")
                return _texts(suite, observer, samples[identity], form)

            return dict(zip(ids, pool.map(one, ids), strict=True))
    except AcidtestError as error:
        return dict.fromkeys(ids, _missing(str(error)))


def _texts(suite: Suite, observer: Observer, sample: Sample, form: str) -> Texts:
    def read(wanted: str) -> str:
        return observer.question(sample, wanted)

    question = Question(sample, form, 0, read, lambda: None)
    # The oracle gives the right answer of any suite.
    oracle = next((control for control in suite.controls if control.name == "oracle"), None)
    try:
        reference = cut(oracle.answer(question)) if oracle else ""
        return {"question": cut(question.text), "reference": reference}
    except AcidtestError as error:
        return _missing(str(error))


def _missing(why: str) -> Texts:
    return {"question": "", "reference": "", "missing": why}


def cut(text: str, most: int = _TEXT) -> str:
    """Text with a limit; says what is missing."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\n… {len(text) - most} more characters; `acidtest show` has all"
