"""The runs that tests of reports use serve here too."""

from ..report.conftest import runs, tasks

__all__ = ["runs", "tasks"]
