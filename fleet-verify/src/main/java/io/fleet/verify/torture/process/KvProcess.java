package io.fleet.verify.torture.process;

import io.fleet.examples.kv.server.KvMain;
import io.fleet.verify.process.ChildProcess;
import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One node: a process of {@code fleet kv} with this JVM's class path and flags, a directory and a log file, started as
 * often as needed. Its methods may be called by one thread, and {@link #end} by any.
 */
public final class KvProcess extends ChildProcess {
    private static final int ASK_MILLIS = 500;

    private final int id;
    private final String members;
    private final int port;
    private final Path directory;
    private final RunName run;
    private final List<String> options;
    private boolean expected;

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
        super("node " + id, log);
        this.options = options;
        this.id = id;
        this.members = members;
        this.port = port;
        this.directory = directory;
        this.run = run;
    }

    public int id() {
        return id;
    }

    public int port() {
        return port;
    }

    /** Starts the process; the one before must have ended. */
    public void start() throws IOException {
        final List<String> command = javaBut(Leftovers.FLAG);
        command.add(Leftovers.FLAG + run);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), KvMain.class.getName(),
            "--cluster", "1", "--id", Integer.toString(id), "--members", members, "--port", Integer.toString(port),
            "--dir", directory.toString()));
        command.addAll(options);
        launch(new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))).getOutputStream().close();
        expected = true;
    }

    @Override
    public void crash() {
        expected = false;
        super.crash();
    }

    @Override
    public void stop() {
        expected = false;
        super.stop();
    }

    /** From now on the process may end by itself, until it is started again or {@link #mustLive}. */
    public void mayEnd() {
        expected = false;
    }

    /** Ends what {@link #mayEnd} allows. */
    public void mustLive() {
        expected = true;
    }

    /** Deletes all its data; the process must have ended. */
    public void wipe() throws IOException {
        FileTrees.delete(directory);
    }

    /** Whether the process should run and does not. */
    public boolean diedByItself() {
        return expected && !isAlive();
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
        return Files.size(log());
    }

    /** Whether its log says something behind a length it had. */
    public boolean logSays(final String text, final long from) throws IOException {
        final byte[] all = Files.readAllBytes(log());
        final int begin = (int) Math.min(from, all.length);
        return new String(all, begin, all.length - begin, StandardCharsets.UTF_8).contains(text);
    }
}
