package io.fleet.verify.torture;

import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Outcome;
import io.fleet.verify.torture.history.KvInput;
import io.fleet.verify.torture.history.Recorder;
import io.fleet.verify.torture.history.SchedulingLag;
import io.fleet.verify.torture.history.Timeline;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Says at the end of a run how it went. */
final class Report {
    private static final int SHOWN_GAPS = 5;

    private final TortureOptions options;
    private final Recorder recorder;
    private final Timeline timeline;
    private final SchedulingLag lateness;
    private final PrintWriter out;
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);

    /** When clients have ended, or nobody cares for the last figures any more. */
    Report(final TortureOptions options, final Recorder recorder, final Timeline timeline, final SchedulingLag lateness,
           final PrintWriter out) {
        this.options = options;
        this.recorder = recorder;
        this.timeline = timeline;
        this.lateness = lateness;
        this.out = out;
        for (final Operation<KvInput, String> operation : List.copyOf(recorder.history().operations())) {
            if (operation.client() < options.clients() && operation.outcome() != null) {
                outcomes.merge(operation.outcome(), 1L, Long::sum);
            }
        }
    }

    private long count(final Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /**
     * The figures.
     *
     * @param faults    what was done.
     * @param startedNs when clients began, as {@link System#nanoTime}.
     * @param workedNs  how long they worked.
     * @param traffic   of the network; may be empty.
     */
    void figures(final String faults, final long startedNs, final long workedNs, final String traffic) {
        out.println();
        out.println("faults:       " + faults);
        out.printf(Locale.ROOT, "operations:   %d answered (%.0f a second), %d unknown, %d not applied%n",
            count(Outcome.OK), count(Outcome.OK) / (workedNs / 1e9), count(Outcome.UNKNOWN),
            count(Outcome.NOT_APPLIED));
        if (!traffic.isEmpty()) {
            out.println("network:      " + traffic);
        }
        final List<Recorder.Gap> longest = longest();
        out.println("no answer to any client for" + (longest.isEmpty() ? ": never over 100 ms" : ":"));
        for (final Recorder.Gap gap : longest) {
            out.printf(Locale.ROOT, "    %5d ms from %s (machine late for %d ms of it): %s%n",
                gap.lengthNs() / 1_000_000, timeline.at(gap.fromNs()).strip(),
                lateness.sumNs(gap.fromNs(), gap.toNs()) / 1_000_000, timeline.causeOf(gap.fromNs(), gap.toNs()));
        }
        out.printf(Locale.ROOT, "this machine: %d cores, load %.1f; a thread that wanted to run waited for up to"
            + " %d ms; waits of over 50 ms come to %d ms%n", Runtime.getRuntime().availableProcessors(),
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), lateness.worstNs() / 1_000_000,
            lateness.sumNs(startedNs, startedNs + workedNs) / 1_000_000);
    }

    private List<Recorder.Gap> longest() {
        return recorder.gaps().stream().sorted(Comparator.comparingLong(Recorder.Gap::lengthNs).reversed())
            .limit(SHOWN_GAPS).toList();
    }

    /** What is wrong with the longest time without an answer, where it is judged. */
    Optional<String> judgeGap() {
        final List<Recorder.Gap> longest = longest();
        if (options.regime() != Regime.ROUND || longest.isEmpty()
            || longest.get(0).lengthNs() < options.maxGap().toNanos()) {
            return Optional.empty();
        }
        return Optional.of("no client was answered for " + longest.get(0).lengthNs() / 1_000_000
            + " ms, but this must stay below " + options.maxGap().toMillis() + " ms (--max-gap-ms)");
    }

    /** The last line; with drawn faults it says everything that counts. */
    void result(final int problems, final String faults, final Path directory) {
        final String all = options.isDrawn() ? String.format(Locale.ROOT,
            ": seed %d, %d operations, %d unknown, %d not applied; %s; longest gap %d ms", options.seed(),
            outcomes.values().stream().mapToLong(Long::longValue).sum(), count(Outcome.UNKNOWN),
            count(Outcome.NOT_APPLIED), faults, recorder.longestGapMillis()) : "";
        if (problems == 0) {
            out.println("PASSED" + all);
        } else {
            out.println("FAILED: " + problems + (problems == 1 ? " problem" : " problems")
                + "; data, logs and history.html are kept in " + directory + all.replaceFirst(":", ";"));
        }
        out.flush();
    }
}
