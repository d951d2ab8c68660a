"""Who answers: recorded answers, fields of the data, controls, and what plug-ins add."""

from acidtest.systems._base import (
    CallableSystem,
    ControlSystem,
    System,
    make_system,
    system_names,
)
from acidtest.systems.recorded import RecordedSystem, read_answers

__all__ = [
    "CallableSystem",
    "ControlSystem",
    "RecordedSystem",
    "System",
    "make_system",
    "read_answers",
    "system_names",
]
