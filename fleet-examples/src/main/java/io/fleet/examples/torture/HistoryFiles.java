package io.fleet.examples.torture;

import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A run that failed, for who looks for the cause: {@code history.tsv}, every operation on a line, for tools; and {@code
 * history.html}, the problems, what happened, and the operations on the keys that the problems name, drawn over time.
 */
final class HistoryFiles {
    private static final int MAX_DRAWN = 3000;
    private static final int WIDTH = 1000;

    private final List<Operation<KvInput, String>> operations;
    private final Timeline timeline;
    private final List<String> problems;

    HistoryFiles(final List<Operation<KvInput, String>> operations, final Timeline timeline,
                 final List<String> problems) {
        this.operations = List.copyOf(operations);
        this.timeline = timeline;
        this.problems = problems;
    }

    void write(final Path directory) throws IOException {
        try (PrintWriter out = writer(directory.resolve("history.tsv"))) {
            out.println("client\tinvoked\treturned\toutcome\toperation\tanswer");
            for (final Operation<KvInput, String> each : operations) {
                out.println(each.client() + "\t" + timeline.at(each.invokedNs()).strip() + "\t"
                    + (isOpen(each) ? "" : timeline.at(each.returnedNs()).strip()) + "\t" + each.outcome() + "\t"
                    + each.input() + "\t" + (each.output() == null ? "" : each.output()));
            }
        }
        try (PrintWriter out = writer(directory.resolve("history.html"))) {
            page(out);
        }
    }

    private static PrintWriter writer(final Path path) throws IOException {
        return new PrintWriter(Files.newBufferedWriter(path, StandardCharsets.UTF_8));
    }

    private void page(final PrintWriter out) {
        out.println("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>fleet torture</title><style>"
            + "body{font:13px sans-serif}pre{white-space:pre-wrap}.r{position:relative;height:16px;width:" + WIDTH
            + "px;border-bottom:1px solid #eee}.r div{position:absolute;height:14px;min-width:3px;white-space:nowrap}"
            + ".OK{background:#9d9}.UNKNOWN{background:#fc6}.NOT_APPLIED{background:#ccc}</style></head><body>");
        out.println("<h1>Problems</h1>");
        problems.forEach(problem -> out.println("<pre>" + escape(problem) + "</pre>"));
        out.println("<h1>What happened</h1><pre>");
        timeline.events().forEach(event -> out.println(timeline.at(event.atNs()) + "  " + escape(event.text())));
        out.println("</pre>");
        operations.stream().map(operation -> operation.input().key()).distinct().filter(this::isNamed)
            .forEach(key -> key(out, key));
        out.println("</body></html>");
    }

    private boolean isNamed(final String key) {
        return problems.stream().anyMatch(problem -> problem.contains("key " + key + " ")
            || problem.contains("partition " + key + ":") || problem.startsWith(key + " "));
    }

    private void key(final PrintWriter out, final String key) {
        final List<Operation<KvInput, String>> drawn =
            operations.stream().filter(each -> each.input().key().equals(key)).limit(MAX_DRAWN).toList();
        final long fromNs = drawn.get(0).invokedNs();
        long toNs = fromNs + 1;
        for (final Operation<KvInput, String> each : drawn) {
            toNs = Math.max(toNs, isOpen(each) ? each.invokedNs() : each.returnedNs());
        }
        final double scale = (double) WIDTH / (toNs - fromNs);
        out.println("<h1>Key " + escape(key) + "</h1>");
        for (final Operation<KvInput, String> each : drawn) {
            final long endNs = isOpen(each) ? toNs : each.returnedNs();
            out.printf(Locale.ROOT, "<div class=\"r\"><div class=\"%s\" style=\"left:%.1fpx;width:%.1fpx\">"
                + "%s client %d: %s &rarr; %s</div></div>%n", each.outcome(), (each.invokedNs() - fromNs) * scale,
                (endNs - each.invokedNs()) * scale, timeline.at(each.invokedNs()).strip(), each.client(),
                escape(each.input().toString()), escape(each.outcome() == Outcome.OK ? "" + each.output()
                    : String.valueOf(each.outcome())));
        }
    }

    private static boolean isOpen(final Operation<KvInput, String> operation) {
        return operation.outcome() == null;
    }

    private static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
