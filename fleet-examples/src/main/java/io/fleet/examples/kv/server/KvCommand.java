package io.fleet.examples.kv.server;

import io.fleet.NodeConfig;
import io.fleet.client.ReadConsistency;
import io.fleet.config.ErasureCode;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.config.Persistence;
import io.fleet.config.WriteQuorum;
import io.fleet.error.ConfigException;
import io.fleet.examples.kv.KvLeases;
import io.fleet.examples.kv.KvReads;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet kv}: reads and checks the options, then serves until it is told to stop. */
@Command(name = "kv", description = {
    "Serves a replicated key-value store to Redis' clients.",
    "Without --members three replicas run in this process (K + M of --mode coded), each with a RESP port of its own;",
    "with --gateway none does, and the members that are named are its nodes."})
public final class KvCommand implements Callable<Integer> {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_MEMBERS = 63;
    /** Each copy of a long value that is sent again is spread again. */
    private static final long CODED_RETRY_MILLIS = 2_000;
    private static final long CODED_TIMEOUT_MILLIS = 15_000;
    private static final int LONG_VALUES_AT_ONCE = 4;
    private static final long LONG_VALUES_TIMEOUT_MILLIS = 60_000;
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\s]+):([0-9]{1,5})");

    @Spec
    private CommandSpec spec;
    @Option(names = "--id", paramLabel = "N", description = "which of the members this node is, from 0")
    private Integer id;
    @Option(names = "--members", paramLabel = "HOST:PORT,...",
        description = "where each member's transport listens, the same list on every node")
    private String members;
    @Option(names = "--cluster", paramLabel = "N",
        description = "the number of the cluster, with --members: one that no other cluster on the same network has, "
            + "the same on every node")
    private Long cluster;
    @Mixin
    private MembershipOptions membership;
    @Mixin
    private GatewayOptions gateway;
    @Option(names = "--port", paramLabel = "PORT", defaultValue = "7001",
        description = "where RESP is served; replicas in one process take one port after the other "
            + "(default: ${DEFAULT-VALUE})")
    private int port;
    @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1",
        description = "the address that RESP and HTTP are bound to; there are no passwords (default: ${DEFAULT-VALUE})")
    private String host;
    @Option(names = "--http-port", paramLabel = "PORT", description = "serves /metrics, /live and /ready")
    private Integer httpPort;
    @Option(names = "--admin-port", paramLabel = "PORT",
        description = "serves 'fleet admin', on the loopback address only; replicas in one process take one port "
            + "after the other")
    private Integer adminPort;
    @Option(names = "--dir", paramLabel = "DIR[,DIR...]", defaultValue = "data",
        description = "where the data is; several directories are meant to be several disks "
            + "(default: ./${DEFAULT-VALUE})")
    private String directories;
    @Option(names = "--transport", paramLabel = "mdc|multicast", defaultValue = "mdc",
        description = "how bodies reach all nodes: multi-destination-cast or UDP multicast (default: ${DEFAULT-VALUE})")
    private String transport;
    @Option(names = "--multicast-group", paramLabel = "ADDR:PORT",
        description = "of --transport multicast: one that no other cluster uses, such as 239.255.7.1:40456")
    private String multicastGroup;
    @Option(names = "--multicast-interface", paramLabel = "ADDR[/PREFIX]",
        description = "of --transport multicast: an address of the interface, or its network; the system's choice if "
            + "not given")
    private String multicastInterface;
    @Option(names = "--allowed-sources", paramLabel = "ADDR[/PREFIX],...",
        description = "with --members: IP addresses and networks from which this node receives, besides the members' "
            + "own, such as 10.0.0.0/24,10.7.0.9: those of nodes that are to join, and of members that send from "
            + "elsewhere (default: any)")
    private String allowedSources;
    @Mixin
    private CodedOptions coding;
    @Mixin
    private OptionChecks checks;
    @Option(names = "--persistence", paramLabel = "scattered|ordered", defaultValue = "scattered",
        description = "of --mode scattered: in which order entries are written (default: ${DEFAULT-VALUE})")
    private String persistence;
    @Option(names = "--copies", paramLabel = "all|quorum", defaultValue = "all",
        description = "of --mode scattered: whether all nodes write each entry, or a quorum of them "
            + "(default: ${DEFAULT-VALUE})")
    private String copies;
    @Mixin
    private LeaderOptions leading;
    @Option(names = "--reads", paramLabel = KvReads.CHOICE, defaultValue = "log",
        description = "what commands that change nothing may see, where a connection does not choose by CLIENT READS: "
            + "log, quorum and lease see all that was answered, stale may be so many milliseconds old, local of any "
            + "age; lease needs --leases "
            + "(default: ${DEFAULT-VALUE})")
    private String reads;
    @Mixin
    private ThreadOptions threads;
    @Option(names = "--leases", paramLabel = KvLeases.CHOICE,
        description = "of --mode scattered: for how many milliseconds nodes bind themselves to the leader, so that it "
            + "may answer reads by itself, and by how many millionths their clocks may be fast or slow (default: no "
            + "leases, 1000 millionths); the same on every node")
    private String leases;
    @Option(names = "--store", paramLabel = "heap|offheap|payloads|speculative|shipping",
        description = "where keys and values are: in the Java heap, in memory outside of it, keys in the heap and "
            + "values of more than 256 bytes as payloads that the store does not look into, in the Java heap with "
            + "commands prepared before they are chosen, or so that the leader alone does the work of commands and "
            + "ships what came of it; the same on every node "
            + "(default: heap; payloads of --mode coded)")
    private String store;
    @Option(names = "--store-entries", paramLabel = "N",
        description = "how many keys there may be; the same on every node (default: no bound, offheap 4194304)")
    private Long storeEntries;
    @Option(names = "--store-bytes", paramLabel = "N",
        description = "what keys and values may come to, with 96 bytes for each; the same on every node "
            + "and gateway (default: heap and speculative: half of the largest heap, shared by the replicas here, "
            + "and none with --gateway, where it must be given; payloads: no bound; offheap: 4294967296)")
    private Long storeBytes;

    @Mixin
    private ClientOptions clients;
    @Option(names = "--max-value", paramLabel = "BYTES",
        description = "of --mode coded: the longest value, up to 67108864; the same on every node "
            + "(default: 8387584)")
    private Integer maxValue;

    private final Replicas.Launcher launcher;

    public KvCommand(final Replicas.Launcher launcher) {
        this.launcher = launcher;
    }

    @Override
    public Integer call() throws Exception {
        new KvService(options(), launcher, spec.commandLine().getOut()).serve();
        return 0;
    }

    private KvOptions options() {
        final List<String> all = memberList();
        final String gatewayHost = gateway.checked(spec, all, checks);
        if (all.isEmpty() && id != null) {
            throw checks.wrong("--id is " + id
                + ", but says which of --members this node is, and --members is missing");
        }
        if (!all.isEmpty() && id == null && !gateway.isGiven()) {
            throw checks.wrong("--id is missing: it must say which of the " + all.size()
                + " members this node is, from 0 to "
                + (all.size() - 1));
        }
        final int node = id == null ? 0 : checks.range("--id", id, 0, all.size() - 1);
        final boolean multicast = checks.oneOf("--transport", transport, "mdc", "multicast").equals("multicast");
        if (all.isEmpty() && multicast) {
            throw checks
                .wrong("--transport is multicast, but replicas of one process speak through memory: name --members");
        }
        final KvMembership members = gateway.isGiven() ? gateway.membership(all, gatewayHost)
            : membership.checked(all, node, coding.isCoded(), checks);
        onlyWith(multicast, "--multicast-group", multicastGroup);
        onlyWith(multicast, "--multicast-interface", multicastInterface);
        final GroupConfig config = config(all.size()).withQuorums(members.quorums())
            .withLearning(membership.learning(checks));
        final int replicas = all.isEmpty() ? KvOptions.embeddedReplicas(config) : 1;
        checks.range("--port", port, 1, MAX_PORT - replicas + 1);
        final int http = httpPort == null ? -1 : checks.range("--http-port", httpPort, 1, MAX_PORT);
        final int admin = adminPort == null ? -1
            : checks.range("--admin-port", adminPort, 1, MAX_PORT - replicas + 1);
        requireApart(replicas, http, admin);
        final String group = multicastGroup == null ? null : address("--multicast-group", multicastGroup);
        if (multicast && group == null) {
            throw checks
                .wrong("--multicast-group is missing: --transport multicast needs an address and port that no other"
                    + " cluster uses, the same on every node, such as --multicast-group 239.255.7.1:40456");
        }
        if (all.isEmpty() == (cluster != null)) {
            throw checks.wrong(cluster == null
                ? "--cluster is missing: --members needs a number for the cluster that no other"
                    + " one on the same network has, the same on every node, such as --cluster 1"
                : "--cluster is " + cluster
                    + ", but replicas of one process are a cluster of their own: name --members");
        }
        return new KvOptions(cluster == null ? KvOptions.EMBEDDED_CLUSTER : cluster, node, members, host,
            port, http, admin, directoryList(all.isEmpty()), multicast, group, multicastInterface,
            sources(all.isEmpty()), config, storeKind(), bounds(replicas), reads(),
            threads.read(chosenStore(), checks), threads.prepare(chosenStore(), checks),
            clients.checked(replicas, KvLimits.of(config), checks));
    }

    private List<String> sources(final boolean embedded) {
        if (allowedSources == null) {
            return List.of();
        }
        if (embedded) {
            throw checks.wrong("--allowed-sources is " + allowedSources
                + ", but replicas of one process speak through memory:"
                + " name --members");
        }
        final List<String> all = Arrays.stream(allowedSources.split(",", -1)).map(String::strip).toList();
        try {
            NodeConfig.builder().allowedSources(all.toArray(String[]::new));
        } catch (final ConfigException e) {
            throw checks.wrong("--allowed-sources is '" + allowedSources + "': " + e.getMessage());
        }
        return all;
    }

    private ReadConsistency reads() {
        final ReadConsistency consistency = KvReads.parse(reads);
        if (consistency == null) {
            throw checks.wrong("--reads is '" + reads + "', but " + KvReads.refusal());
        }
        if (consistency.equals(ReadConsistency.LINEARIZABLE_LEASE) && leases == null) {
            throw checks.wrong("--reads is lease, but " + (coding.isCoded() ? "a group of --mode coded has none"
                : "--leases is missing"));
        }
        return consistency;
    }

    /** Of addresses that are given: a port is served once, whether or not the hosts are the same. */
    private void requireApart(final int replicas, final int http, final int admin) {
        if (http >= port && http < port + replicas) {
            throw checks.wrong("--http-port is " + http + ", which --port takes already");
        }
        if (admin >= 0 && admin < port + replicas && port < admin + replicas) {
            throw checks.wrong("--admin-port is " + admin + ", which would take a port that --port takes already");
        }
        if (admin >= 0 && http >= admin && http < admin + replicas) {
            throw checks.wrong("--http-port is " + http + ", which --admin-port takes already");
        }
    }

    private StoreKind chosenStore() {
        return store == null ? coding.isCoded() ? StoreKind.PAYLOADS : StoreKind.HEAP
            : checks.oneOf("--store", store, StoreKind.class);
    }

    private StoreKind storeKind() {
        final StoreKind kind = chosenStore();
        final String missing = kind == StoreKind.OFFHEAP && !gateway.isGiven() ? OffHeapFlags.missing() : null;
        if (missing != null) {
            throw checks.wrong("--store is offheap, which " + missing);
        }
        return kind;
    }

    private KvBounds bounds(final int replicas) {
        gateway.requireStoreBytes(chosenStore(), storeBytes, checks);
        final KvBounds standard = chosenStore().isBoundedByHeap() ? KvBounds.ofHeap(replicas)
            : chosenStore().bounds();
        return new KvBounds(bound("--store-entries", storeEntries, standard.maxEntries(), StoreKind.MAX_ENTRIES),
            bound("--store-bytes", storeBytes, standard.maxBytes(), StoreKind.MAX_BYTES));
    }

    private long bound(final String option, final Long given, final long standard, final long max) {
        return given == null ? standard : checks.range(option, given, 1, max);
    }

    private void onlyWith(final boolean multicast, final String option, final String value) {
        if (!multicast && value != null) {
            throw checks.wrong(option + " is " + value + ", but --transport is " + transport);
        }
    }

    private GroupConfig config(final int memberCount) {
        final ErasureCode code = coding.code(checks);
        if (code != null) {
            return longValues(coded(code, memberCount));
        }
        if (maxValue != null) {
            throw checks.wrong("--max-value is given, but --mode is scattered, where the longest value has "
                + KvLimits.MAX_VALUE_BYTES + " bytes");
        }
        return leading.with(GroupConfig.scattered(), checks)
            .withPersistence(checks.oneOf("--persistence", persistence, Persistence.class))
            .withCopies(checks.oneOf("--copies", copies, WriteQuorum.class))
            .withLeases(leases());
    }

    private LeaseConfig leases() {
        if (leases == null) {
            return LeaseConfig.OFF;
        }
        try {
            final LeaseConfig parsed = KvLeases.parse(leases);
            if (parsed != null) {
                return parsed;
            }
        } catch (final ConfigException e) {
            throw checks.wrong("--leases is '" + leases + "': " + e.getMessage());
        }
        throw checks.wrong("--leases is '" + leases + "', but must be " + KvLeases.CHOICE
            + ", such as 250 or 250:1000");
    }

    /** A proxy has room for several, and their time; what is sent again costs as much as the first time. */
    private GroupConfig longValues(final GroupConfig config) {
        if (maxValue == null) {
            return config;
        }
        final int bytes = KvLimits.OVERHEAD_BYTES
            + checks.range("--max-value", maxValue, KvLimits.MAX_VALUE_BYTES, KvLimits.MAX_LONG_VALUE_BYTES);
        return config.withMaxCommandBytes(bytes).withMaxReplyBytes(bytes)
            .withPendingBytes(Math.max(config.pendingBytes(), LONG_VALUES_AT_ONCE * bytes))
            .withRequestTimeoutMillis(LONG_VALUES_TIMEOUT_MILLIS);
    }

    private GroupConfig coded(final ErasureCode code, final int memberCount) {
        if (membership.joins()) {
            throw checks.wrong("--join is given, but a group of --mode coded keeps the members that found it");
        }
        if (membership.alone()) {
            throw checks.wrong("--alone is given, but a group of --mode coded is founded by all of its members");
        }
        CodedOptions.refuse(spec, "--witnesses", "--learning", "--persistence", "--copies", "--dissemination",
            "--replier", "--queue-millis", "--leases");
        if (memberCount > 0 && memberCount != code.members()) {
            throw checks.wrong("--members names " + memberCount + " nodes, but --k " + code.k() + " and --m " + code.m()
                + " make " + code.members() + " members");
        }
        return GroupConfig.coded(code.k(), code.m()).withRequestTimeoutMillis(CODED_TIMEOUT_MILLIS)
            .withRetryMillis(CODED_RETRY_MILLIS);
    }

    private List<String> memberList() {
        if (members == null) {
            return List.of();
        }
        final List<String> all = Arrays.stream(members.split(",", -1)).map(String::strip).collect(Collectors.toList());
        all.forEach(each -> address("--members", each));
        if (all.stream().distinct().count() != all.size()) {
            throw checks.wrong("--members is " + members + ", but names a member twice");
        }
        checks.range("number of --members", all.size(), 1, MAX_MEMBERS);
        return all;
    }

    private List<Path> directoryList(final boolean embedded) {
        final List<Path> paths = Arrays.stream(directories.split(",", -1)).map(String::strip).map(this::directory)
            .collect(Collectors.toList());
        if (embedded && paths.size() > 1) {
            throw checks.wrong("--dir is " + directories + ", but three replicas in one process take one directory: "
                + "name --members");
        }
        return paths;
    }

    private Path directory(final String text) {
        if (text.isEmpty()) {
            throw checks.wrong("--dir is '" + directories + "', but must be one or more directories, parted by commas");
        }
        try {
            return Path.of(text);
        } catch (final InvalidPathException e) {
            throw checks.wrong("--dir names '" + text + "', but must name directories as this system does: "
                + e.getReason());
        }
    }

    private String address(final String option, final String text) {
        final var match = ADDRESS.matcher(text);
        if (!match.matches()) {
            throw checks.wrong(option + " is '" + text + "', but must be host:port");
        }
        checks.range("port of " + option + " " + text, Integer.parseInt(match.group(2)), 1, MAX_PORT);
        return text;
    }
}
