"""A small project with a function for each thing that an import must cope with."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.progress import Silent
from acidtest.suites.c_decompile.project.importing import ImportOutcome, import_trees
from acidtest.suites.c_decompile.project.tree import trees_of

HEADER = """#include <stddef.h>
#define RING_FULL (-2)
struct ring { unsigned char *data; size_t size; unsigned tail; };
typedef int (*visit)(void *with, int byte);
int ring_put(struct ring *r, int byte);
extern const unsigned short weights[3];
"""
RING = """#include "ring.h"
#include <string.h>
static int calls;
int ring_put(struct ring *r, int byte)
{
    if (!r || r->size == 0)
        return -1;
    if (r->tail >= r->size)
        return RING_FULL;
    r->data[r->tail++] = (unsigned char)byte;
    return (int)r->tail;
}
static unsigned mixed(unsigned sum, unsigned char c) { return sum * 31 + weights[c % 3]; }
unsigned checksum(const unsigned char *bytes, size_t len)
{
    unsigned sum = 7;
    for (size_t i = 0; i < len; i++)
        sum = mixed(sum, bytes[i]);
    return sum;
}
int each(const char *text, visit call, void *with)
{
    int total = 0;
    for (; *text; text++)
        if (*text >= 'a')
            total += call(with, *text);
    return total;
}
int count_calls(int x) { calls += x; return calls; }
int forever(int x) { for (;;) x ^= 1; return x; }
"""
WEIGHTS = """#include "ring.h"
const unsigned short weights[3] = { 3, 1, 2 };
long seconds(long *to) { extern long time(long *); return time(to); }
int old_style(a, b)
    int a;
    int b;
{
    return a > b ? a - b : b * 2 - a;
}
"""


def write_project(folder: Path, **files: str) -> Path:
    """A folder of C files; `_` in a name stands for the dot."""
    for name, text in files.items():
        path = folder / name.replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run_import(project: Path, out: Path, jobs: int = 2) -> ImportOutcome:
    """Import one project without showing anything."""
    trees = trees_of([str(project)])
    return import_trees(trees, out, seed=0, jobs=jobs, bare=False, progress=Silent())


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's folder."""
    folder = tmp_path_factory.mktemp("import") / "ring"
    return write_project(folder, ring_h=HEADER, ring_c=RING, weights_c=WEIGHTS)


@pytest.fixture(scope="session")
def imported(project: Path) -> tuple[Path, ImportOutcome]:
    """The folder of its tasks, and what came of each function."""
    out = project.parent / "tasks"
    return out, run_import(project, out)
