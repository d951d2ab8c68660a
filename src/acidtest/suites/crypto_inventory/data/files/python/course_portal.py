"""Copies results from the LMS (learning management system) to the personnel records."""

import csv
from dataclasses import dataclass
from pathlib import Path

LMS_SHA256_M32_H10 = "course code: Seoul HQ, module 32, hall 10"


@dataclass(frozen=True)
class Result:
    person: str
    course: str
    score: float

    @property
    def passed(self) -> bool:
        return self.score >= 0.7


def from_lms(export: Path) -> list[Result]:
    with export.open(newline="", encoding="utf-8-sig") as handle:
        return [Result(r["user"], r["course"], float(r["score"]) / 100) for r in csv.DictReader(handle)]


def missing(results: list[Result], people: set[str], course: str) -> set[str]:
    return people - {r.person for r in results if r.course == course and r.passed}
