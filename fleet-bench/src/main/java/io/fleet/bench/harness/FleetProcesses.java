package io.fleet.bench.harness;

import io.fleet.bench.peer.PeerConfig;
import io.fleet.verify.process.FileTrees;
import io.fleet.verify.process.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A cluster of Fleet, each node and the client a process, in a directory of their own. They end, and their data goes,
 * when this is closed, and when this process is told to end. One thread.
 */
public final class FleetProcesses implements AutoCloseable {
    private final boolean isTemporary;
    private final Path directory;
    private final PeerConfig config;
    private final PeerCluster cluster;
    private final PrintWriter progress;
    private final Thread ender = new Thread(this::end, "bench-end");
    private final long beginNs = System.nanoTime();
    private boolean keepsLogs;

    /**
     * Starts nothing yet.
     *
     * @param wanted     takes data and logs; null for a temporary directory.
     * @param nodes      how many there may be.
     * @param keys       how many keys there are.
     * @param valueBytes the longest value.
     * @param settings   what is not as Fleet has it by itself.
     * @param java       the words that start a JVM.
     * @param progress   is told what happens.
     * @throws IOException when the directory cannot be made.
     */
    public FleetProcesses(final Path wanted, final int nodes, final int keys, final int valueBytes,
                          final Map<String, String> settings, final List<String> java, final PrintWriter progress)
        throws IOException {
        this.progress = progress;
        isTemporary = wanted == null;
        directory = Directories.forRun(wanted, true).toAbsolutePath();
        final Path data = directory.resolve("data");
        FileTrees.delete(data);
        config = new PeerConfig("fleet", nodes, FreePorts.find(PeerConfig.portsFor(nodes)), true,
            Files.createDirectories(data), data, keys, valueBytes, settings);
        cluster = new PeerCluster(config, false, java, directory);
        Runtime.getRuntime().addShutdownHook(ender);
    }

    public PeerCluster cluster() {
        return cluster;
    }

    /** Deletes all that a node has on disk; it does not run. */
    public void wipe(final int node) throws IOException {
        FileTrees.delete(config.directory(node));
    }

    /** Whether the logs stay where they are in the end; they do not unless this is called. */
    public void keepLogs(final boolean keeps) {
        keepsLogs = keeps;
    }

    /** Tells what happens, and when. */
    public void tell(final String format, final Object... values) {
        tell(progress, beginNs, format, values);
    }

    /** Tells what happens, and how long after the begin of a run. */
    public static void tell(final PrintWriter progress, final long beginNs, final String format,
                            final Object... values) {
        final long seconds = (System.nanoTime() - beginNs) / 1_000_000_000;
        progress.println(String.format(Locale.ROOT, "%02d:%02d  ", seconds / 60, seconds % 60)
            + String.format(Locale.ROOT, format, values));
        progress.flush();
    }

    private void end() {
        cluster.kill();
        try {
            FileTrees.delete(config.directory());
        } catch (final IOException e) {
            progress.println("data is left in " + config.directory() + ": " + e.getMessage());
            progress.flush();
        }
    }

    /** Ends all processes at once, and deletes their data: how nodes stop is measured before. */
    @Override
    public void close() throws IOException {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(ender);
        } catch (final IllegalStateException e) {
            return;
        }
        if (isTemporary && !keepsLogs) {
            FileTrees.delete(directory);
        } else {
            tell("the logs are in %s", directory);
        }
    }
}
