"""Hostile texts that tree-sitter takes minutes for are noticed before they are parsed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.lang.affordable import affordable
from acidtest.lang.c_source import name_entry
from acidtest.lang.tree import tokens

CORPUS = Path(name_entry.__code__.co_filename).parents[1] / "suites" / "c_decompile" / "data"


@pytest.mark.parametrize(
    ("grammar", "unit"),
    [("c", "-->"), ("kotlin", "<"), ("kotlin", "a="), ("java", "a<"), ("rust", '"')],
)
def test_a_text_of_quadratic_cost_is_refused(grammar: str, unit: str) -> None:
    assert not affordable(grammar, (unit * 100_000)[:100_000].encode())


def test_real_code_is_parsed_whatever_its_size() -> None:
    code = b"\n".join(path.read_bytes() for path in sorted(CORPUS.glob("*.c"))[:40])
    assert len(code) > 50_000
    assert affordable("c", code)
    assert affordable("python", b"(" * 100_000)


def test_a_hostile_tail_behind_real_code_is_refused() -> None:
    code = (sorted(CORPUS.glob("*.c"))[0].read_bytes() + b"\n") * 10
    assert not affordable("c", code + b"-->" * 20_000)


def test_two_kilobytes_that_take_gigabytes_are_refused_and_the_next_text_is_read() -> None:
    assert not affordable(
        "c", b"int func0(char *s,mov w0, #0x int n, double" + b"x(" * 1000 + b" x);"
    )
    assert affordable("c", b"int func0(int a) { return a; }\n" * 20)


def test_threads_and_forked_processes_ask_their_own_helper() -> None:
    texts = [b"int f%d(void) { return 1; }\n" % number * 20 for number in range(8)]
    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(partial(affordable, "c"), texts))
    with get_context("fork").Pool(2) as pool:
        assert all(pool.map(partial(affordable, "cpp"), texts))


def test_what_cannot_be_parsed_still_has_words_and_keeps_its_name() -> None:
    text = "int other(void) { return 1; }\n" + "-->" * 9000
    assert name_entry(text, "func0") == (text, None)
    assert [token.text for token in tokens(text, "c")][:3] == ["int", "other", "("]


def test_a_helper_that_was_killed_says_nothing_about_the_text() -> None:
    assert affordable("c", b"int before(void) { return 1; }\n" * 20)
    with children.stopping():
        pass  # as an interrupted run ends all programs
    assert affordable("c", b"int after(void) { return 1; }\n" * 20)


def test_a_helper_that_never_starts_to_parse_is_a_fault_of_ours() -> None:
    with pytest.raises(InfrastructureError, match="was ended 3 times before it could parse"):
        affordable("no_such_grammar", b"x" * 1000)
