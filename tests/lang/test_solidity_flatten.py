"""Several files become one source that still compiles and means the same."""

from __future__ import annotations

import pytest

from acidtest.lang.solidity_flatten import flatten
from acidtest.toolchains.solc import Solc

FILES = {
    "a.sol": """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.19;
import "./b.sol" as B;
import {IT as IOther, T, LIMIT} from "./c.sol";
/// kept
contract A is B.Base {
    IOther x; T t; B.IT y;
    function f(uint IT) public view returns (uint) { return IOther(address(x)).g(IT) + LIMIT; }
    function h() public view returns (T) { return t.add(t); }
}
contract Unused {}
""",
    "b.sol": "import './a.sol'; interface IT { } contract Root {} contract Base is Root { IT it; }",
    "c.sol": """import "./a.sol"; interface IT { function g(uint) external view returns (uint); }
uint constant LIMIT = 3; type T is uint; using {add} for T global;
function add(T a, T b) pure returns (T) { return T.wrap(T.unwrap(a) + T.unwrap(b)); }
""",
}


def test_clashing_names_units_free_functions_and_circles() -> None:
    text = flatten(FILES, [], "a.sol", "A", "0.8.37")
    assert "import" not in text
    assert "SPDX" not in text
    assert "/// kept" in text
    assert "Unused" not in text
    with Solc() as solc:
        output = solc.compile(text, "0.8.37", "unoptimised")
    assert output.problem is None, output.errors
    assert {"A", "IT", "IT_2"} <= {artifact.name for artifact in output.artifacts}


def test_bases_come_first_also_where_files_import_each_other() -> None:
    files = {
        "a.sol": 'import "./b.sol"; contract Root {} contract Leaf is Middle {}',
        "b.sol": 'import "./a.sol"; contract Middle is Root {}',
    }
    text = flatten(files, [], "a.sol", "Leaf", "0.8.37")
    assert text.index("contract Root") < text.index("contract Middle") < text.index("contract Leaf")


@pytest.mark.parametrize(("version", "there"), [("0.7.6", True), ("0.8.37", False)])
def test_the_coder_of_old_versions_is_kept(version: str, there: bool) -> None:
    text = "pragma experimental ABIEncoderV2; contract A {}"
    made = flatten({"a.sol": text}, [], "a.sol", "A", version)
    assert ("ABIEncoderV2" in made) is there


def test_what_is_missing_is_named() -> None:
    with pytest.raises(ValueError, match=r"file b\.sol is missing"):
        flatten({"a.sol": 'import "./b.sol"; contract A {}'}, [], "a.sol", "A", "0.8.37")
    with pytest.raises(ValueError, match="no contract B"):
        flatten({"a.sol": "contract A {}"}, [], "a.sol", "B", "0.8.37")
