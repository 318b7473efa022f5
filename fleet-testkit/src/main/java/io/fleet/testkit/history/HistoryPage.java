package io.fleet.testkit.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Draws where a history stops to be linearizable, as one page that needs nothing else: a lane for each client, a bar
 * for each operation from its invocation to its answer, the first answer that no order explains, and the longest order
 * of what came before it. Events are drawn at equal distances, so that short operations stay visible; times are in the
 * details, which a bar shows under the pointer.
 */
public final class HistoryPage {
    /** How many answers before the first impossible one are drawn. */
    private static final int ANSWERS_SHOWN = 150;
    private static final int STEP = 26;
    private static final int LANE = 34;
    private static final int LEFT = 90;

    private final Verdict verdict;
    private final List<Operation<?, ?>> shown = new ArrayList<>();
    private final Map<Operation<?, ?>, Integer> places = new HashMap<>();
    private final Map<Long, Integer> slots = new TreeMap<>();
    private long firstNs = Long.MAX_VALUE;

    private HistoryPage(final Verdict verdict) {
        this.verdict = verdict;
    }

    /**
     * Writes the page.
     *
     * @param <I>     what is asked for.
     * @param <O>     what is answered.
     * @param file    where to; replaced when it is there.
     * @param history the history.
     * @param model   says which operations belong to the partition that fails.
     * @param verdict what the check found.
     * @throws IOException when the file cannot be written.
     */
    public static <I, O> void write(final Path file, final History<I, O> history,
                                    final SequentialModel<?, I, O> model, final Verdict verdict) throws IOException {
        Files.writeString(file, text(history, model, verdict), StandardCharsets.UTF_8);
    }

    static <I, O> String text(final History<I, O> history, final SequentialModel<?, I, O> model,
                              final Verdict verdict) {
        final HistoryPage page = new HistoryPage(verdict);
        final Verdict.Failure failure = verdict.failure();
        if (failure != null) {
            page.choose(history, operation -> failure.partition().equals(model.partition(operation.input())));
        }
        return page.draw(history.operations().size());
    }

    /** The last answers before the culprit's, what was open at their time, and itself. */
    private <I, O> void choose(final History<I, O> history, final Predicate<Operation<I, O>> concerned) {
        final Operation<?, ?> culprit = verdict.failure().culprit();
        final List<Operation<I, O>> all = history.operations().stream().filter(concerned)
            .filter(operation -> operation.invokedAt() < culprit.returnedAt()).toList();
        final long[] answers = all.stream().filter(operation -> operation.outcome() == Outcome.OK)
            .mapToLong(Operation::returnedAt).filter(at -> at <= culprit.returnedAt()).sorted().toArray();
        final long from = answers.length > ANSWERS_SHOWN ? answers[answers.length - ANSWERS_SHOWN] : 0;
        for (final Operation<I, O> operation : all) {
            if (operation.returnedAt() >= from) {
                shown.add(operation);
                firstNs = Math.min(firstNs, operation.invokedNs());
            }
        }
        final List<? extends Operation<?, ?>> order = verdict.failure().order();
        for (int i = 0; i < order.size(); i++) {
            places.put(order.get(i), i);
        }
        final Set<Long> events = new HashSet<>();
        for (final Operation<?, ?> operation : shown) {
            events.add(operation.invokedAt());
            events.add(Math.min(operation.returnedAt(), culprit.returnedAt() + 1));
        }
        events.stream().sorted().forEach(event -> slots.put(event, slots.size()));
    }

    private String draw(final int operations) {
        final StringBuilder page = new StringBuilder(1 << 16);
        page.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>History: ")
            .append(verdict.kind()).append("</title><style>").append(STYLE).append("</style></head><body>\n<h1>")
            .append(verdict.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')).append("</h1>\n<p>")
            .append(operations).append(" operations, ").append(verdict.configurations())
            .append(" configurations looked at.</p>\n");
        if (verdict.failure() != null) {
            page.append("<p>Partition <b>").append(escape(verdict.failure().partition()))
                .append("</b>. All answers before the red one can be explained by one order (small numbers); with the"
                    + " red one no order can.</p>\n");
            legend(page);
            lanes(page);
            order(page);
        }
        return page.append("<h2>In words</h2><pre>").append(escape(verdict.explanation()))
            .append("</pre>\n</body></html>\n").toString();
    }

    private static void legend(final StringBuilder page) {
        page.append("<p class=\"legend\"><span class=\"op ok\">answered</span> "
            + "<span class=\"op unknown\">unknown</span>"
            + " <span class=\"op refused\">not applied</span> <span class=\"op culprit\">no order explains</span>"
            + " <span class=\"op left\">not in the order</span></p>\n");
    }

    private void lanes(final StringBuilder page) {
        final Map<Long, Integer> lanes = new TreeMap<>();
        shown.forEach(operation -> lanes.put(operation.client(), 0));
        int count = 0;
        for (final Map.Entry<Long, Integer> lane : lanes.entrySet()) {
            lane.setValue(count++);
        }
        page.append("<div class=\"scroll\"><div class=\"chart\" style=\"width:")
            .append(LEFT + slots.size() * STEP + STEP).append("px;height:").append(count * LANE + LANE)
            .append("px\">\n");
        lanes.forEach((client, lane) -> page.append("<div class=\"lane\" style=\"top:").append(lane * LANE)
            .append("px\">client ").append(client).append("</div>\n"));
        shown.forEach(operation -> bar(page, operation, lanes.get(operation.client())));
        page.append("</div></div>\n");
    }

    private void bar(final StringBuilder page, final Operation<?, ?> operation, final int lane) {
        final long end = Math.min(operation.returnedAt(), verdict.failure().culprit().returnedAt() + 1);
        final int from = slots.get(operation.invokedAt());
        final int to = slots.get(end);
        final Integer place = places.get(operation);
        page.append("<div class=\"op ").append(kind(operation, place)).append("\" style=\"left:")
            .append(LEFT + from * STEP).append("px;width:").append(Math.max(1, to - from) * STEP - 3)
            .append("px;top:").append(lane * LANE).append("px\" title=\"").append(escape(detail(operation, place)))
            .append("\">").append(place == null ? "" : "<sub>" + (place + 1) + "</sub>")
            .append(escape(operation.input())).append(" &rarr; ").append(escape(result(operation))).append("</div>\n");
    }

    private String kind(final Operation<?, ?> operation, final Integer place) {
        if (operation == verdict.failure().culprit()) {
            return "culprit";
        }
        return switch (operation.outcome()) {
            case OK -> place == null ? "left" : "ok";
            case UNKNOWN -> "unknown";
            case NOT_APPLIED -> "refused";
        };
    }

    private String detail(final Operation<?, ?> operation, final Integer place) {
        final String until = operation.returnedNs() == Long.MAX_VALUE ? "open to the end"
            : "+" + (operation.returnedNs() - firstNs) / 1000 + " us";
        return operation.input() + " -> " + result(operation) + "\nclient " + operation.client() + "\nfrom +"
            + (operation.invokedNs() - firstNs) / 1000 + " us to " + until
            + (place == null ? "" : "\nplace " + (place + 1) + " of the order, state before: "
                + verdict.failure().states().get(place));
    }

    private void order(final StringBuilder page) {
        final List<? extends Operation<?, ?>> order = verdict.failure().order();
        final int from = Math.max(0, order.size() - ANSWERS_SHOWN);
        page.append("<h2>The longest order before it</h2><table><tr><th>place</th><th>operation</th><th>answer</th>"
            + "<th>state after</th></tr>\n");
        for (int i = from; i < order.size(); i++) {
            page.append("<tr><td>").append(i + 1).append("</td><td>").append(escape(order.get(i).input()))
                .append("</td><td>").append(escape(result(order.get(i)))).append("</td><td>")
                .append(escape(verdict.failure().states().get(i + 1))).append("</td></tr>\n");
        }
        page.append("</table>\n");
    }

    private static String result(final Operation<?, ?> operation) {
        return switch (operation.outcome()) {
            case OK -> String.valueOf(operation.output());
            case UNKNOWN -> "unknown";
            case NOT_APPLIED -> "not applied";
        };
    }

    private static String escape(final Object value) {
        return String.valueOf(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            .replace("\"", "&quot;");
    }

    private static final String STYLE = "body{font:14px sans-serif;margin:20px}h1{font-size:20px}h2{font-size:16px}"
        + ".scroll{overflow-x:auto;border:1px solid #ccc}.chart{position:relative}"
        + ".lane{position:absolute;left:4px;height:30px;line-height:30px;color:#555}"
        + ".op{position:absolute;height:26px;line-height:26px;overflow:hidden;white-space:nowrap;border-radius:4px;"
        + "padding-left:3px;box-sizing:border-box;font-size:12px;border:1px solid #0004}"
        + ".legend .op{position:static;display:inline-block;padding:0 8px}"
        + ".ok{background:#bfe5bf}.unknown{background:#f3e2a9}.refused{background:#ddd}.culprit{background:#f08080}"
        + ".left{background:#f6c9a8}.op:hover{overflow:visible;z-index:2;width:auto!important}"
        + "pre{background:#f6f6f6;padding:10px;overflow-x:auto}td,th{padding:2px 10px;text-align:left}";
}
