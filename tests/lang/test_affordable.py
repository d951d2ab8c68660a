"""Hostile texts that tree-sitter takes minutes for are noticed before they are parsed."""

from __future__ import annotations

from pathlib import Path

import pytest
import tree_sitter_c
from tree_sitter import Language, Parser

from acidtest.crypto.scanner.tokens import parser
from acidtest.lang.affordable import affordable
from acidtest.lang.c_source import name_entry
from acidtest.lang.tree import tokens

CORPUS = Path(name_entry.__code__.co_filename).parents[1] / "suites" / "c_decompile" / "data"


@pytest.mark.parametrize(
    ("grammar", "unit"),
    [("c", "-->"), ("kotlin", "<"), ("kotlin", "a="), ("java", "a<"), ("rust", '"')],
)
def test_a_text_of_quadratic_cost_is_refused(grammar: str, unit: str) -> None:
    assert not affordable(parser(grammar), (unit * 100_000)[:100_000].encode())


def test_real_code_is_parsed_whatever_its_size() -> None:
    code = b"\n".join(path.read_bytes() for path in sorted(CORPUS.glob("*.c"))[:40])
    assert len(code) > 50_000
    assert affordable(Parser(Language(tree_sitter_c.language())), code)
    assert affordable(parser("python"), b"(" * 100_000)


def test_a_hostile_tail_behind_real_code_is_refused() -> None:
    code = (sorted(CORPUS.glob("*.c"))[0].read_bytes() + b"\n") * 10
    assert not affordable(parser("c"), code + b"-->" * 20_000)


def test_what_cannot_be_parsed_still_has_words_and_keeps_its_name() -> None:
    text = "int other(void) { return 1; }\n" + "-->" * 9000
    assert name_entry(text, "func0") == (text, None)
    assert [token.text for token in tokens(text, "c")][:3] == ["int", "other", "("]
