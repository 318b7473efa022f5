package io.fleet.bench.harness;

import io.fleet.bench.peer.ControlLine;
import io.fleet.verify.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process of a benchmark: told what to do on its input, heard on its output, logged to a file. */
final class Child extends ChildProcess {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    /** Follows the last line of a process. */
    private static final ControlLine END = new ControlLine("end", "");

    private final String name;
    private final PrintStream input;
    private final BlockingQueue<ControlLine> lines = new LinkedBlockingQueue<>();
    /** What it has started itself, as far as that is known. */
    private volatile List<ProcessHandle> started = List.of();

    /**
     * Starts a process.
     *
     * @param name    what reports call it.
     * @param log     takes what it prints on its standard error; it runs in the same directory.
     * @param command its words.
     */
    Child(final String name, final Path log, final List<String> command) throws IOException {
        super(name, log);
        this.name = name;
        final Process process = launch(new ProcessBuilder(command)
            .directory(log.toAbsolutePath().getParent().toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        final Thread reader = new Thread(() -> read(process), "bench-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Tells it something. */
    void say(final String word, final String rest) {
        input.println(new ControlLine(word, rest));
    }

    /**
     * Waits for a line.
     *
     * @param word   what it begins with.
     * @param limit  how long it is waited for.
     * @param others takes the lines that come before it.
     * @return the rest of the line.
     */
    String await(final String word, final Duration limit, final Consumer<ControlLine> others)
        throws BenchmarkFailure, InterruptedException {
        final long deadlineNs = System.nanoTime() + limit.toNanos();
        while (true) {
            final ControlLine line = next(word, deadlineNs, limit);
            if (line.word().equals(word)) {
                return line.rest();
            }
            others.accept(line);
        }
    }

    /**
     * Waits for any line.
     *
     * @param word       the one that is waited for in the end.
     * @param deadlineNs until when, as {@link System#nanoTime()}.
     * @param limit      how long that is, for a report.
     */
    ControlLine next(final String word, final long deadlineNs, final Duration limit)
        throws BenchmarkFailure, InterruptedException {
        final ControlLine line = lines.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (line == null) {
            throw new BenchmarkFailure(name + " has not said '" + word + "' within " + limit.toSeconds() + " s"
                + endOfLog());
        }
        if (line == END) {
            throw new BenchmarkFailure(name + " has ended before it said '" + word + "'"
                + (awaitEnd(STOP_LIMIT.toMillis()) ? ", with exit code " + exitCode() : "") + endOfLog());
        }
        return line;
    }

    /** Looks for processes that it has started; they are taken for the same from then on, and end with it. */
    void findStarted() {
        started = ProcessHandle.of(pid()).map(self -> self.descendants().toList()).orElse(List.of());
    }

    /** It, and what {@link #findStarted()} has found. */
    List<Long> pids() {
        final List<Long> pids = new ArrayList<>(List.of(pid()));
        started.forEach(each -> pids.add(each.pid()));
        return pids;
    }

    /** Processor time that what {@link #findStarted()} has found took so far. */
    long startedCpuNs() {
        return started.stream().mapToLong(each -> each.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
            .sum();
    }

    /** What it has started ends with it. */
    @Override
    public void crash() {
        final List<ProcessHandle> others = new ArrayList<>(started);
        ProcessHandle.of(pid()).ifPresent(self -> self.descendants().forEach(others::add));
        super.crash();
        others.forEach(ProcessHandle::destroyForcibly);
    }

    /** A line that has come; null when none has. */
    ControlLine poll() {
        final ControlLine line = lines.peek();
        return line == null || line == END ? null : lines.poll();
    }

    /** Stops it in its tracks; another process lets it go on after some seconds, whatever became of this one. */
    void pause(final int seconds) throws IOException, InterruptedException {
        signal("STOP");
        new ProcessBuilder("sh", "-c", "sleep " + seconds + "; kill -CONT " + pid())
            .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Asks it to end. */
    @Override
    public void stop() {
        say(ControlLine.STOP, "");
        input.close();
    }

    /**
     * Waits until it has ended in good order.
     *
     * @throws BenchmarkFailure when it has not.
     */
    void awaitGoodEnd(final Duration limit) throws BenchmarkFailure, InterruptedException {
        if (!awaitEnd(limit.toMillis())) {
            throw new BenchmarkFailure(name + " has not ended within " + limit.toSeconds() + " s" + endOfLog());
        }
        if (exitCode() != 0) {
            throw new BenchmarkFailure(name + " has ended with exit code " + exitCode() + endOfLog());
        }
    }

    /** Returns when it has ended; one that takes too long is killed. */
    void awaitEnd() throws InterruptedException {
        if (!awaitEnd(STOP_LIMIT.toMillis())) {
            kill();
        }
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private void read(final Process process) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(ControlLine.parse(line));
            }
        } catch (final IOException e) {
            lines.add(new ControlLine("unreadable", e.toString()));
        }
        lines.add(END);
    }
}
