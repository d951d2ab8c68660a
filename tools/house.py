"""Prints how the house stands: the figures of its architecture, each beside its goal.

    python tools/house.py [-v]        exit status 1 if a figure misses its goal

The direction of imports is checked by `lint-imports`; this counts what it cannot see.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src" / "acidtest", ROOT / "tests"
LONG = 400
VAGUE = ("found", "told", "wanted", "seen")
SUITES = (
    *("c-decompile", "solidity-decompile", "solidity-pairs"),
    *("crypto-inventory", "sast-triage", "sast-justify"),
)
UNMIRRORED = {"docs", "documents", "native", "tools"}
"""Folders of tests whose subject is not Python of the package."""


class House:
    """All modules of the package, parsed once; the corpora's Python files are data."""

    def __init__(self) -> None:
        paths = [p for p in SOURCE.rglob("*.py") if "data" not in p.relative_to(SOURCE).parts]
        self.texts = {path: path.read_text(encoding="utf-8") for path in sorted(paths)}
        self.trees = {path: ast.parse(text) for path, text in self.texts.items()}

    def figures(self) -> Iterator[tuple[str, list[str], int]]:
        """What is counted, the places, and how many there may be."""
        yield "pairs of layers that import each other", self.cycles(), 0
        yield "private names imported from another package", self.private(), 0
        yield "isinstance on a truth", self.lines(r"isinstance\((\w+\.)*truth\b(?!, dict|\.get)"), 0
        stripped = {place.partition(":")[0] for place in self.lines(r"\bstripped\b")}
        mine = [p for p in sorted(stripped) if not p.startswith(("crypto", "lang", "suites/cr"))]
        yield "files that know the run option `stripped`", mine, 3
        yield "suites named in the code of cli and engine", self.suites_named(), 0
        yield "class names that stand for two things", self.twice(), 0
        yield "test files not named after a module", strays(), 0
        long = {path: len(text.splitlines()) for path, text in self.texts.items()}
        over = [f"{dotted(path)}: {n} lines" for path, n in long.items() if n > LONG]
        yield f"modules over {LONG} lines", over, 0
        yield "functions and variables called found, told, wanted or seen", self.vague(), 0

    def cycles(self) -> list[str]:
        """Pairs of top-level packages that reach each other."""
        near: dict[str, set[str]] = defaultdict(set)
        for path, tree in self.trees.items():
            here = layer(dotted(path))
            near[here] |= {layer(name) for name in imported(tree)} - {here, ""}
        reach = {name: _reach(name, near) for name in near}
        pairs = ((a, b) for a in near for b in near if a < b)
        return [f"{a} and {b}" for a, b in pairs if b in reach[a] and a in reach[b]]

    def private(self) -> list[str]:
        """Names with an underscore that another package imports."""
        places = []
        for path, tree in self.trees.items():
            for name in imported(tree):
                parts = name.split(".")
                hidden = [i for i, p in enumerate(parts) if p.startswith("_") and p[:2] != "__"]
                if hidden and not dotted(path).startswith(".".join(parts[: hidden[0]])):
                    places.append(f"{dotted(path)} imports {name}")
        return places

    def lines(self, pattern: str) -> list[str]:
        """Where a pattern stands."""
        return [
            f"{path.relative_to(SOURCE)}:{number}"
            for path, text in self.texts.items()
            for number, line in enumerate(text.splitlines(), 1)
            if re.search(pattern, line)
        ]

    def suites_named(self) -> list[str]:
        """Suites in strings of `cli` and `engine`; docstrings may show one in an example."""
        places = []
        for path, tree in self.trees.items():
            if layer(dotted(path)) in ("cli", "engine"):
                documents = {
                    id(node.value)
                    for node in ast.walk(tree)
                    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                }
                for node in ast.walk(tree):
                    text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
                    named = isinstance(text, str) and any(suite in text for suite in SUITES)
                    if named and id(node) not in documents:
                        places.append(f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}")
        return places

    def twice(self) -> list[str]:
        """Public class names with more than one definition."""
        places: dict[str, list[str]] = defaultdict(list)
        for path, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(dotted(path))
        return [f"{name}: {', '.join(where)}" for name, where in places.items() if len(where) > 1]

    def vague(self) -> list[str]:
        """Definitions, parameters and variables whose name says nothing."""
        places = []
        for path, tree in self.trees.items():
            for node in ast.walk(tree):
                name = ""
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    name = node.name
                elif isinstance(node, ast.arg):
                    name = node.arg
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    name = node.id
                if name.strip("_") in VAGUE:
                    places.append(f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)} {name}")
        return places


def _reach(start: str, near: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for name in near.get(waiting.pop(), set()) - reached:
            reached.add(name)
            waiting.append(name)
    return reached


def dotted(path: Path) -> str:
    """acidtest.core.records for src/acidtest/core/records.py."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(name: str) -> str:
    """The part of the house that a module is in; empty for the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and (SOURCE / parts[1]).is_dir() else ""


def imported(tree: ast.AST) -> Iterator[str]:
    """Modules and names that a file imports from us."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("acidtest"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("acidtest."))


def strays() -> list[str]:
    """A test file is test_MODULE.py or test_MODULE_aspect.py in a folder that mirrors src."""
    places = []
    for path in sorted(TESTS.rglob("test_*.py")):
        inside = path.relative_to(TESTS).parent
        folder, stem = SOURCE / inside, path.stem.removeprefix("test_")
        if inside.parts[:1] and inside.parts[0] in UNMIRRORED:
            continue
        names = {p.stem for p in folder.glob("*") if p.is_dir() or p.suffix == ".py"}
        names.add(folder.name)
        if not folder.is_dir() or not any(f"{stem}_".startswith(f"{name}_") for name in names):
            places.append(str(path.relative_to(ROOT)))
    return places


def main() -> int:
    """Print all figures; with -v the places as well."""
    missed, verbose = 0, "-v" in sys.argv
    for what, places, goal in House().figures():
        fails = len(places) > goal
        missed += fails
        print(f"{len(places):5}  goal {goal}  {'MISSED' if fails else 'ok':6}  {what}")
        for place in places if verbose else places[: 5 if fails else 0]:
            print(f"{'':24}{place}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
