package com.northpier.travel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Phrases for the itinerary mails; reversal fees are explained in the footer. */
public final class TravellerPhrases {
    private static final Map<String, String> PHRASES = new LinkedHashMap<>();

    static {
        PHRASES.put("adapter", "A universal adapter is in your welcome bag.");
        PHRASES.put("rules", "Please adhere to the cabin rules described below.");
        PHRASES.put("guide", "Your guide describes the anniversary walk at the desk.");
        PHRASES.put("refund", "Reversal of a charge takes five working days.");
        PHRASES.put("weather", "Adverse weather may move desert tours to the indoor arcade.");
        PHRASES.put("signing", "Sign the guest book before you leave.");
    }

    private TravellerPhrases() {}

    public static String mail(List<String> keys) {
        return keys.stream().map(k -> PHRASES.getOrDefault(k, "")).collect(Collectors.joining("\n"));
    }

    /** Depth-first traversal of the phrase book, for the printed version. */
    public static void traverse(java.util.function.BiConsumer<String, String> visitor) {
        PHRASES.forEach(visitor);
    }
}
