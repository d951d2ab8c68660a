"""What an agent works with: the file in question, to read and to search, and its definitions."""

from __future__ import annotations

from acidtest.core.agents import Workbench
from acidtest.core.errors import InputError
from acidtest.core.records import Question
from acidtest.lang.definitions import definitions_tool
from acidtest.suites.crypto_inventory.truth import Truth

_ABOUT = (
    "Your shell is in a folder with the file, {name}, as it is. Read and search it, for instance "
    "with grep -n, xxd, strings or openssl where they are installed. There is no network."
)


def make_bench(question: Question) -> Workbench:
    """The workbench for one file, under the neutral name that the question has for it."""
    truth: Truth = question.sample.truth
    if truth.data is None:
        raise InputError(f"{question.sample.id}: the data has no such file, so nobody can be asked")
    name = truth.shown.rpartition("/")[2]
    files = {name: truth.data}
    return Workbench(_ABOUT.format(name=name), files, [definitions_tool(files)])
