package io.fleet.examples.documents;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As much of Markdown as these tests need: headings with their anchors, links, and what stands in back-ticks. */
final class Markdown {
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)*)\\)");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    private final List<String> lines = new ArrayList<>();

    Markdown(final String text) {
        boolean fenced = false;
        for (final String line : text.split("\n", -1)) {
            final boolean fence = line.strip().startsWith("```");
            fenced ^= fence;
            lines.add(fenced || fence ? "" : line);
        }
    }

    /** The anchors of all headings, as forges make them: the second of equal ones ends in -1. */
    Set<String> anchors() {
        final Set<String> anchors = new LinkedHashSet<>();
        final Map<String, Integer> seen = new HashMap<>();
        for (final String line : lines) {
            final Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                final String anchor = anchor(heading.group(1));
                final int before = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
        }
        return anchors;
    }

    private static String anchor(final String heading) {
        return heading.replaceAll("\\]\\([^)]*\\)", "").strip().toLowerCase(Locale.ROOT)
            .replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
    }

    /** The targets of all links and pictures. */
    List<String> links() {
        final List<String> links = new ArrayList<>();
        for (final String line : lines) {
            final Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", ""));
            while (link.find()) {
                links.add(link.group(1));
            }
        }
        return links;
    }

    /** What stands in back-ticks, line by line. */
    List<String> code() {
        final List<String> code = new ArrayList<>();
        for (final String line : lines) {
            final Matcher found = CODE.matcher(line);
            while (found.find()) {
                code.add(found.group(1));
            }
        }
        return code;
    }

    List<String> lines() {
        return lines;
    }
}
