"""Who answers: recorded answers, fields of the data, controls, and what plug-ins add."""

from acidtest.systems._base import (
    CallableSystem,
    ControlSystem,
    FormedSystem,
    OpenSystem,
    PreparedSystem,
    System,
    WaitingSystem,
    make_system,
    system_names,
)
from acidtest.systems.recorded import RecordedSystem, read_answers, recorded_systems

__all__ = [
    "CallableSystem",
    "ControlSystem",
    "FormedSystem",
    "OpenSystem",
    "PreparedSystem",
    "RecordedSystem",
    "System",
    "WaitingSystem",
    "make_system",
    "read_answers",
    "recorded_systems",
    "system_names",
]
