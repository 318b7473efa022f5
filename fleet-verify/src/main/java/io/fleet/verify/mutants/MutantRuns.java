package io.fleet.verify.mutants;

import io.fleet.verify.process.ChildProcess;
import io.fleet.verify.process.FileTrees;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;

/**
 * Makes mutants and tries them, each in a process of its own, at most two at once. No process outlives this one.
 */
final class MutantRuns {
    private static final int MAX_PROCESSES = 2;
    private static final String MEMORY = "-Xmx1g";

    private final Checkout checkout;
    private final long seeds;
    private final int threads;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    /**
     * Prepares runs.
     *
     * @param checkout where the sources are.
     * @param seeds    how many seeds a mutant has to survive.
     * @param threads  how many seeds run at once, over all mutants.
     */
    MutantRuns(final Checkout checkout, final long seeds, final int threads) {
        this.checkout = checkout;
        this.seeds = seeds;
        this.threads = threads;
    }

    /** Tries mutants; {@code onVerdict} is told of each when it is done, on any thread but never on two at once. */
    Map<Mutant, Verdict> run(final List<Mutant> mutants, final BiConsumer<Mutant, Verdict> onVerdict)
        throws IOException, InterruptedException {
        final Path scratch = Files.createTempDirectory("fleet-mutants-");
        final Thread atExit = new Thread(() -> end(scratch), "fleet-mutants-exit");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            final int processes = Math.max(1, Math.min(Math.min(MAX_PROCESSES, threads), mutants.size()));
            final ConcurrentLinkedQueue<Mutant> queue = new ConcurrentLinkedQueue<>(mutants);
            final Map<Mutant, Verdict> verdicts = new ConcurrentHashMap<>();
            final List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < processes; i++) {
                final Thread worker = new Thread(() -> work(queue, scratch, Math.max(1, threads / processes),
                    (mutant, verdict) -> {
                        synchronized (verdicts) {
                            verdicts.put(mutant, verdict);
                            onVerdict.accept(mutant, verdict);
                        }
                    }), "fleet-mutants-" + i);
                workers.add(worker);
                worker.start();
            }
            for (final Thread worker : workers) {
                worker.join();
            }
            return verdicts;
        } finally {
            end(scratch);
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
    }

    private void work(final ConcurrentLinkedQueue<Mutant> queue, final Path scratch, final int threadsOfEach,
                      final BiConsumer<Mutant, Verdict> onVerdict) {
        final TestRun tests = new TestRun(checkout,
            scratch.resolve("checkout-" + Thread.currentThread().getName()), this::watch);
        for (Mutant mutant = queue.poll(); mutant != null && !ended; mutant = queue.poll()) {
            Verdict verdict;
            try {
                final Path directory = Files.createDirectory(scratch.resolve(mutant.name()));
                final Path classes = new MutantBuild(checkout, directory).build(mutant);
                verdict = mutant.test() == null ? null : tests.run(mutant, classes);
                if (verdict == null || verdict.kind() == Verdict.Kind.SURVIVED) {
                    verdict = tried(mutant, classes, threadsOfEach);
                }
            } catch (final IOException | InterruptedException | RuntimeException e) {
                verdict = Verdict.broken(e.getMessage() == null ? e.toString() : e.getMessage());
            }
            onVerdict.accept(mutant, verdict);
        }
    }

    private Verdict tried(final Mutant mutant, final Path classes, final int threadsOfEach)
        throws IOException, InterruptedException {
        final Path script = checkout.script(mutant);
        final List<String> command = ChildProcess.javaBut("-Xmx");
        command.addAll(List.of("-ea", MEMORY, "-cp",
            classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
            Trial.class.getName(), Long.toString(seeds), Integer.toString(threadsOfEach)));
        if (mutant.isCoded()) {
            command.add(Trial.CODED);
        } else if (script != null) {
            command.add(script.toString());
        }
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        watch(process);
        try {
            process.getOutputStream().close();
            return verdictOf(process);
        } finally {
            process.destroyForcibly();
            running.remove(process);
        }
    }

    /** A process ends with this one at the latest. */
    private void watch(final Process process) {
        running.add(process);
        if (ended) {
            process.destroyForcibly();
        }
    }

    private static Verdict verdictOf(final Process process) throws IOException, InterruptedException {
        String last = "";
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                final Verdict verdict = Verdict.parse(line);
                if (verdict != null) {
                    return verdict;
                }
                last = line;
            }
        }
        return Verdict.broken("the process ended with exit code " + process.waitFor() + " and no verdict: " + last);
    }

    private synchronized void end(final Path scratch) {
        ended = true;
        running.forEach(Process::destroyForcibly);
        try {
            FileTrees.delete(scratch);
        } catch (final IOException e) {
            // What is left lies in the system's temporary directory.
        }
    }
}
