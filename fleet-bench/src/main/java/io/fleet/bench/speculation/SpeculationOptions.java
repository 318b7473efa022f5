package io.fleet.bench.speculation;

import io.fleet.replica.speculation.PreparePool;
import io.fleet.verify.options.ToolChecks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What was asked for; of use when {@link #check} has been called. */
final class SpeculationOptions {
    private static final int MOST_MICROS = 100_000;
    private static final int MOST_IN_FLIGHT = 1_024;
    private static final int WARM_UP_SHARE = 4;

    @Option(names = "--micros", paramLabel = "US,...", defaultValue = "5,50,200,500",
        description = "how long the work of a command takes, in microseconds (default: ${DEFAULT-VALUE})")
    private String microsWords;
    @Option(names = "--threads", paramLabel = "N,...", defaultValue = "0,1,2,4",
        description = "threads of each node that prepare commands; 0, for off, is always measured"
            + " (default: ${DEFAULT-VALUE})")
    private String threadWords;
    @Option(names = "--in-flight", paramLabel = "N,...", defaultValue = "1,4",
        description = "commands in flight (default: ${DEFAULT-VALUE})")
    private String inFlightWords;
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "4",
        description = "how often each is measured, in turn (default: ${DEFAULT-VALUE})")
    int rounds;
    @Option(names = "--seconds", paramLabel = "S", defaultValue = "0.5",
        description = "how long each load is measured in a round, after a quarter of it as warm-up"
            + " (default: ${DEFAULT-VALUE})")
    private double seconds;
    @Option(names = "--plain",
        description = "measures only the machine that does not opt in, without work: to compare two builds")
    boolean isPlain;
    @Option(names = "--directory", paramLabel = "DIR",
        description = "where the nodes keep their data, on a disk (default: a temporary directory)")
    Path directory;
    List<Integer> micros;
    List<Integer> inFlight;
    /** In the order of the report. */
    List<Contender> contenders;
    Duration measure;
    Duration warmUp;

    /** Refuses what is wrong. */
    SpeculationOptions check(final ToolChecks checks) {
        micros = checks.integers("--micros", microsWords, 0, MOST_MICROS);
        final List<Integer> threads = checks.integers("--threads", threadWords, 0, PreparePool.MAX_THREADS);
        inFlight = checks.integers("--in-flight", inFlightWords, 1, MOST_IN_FLIGHT);
        checks.range("--rounds", rounds, 1, 1_000);
        measure = checks.seconds("--seconds", seconds, 0.01, 3_600);
        warmUp = measure.dividedBy(WARM_UP_SHARE);
        checks.directory("--directory", directory);
        contenders = isPlain ? List.of(Contender.PLAIN) : Stream.concat(Stream.of(Contender.PLAIN, Contender.OFF),
            Stream.concat(threads.stream().map(each -> new Contender(Contender.Kind.SPECULATIVE, each)),
                Stream.of(Contender.SHIPPED))).distinct().toList();
        return this;
    }

    /** What is measured of anyone, in order. */
    List<Point> points() {
        return isPlain ? points(List.of(0))
            : Stream.concat(points(List.of(0)).stream(), points(micros).stream()).distinct().toList();
    }

    /** Whether it is measured of this one: no work of those that the feature costs something, work of the others. */
    boolean measures(final Contender contender, final Point point) {
        return contender.isPlain() ? point.micros() == 0
            : contender.equals(Contender.OFF) || micros.contains(point.micros());
    }

    /** All that are asked for with works of such lengths. */
    List<Point> points(final List<Integer> lengths) {
        final List<Point> points = new ArrayList<>();
        for (final int each : lengths) {
            inFlight.forEach(count -> points.add(new Point(each, count)));
        }
        return points;
    }

    int mostInFlight() {
        return inFlight.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }
}
