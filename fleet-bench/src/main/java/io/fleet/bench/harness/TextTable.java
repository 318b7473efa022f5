package io.fleet.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Markdown table whose columns also line up on a screen, and the forms of what stands in it. */
public final class TextTable {
    private TextTable() {
    }

    /** The head, a rule, and one line for each row, which has as many cells as the head. */
    public static List<String> lines(final List<String> head, final List<List<String>> rows) {
        final int[] widths = new int[head.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = head.get(i).length();
            for (final List<String> row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        final List<String> lines = new ArrayList<>(List.of(line(head, widths)));
        final StringBuilder rule = new StringBuilder("|");
        for (final int width : widths) {
            rule.append("-".repeat(width + 2)).append('|');
        }
        lines.add(rule.toString());
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private static String line(final List<String> cells, final int[] widths) {
        final StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < widths.length; i++) {
            line.append(' ').append(cells.get(i)).append(" ".repeat(widths[i] - cells.get(i).length())).append(" |");
        }
        return line.toString();
    }

    /** A cell: the median, with the least and the most where there are several. */
    public static String spread(final String format, final List<Double> values) {
        final String median = number(format, Statistics.median(values));
        return values.size() < 2 ? median : median + " (" + number(format, Statistics.least(values)) + "-"
            + number(format, Statistics.most(values)) + ")";
    }

    /** A cell: nanoseconds as whole microseconds. */
    public static String micros(final long nanos) {
        return number("%,.0f", nanos / 1e3);
    }

    /** A cell: a number, or a hyphen for what is none. */
    public static String number(final String format, final double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
    }
}
