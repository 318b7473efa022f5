package io.fleet.bench.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What Linux has counted of some processes since they began. One thread. */
final class ProcessSample {
    /** Where the system tells. */
    static final Path PROC = Path.of("/proc");
    private static final String WRITTEN = "write_bytes";
    private static final List<String> CALLS = List.of("syscr", "syscw");
    private static final String VOLUNTARY = "voluntary_ctxt_switches";
    private static final String INVOLUNTARY = "nonvoluntary_ctxt_switches";

    private final long written;
    private final long calls;
    private final Map<String, Switches> threads;

    private ProcessSample(final long written, final long calls, final Map<String, Switches> threads) {
        this.written = written;
        this.calls = calls;
        this.threads = threads;
    }

    /**
     * Looks at processes now.
     *
     * @param proc where the system tells, {@link #PROC}.
     * @param pids which; one that has ended, or that this process may not look at, makes its sums unknown.
     */
    static ProcessSample of(final Path proc, final List<Long> pids) {
        long written = 0;
        long calls = 0;
        final Map<String, Switches> threads = new HashMap<>();
        for (final long pid : pids) {
            final Path process = proc.resolve(Long.toString(pid));
            final Map<String, Long> io = numbers(process.resolve("io"));
            written = ProcessCost.sum(written, io.getOrDefault(WRITTEN, ProcessCost.UNKNOWN));
            for (final String each : CALLS) {
                calls = ProcessCost.sum(calls, io.getOrDefault(each, ProcessCost.UNKNOWN));
            }
            for (final Path task : tasks(process)) {
                final Map<String, Long> status = numbers(task.resolve("status"));
                if (status.containsKey(VOLUNTARY) && status.containsKey(INVOLUNTARY)) {
                    threads.put(task.getFileName().toString(),
                        new Switches(status.get(VOLUNTARY), status.get(INVOLUNTARY)));
                }
            }
        }
        return new ProcessSample(pids.isEmpty() ? ProcessCost.UNKNOWN : written,
            pids.isEmpty() ? ProcessCost.UNKNOWN : calls, threads);
    }

    private static List<Path> tasks(final Path process) {
        try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
            return tasks.toList();
        } catch (final IOException e) {
            return List.of();
        }
    }

    /** Lines such as {@code name: 12}, those alone that end with a whole number; none of a file that is not there. */
    static Map<String, Long> numbers(final Path file) {
        final Map<String, Long> numbers = new HashMap<>();
        try {
            for (final String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                final int colon = line.indexOf(':');
                final String value = line.substring(colon + 1).strip();
                if (colon > 0 && value.matches("\\d{1,18}")) {
                    numbers.put(line.substring(0, colon), Long.parseLong(value));
                }
            }
        } catch (final IOException e) {
            // The process or thread has ended, or the system has no such file.
            numbers.clear();
        }
        return numbers;
    }

    /**
     * What was counted since. Threads that have ended meanwhile take what they did of switches with them.
     *
     * @param before of the same processes.
     */
    ProcessCost since(final ProcessSample before) {
        if (threads.isEmpty()) {
            return ProcessCost.NONE;
        }
        long voluntary = 0;
        long involuntary = 0;
        for (final Map.Entry<String, Switches> each : threads.entrySet()) {
            final Switches now = each.getValue();
            final Switches then = before.threads.get(each.getKey());
            final boolean isNew = then == null || then.voluntary > now.voluntary
                || then.involuntary > now.involuntary;
            voluntary += now.voluntary - (isNew ? 0 : then.voluntary);
            involuntary += now.involuntary - (isNew ? 0 : then.involuntary);
        }
        return new ProcessCost(ProcessCost.difference(written, before.written), ProcessCost.UNKNOWN,
            ProcessCost.difference(calls, before.calls), voluntary, involuntary);
    }

    /** Of one thread. */
    private record Switches(long voluntary, long involuntary) {
    }
}
