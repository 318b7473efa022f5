package io.fleet.verify.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that is started here, as often as needed, and the file that takes what it says. */
public class ChildProcess {
    private static final int LOG_LINES = 12;
    private static final long END_MILLIS = 5_000;

    private final String name;
    private final Path log;
    private volatile Process process;
    private boolean ended;

    /** {@code name} is what messages call it. */
    protected ChildProcess(final String name, final Path log) {
        this.name = name;
        this.log = log;
    }

    /** The first word of a command that starts a JVM: where that of this process is. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The first words of a command that starts one with the flags of this, but for those that begin so. */
    public static List<String> javaBut(final String flags) {
        final List<String> words = new ArrayList<>(List.of(java()));
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-agentlib:") && !flag.startsWith(flags)) {
                words.add(flag);
            }
        }
        return words;
    }

    /** Starts it; the one before must have ended. */
    protected final synchronized Process launch(final ProcessBuilder command) throws IOException {
        if (ended) {
            throw new IOException("the run is being ended");
        }
        process = command.start();
        return process;
    }

    public final Path log() {
        return log;
    }

    public final long pid() {
        return process.pid();
    }

    public final boolean isAlive() {
        return process.isAlive();
    }

    /** Of an ended process. */
    public final int exitCode() {
        return process.exitValue();
    }

    /** Sends it one of the signals of the system, such as STOP. */
    public final void signal(final String signal) throws IOException, InterruptedException {
        final SystemCommand kill = SystemCommand.run("kill", "-" + signal, Long.toString(pid()));
        if (!kill.succeeded()) {
            throw new IOException(name + " could not be sent SIG" + signal + ": " + kill.output());
        }
    }

    /** Asks it to end in order. */
    public void stop() {
        process.destroy();
    }

    /** Ends it as a crash would, without waiting for that. */
    public void crash() {
        process.destroyForcibly();
    }

    /** Ends it as a crash would; returns when it has ended. */
    public final void kill() {
        crash();
        process.onExit().join();
    }

    /** Whether it ends within a time. */
    public final boolean awaitEnd(final long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Makes sure that no process is left, now and later. Any thread. */
    public final synchronized void end() {
        ended = true;
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** Waits, but not for long, for what {@link #end} did. Any thread. */
    public final void awaitEnded() {
        final Process last = process;
        if (last != null) {
            last.onExit().orTimeout(END_MILLIS, TimeUnit.MILLISECONDS).exceptionally(tooLate -> last).join();
        }
    }

    /** The last lines of its log, for a report. */
    public final String endOfLog() {
        try {
            final List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
            return lines.isEmpty() ? "; its log is empty" : "; its log ends with\n      "
                + String.join("\n      ", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (final IOException e) {
            return "; it has no log: " + e.getMessage();
        }
    }
}
