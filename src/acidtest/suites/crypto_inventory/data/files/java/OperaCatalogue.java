package org.archive.opera;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Catalogue of recordings; shelf marks look like ARIA/GCM/17. */
public class OperaCatalogue {
    public record Aria(String title, String opera, String singer, Duration length, String shelf) {}

    private final List<Aria> arias = new ArrayList<>();

    public void add(Aria aria) {
        if (!aria.shelf().startsWith("ARIA/")) {
            throw new IllegalArgumentException("shelf mark expected, got " + aria.shelf());
        }
        arias.add(aria);
    }

    public List<Aria> bySinger(String singer) {
        return arias.stream()
                .filter(a -> a.singer().equalsIgnoreCase(singer))
                .sorted(Comparator.comparing(Aria::length))
                .toList();
    }

    public Duration total() {
        return arias.stream().map(Aria::length).reduce(Duration.ZERO, Duration::plus);
    }
}
