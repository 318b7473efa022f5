package io.fleet.bench.speculation;

import io.fleet.FleetCluster;
import io.fleet.bench.load.Interval;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.LoadRunner;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Workload;
import io.fleet.consensus.ModeCounter;
import io.fleet.machine.StateMachine;
import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * A new cluster of three nodes with a map, and loads on it by a client in the node that leads. All that can be set is
 * the default, but for the threads that prepare. One thread; its data is deleted in the end.
 */
final class MapCluster implements AutoCloseable {
    static final int VALUE_BYTES = 64;
    private static final int NODES = 3;
    private static final int GROUP = 0;
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
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
    private final List<SpeculativeMap> maps = new CopyOnWriteArrayList<>();
    private final LoadRunner runner = new LoadRunner(System::nanoTime);
    private final FleetCluster cluster;
    private final MapClient client;

    /**
     * What a load gave.
     *
     * @param load      as the client saw it.
     * @param early     commands that were prepared before their turn and published, of all nodes, warm-up included.
     * @param inTurn    commands that were prepared in their turn.
     * @param revoked   commands that were prepared and revoked.
     * @param shipped   commands whose effects were shipped, warm-up included as for all.
     * @param inserted  commands whose effects other nodes have inserted, of both together.
     * @param followed  commands that other nodes than the leader have executed or inserted, of both together.
     * @param bytes     of effects that were written.
     */
    record Result(LoadResult load, long early, long inTurn, long revoked, long shipped, long inserted, long followed,
                  long bytes) {
    }

    MapCluster(final Contender contender, final int mostInFlight, final Path below)
        throws IOException, TimeoutException {
        directory = Files.createTempDirectory(below, "cluster");
        cluster = FleetCluster.builder().nodes(NODES).directory(directory).prepareThreads(contender.threads())
            .machine(() -> machine(contender)).launch();
        try {
            if (!cluster.awaitVoters(TimeUnit.NANOSECONDS.toMillis(LONGEST_NS))) {
                throw new TimeoutException("a node does not vote");
            }
            client = new MapClient(cluster.client(leader()), runner, mostInFlight);
        } catch (final TimeoutException e) {
            cluster.close();
            throw e;
        }
    }

    private StateMachine machine(final Contender contender) {
        final SpeculativeMap map = contender.newMap();
        maps.add(map);
        return contender.host(map);
    }

    private int leader() throws TimeoutException {
        final long begunNs = System.nanoTime();
        int leader = cluster.node(0).status(GROUP).leader();
        while (leader < 0) {
            rest(begunNs, "nobody leads");
            leader = cluster.node(0).status(GROUP).leader();
        }
        return leader;
    }

    private static void rest(final long begunNs, final String what) throws TimeoutException {
        if (System.nanoTime() - begunNs > LONGEST_NS) {
            throw new TimeoutException(what + " for " + TimeUnit.NANOSECONDS.toSeconds(LONGEST_NS) + " s");
        }
        LockSupport.parkNanos(LOOK_NS);
    }

    /** One load, and what it gave once all nodes have executed it. */
    Result run(final Point point, final Duration warmUp, final Duration measure) throws TimeoutException {
        final long early = counted("speculation.published");
        final long inTurn = counted("speculation.in.turn");
        final long revoked = counted("speculation.revoked");
        final long shipped = counted("speculation.effects.shipped");
        final long inserted = counted("speculation.effects.inserted");
        final long taken = client.taken();
        final long bytes = effectBytes();
        client.work(TimeUnit.MICROSECONDS.toNanos(point.micros()));
        final LoadResult result = runner.run(new LoadSpec(Workload.PUT, VALUE_BYTES, SpeculativeMap.KEYS,
            point.inFlight(), 0, warmUp.toNanos(), measure.toNanos(), LONGEST_NS), client, NOBODY);
        if (result.failed() + result.lost() == 0) {
            awaitApplied();
        }
        return new Result(result, counted("speculation.published") - early, counted("speculation.in.turn") - inTurn,
            counted("speculation.revoked") - revoked, counted("speculation.effects.shipped") - shipped,
            counted("speculation.effects.inserted") - inserted, (client.taken() - taken) * (NODES - 1),
            effectBytes() - bytes);
    }

    private long effectBytes() {
        return maps.stream().mapToLong(SpeculativeMap::effectBytes).sum();
    }

    private long counted(final String name) {
        long sum = 0;
        for (int i = 0; i < NODES; i++) {
            for (final ModeCounter each : cluster.node(i).core().group(GROUP).modeCounters()) {
                sum += each.name().equals(name) ? each.counter().get() : 0;
            }
        }
        return sum;
    }

    /** A machine that was replaced by one with a snapshot stays behind for ever. */
    private void awaitApplied() throws TimeoutException {
        final long begunNs = System.nanoTime();
        while (maps.stream().filter(map -> map.count() >= client.taken() && map.hasNoDrafts()).count() < NODES) {
            rest(begunNs, "a node lags, or keeps drafts");
        }
    }

    /**
     * What is wrong where all commands were answered and must have been applied once by each node.
     *
     * @return null for nothing.
     */
    String problem() {
        for (final SpeculativeMap map : maps) {
            final String problem =
                map.count() < client.taken() ? null : map.problem(client.taken(), client.marks());
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** How many commands there were. */
    long commands() {
        return client.taken();
    }

    @Override
    public void close() throws IOException {
        client.close();
        cluster.close();
        FileTrees.delete(directory);
    }
}
