"""What a source declares, told by its kind."""

from __future__ import annotations

from acidtest.suites.solidity_decompile.project.declared import declared


def test_kinds_are_told_apart_and_comments_and_strings_are_not_read() -> None:
    text = """
    // contract No {}
    abstract contract A is B(1) {} interface I {} library L {} contract C is A, I { string s =
    "contract Nor { }"; } /* contract Neither {} */
    """
    kinds = [("A", "abstract"), ("I", "interface"), ("L", "library"), ("C", "contract")]
    assert declared(text) == kinds
