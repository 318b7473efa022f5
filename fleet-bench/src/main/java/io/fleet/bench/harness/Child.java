package io.fleet.bench.harness;

import io.fleet.bench.peer.ControlLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One process that was started here: told what to do on its input, heard on its output, logged to a file. */
final class Child {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final int LOG_LINES = 12;
    /** Follows the last line of a process. */
    private static final ControlLine END = new ControlLine("end", "");

    private final String name;
    private final Path log;
    private final Process process;
    private final PrintStream input;
    private final BlockingQueue<ControlLine> lines = new LinkedBlockingQueue<>();

    private Child(final String name, final Path log, final Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        final Thread reader = new Thread(this::read, "bench-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a process.
     *
     * @param name    what reports call it.
     * @param log     takes what it prints on its standard error; it runs in the same directory.
     * @param command its words.
     */
    static Child start(final String name, final Path log, final List<String> command) throws IOException {
        return new Child(name, log, new ProcessBuilder(command)
            .directory(log.toAbsolutePath().getParent().toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())).start());
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
            final ControlLine line = lines.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new BenchmarkFailure(name + " has not said '" + word + "' within " + limit.toSeconds() + " s"
                    + endOfLog());
            }
            if (line == END) {
                process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
                throw new BenchmarkFailure(name + " has ended before it said '" + word + "'"
                    + (process.isAlive() ? "" : ", with exit code " + process.exitValue()) + endOfLog());
            }
            if (line.word().equals(word)) {
                return line.rest();
            }
            others.accept(line);
        }
    }

    /** A line that has come; null when none has. */
    ControlLine poll() {
        final ControlLine line = lines.peek();
        return line == null || line == END ? null : lines.poll();
    }

    /** Stops it in its tracks; another process lets it go on after some seconds, whatever became of this one. */
    void pause(final int seconds) throws IOException, InterruptedException {
        signal("STOP");
        new ProcessBuilder("sh", "-c", "sleep " + seconds + "; kill -CONT " + process.pid())
            .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Lets it go on. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(final String signal) throws IOException, InterruptedException {
        if (new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor() != 0) {
            throw new IOException(name + " could not be sent SIG" + signal);
        }
    }

    /** Asks it to end. */
    void stop() {
        say(ControlLine.STOP, "");
        input.close();
    }

    /**
     * Waits until it has ended in good order.
     *
     * @throws BenchmarkFailure when it has not.
     */
    void awaitGoodEnd(final Duration limit) throws BenchmarkFailure, InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new BenchmarkFailure(name + " has not ended within " + limit.toSeconds() + " s" + endOfLog());
        }
        if (process.exitValue() != 0) {
            throw new BenchmarkFailure(name + " has ended with exit code " + process.exitValue() + endOfLog());
        }
    }

    /** Returns when it has ended; one that takes too long is killed. */
    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
    }

    /** Ends it at once; returns when it is gone. Any thread. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(ControlLine.parse(line));
            }
        } catch (final IOException e) {
            lines.add(new ControlLine("unreadable", e.toString()));
        }
        lines.add(END);
    }

    private String endOfLog() {
        try {
            final String text = Files.readString(log, StandardCharsets.UTF_8);
            final List<String> all = text.lines().toList();
            return all.isEmpty() ? "" : "; the end of its log:\n    "
                + String.join("\n    ", all.subList(Math.max(0, all.size() - LOG_LINES), all.size()));
        } catch (final IOException e) {
            return "; it has no log: " + e.getMessage();
        }
    }
}
