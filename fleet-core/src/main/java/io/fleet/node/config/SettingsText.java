package io.fleet.node.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** Compares agreed settings that were told as text: {@code name=value, name=value}. */
public final class SettingsText {
    private static final int NOT_EQUAL = -1;

    private SettingsText() {
    }

    /** Names each setting of which the values differ, with both. */
    public static String differences(final String given, final String expected) {
        final Map<String, String> mine = parse(given);
        final Map<String, String> theirs = parse(expected);
        final StringBuilder text = new StringBuilder();
        theirs.forEach((name, value) -> {
            final String own = mine.getOrDefault(name, name.equals("dutyThreads") ? "1" : "not there");
            if (!own.equals(value)) {
                text.append(text.isEmpty() ? "" : ", ").append(name).append(" is ").append(own)
                    .append(", but must be ").append(value);
            }
        });
        if (mine.containsKey("dutyThreads") && !theirs.containsKey("dutyThreads")) {
            text.append(text.isEmpty() ? "" : ", ").append("dutyThreads is ").append(mine.get("dutyThreads"))
                .append(", but must be 1");
        }
        return text.isEmpty() ? "agreed settings are " + given + ", but must be " + expected : text.toString();
    }

    private static Map<String, String> parse(final String text) {
        final Map<String, String> all = new LinkedHashMap<>();
        for (final String each : text.split(", ")) {
            final int at = each.indexOf('=');
            if (at != NOT_EQUAL) {
                all.put(each.substring(0, at), each.substring(at + 1));
            }
        }
        return all;
    }
}
