"""Register of supplier agreements.

DSA: data sharing agreement. DSS: decision support system. RFP: request for proposal.
"""

import csv
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path


@dataclass
class DSA:
    supplier: str
    signed: date
    expires: date
    purposes: list[str] = field(default_factory=list)

    @property
    def active(self) -> bool:
        return self.signed <= date.today() < self.expires


def load(path: Path) -> dict[str, DSA]:
    out = {}
    with path.open(newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            key = row["dsa_key"].strip().upper()
            out[key] = DSA(
                row["supplier"],
                date.fromisoformat(row["signed"]),
                date.fromisoformat(row["expires"]),
                row["purposes"].split(";"),
            )
    return out


def for_dss(agreements: dict[str, DSA]) -> list[str]:
    """Suppliers whose data the DSS may use today."""
    return sorted(a.supplier for a in agreements.values() if a.active and "dss" in a.purposes)
