package io.fleet.bench.peer.fleet;

import io.fleet.FleetCluster;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.FirstPuts;
import io.fleet.bench.peer.OutcomeSwitch;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.config.GroupConfig;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.storage.coverage.CoverageMark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * A cluster in this process with a map from keys to values, and clients on all of its nodes in turn; what its nodes
 * count can be looked at. Operations are shared out among the clients by their slots.
 */
public final class LocalCluster implements PeerClient {
    private static final int GROUP = 0;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int STILL = 10;

    private final FleetCluster cluster;
    private final List<FleetMapClient> clients = new ArrayList<>();
    private final FirstPuts firstPuts;
    private final OutcomeSwitch outcomes;

    /**
     * Starts it; its values are put by {@link #fill}.
     *
     * @param group      how the group works.
     * @param nodes      how many there are.
     * @param clients    how many, each with a session of its own.
     * @param keys       how many keys.
     * @param valueBytes how long each value is.
     * @param byHandles  whether the machine has handles of values instead of their bytes.
     * @param directory  for the data of the nodes; the caller deletes it.
     */
    public LocalCluster(final GroupConfig group, final int nodes, final int clients, final int keys,
                        final int valueBytes, final boolean byHandles, final Path directory) {
        final PeerConfig config =
            new PeerConfig("fleet", nodes, List.of(), true, directory, directory, keys, valueBytes, Map.of());
        firstPuts = new FirstPuts(config, System::nanoTime);
        outcomes = new OutcomeSwitch(firstPuts);
        cluster = FleetCluster.builder().nodes(nodes).directory(directory).config(group)
            .snapshots(SnapshotConfig.atStop(0)).machine(() -> byHandles ? new HandleMachine(keys)
                : new MapMachine(new HeapValues(keys), ServiceTime.NONE))
            .launch();
        for (int i = 0; i < clients; i++) {
            this.clients.add(new FleetMapClient(config, outcomes, cluster.client(i % nodes), () -> {}));
        }
    }

    /**
     * Gives every key its first value.
     *
     * @param next is told outcomes from then on.
     */
    public void fill(final Outcomes next) {
        firstPuts.run(this);
        outcomes.turnTo(next);
    }

    /**
     * What all nodes have counted when all have applied the same, and write nothing any more.
     *
     * @return of each node.
     * @throws TimeoutException when that is not so within a minute.
     */
    public List<NodeFigures> awaitFigures() throws TimeoutException {
        final long sinceNs = System.nanoTime();
        List<NodeFigures> last = figures();
        int still = 0;
        while (still < STILL) {
            if (System.nanoTime() - sinceNs > TimeUnit.MINUTES.toNanos(1)) {
                throw new TimeoutException("the nodes are not at rest a minute after the load: " + standing());
            }
            LockSupport.parkNanos(LOOK_NS);
            final List<NodeFigures> now = figures();
            still = flushed(now) == flushed(last) && isApplied() ? still + 1 : 0;
            last = now;
        }
        return last;
    }

    private static long flushed(final List<NodeFigures> figures) {
        return figures.stream().mapToLong(NodeFigures::flushedBytes).sum();
    }

    private boolean isApplied() {
        final long applied = cluster.node(0).status(GROUP).applied();
        for (int i = 1; i < cluster.size(); i++) {
            if (cluster.node(i).status(GROUP).applied() != applied) {
                return false;
            }
        }
        return true;
    }

    private List<NodeFigures> figures() {
        final List<NodeFigures> figures = new ArrayList<>();
        for (int i = 0; i < cluster.size(); i++) {
            figures.add(NodeFigures.of(cluster.node(i), GROUP));
        }
        return figures;
    }

    /**
     * How its nodes stand, and which rare branches this process took how often, in words.
     *
     * @return one line.
     */
    public String standing() {
        final StringBuilder words = new StringBuilder();
        for (int i = 0; i < cluster.size(); i++) {
            words.append(cluster.node(i).status(GROUP)).append(' ')
                .append(NodeFigures.of(cluster.node(i), GROUP).mode()).append("; ");
        }
        CoverageMark.all().stream().filter(mark -> mark.hits() > 0)
            .forEach(mark -> words.append(mark.name()).append('=').append(mark.hits()).append(' '));
        return words.toString();
    }

    private FleetMapClient client(final long correlation) {
        return clients.get(Math.floorMod((int) correlation, clients.size()));
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        return client(correlation).put(key, value, correlation);
    }

    @Override
    public boolean get(final long key, final long correlation) {
        return client(correlation).get(key, correlation);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
