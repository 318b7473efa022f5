package io.fleet.bench.harness;

import io.fleet.verify.process.SystemCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Counts all system calls of some processes, from its begin to its end, with the tool {@code perf} of Linux. Needs
 * that, and root; each call takes a little longer meanwhile. One thread.
 */
public final class SystemCalls {
    private static final String PERF = "perf";
    private static final String EVENT = "raw_syscalls:sys_enter";
    private static final String NOT_COUNTED = "<not counted>";
    private static final long END_SECONDS = 10;

    private final Process perf;

    private SystemCalls(final Process perf) {
        this.perf = perf;
    }

    /** Whether this machine and this user can count them. */
    public static boolean canCount() throws InterruptedException {
        try {
            return SystemCommand.run(PERF, "stat", "-e", EVENT, "true").succeeded();
        } catch (final IOException e) {
            return false;
        }
    }

    /** Counts from now on, threads that are started later included. */
    static SystemCalls begin(final List<Long> pids) throws IOException {
        return new SystemCalls(new ProcessBuilder(PERF, "stat", "-x", ",", "-e", EVENT, "-p",
            pids.stream().map(String::valueOf).collect(Collectors.joining(",")))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
    }

    /** How many there were; {@link ProcessCost#UNKNOWN} when the tool does not say. */
    long end() throws IOException, InterruptedException {
        SystemCommand.run("kill", "-INT", Long.toString(perf.pid()));
        if (!perf.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            perf.destroyForcibly();
            return ProcessCost.UNKNOWN;
        }
        return parse(new String(perf.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }

    /** The number in the line of the event, whose first field it is. */
    static long parse(final List<String> lines) {
        for (final String line : lines) {
            final String first = line.substring(0, Math.max(0, line.indexOf(',')));
            if (line.contains("," + EVENT) && (first.equals(NOT_COUNTED) || first.matches("\\d{1,18}"))) {
                return first.equals(NOT_COUNTED) ? 0 : Long.parseLong(first);
            }
        }
        return ProcessCost.UNKNOWN;
    }
}
