package io.fleet.bench.cluster.report;

import java.util.List;
import java.util.Locale;

/** A picture that is being drawn, element by element, on white. */
final class Svg {
    /** Of what is to be told apart; they differ also for readers who see few colours. */
    private static final List<String> COLORS = List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
        "#56b4e9", "#333333");

    private final StringBuilder text = new StringBuilder();

    Svg(final int width, final int height) {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            + "font-family=\"sans-serif\" font-size=\"13\">", width, height, width, height);
        add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
    }

    /** The colour of the n-th of some things, from 0; used again when there are many. */
    static String color(final int index) {
        return COLORS.get(index % COLORS.size());
    }

    /** Adds words; they need no care. */
    void text(final double x, final double y, final String anchor, final String words) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(words));
    }

    /** Adds an element; words in it are {@link #escaped}. */
    void add(final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    static String escaped(final String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Ends the picture. */
    String end() {
        return text.append("</svg>\n").toString();
    }
}
