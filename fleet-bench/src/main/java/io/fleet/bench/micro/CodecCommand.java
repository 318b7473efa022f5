package io.fleet.bench.micro;

import io.fleet.bench.harness.TextTable;
import io.fleet.verify.options.ToolChecks;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code fleet bench codec}: gigabytes a second of each erasure codec, and how many times the reference that is. Exit
 * code 1 when a benchmark fails.
 */
@Command(name = "codec", description = {
    "Measures the erasure codecs with JMH: gigabytes of payload a second, encoded and",
    "reconstructed, and how many times the reference codec that is. Takes some 6 minutes."})
public final class CodecCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--codec", split = ",", paramLabel = "CODEC", defaultValue = "backblaze,table,vector",
        description = "backblaze, table, vector (default: all)")
    private List<String> codecs;
    @Option(names = "--shape", split = ",", paramLabel = "K+M", defaultValue = "3+2,4+2,8+4",
        description = "data and parity shards (default: ${DEFAULT-VALUE})")
    private List<String> shapes;
    @Option(names = "--length", split = ",", paramLabel = "BYTES", defaultValue = "1024,65536,1048576",
        description = "of a payload (default: ${DEFAULT-VALUE})")
    private List<Integer> lengths;
    @Option(names = "--work", split = ",", paramLabel = "WORK", defaultValue = "encode,reconstruct",
        description = "encode, reconstruct (default: both)")
    private List<String> works;

    /** Made by the command line. */
    public CodecCommand() {
    }

    @Override
    public Integer call() throws RunnerException {
        check();
        final OptionsBuilder options = new OptionsBuilder();
        works.forEach(work -> options.include("\\.CodecBenchmark\\." + work + "$"));
        options.param("codec", codecs.stream().map(each -> each.toUpperCase(Locale.ROOT)).toArray(String[]::new))
            .param("shape", shapes.toArray(String[]::new))
            .param("length", lengths.stream().map(String::valueOf).toArray(String[]::new))
            .shouldFailOnError(true);
        // Progress goes to standard error, so that standard output has the table alone.
        final Collection<RunResult> runs = new Runner(options.build(),
            OutputFormatFactory.createFormatInstance(new PrintStream(System.err, true), VerboseMode.NORMAL)).run();
        final PrintWriter out = spec.commandLine().getOut();
        final List<List<String>> rows = new ArrayList<>();
        CodecResult.of(runs).forEach(each -> rows.add(each.cells()));
        TextTable.lines(CodecResult.head(), rows).forEach(out::println);
        out.println();
        out.println("GB/s: 10^9 bytes of payload a second, one thread; the last columns: times the reference.");
        out.println("Java " + Runtime.version() + " on " + Runtime.getRuntime().availableProcessors() + " processors.");
        out.flush();
        return 0;
    }

    private void check() {
        codecs.forEach(each -> checks.oneOf("--codec", each, "backblaze", "table", "vector"));
        works.forEach(each -> checks.oneOf("--work", each, "encode", "reconstruct"));
        lengths.forEach(each -> checks.range("--length", each, 1, 1 << 26));
        for (final String each : shapes) {
            if (!each.matches("[1-9]\\d{0,2}\\+[1-9]\\d{0,2}") || sum(each) > 256) {
                throw checks.wrong("--shape is '" + each + "', but must be K+M with K and M of 1 or more, and K + M at "
                    + "most 256");
            }
        }
    }

    private static int sum(final String shape) {
        final int plus = shape.indexOf('+');
        return Integer.parseInt(shape.substring(0, plus)) + Integer.parseInt(shape.substring(plus + 1));
    }
}
