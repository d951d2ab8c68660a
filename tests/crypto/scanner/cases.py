"""Cases the scanner was measured on while it was written: each positive one has clean twins."""

from __future__ import annotations

from .case import Case
from .cases_managed import JAVA, PYTHON
from .cases_native import C_FAMILY, GO, SYSTEMS, WEB
from .cases_other import ASSEMBLY, CONFIGURATION, LOGS

CASES: list[Case] = [
    *PYTHON,
    *JAVA,
    *C_FAMILY,
    *GO,
    *WEB,
    *SYSTEMS,
    *CONFIGURATION,
    *LOGS,
    *ASSEMBLY,
]
