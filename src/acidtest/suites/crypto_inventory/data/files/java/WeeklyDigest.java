package org.townhall.news;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds the weekly digest mail. */
public class WeeklyDigest {
    private final Map<String, List<String>> bySection = new HashMap<>();

    public void update(String section, String headline) {
        bySection.computeIfAbsent(section, s -> new java.util.ArrayList<>()).add(headline);
    }

    public String digest(LocalDate today) {
        LocalDate monday = today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        StringBuilder text = new StringBuilder("Week of " + monday + "\n");
        bySection.forEach((section, lines) -> {
            text.append("\n== ").append(section).append(" ==\n");
            lines.forEach(line -> text.append("* ").append(line).append('\n'));
        });
        return text.toString();
    }

    @Override
    public int hashCode() {
        return bySection.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WeeklyDigest d && d.bySection.equals(bySection);
    }
}
