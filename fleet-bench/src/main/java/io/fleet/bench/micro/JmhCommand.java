package io.fleet.bench.micro;

import io.fleet.bench.harness.TextTable;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code fleet bench jmh}: runs the benchmarks of single classes and prints what an operation takes, time and memory.
 * Exit code 1 when one of the hot path allocates, or one fails.
 */
@Command(name = "jmh", description = {
    "Runs the JMH benchmarks of single classes: nanoseconds and bytes of the Java heap for each",
    "operation. Fails when a benchmark of the hot path allocates."})
public final class JmhCommand implements Callable<Integer> {
    static final List<String> HEAD = List.of("benchmark", "parameters", "ns/op", "+-", "B/op", "hot path");
    private static final int QUICK_MILLIS = 300;
    private static final int QUICK_WARM_UPS = 2;
    private static final int QUICK_MEASURES = 3;

    @Spec
    private CommandSpec spec;
    @Parameters(arity = "0..1", paramLabel = "PATTERN", defaultValue = "",
        description = "a regular expression that is found in CLASS.METHOD (default: all benchmarks but those of codecs,"
            + " which fleet bench codec runs)")
    private String pattern;
    @Option(names = "--quick",
        description = "short iterations: good for bytes, and for times to a tenth or so at best")
    private boolean isQuick;

    /** Made by the command line. */
    public JmhCommand() {
    }

    @Override
    public Integer call() throws RunnerException {
        try {
            Pattern.compile(pattern);
        } catch (final PatternSyntaxException e) {
            throw new ParameterException(spec.commandLine(), "PATTERN is '" + pattern + "', but must be a regular "
                + "expression: " + e.getDescription());
        }
        final ChainedOptionsBuilder options = new OptionsBuilder()
            .include(pattern.isEmpty() ? "io\\.fleet\\." : pattern)
            .addProfiler(GCProfiler.class).shouldFailOnError(true);
        if (pattern.isEmpty()) {
            // Has a command of its own.
            options.exclude("\\.CodecBenchmark\\.");
        }
        if (isQuick) {
            options.warmupIterations(QUICK_WARM_UPS).warmupTime(TimeValue.milliseconds(QUICK_MILLIS))
                .measurementIterations(QUICK_MEASURES).measurementTime(TimeValue.milliseconds(QUICK_MILLIS));
        }
        return report(MicroResult.of(run(options)));
    }

    /** Progress goes to standard error, so that standard output has the table alone. */
    private Collection<RunResult> run(final ChainedOptionsBuilder options) throws RunnerException {
        try {
            return new Runner(options.build(),
                OutputFormatFactory.createFormatInstance(new PrintStream(System.err, true), VerboseMode.NORMAL)).run();
        } catch (final NoBenchmarksException e) {
            throw new ParameterException(spec.commandLine(), "PATTERN is '" + pattern
                + "', but must be found in the name of a benchmark");
        }
    }

    private int report(final List<MicroResult> results) {
        final PrintWriter out = spec.commandLine().getOut();
        final List<List<String>> rows = new ArrayList<>();
        results.forEach(each -> rows.add(each.cells()));
        TextTable.lines(HEAD, rows).forEach(out::println);
        out.println();
        out.println("ns/op, +-: the mean, and half of its confidence interval of 99.9 %; B/op: bytes of the Java heap, "
            + "0 below 0.01 or within what JMH itself takes.");
        out.println(String.format(Locale.ROOT, "Java %s on %d processors%s.", Runtime.version(),
            Runtime.getRuntime().availableProcessors(), isQuick ? "; a quick run, whose times say little" : ""));
        final List<MicroResult> refused = results.stream().filter(MicroResult::isRefused).toList();
        refused.forEach(each -> out.println(String.format(Locale.ROOT,
            "PROBLEM: %s allocates %.2f bytes for each operation, but is of the hot path and must not.",
            each.parameters().isEmpty() ? each.name() : each.name() + " " + each.parameters(), each.bytes())));
        out.flush();
        return refused.isEmpty() ? 0 : 1;
    }
}
