"""Minutes of the HMAC (Hospital Medical Advisory Committee) as plain text."""

from dataclasses import dataclass
from datetime import date


@dataclass
class Motion:
    text: str
    moved_by: str
    seconded_by: str
    carried: bool


@dataclass
class Meeting:
    day: date
    present: list[str]
    motions: list[Motion]

    def quorum(self, members: int) -> bool:
        return len(self.present) * 2 > members


def minutes(meeting: Meeting, hmac_members: int) -> str:
    out = [f"HMAC meeting of {meeting.day:%d %B %Y}", f"Present: {', '.join(meeting.present)}"]
    if not meeting.quorum(hmac_members):
        return "\n".join([*out, "No quorum; adjourned."])
    for n, motion in enumerate(meeting.motions, 1):
        verdict = "carried" if motion.carried else "lost"
        out.append(f"{n}. {motion.text} (moved {motion.moved_by}, seconded {motion.seconded_by}): {verdict}")
    out.append("Digest of the minutes to be sent to the wards within a week.")
    return "\n".join(out)
