package io.fleet.bench.coded;

import io.fleet.bench.harness.DiskLimit;
import io.fleet.bench.load.Interval;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.LoadRunner;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.fleet.LocalCluster;
import io.fleet.bench.peer.fleet.NodeFigures;
import io.fleet.config.GroupConfig;
import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A new cluster whose keys all have a value, and loads on it. One thread. Its data is deleted in the end. */
final class Trial implements AutoCloseable {
    private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(60);
    private static final Interval NOBODY = new Interval() {
        @Override
        public void begins() {
            // Nothing is looked at there.
        }

        @Override
        public void ends() {
            // Nor there.
        }
    };

    private final Path directory;
    private final int valueBytes;
    private final int keys;
    private final LocalCluster cluster;
    /** Null where disks are not limited. */
    private final DiskLimit limit;
    private final LoadRunner runner = new LoadRunner(System::nanoTime);

    Trial(final Contender contender, final GroupConfig config, final int clients, final int valueBytes,
          final long diskBytes, final Path below) throws IOException {
        directory = below.resolve("data");
        FileTrees.delete(directory);
        limit = diskBytes == 0 ? null : new DiskLimit(below, diskBytes);
        this.valueBytes = valueBytes;
        keys = CodedOptions.keys(valueBytes);
        cluster = new LocalCluster(config, contender.nodes(), clients, keys, valueBytes,
            contender.byHandles(), directory);
        try {
            cluster.fill(runner);
            if (limit != null) {
                NodeThreads.limit(limit);
            }
        } catch (final RuntimeException e) {
            throw new IllegalStateException(contender + " with values of " + valueBytes + " bytes: " + e.getMessage()
                + "; " + endedAs(), e);
        }
    }

    private String endedAs() throws IOException {
        final String standing = cluster.standing();
        close();
        return standing;
    }

    /** One load, and what it gave. */
    LoadResult run(final Workload workload, final int inFlight, final Duration warmUp, final Duration measure) {
        return runner.run(new LoadSpec(workload, valueBytes, keys, inFlight, 0, warmUp.toNanos(), measure.toNanos(),
            DRAIN_NS), cluster, NOBODY);
    }

    /** What the nodes have counted, once they are at rest. */
    List<NodeFigures> figures() throws TimeoutException {
        return cluster.awaitFigures();
    }

    @Override
    public void close() throws IOException {
        cluster.close();
        if (limit != null) {
            limit.close();
        }
        FileTrees.delete(directory);
    }
}
