"""`acidtest corpus … solidity-decompile`: how strong the replay is."""

from __future__ import annotations

from acidtest.engine.strength import mutate_command
from acidtest.suites.solidity_decompile import mutate

_MUTATE = """Change each contract in small ways and count the changes that the replay notices.

\b
acidtest corpus mutate solidity-decompile --limit-per-task 20 --seed 1 --json

Exit status 1 if fewer than 90 % of all mutants are noticed.
"""

COMMANDS = (mutate_command("solidity-decompile", mutate.mutation(), _MUTATE),)
