"""Imports are read and resolved as solc does it."""

from __future__ import annotations

import pytest

from acidtest.lang.solidity_imports import Import, imports_of, resolve


def test_all_forms_of_imports_are_read_and_comments_are_not() -> None:
    text = """
    import "./a.sol"; import './b.sol' as B;
    import * as C from "c.sol";
    import {A as X, Y} from "d.sol"; // import "no.sol";
    /* import "nor.sol"; */ string constant s = 'import "neither.sol";';
    """
    assert imports_of(text)[:4] == [
        Import("./a.sol"),
        Import("./b.sol", unit="B"),
        Import("c.sol", unit="C"),
        Import("d.sol", {"X": "A", "Y": "Y"}),
    ]
    assert not [each for each in imports_of(text) if each.path in ("no.sol", "nor.sol")]


@pytest.mark.parametrize(
    ("importing", "path", "name"),
    [
        ("src/A.sol", "./B.sol", "src/B.sol"),
        ("src/x/A.sol", "../B.sol", "src/B.sol"),
        ("src/A.sol", "tally/B.sol", "lib/tally/src/B.sol"),
        ("lib/old/A.sol", "tally/B.sol", "lib/old/tally/B.sol"),
        ("src/A.sol", "tally/deep/B.sol", "deep/B.sol"),
        ("src/A.sol", "@o/c/B.sol", "@o/c/B.sol"),
        ("A.sol", "../../etc/passwd", "../../etc/passwd"),
    ],
)
def test_the_longest_context_and_prefix_win(importing: str, path: str, name: str) -> None:
    remappings = [
        "tally/=lib/tally/src/",
        "lib/old/:tally/=lib/old/tally/",
        "tally/deep/=deep/",
        "nonsense",
    ]
    assert resolve(importing, path, remappings) == name
