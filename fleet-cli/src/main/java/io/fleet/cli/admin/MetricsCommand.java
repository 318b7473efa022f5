package io.fleet.cli.admin;

import io.fleet.admin.JsonWriter;
import io.fleet.verify.options.ToolChecks;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet admin metrics}: what the node counts and measures. */
@Command(name = "metrics", description = "Prints the node's metrics, in Prometheus' text form or as JSON.")
final class MetricsCommand implements Callable<Integer> {
    private final AdminCommand admin;
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--match", paramLabel = "TEXT", defaultValue = "",
        description = "only meters whose name contains this")
    private String match;

    MetricsCommand(final AdminCommand admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() throws InterruptedException {
        return AdminCommand.told(spec, admin.node(checks).get("/metrics", spec.commandLine().getErr()),
            answer -> admin.json() ? json(answer.text(), match) + "\n"
                : answer.text().lines().filter(line -> isOf(line, match)).map(line -> line + "\n")
                    .collect(Collectors.joining()));
    }

    /** Whether a line is of a meter whose name contains a text; comments name their meter in the third word. */
    private static boolean isOf(final String line, final String match) {
        final String[] words = line.split(" ", 4);
        return meter(line.startsWith("#") && words.length > 2 ? words[2] : words[0]).contains(match);
    }

    private static String meter(final String word) {
        final int labels = word.indexOf('{');
        return labels < 0 ? word : word.substring(0, labels);
    }

    /** One object for each sample; a value that JSON has no number for is a string. */
    static String json(final String text, final String match) {
        final JsonWriter json = new JsonWriter().begin().name("metrics").beginArray();
        text.lines().filter(line -> !line.startsWith("#") && !line.isBlank() && isOf(line, match)).forEach(line -> {
            final int space = line.lastIndexOf(' ');
            final int labels = line.indexOf('{');
            json.begin()
                .field("name", meter(line.substring(0, space)))
                .field("labels", labels < 0 ? "" : line.substring(labels + 1, line.lastIndexOf('}')))
                .field("value", line.substring(space + 1))
                .end();
        });
        return json.endArray().end().toString();
    }
}
