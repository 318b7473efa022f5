package io.fleet.verify.torture;

import io.fleet.verify.process.FileTrees;
import io.fleet.verify.torture.fault.Fault;
import io.fleet.verify.torture.history.HistoryCheck;
import io.fleet.verify.torture.history.HistoryFiles;
import io.fleet.verify.torture.history.ReadLevel;
import io.fleet.verify.torture.history.Recorder;
import io.fleet.verify.torture.history.SchedulingLag;
import io.fleet.verify.torture.history.StaleReads;
import io.fleet.verify.torture.history.Timeline;
import io.fleet.verify.torture.history.Workload;
import io.fleet.verify.torture.process.Leftovers;
import io.fleet.verify.torture.process.RunName;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One run: starts the processes, lets clients work on them while faults happen, and judges what the clients saw. No
 * process or mount outlives it, also when this one is told to stop; what one left behind that was killed is ended by
 * the next.
 */
public final class TortureRun {
    /** Keeps a run of hours within what memory holds and the check can judge. */
    private static final long REST_NS = 8_000_000;

    private final TortureOptions options;
    private final PrintWriter out;
    private final Timeline timeline;
    private final Recorder recorder = new Recorder();
    private final StaleReads staleReads = new StaleReads();
    private final Workload workload;
    private final List<String> problems = new ArrayList<>();
    private final SchedulingLag lateness = new SchedulingLag();
    private Faults faults;
    /** Null where how voters count is not changed. */
    private QuorumChanges quorums;
    private HistoryCheck check;
    private long startedNs;
    private long workedNs;

    private TortureRun(final TortureOptions options, final PrintWriter out) {
        this.options = options;
        this.out = out;
        timeline = new Timeline(out);
        workload = new Workload(!options.isLed());
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
    public static boolean run(final TortureOptions options, final PrintWriter out)
        throws IOException, InterruptedException {
        return new TortureRun(options, out).run();
    }

    private boolean run() throws IOException, InterruptedException {
        for (final String each : Leftovers.sweep(Path.of(System.getProperty("java.io.tmpdir")))) {
            timeline.say("ended what an earlier run left behind: " + each);
        }
        final Path directory = directory();
        out.println(options.title() + ": " + options.nodes() + " processes, " + options.clients() + " clients, "
            + options.length().toSeconds() + " s" + (options.isDrawn() ? ", seed " + options.seed() : "")
            + "; data and logs in " + directory);
        out.flush();
        final List<Fault> plan = options.plan();
        try (Site site = new Site(options, directory, plan, timeline);
             KvProcesses processes = new KvProcesses(site, timeline)) {
            final Thread hook = new Thread(() -> end(processes, site), "fleet-torture-end");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                final Observers observers = options.observers() == 0 ? null : new Observers(site, processes, timeline);
                faults = new Faults(plan, site, processes, observers, recorder, timeline);
                quorums = options.changesQuorums() ? new QuorumChanges(options, site, timeline) : null;
                start(processes, observers);
                work(processes);
            } catch (final TortureFailure e) {
                problems.add(e.getMessage());
            } finally {
                processes.close();
                removeHook(hook);
            }
            conclude(site);
        }
        clean(directory);
        return problems.isEmpty();
    }

    private static void start(final KvProcesses processes, final Observers observers)
        throws TortureFailure, IOException, InterruptedException {
        if (observers == null) {
            processes.startAll();
        } else {
            observers.start();
        }
    }

    private void work(final KvProcesses processes) throws TortureFailure, IOException, InterruptedException {
        timeline.say((options.isLed() ? "node " + processes.awaitLeader().id() + " leads" : "every node takes writes")
            + "; clients begin");
        load(processes);
        final Map<String, String> values = new FinalReader(processes, recorder, options.clients(), !options.isLed())
            .read();
        timeline.say("all keys were read through all nodes");
        problems.addAll(processes.stopAll());
        check = new HistoryCheck(recorder.history(), values);
        check.run();
        problems.addAll(check.problems());
        problems.addAll(staleReads.problems(recorder.history()));
    }

    private void load(final KvProcesses processes) throws TortureFailure, IOException, InterruptedException {
        final List<LoadClient> clients = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < options.clients(); i++) {
            final LoadClient client = new LoadClient(i, options.nodes(), processes::port, workload, recorder,
                options.isDrawn() ? REST_NS : 0,
                options.isDrawn() ? ReadLevel.of(i, options.isLed()) : ReadLevel.LOG, staleReads);
            clients.add(client);
            final Thread thread = new Thread(client, "fleet-torture-client-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        startedNs = System.nanoTime();
        recorder.watch();
        threads.forEach(Thread::start);
        try (SchedulingLag watched = lateness; Progress progress = progress(); QuorumChanges changes = quorums) {
            watched.start();
            if (changes != null) {
                changes.start();
            }
            faults.run(options.length().toNanos(), options.isDrawn());
            if (changes != null) {
                changes.finish();
            }
        } finally {
            recorder.unwatch();
            workedNs = System.nanoTime() - startedNs;
            clients.forEach(LoadClient::stop);
            for (final Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(10));
            }
        }
        if (threads.stream().anyMatch(Thread::isAlive)) {
            throw new TortureFailure("a client does not end, though every wait of it is bounded");
        }
        timeline.say("clients have ended");
    }

    /** Null where faults are few and each says what it does. */
    private Progress progress() {
        return options.isDrawn()
            ? new Progress(timeline, () -> "so far " + recorder.progress() + "; " + summary()) : null;
    }

    /** What was done to the nodes. Any thread. */
    private String summary() {
        return faults.summary() + (quorums == null ? "" : ", " + quorums.count() + " changes of quorums");
    }

    private void conclude(final Site site) throws IOException {
        problems.addAll(recorder.refusals());
        if (site.problem() != null) {
            problems.add(site.problem());
        }
        final Report report = new Report(options, recorder, timeline, lateness, out);
        if (check != null) {
            report.figures(faults.counts(), startedNs, workedNs, site.traffic());
            check.findings().forEach(out::println);
            out.println("stale reads:  " + staleReads.count() + ", each held to its age and its own connection");
            report.judgeGap().ifPresent(problems::add);
        }
        out.println();
        problems.forEach(problem -> out.println("PROBLEM: " + problem));
        if (!problems.isEmpty()) {
            site.keep();
            new HistoryFiles(recorder.history(), check == null ? null : check.verdict(), timeline, problems)
                .write(site.directory());
        }
        report.result(problems.size(), summary(), site.directory());
    }

    private Path directory() throws IOException {
        if (options.directory() == null) {
            final Path made = Files.createTempDirectory(RunName.own() + "-");
            Site.mark(made, true);
            return made;
        }
        return Files.createDirectories(options.directory()).toAbsolutePath().normalize();
    }

    private void clean(final Path directory) throws IOException {
        if (problems.isEmpty() && options.directory() == null) {
            FileTrees.delete(directory);
        } else if (options.directory() == null) {
            Site.mark(directory, false);
        }
    }

    private static void end(final KvProcesses processes, final Site site) {
        processes.close();
        site.close();
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
