package io.fleet.verify.torture.process;

import io.fleet.examples.kv.server.KvMain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One node: a process of {@code fleet kv} with this JVM's class path and flags, a directory and a log file, started as
 * often as needed. Its methods may be called by one thread, and {@link #end} by any.
 */
public final class KvProcess {
    private static final int ASK_MILLIS = 500;
    private static final int LOG_LINES = 12;
    private static final long END_MILLIS = 5_000;

    private final int id;
    private final String members;
    private final int port;
    private final Path directory;
    private final Path log;
    private final RunName run;
    private final List<String> options;
    private volatile Process process;
    private boolean expected;
    private boolean ended;

    /**
     * @param id        of the node.
     * @param members   host:port of all nodes, parted by commas.
     * @param port      where it serves RESP.
     * @param directory takes its data.
     * @param log       takes what it says.
     * @param run       names the process as one of this run.
     * @param options   more of {@code fleet kv}.
     */
    public KvProcess(final int id, final String members, final int port, final Path directory, final Path log,
              final RunName run, final List<String> options) {
        this.options = options;
        this.id = id;
        this.members = members;
        this.port = port;
        this.directory = directory;
        this.log = log;
        this.run = run;
    }

    public int id() {
        return id;
    }

    public int port() {
        return port;
    }

    public Path log() {
        return log;
    }

    /** Starts the process; the one before must have ended. */
    public synchronized void start() throws IOException {
        if (ended) {
            throw new IOException("the run is being ended");
        }
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-agentlib:") && !flag.startsWith(Leftovers.FLAG)) {
                command.add(flag);
            }
        }
        command.add(Leftovers.FLAG + run);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), KvMain.class.getName(),
            "--cluster", "1", "--id", Integer.toString(id), "--members", members, "--port", Integer.toString(port),
            "--dir", directory.toString()));
        command.addAll(options);
        process = new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
        process.getOutputStream().close();
        expected = true;
    }

    /** Ends the process as a crash would, without waiting for that. */
    public void crash() {
        expected = false;
        process.destroyForcibly();
    }

    /** Ends the process as a crash would; returns when it has ended. */
    public void kill() throws InterruptedException {
        crash();
        process.waitFor();
    }

    /** Stops the process from running, without telling it. */
    public void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** From now on the process may end by itself, until it is started again or {@link #mustLive}. */
    public void mayEnd() {
        expected = false;
    }

    /** Ends what {@link #mayEnd} allows. */
    public void mustLive() {
        expected = true;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Deletes all its data; the process must have ended. */
    public void wipe() throws IOException {
        FileTrees.delete(directory);
    }

    /** Lets a paused process go on. */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** Makes the process write what its threads do into its log. */
    public void dumpThreads() throws IOException, InterruptedException {
        signal("QUIT");
    }

    /** Asks the process to end in order. */
    public void stop() {
        expected = false;
        process.destroy();
    }

    /** Whether the process ends within a time. */
    public boolean awaitEnd(final long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Of an ended process. */
    public int exitCode() {
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    /** Whether the process should run and does not. */
    public boolean diedByItself() {
        return expected && !process.isAlive();
    }

    /** Makes sure that no process is left, now and later. Any thread. */
    public synchronized void end() {
        ended = true;
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** Waits, but not for long, for what {@link #end} did. Any thread. */
    public void awaitEnded() {
        final Process last = process;
        if (last != null) {
            last.onExit().orTimeout(END_MILLIS, TimeUnit.MILLISECONDS).exceptionally(tooLate -> last).join();
        }
    }

    /**
     * What the node says of itself.
     *
     * @return the fields of INFO; empty when it does not answer in time.
     */
    public Map<String, String> info() {
        final Map<String, String> fields = new HashMap<>();
        try (RespClient client = new RespClient(port, ASK_MILLIS)) {
            for (final String line : client.call(List.of("INFO")).get(0).split("\r\n")) {
                final int colon = line.indexOf(':');
                if (colon > 0) {
                    fields.put(line.substring(0, colon), line.substring(colon + 1));
                }
            }
        } catch (final IOException | RespClient.ErrorReply notNow) {
            fields.clear();
        }
        return fields;
    }

    /** How long its log is. */
    public long logLength() throws IOException {
        return Files.size(log);
    }

    /** Whether its log says something behind a length it had. */
    public boolean logSays(final String text, final long from) throws IOException {
        final byte[] all = Files.readAllBytes(log);
        final int begin = (int) Math.min(from, all.length);
        return new String(all, begin, all.length - begin, StandardCharsets.UTF_8).contains(text);
    }

    /** The last lines of its log, for a report. */
    public String endOfLog() {
        try {
            final String[] lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).split("\n");
            final StringBuilder text = new StringBuilder();
            for (int i = Math.max(0, lines.length - LOG_LINES); i < lines.length; i++) {
                text.append("\n      ").append(lines[i]);
            }
            return text.toString();
        } catch (final IOException e) {
            return "\n      (no log: " + e.getMessage() + ")";
        }
    }

    private void signal(final String name) throws IOException, InterruptedException {
        final Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill -" + name + " " + pid() + " ended with exit code " + kill.exitValue());
        }
    }
}
