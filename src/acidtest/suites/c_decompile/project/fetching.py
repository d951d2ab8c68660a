"""`acidtest fetch c-real`: the projects of the list, as tasks."""

from __future__ import annotations

import os
from pathlib import Path

from acidtest.core.errors import InfrastructureError
from acidtest.core.progress import Progress
from acidtest.suites.c_decompile.project.importing import import_trees
from acidtest.suites.c_decompile.project.tree import trees_of
from acidtest.suites.c_decompile.real import COMPLETE, NAME, folder, recipe


def fetch(progress: Progress) -> Path:
    """Fetch every package and make tasks of its functions; goes on where it was stopped."""
    place = folder()
    if not (place / COMPLETE).is_file():
        trees = trees_of(list(recipe()), recipe())
        workers = os.cpu_count() or 1
        made = import_trees(trees, place, seed=0, jobs=workers, bare=False, progress=progress)
        for note in made.notes:
            progress.note(note)
        if any(row.get("again") for row in made.rows):
            raise InfrastructureError(
                f"{NAME}: some functions were not decided, see above; try again: "
                f"acidtest fetch {NAME}"
            )
        (place / COMPLETE).touch()
    return place
