"""Why answers are wrong: the failures of each system, grouped by cause."""

from __future__ import annotations

from collections import Counter

from acidtest.analysis.sections import Section
from acidtest.core.text import counted, shown

_CAUSES = 12


def causes_table(section: Section) -> str:
    """A table of causes with how many answers share each; empty if no answer of a system fails."""
    lines = []
    for run in section.systems:
        both = zip(run.causes, run.verdicts, strict=True)
        counts = Counter(cause for cause, verdict in both if cause and verdict != "right")
        for cause, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_CAUSES]:
            cells = f'<td class="number">{count:,}</td><td class="cause">{shown(cause)}</td>'
            lines.append(f'<tr><th scope="row">{shown(run.label)}</th>{cells}</tr>')
        if len(counts) > _CAUSES:
            left = counted(len(counts) - _CAUSES, "rarer cause")
            lines.append(f"<tr><td></td><td></td><td>{left}</td></tr>")
    if not lines:
        return ""
    return (
        "<details open><summary><h4>Why answers are wrong</h4></summary>"
        f'<div class="scroll" role="region" aria-label="Causes in {shown(section.key)}">'
        '<table class="causes"><thead><tr><th scope="col">system</th>'
        '<th scope="col" class="number">answers</th><th scope="col">cause</th></tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div></details>"
    )
