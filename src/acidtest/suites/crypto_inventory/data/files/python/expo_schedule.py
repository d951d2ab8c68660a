"""Booth rota for the spring trade fairs (RSA Conference, InfoSec Europe, SECON)."""

from dataclasses import dataclass
from datetime import date, timedelta

RSA = "RSA Conference, Moscone Center"
SECON = "SECON & eGISEC, KINTEX"


@dataclass
class Shift:
    event: str
    day: date
    people: list[str]
    key_speaker: str | None = None


def rota(event: str, first: date, days: int, crew: list[str]) -> list[Shift]:
    """Two people a day, nobody two days in a row."""
    shifts = []
    for n in range(days):
        pair = [crew[(2 * n) % len(crew)], crew[(2 * n + 1) % len(crew)]]
        shifts.append(Shift(event, first + timedelta(days=n), pair))
    return shifts


def signing_sheet(shifts: list[Shift]) -> str:
    lines = [f"{s.day:%a %d %b}  {', '.join(s.people):<30} signature: ________" for s in shifts]
    return "\n".join(lines)


if __name__ == "__main__":
    print(signing_sheet(rota(RSA, date(2026, 3, 23), 4, ["Mina", "Oskar", "Yuna", "Paul", "Ines"])))
