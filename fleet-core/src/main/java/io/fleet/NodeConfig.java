package io.fleet;

import io.fleet.config.Checks;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.error.ConfigException;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.FlushPolicy;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.Shard;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.transport.aeron.config.AeronConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a node is started with. Immutable; made by {@link #builder()}, which checks everything before anything is
 * started.
 */
public final class NodeConfig {
    private final long clusterId;
    private final int nodeId;
    private final List<Member> members;
    private final boolean joins;
    private final boolean foundsAlone;
    private final List<Path> directories;
    private final List<GroupSpec> groups;
    private final TransportKind transport;
    private final @Nullable String multicastGroup;
    private final @Nullable String multicastInterface;
    private final @Nullable String driverDirectory;
    private final List<String> allowedSources;
    private final ScatteredLogConfig scatteredLog;
    private final OrderedLogConfig orderedLog;
    private final SnapshotConfig snapshots;
    private final Threads threads;
    private final long handOverMillis;
    private final UserCalls calls;

    /** Which threads the node works with. */
    private record Threads(int duty, Threading threading, FlushPolicy flush) {
    }

    private NodeConfig(final long clusterId, final Builder builder) {
        this.clusterId = clusterId;
        nodeId = builder.nodeId;
        members = List.copyOf(builder.members);
        joins = builder.joins;
        foundsAlone = builder.foundsAlone;
        directories = List.copyOf(builder.directories);
        final List<Integer> witnesses = joins ? List.of() : members.stream()
            .filter(member -> member.role() == MemberRole.STORAGE).map(Member::nodeId).toList();
        groups = builder.groups.stream().map(group -> group.with(
            builder.priorities.getOrDefault(group.groupId(), builder.leaderPriority), witnesses)).toList();
        transport = builder.transport;
        multicastGroup = builder.multicastGroup;
        multicastInterface = builder.multicastInterface;
        driverDirectory = builder.driverDirectory;
        allowedSources = builder.allowedSources;
        scatteredLog = builder.scatteredLog;
        orderedLog = builder.orderedLog;
        snapshots = builder.snapshots;
        threads = builder.threads;
        calls = builder.calls;
        handOverMillis = builder.handOverMillis >= 0 ? builder.handOverMillis
            : groups.stream().mapToLong(group -> patienceMillis(group.config())).max().orElse(0);
    }

    /** What a replica holds of a lease must be over before somebody else is asked to lead (L10). */
    private static long patienceMillis(final GroupConfig config) {
        return 2 * config.electionTimeoutMillis() + (config.leases().atReplicas() ? config.leases().millis() : 0);
    }

    /**
     * Starts a configuration.
     *
     * @return a builder with defaults.
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The cluster's number.
     *
     * @return the number.
     */
    public long clusterId() {
        return clusterId;
    }

    /**
     * This node's number.
     *
     * @return the number.
     */
    public int nodeId() {
        return nodeId;
    }

    /**
     * All members, by node id; for a node that {@link #joins()}, itself and those whom it listens to at first.
     *
     * @return the members.
     */
    public List<Member> members() {
        return members;
    }

    /**
     * See {@link Builder#joins}.
     *
     * @return whether the node joins groups that exist.
     */
    public boolean joins() {
        return joins;
    }

    /**
     * See {@link Builder#foundsAlone}.
     *
     * @return whether the node may found groups of which it is the only member.
     */
    public boolean foundsAlone() {
        return foundsAlone;
    }

    /**
     * The log directories; the first also holds meta store, ordered log and snapshots.
     *
     * @return the directories.
     */
    public List<Path> directories() {
        return directories;
    }

    /**
     * The groups the node hosts.
     *
     * @return the groups.
     */
    public List<GroupSpec> groups() {
        return groups;
    }

    /**
     * How nodes reach each other.
     *
     * @return the kind.
     */
    public TransportKind transport() {
        return transport;
    }

    /**
     * The multicast group, for {@link TransportKind#MULTICAST}.
     *
     * @return {@code address:port}; null where none was given.
     */
    public @Nullable String multicastGroup() {
        return multicastGroup;
    }

    /**
     * The interface for multicast.
     *
     * @return its address, or null for the system's choice.
     */
    public @Nullable String multicastInterface() {
        return multicastInterface;
    }

    /**
     * The directory of an external media driver.
     *
     * @return the directory, or null for an embedded driver.
     */
    public @Nullable String driverDirectory() {
        return driverDirectory;
    }

    /**
     * See {@link Builder#allowedSources}.
     *
     * @return addresses and networks; empty for all.
     */
    public List<String> allowedSources() {
        return allowedSources;
    }

    /**
     * Sizes of the scattered log.
     *
     * @return the sizes.
     */
    public ScatteredLogConfig scatteredLog() {
        return scatteredLog;
    }

    /**
     * Sizes and flush interval of the ordered log.
     *
     * @return the sizes.
     */
    public OrderedLogConfig orderedLog() {
        return orderedLog;
    }

    /**
     * How many entries a group must have applied since its last snapshot for a stop in good order to write one.
     *
     * @return entries; 0 for no snapshots.
     */
    public int snapshotEntries() {
        return snapshots.atStopEntries();
    }

    /**
     * When snapshots are written, and what is trimmed behind them.
     *
     * @return the settings.
     */
    public SnapshotConfig snapshots() {
        return snapshots;
    }

    /**
     * See {@link Builder#threading}.
     *
     * @return the threads.
     */
    public Threading threading() {
        return threads.threading();
    }

    /**
     * See {@link Builder#dutyThreads}.
     *
     * @return threads, from 1.
     */
    public int dutyThreads() {
        return threads.duty();
    }

    /** All duty threads; each has groups. */
    List<Shard> shards() {
        return IntStream.range(0, dutyThreads()).mapToObj(index -> new Shard(index, dutyThreads())).toList();
    }

    List<GroupSpec> groupsOf(final Shard shard) {
        return groups.stream().filter(group -> shard.hosts(group.groupId())).toList();
    }

    /**
     * See {@link Builder#flush}.
     *
     * @return the policy.
     */
    public FlushPolicy flush() {
        return threads.flush();
    }

    /**
     * See {@link Builder#handOverMillis}.
     *
     * @return milliseconds; 0 for no hand-over.
     */
    public long handOverMillis() {
        return handOverMillis;
    }

    /**
     * See {@link Builder#readThreads}.
     *
     * @return threads; 0 for none.
     */
    public int readThreads() {
        return calls.readThreads();
    }

    /**
     * See {@link Builder#prepareThreads}.
     *
     * @return threads; 0 for none.
     */
    public int prepareThreads() {
        return calls.prepareThreads();
    }

    /**
     * See {@link Builder#machinePatienceMillis}.
     *
     * @return milliseconds; 0 for ever.
     */
    public long machinePatienceMillis() {
        return calls.machinePatienceMillis();
    }

    /**
     * See {@link Builder#callbacks}.
     *
     * @return the executor; null for threads of the node's own.
     */
    public @Nullable Executor callbacks() {
        return calls.callbacks();
    }

    /** Collects and checks settings. */
    public static final class Builder {
        private @Nullable Long clusterId;
        private int nodeId = -1;
        private final List<Member> members = new ArrayList<>();
        private boolean joins;
        private boolean foundsAlone;
        private final List<Path> directories = new ArrayList<>();
        final List<GroupSpec> groups = new ArrayList<>();
        private TransportKind transport = TransportKind.MDC;
        private @Nullable String multicastGroup;
        private @Nullable String multicastInterface;
        private @Nullable String driverDirectory;
        private List<String> allowedSources = List.of();
        private ScatteredLogConfig scatteredLog = ScatteredLogConfig.defaults();
        private OrderedLogConfig orderedLog = OrderedLogConfig.defaults();
        private SnapshotConfig snapshots = SnapshotConfig.defaults();
        private Threads threads = new Threads(1, Threading.COMPACT, FlushPolicy.ADAPTIVE);
        private long handOverMillis = -1;
        private UserCalls calls = UserCalls.DEFAULT;
        private int leaderPriority = LeaderFitness.DEFAULT_PRIORITY;
        private final Map<Integer, Integer> priorities = new HashMap<>();

        private Builder() {
        }

        /** The configuration of one node of a cluster in this process, all of which have the same settings. */
        synchronized NodeConfig buildFor(final int node, final int nodes, final List<Path> all) {
            members.clear();
            directories.clear();
            for (int i = 0; i < nodes; i++) {
                member(i, "localhost", i + 1);
            }
            return nodeId(node).foundsAlone(nodes == 1).directories(all).build();
        }

        /**
         * The cluster's number; packets and files of other clusters are refused. There is no default: choose one that
         * no other cluster has which may ever share its network, the same on every node and client.
         *
         * @param value any number; clusters of versions that had a default have 1.
         * @return this.
         */
        public Builder clusterId(final long value) {
            clusterId = value;
            return this;
        }

        /**
         * This node's number.
         *
         * @param value 0 to 1023; one of the members.
         * @return this.
         */
        public Builder nodeId(final int value) {
            nodeId = Checks.range("nodeId", value, 0, 1023);
            return this;
        }

        /**
         * Adds a member.
         *
         * @param id   its node id.
         * @param host its host.
         * @param port its UDP port.
         * @return this.
         */
        public Builder member(final int id, final String host, final int port) {
            members.add(new Member(id, host, port));
            return this;
        }

        /**
         * Adds members.
         *
         * @param all the members.
         * @return this.
         */
        public Builder members(final List<Member> all) {
            Checks.notNull("members", all).forEach(each -> members.add(Checks.notNull("member", each)));
            return this;
        }

        /**
         * Whether the node joins groups that exist, at its first start and at all later ones. It then founds none: it
         * waits until it is added to each of its groups by {@link FleetNode#addNode} or {@link FleetNode#replaceNode}
         * at a member, and votes when it has caught up. Its members are itself, and as many of the others as are known:
         * it learns from the group who belongs to it. A node that founded its groups keeps this at false, and the
         * list of members that it began with, whoever comes and goes later (rule S14).
         *
         * @param value false by default.
         * @return this.
         */
        public Builder joins(final boolean value) {
            joins = value;
            return this;
        }

        /**
         * Whether the node may found groups of which it is the only member. Without it a node whose list of members is
         * itself, and whose directory is new, does not start: it may be one that has founded its groups before, which
         * others have joined since, and that has lost its directory; to found them again would make two logs of one
         * (rules S14, S15). Take it out of the configuration as soon as the groups have other members. A founder
         * listens for two election timeouts for its groups before it founds them.
         *
         * @param value false by default.
         * @return this.
         */
        public Builder foundsAlone(final boolean value) {
            foundsAlone = value;
            return this;
        }

        /**
         * Adds a log directory, created where it does not exist. Name them in the same order at every start; put each
         * on a disk of its own.
         *
         * @param directory the directory.
         * @return this.
         */
        public Builder directory(final Path directory) {
            directories.add(Checks.notNull("directory", directory));
            return this;
        }

        /**
         * Adds log directories.
         *
         * @param all the directories.
         * @return this.
         */
        public Builder directories(final List<Path> all) {
            Checks.notNull("directories", all).forEach(this::directory);
            return this;
        }

        /**
         * Adds a group.
         *
         * @param groupId its number, 0 or higher, the same on every member.
         * @param config  how it works; its agreed settings are the same on every member, and never change.
         * @param machine makes an empty state machine.
         * @return this.
         */
        public Builder group(final int groupId, final GroupConfig config,
                             final Supplier<? extends StateMachine> machine) {
            Checks.range("groupId", groupId, 0, Integer.MAX_VALUE);
            groups.add(new GroupSpec(groupId, Checks.notNull("config", config), Checks.notNull("machine", machine)));
            return this;
        }

        /**
         * Adds a group of which this node is a witness ({@link MemberRole#STORAGE}): it persists and votes, and
         * executes nothing, so it needs no state machine. Its own entry among the members says so, too; a node that
         * {@link #joins} is added with that role by an operator.
         *
         * @param groupId its number, 0 or higher, the same on every member.
         * @param config  how it works; its agreed settings are the same on every member, and never change.
         * @return this.
         */
        public Builder witness(final int groupId, final GroupConfig config) {
            Checks.range("groupId", groupId, 0, Integer.MAX_VALUE);
            groups.add(new GroupSpec(groupId, Checks.notNull("config", config), null));
            return this;
        }

        /**
         * How nodes reach each other.
         *
         * @param value {@link TransportKind#MDC} by default.
         * @return this.
         */
        public Builder transport(final TransportKind value) {
            transport = Checks.notNull("transport", value);
            return this;
        }

        /**
         * The multicast group, for {@link TransportKind#MULTICAST}, where it must be given: one that no other cluster
         * uses.
         *
         * @param value {@code address:port}, such as {@code 239.255.7.1:40456}.
         * @return this.
         */
        public Builder multicastGroup(final String value) {
            multicastGroup = Checks.notNull("multicastGroup", value);
            return this;
        }

        /**
         * The interface for multicast.
         *
         * @param value an address of the interface; null for the system's choice.
         * @return this.
         */
        public Builder multicastInterface(final @Nullable String value) {
            multicastInterface = value;
            return this;
        }

        /**
         * From where this node receives, besides the addresses of members. What comes from elsewhere is dropped, and
         * counted, before anything is kept for it. By default clients may have any address, and their number is
         * bounded. Of no effect with {@link TransportKind#IPC}; not with a media driver that runs elsewhere.
         *
         * @param networks IP addresses, or networks with their prefix length: 10.0.0.9, 10.0.0.0/24, fd00::/8. No
         *                 names. Those of clients, of nodes that are to join, and of members that send from other
         *                 addresses than they receive at. None for any.
         * @return this.
         * @throws ConfigException when one of them is neither an address nor a network.
         */
        public Builder allowedSources(final String... networks) {
            allowedSources = List.of(Checks.notNull("allowedSources", networks));
            AeronConfig.builder().allowedSources(allowedSources);
            return this;
        }

        /**
         * Uses a media driver that runs elsewhere on this machine.
         *
         * @param value its directory; null for an embedded driver.
         * @return this.
         */
        public Builder driverDirectory(final @Nullable String value) {
            driverDirectory = value;
            return this;
        }

        /**
         * Sizes of the scattered log.
         *
         * @param value the sizes.
         * @return this.
         */
        public Builder scatteredLog(final ScatteredLogConfig value) {
            scatteredLog = Checks.notNull("scatteredLog", value);
            return this;
        }

        /**
         * Sizes and flush interval of the ordered log.
         *
         * @param value the sizes.
         * @return this.
         */
        public Builder orderedLog(final OrderedLogConfig value) {
            orderedLog = Checks.notNull("orderedLog", value);
            return this;
        }

        /**
         * How many entries a group must have applied since its last snapshot for {@link FleetNode#close()} to write
         * one. A start then replays only what the ordered log holds above it.
         *
         * @param value 0 or more, 1,000 by default; with 0 none is written; what other nodes send is read.
         * @return this.
         */
        public Builder snapshotEntries(final int value) {
            snapshots = snapshots.withAtStopEntries(Checks.range("snapshotEntries", value, 0, Integer.MAX_VALUE));
            return this;
        }

        /**
         * When snapshots are written, at stops and while the node runs, and what is trimmed behind them.
         *
         * @param value {@link SnapshotConfig#defaults()} by default; replaces {@link #snapshotEntries}.
         * @return this.
         */
        public Builder snapshots(final SnapshotConfig value) {
            snapshots = Checks.notNull("snapshots", value);
            return this;
        }

        /**
         * Which threads the node works with. With {@link TransportKind#IPC} or a media driver of another process
         * ({@link #driverDirectory}) the driver's threads are not the node's to choose: all that is left is that the
         * node's own thread spins with {@link Threading#DEDICATED}, and rests otherwise.
         *
         * @param value {@link Threading#COMPACT} by default.
         * @return this.
         */
        public Builder threading(final Threading value) {
            threads = new Threads(threads.duty(), Checks.notNull("threading", value), threads.flush());
            return this;
        }

        /**
         * Over how many duty threads the node spreads its groups, so that one with many busy groups uses many
         * processors: the group of number g belongs to thread g modulo this, as a whole and for good. Each thread has
         * what a node has, for its groups alone: a UDP port (that of the member for the first, and the next ones for
         * the others; likewise with the port of {@link #multicastGroup}), a directory {@code duty-I-of-N} in each of
         * the node's, logs, flushers, a media driver where it is embedded, {@link #readThreads} and callbacks. So it
         * costs flushes, heartbeats and memory: take as many as there are processors to spare. A group alone is no
         * faster for it.
         *
         * <p>All nodes and clients of a cluster must have the same number, and it cannot be changed later: a node whose
         * directories are of another number does not start. Each thread needs a group from the first start on; more
         * may be added later, as with one thread.
         *
         * @param value 1 to 64, 1 by default.
         * @return this.
         */
        public Builder dutyThreads(final int value) {
            threads = new Threads(Checks.range("dutyThreads", value, 1, Shard.MAX_COUNT), threads.threading(),
                threads.flush());
            return this;
        }

        /**
         * Which thread writes and syncs what acknowledgements wait for.
         *
         * @param value {@link FlushPolicy#ADAPTIVE} by default.
         * @return this.
         */
        public Builder flush(final FlushPolicy value) {
            threads = new Threads(threads.duty(), threads.threading(), Checks.notNull("flush", value));
            return this;
        }

        /**
         * For how long a node that is closed hands over what it leads, answers what it owes, and waits for answers to
         * what its own clients have in flight, before it stops all the same. It usually takes some milliseconds.
         *
         * @param value milliseconds from 0, for no hand-over, to 600000; by default twice
         *              {@code electionTimeoutMillis}, and where replicas hold leases their length more, of the group
         *              where that is longest.
         * @return this.
         */
        public Builder handOverMillis(final long value) {
            handOverMillis = Checks.range("handOverMillis", value, 0, 600_000);
            return this;
        }

        /**
         * How many threads execute long reads beside the log, of all groups whose machines are
         * {@link io.fleet.machine.ConcurrentQueries}. So many and 64 more may be under way; the next is refused.
         *
         * @param value 0, for none, to 256; 0 by default: long reads are executed as short ones are.
         * @return this.
         */
        public Builder readThreads(final int value) {
            calls = calls.withReadThreads(value);
            return this;
        }

        /**
         * How many threads prepare commands before they are chosen, of all groups whose machines are
         * {@link io.fleet.machine.SpeculativeMachine}. Without such machines there are none.
         *
         * @param value 0, for none, to 256; 1 by default.
         * @return this.
         */
        public Builder prepareThreads(final int value) {
            calls = calls.withPrepareThreads(value);
            return this;
        }

        /**
         * Who completes the futures of this node and of clients in this process, and so runs what depends on them. By
         * default daemon threads of the node's own do: one after the other in the order of the outcomes, and where a
         * callback takes over 50 ms, another thread goes on behind it. {@code Runnable::run} is the node's thread: the
         * cheapest, and one callback that blocks holds up the node.
         *
         * @param value takes a task for each future and must not block; what it refuses runs on the node's own
         *              threads; null, the default, for these alone.
         * @return this.
         */
        public Builder callbacks(final @Nullable Executor value) {
            calls = calls.withCallbacks(value);
            return this;
        }

        /**
         * How long a state machine may hold up the node's thread in an entry ({@code apply}, timers, ends of sessions,
         * queries through the log). Then another thread goes on with all the rest: with other groups, and with
         * everything of this one but what needs its state. Until the machine has been quick for a while its entries are
         * applied by another thread at once. Machines that {@link StateMachine#usesPayloads use payload handles}, coded
         * groups, and queries beside the log are waited for in any case.
         *
         * @param value milliseconds from 1, well below the election timeout of the groups, to 60000; 20 by default; 0
         *              to wait for ever.
         * @return this.
         */
        public Builder machinePatienceMillis(final long value) {
            calls = calls.withMachinePatienceMillis(value);
            return this;
        }

        /**
         * How much this node should lead, for all groups that {@link #leaderPriority(int, int)} does not name. A leader
         * hands over to a member of higher priority that has been fit to lead for ten election timeouts without a
         * break. With 0 a node campaigns four election timeouts later than others, and gives leadership away to any
         * other that is fit.
         *
         * @param value 0 to 1000, 100 by default.
         * @return this.
         */
        public Builder leaderPriority(final int value) {
            leaderPriority = Checks.range("leaderPriority", value, 0, LeaderFitness.MAX_PRIORITY);
            return this;
        }

        /**
         * The same for one group, so that nodes share the leadership of many.
         *
         * @param groupId the group.
         * @param value   0 to 1000.
         * @return this.
         */
        public Builder leaderPriority(final int groupId, final int value) {
            priorities.put(groupId, Checks.range("leaderPriority of group " + groupId, value, 0,
                LeaderFitness.MAX_PRIORITY));
            return this;
        }

        /**
         * Checks that all fits together.
         *
         * @return the configuration.
         */
        public NodeConfig build() {
            if (clusterId == null) {
                throw new ConfigException("clusterId is missing: call clusterId(...) with a number that no other"
                    + " cluster on the same network has, the same on every node and client of this one; a cluster that"
                    + " was set up when there was a default has 1");
            }
            TransportKind.requireGroup(transport, multicastGroup, threads.duty());
            if (driverDirectory != null && !allowedSources.isEmpty()) {
                throw new ConfigException("allowedSources are " + allowedSources + " and driverDirectory is '"
                    + driverDirectory + "', but only one may be given: a driver that runs elsewhere is not told");
            }
            members.sort(Comparator.comparingInt(Member::nodeId));
            Checks.range("number of members", members.size(), 1, 63);
            for (int i = 1; i < members.size(); i++) {
                if (members.get(i).nodeId() == members.get(i - 1).nodeId()) {
                    throw new ConfigException("member " + members.get(i).nodeId() + " is named twice");
                }
            }
            Member.requireAddresses(members, transport, threads.duty());
            if (members.stream().noneMatch(member -> member.nodeId() == nodeId)) {
                throw new ConfigException("nodeId is " + nodeId + ", but must be one of the members "
                    + members.stream().map(Member::nodeId).toList());
            }
            if (joins && members.size() == 1) {
                throw new ConfigException("a node that joins must be given another member besides itself, " + nodeId);
            }
            Checks.range("number of directories", directories.size(), 1, 255);
            Checks.range("number of groups", groups.size(), 1, MetaStore.MAX_GROUPS);
            final long coded = groups.stream().filter(group -> group.config().code() != null).count();
            Checks.range("number of groups, coded ones counted twice,", (int) (groups.size() + coded), 1,
                MetaStore.MAX_GROUPS);
            if (groups.stream().map(GroupSpec::groupId).distinct().count() != groups.size()) {
                throw new ConfigException("a groupId is used twice: "
                    + groups.stream().map(GroupSpec::groupId).toList());
            }
            Member.requireRoles(members, nodeId, joins, groups);
            final int dutyThreads = threads.duty();
            for (int duty = 0; duty < dutyThreads; duty++) {
                final Shard shard = new Shard(duty, dutyThreads);
                if (groups.stream().noneMatch(group -> shard.hosts(group.groupId()))) {
                    throw new ConfigException("dutyThreads is " + dutyThreads + ", but thread " + duty
                        + " has no group:"
                        + " each must have one from the first start on, of which the number modulo dutyThreads is its"
                        + " index; there are " + groups.stream().map(GroupSpec::groupId).toList());
                }
            }
            for (final int groupId : priorities.keySet()) {
                if (groups.stream().noneMatch(group -> group.groupId() == groupId)) {
                    throw new ConfigException("leaderPriority is given for group " + groupId
                        + ", but must be for one of the groups "
                        + groups.stream().map(GroupSpec::groupId).toList());
                }
            }
            return new NodeConfig(clusterId, this);
        }
    }
}
