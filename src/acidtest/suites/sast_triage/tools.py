"""What an agent works with: the sources of a finding, to read and to search, and definitions.

Only source files go into the sandbox: reports and labels may lie beside them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from acidtest.core.agents import Workbench
from acidtest.core.records import Question
from acidtest.lang.definitions import FAMILIES, definitions_tool
from acidtest.suites.sast_triage.question import sources_of

_SUFFIXES = frozenset(suffix for family in FAMILIES for suffix in family)
_FILES_MAX, _FILE_MAX, _ALL_MAX = 2000, 1 << 20, 24 << 20
_ABOUT = (
    "Your shell is in a folder with the {count} source files of the package; the finding is in "
    "{path}. Read and search them, for instance with grep -rn. There is no network."
)
_WITHOUT = "The sources of the finding are not there; you only have what the question shows."


def make_bench(question: Question) -> Workbench:
    """The workbench for one finding."""
    root, path = sources_of(question.sample)
    files = _sources(root.resolve())
    if not files:
        return Workbench(_WITHOUT)
    return Workbench(_ABOUT.format(count=len(files), path=path), files, [definitions_tool(files)])


@lru_cache(maxsize=8)
def _sources(root: Path) -> dict[str, bytes]:
    """The source files under a root, in the order of their paths, up to a size."""
    files: dict[str, bytes] = {}
    left = _ALL_MAX
    for file in sorted(path for path in root.rglob("*") if path.suffix.lower() in _SUFFIXES):
        if len(files) >= _FILES_MAX:
            break
        if file.is_symlink() or not file.is_file() or file.stat().st_size > min(_FILE_MAX, left):
            continue
        files[str(file.relative_to(root))] = file.read_bytes()
        left -= file.stat().st_size
    return files
