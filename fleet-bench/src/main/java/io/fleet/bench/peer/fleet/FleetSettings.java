package io.fleet.bench.peer.fleet;

import io.fleet.ClientConfig;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.config.LeaseConfig;
import io.fleet.config.Persistence;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.node.config.FlushPolicy;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** What a benchmark says of Fleet that is not its default, by the names of {@link PeerConfig#settings()}. */
final class FleetSettings {
    private static final String MULTICAST_GROUP = "224.0.1.37:40456";
    private static final String NAMES = "dissemination, transport, replier, replier-queue, queue-millis, learning, "
        + "persistence, directories, flush, batch-commands, copies, service-us, wait-us, wait-bimodal-us, store, "
        + "snapshots, trim, margin, write-rate, founders, witnesses, leases, replica-leases";

    private GroupConfig group = GroupConfig.scattered();
    private TransportKind transport = TransportKind.MDC;
    private ServiceTime service = ServiceTime.NONE;
    private ServiceTime ofCommands = ServiceTime.NONE;
    private FlushPolicy flush;
    private int directories = 1;
    private boolean isOffHeap;
    private SnapshotConfig snapshots = SnapshotConfig.defaults();
    private int founders;
    private int witnesses;

    private FleetSettings() {
    }

    /**
     * Reads settings.
     *
     * @throws IllegalArgumentException when there is no such setting, or no such value.
     */
    static FleetSettings of(final Map<String, String> words) {
        final FleetSettings settings = new FleetSettings();
        words.forEach(settings::set);
        return settings;
    }

    private void set(final String name, final String value) {
        switch (name) {
            case "dissemination" -> group = group.withDissemination(Dissemination.valueOf(upper(value)));
            case "replier" -> group = group.withReplierPolicy(ReplierPolicy.valueOf(upper(value)));
            case "queue-millis" -> group = group.withQueueMillis(Long.parseLong(value));
            case "replier-queue" -> group = group.withReplierQueueBound(Integer.parseInt(value));
            case "learning" -> group = group.withLearning(Learning.valueOf(upper(value)));
            case "persistence" -> group = group.withPersistence(Persistence.valueOf(upper(value)));
            case "copies" -> group = group.withCopies(WriteQuorum.valueOf(upper(value)));
            case "batch-commands" -> group = group.withMaxBatchCommands(Integer.parseInt(value));
            case "transport" -> transport = TransportKind.valueOf(upper(value));
            case "flush" -> flush = FlushPolicy.valueOf(upper(value));
            case "directories" -> directories = Integer.parseInt(value);
            case "service-us" -> service = ServiceTime.bimodal(Integer.parseInt(value));
            case "wait-us" -> {
                service = ServiceTime.waiting(Integer.parseInt(value));
                ofCommands = service;
            }
            case "wait-bimodal-us" -> service = ServiceTime.waitingBimodal(Integer.parseInt(value));
            case "store" -> isOffHeap = isOffHeap(value);
            case "snapshots" -> snapshots = snapshots(value);
            case "trim" -> snapshots = snapshots.withTrim(TrimPolicy.valueOf(upper(value)),
                snapshots.marginEntries());
            case "margin" -> snapshots = snapshots.withTrim(snapshots.trim(), Integer.parseInt(value));
            case "leases" -> group = group.withLeases(LeaseConfig.of(Long.parseLong(value)));
            case "replica-leases" -> group =
                group.withLeases(LeaseConfig.of(Long.parseLong(value)).atEveryReplica());
            case "founders" -> founders = Integer.parseInt(value);
            case "witnesses" -> witnesses = Integer.parseInt(value);
            case "write-rate" -> snapshots = snapshots.withWriteBytesPerSecond(Long.parseLong(value));
            default -> throw new IllegalArgumentException("setting is '" + name + "', but must be one of " + NAMES);
        }
    }

    private static String upper(final String value) {
        return value.toUpperCase(Locale.ROOT);
    }

    private SnapshotConfig snapshots(final String value) {
        return switch (value) {
            case "off" -> SnapshotConfig.atStop(0);
            case "asked" -> snapshots.withRunning(0, 0, 0);
            default -> throw new IllegalArgumentException("snapshots is '" + value + "', but must be off or asked");
        };
    }

    private static boolean isOffHeap(final String value) {
        return switch (value) {
            case "heap" -> false;
            case "offheap" -> true;
            default -> throw new IllegalArgumentException("store is '" + value + "', but must be heap or offheap");
        };
    }

    /** An empty machine. */
    MapMachine machine(final PeerConfig config) {
        return new MapMachine(values(config), service, ofCommands);
    }

    /** Empty ones. */
    Values values(final PeerConfig config) {
        return isOffHeap ? new OffHeapValues(config.keys(), config.valueBytes()) : new HeapValues(config.keys());
    }

    /** How many nodes found the group: the first ones. The others join it when they are told to. */
    int founders(final PeerConfig config) {
        return founders == 0 ? config.nodes() : founders;
    }

    /** Whether a node is a witness: one of the last founders. */
    boolean isWitness(final PeerConfig config, final int id) {
        return id < founders(config) && id >= founders(config) - witnesses;
    }

    /** Whether nodes write snapshots. */
    boolean hasSnapshots() {
        return snapshots.atStopEntries() > 0;
    }

    SnapshotConfig snapshots() {
        return snapshots;
    }

    /** When snapshots are written, and what is trimmed behind them, in words. */
    String snapshotWords() {
        if (!hasSnapshots()) {
            return "snapshots and trimming are off";
        }
        if (snapshots.entries() + snapshots.bytes() == 0) {
            return "snapshots are written when they are asked for";
        }
        return String.format(Locale.ROOT, "snapshots are on%s: one is due after %,d entries or %d MiB of them, if that "
            + "is more than the last one's length, and logs are trimmed behind it (%s)",
            snapshots.equals(SnapshotConfig.defaults()) ? ", as by default" : "", snapshots.entries(),
            snapshots.bytes() >> 20, snapshots.trim().name().toLowerCase(Locale.ROOT));
    }

    ServiceTime service() {
        return service;
    }

    TransportKind transport() {
        return transport;
    }

    GroupConfig group() {
        return group;
    }

    /** Says it to a node. */
    NodeConfig.Builder to(final NodeConfig.Builder node, final Path directory) {
        node.transport(transport).multicastGroup(MULTICAST_GROUP).multicastInterface(PeerConfig.HOST)
            .snapshots(snapshots);
        if (flush != null) {
            node.flush(flush);
        }
        if (directories == 1) {
            return node.directory(directory);
        }
        for (int i = 0; i < directories; i++) {
            node.directory(directory.resolve("log-" + i));
        }
        return node;
    }

    /** Says it to the client. */
    ClientConfig client(final PeerConfig config) {
        return client(config, group.replierPolicy());
    }

    /** The same, with another way to choose whom it asks. */
    ClientConfig client(final PeerConfig config, final ReplierPolicy choice) {
        return new ClientConfig(1, FleetServer.GROUP, group.withReplierPolicy(choice),
            FleetServer.members(config).subList(0, founders(config)), PeerConfig.HOST, transport,
            MULTICAST_GROUP, PeerConfig.HOST);
    }
}
