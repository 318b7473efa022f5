package io.fleet.examples.chaos;

import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run: starts three processes, lets clients work on them while faults happen, and judges what the clients saw. No
 * process outlives it, also when this one is told to stop.
 */
public final class ChaosRun {
    private final ChaosOptions options;
    private final PrintWriter out;
    private final Timeline timeline;
    private final Recorder recorder = new Recorder();
    private final List<String> problems = new ArrayList<>();
    private final Lateness lateness = new Lateness();
    private long workedNs;

    private ChaosRun(final ChaosOptions options, final PrintWriter out) {
        this.options = options;
        this.out = out;
        timeline = new Timeline(out);
    }

    /**
     * Runs it.
     *
     * @param options what is asked for.
     * @param out     takes the report.
     * @return whether nothing was wrong.
     * @throws IOException          when the directory cannot be made, or a process cannot be started.
     * @throws InterruptedException when the thread is interrupted.
     */
    public static boolean run(final ChaosOptions options, final PrintWriter out)
        throws IOException, InterruptedException {
        return new ChaosRun(options, out).run();
    }

    private boolean run() throws IOException, InterruptedException {
        final Path directory = directory();
        out.println("fleet chaos: three processes, " + options.clients() + " clients, "
            + options.length().toSeconds() + " s; data and logs in " + directory);
        out.flush();
        try (KvProcesses processes = new KvProcesses(directory, timeline)) {
            final Thread hook = new Thread(processes::close, "fleet-chaos-end");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                work(processes);
            } catch (final ChaosFailure e) {
                problems.add(e.getMessage());
            } finally {
                processes.close();
                removeHook(hook);
            }
        }
        conclude(directory);
        return problems.isEmpty();
    }

    private void work(final KvProcesses processes) throws ChaosFailure, IOException, InterruptedException {
        processes.startAll();
        final KvProcess leader = processes.awaitLeader();
        timeline.say("node " + leader.id() + " leads; clients begin");
        final Faults faults = new Faults(processes, timeline, options.length(), options.powerCut());
        load(processes, faults);
        final Map<String, String> values =
            new FinalReader(processes, recorder, options.clients()).read();
        timeline.say("all keys were read through all nodes");
        problems.addAll(processes.stopAll());
        final HistoryCheck check = new HistoryCheck(recorder.history(), values);
        check.run();
        report(check);
    }

    private void load(final KvProcesses processes, final Faults faults)
        throws ChaosFailure, IOException, InterruptedException {
        final Workload workload = new Workload();
        final List<LoadClient> clients = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < options.clients(); i++) {
            final LoadClient client = new LoadClient(i, processes::port, workload, recorder);
            clients.add(client);
            final Thread thread = new Thread(client, "fleet-chaos-client-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        final long startNs = System.nanoTime();
        recorder.watch();
        threads.forEach(Thread::start);
        try (Lateness watched = lateness) {
            watched.start();
            faults.run();
        } finally {
            recorder.unwatch();
            workedNs = System.nanoTime() - startNs;
            clients.forEach(LoadClient::stop);
            for (final Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(10));
            }
        }
        if (threads.stream().anyMatch(Thread::isAlive)) {
            throw new ChaosFailure("a client does not end, though every wait of it is bounded");
        }
        timeline.say("clients have ended");
    }

    private void report(final HistoryCheck check) {
        final Map<Outcome, Long> outcomes = new LinkedHashMap<>();
        for (final Operation<KvInput, String> operation : recorder.history().operations()) {
            if (operation.client() < options.clients()) {
                outcomes.merge(operation.outcome(), 1L, Long::sum);
            }
        }
        final long answered = outcomes.getOrDefault(Outcome.OK, 0L);
        out.println();
        out.println("faults:       " + Faults.plan(options.length(), options.powerCut()).stream()
            .collect(Collectors.groupingBy(kind -> kind, LinkedHashMap::new, Collectors.counting()))
            .entrySet().stream().map(each -> each.getValue() + " x " + each.getKey())
            .collect(Collectors.joining(", ")));
        out.printf(Locale.ROOT, "operations:   %d answered (%.0f a second), %d unknown, %d not applied%n", answered,
            answered / (workedNs / 1e9), outcomes.getOrDefault(Outcome.UNKNOWN, 0L),
            outcomes.getOrDefault(Outcome.NOT_APPLIED, 0L));
        gaps();
        check.findings().forEach(out::println);
        problems.addAll(check.problems());
        problems.addAll(recorder.refusals());
    }

    private void gaps() {
        final List<Recorder.Gap> longest = recorder.gaps().stream()
            .sorted(Comparator.comparingLong(Recorder.Gap::lengthNs).reversed()).limit(5).toList();
        out.println("no answer to any client for" + (longest.isEmpty() ? ": never over 100 ms" : ":"));
        for (final Recorder.Gap gap : longest) {
            out.printf(Locale.ROOT, "    %5d ms from %s: %s%n", gap.lengthNs() / 1_000_000,
                timeline.at(gap.fromNs()).strip(), timeline.causeOf(gap.fromNs(), gap.toNs()));
        }
        out.printf(Locale.ROOT, "this machine: %d cores, load %.1f; a thread that wanted to run waited for up to"
            + " %d ms, %d ms in all%n", Runtime.getRuntime().availableProcessors(),
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), lateness.worstNs() / 1_000_000,
            lateness.sumNs() / 1_000_000);
        if (!options.powerCut() && !longest.isEmpty()
            && longest.get(0).lengthNs() >= options.maxGap().toNanos()) {
            problems.add("no client was answered for " + longest.get(0).lengthNs() / 1_000_000
                + " ms, but this must stay below " + options.maxGap().toMillis() + " ms (--max-gap-ms)");
        }
    }

    private void conclude(final Path directory) throws IOException {
        out.println();
        problems.forEach(problem -> out.println("PROBLEM: " + problem));
        if (problems.isEmpty()) {
            out.println("PASSED");
        } else {
            out.println("FAILED: " + problems.size() + (problems.size() == 1 ? " problem" : " problems")
                + "; data and logs are kept in " + directory);
        }
        out.flush();
        if (problems.isEmpty() && options.directory() == null) {
            delete(directory);
        }
    }

    private Path directory() throws IOException {
        if (options.directory() == null) {
            return Files.createTempDirectory("fleet-chaos-");
        }
        return Files.createDirectories(options.directory()).toAbsolutePath().normalize();
    }

    private static void delete(final Path directory) throws IOException {
        final List<Path> all;
        try (Stream<Path> paths = Files.walk(directory)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (final Path path : all) {
            Files.delete(path);
        }
    }

    /** Takes the hook back, unless the process is stopping already: then the hook has run. */
    private void removeHook(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException stoppingAlready) {
            out.flush();
        }
    }
}
