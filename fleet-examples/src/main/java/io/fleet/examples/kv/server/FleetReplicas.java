package io.fleet.examples.kv.server;

import io.fleet.FleetCluster;
import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.admin.FleetAdmin;
import io.fleet.client.FleetClient;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.KvMachines;
import io.fleet.examples.kv.draft.ShippingKvMachine;
import io.fleet.examples.kv.draft.SpeculativeKvMachine;
import io.fleet.examples.kv.resp.ReplicaInfo;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.metrics.FleetMetrics;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.MembershipState;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Replicas of the key-value machine: a whole cluster in this process, or one node. */
public final class FleetReplicas implements Replicas {
    private static final int GROUP = 0;

    private final AutoCloseable owner;
    private final AutoCloseable machines;
    private final List<FleetNode> nodes;
    private final List<FleetClient> clients = new ArrayList<>();

    private FleetReplicas(final AutoCloseable owner, final AutoCloseable machines, final List<FleetNode> nodes) {
        this.owner = owner;
        this.machines = machines;
        this.nodes = nodes;
        nodes.forEach(node -> clients.add(node.client(GROUP)));
    }

    /**
     * Starts what the options ask for.
     *
     * @param options checked.
     * @return running replicas.
     */
    public static Replicas launch(final KvOptions options) {
        if (options.isGateway()) {
            return Gateway.connect(options);
        }
        final KvLimits limits = KvLimits.of(options.config());
        return switch (options.store()) {
            case SPECULATIVE ->
                launch(options, new KvMachines<>(() -> new SpeculativeKvMachine(limits, System::nanoTime)));
            case SHIPPING -> launch(options, new KvMachines<>(() -> new ShippingKvMachine(limits, System::nanoTime)));
            default -> launch(options, new KvMachines<>(
                () -> new KvMachine(options.store(), options.bounds(), limits, System::nanoTime)));
        };
    }

    private static Replicas launch(final KvOptions options, final KvMachines<?> machines) {
        return options.embedded() ? cluster(options, machines) : node(options, machines);
    }

    private static Replicas cluster(final KvOptions options, final KvMachines<?> machines) {
        final FleetCluster cluster = FleetCluster.builder().readThreads(options.readThreads())
            .prepareThreads(options.prepareThreads())
            .nodes(options.embeddedReplicas())
            .config(options.config())
            .machine(machines)
            .directory(options.directories().get(0))
            .launch();
        final List<FleetNode> nodes = new ArrayList<>();
        for (int i = 0; i < cluster.size(); i++) {
            nodes.add(cluster.node(i));
        }
        return new FleetReplicas(cluster, machines, nodes);
    }

    private static Replicas node(final KvOptions options, final KvMachines<?> machines) {
        final NodeConfig.Builder config = NodeConfig.builder()
            .clusterId(options.cluster())
            .nodeId(options.id())
            .directories(options.directories())
            .transport(options.multicast() ? TransportKind.MULTICAST : TransportKind.MDC)
            .multicastInterface(options.multicastInterface())
            .allowedSources(options.allowedSources().toArray(String[]::new))
            .readThreads(options.readThreads())
            .prepareThreads(options.prepareThreads());
        if (options.isWitness()) {
            config.witness(GROUP, options.config());
        } else {
            config.group(GROUP, options.config(), machines);
        }
        if (options.multicast()) {
            config.multicastGroup(options.multicastGroup());
        }
        final List<Member> members = new ArrayList<>();
        for (final String each : options.members()) {
            members.add(Member.parse(members.size(), each).withRole(
                options.membership().witnesses().contains(members.size()) ? MemberRole.STORAGE : MemberRole.FULL));
        }
        final FleetNode node = FleetNode.launch(config.members(members).joins(options.membership().joins())
            .foundsAlone(options.membership().alone()).build());
        return new FleetReplicas(node, machines, List.of(node));
    }

    @Override
    public int count() {
        return nodes.size();
    }

    @Override
    public FleetClient client(final int index) {
        return clients.get(index);
    }

    @Override
    public ReplicaInfo info(final int index) {
        final FleetNode node = nodes.get(index);
        final GroupStatus status = node.status(GROUP);
        final String role = status.role().name().toLowerCase(Locale.ROOT);
        return new ReplicaInfo(node.config().nodeId(), role, status.leader(), status.ballot(), status.ordered(),
            status.chosen(), status.applied(), status.durable(), status.sessions(),
            node.core().group(GROUP).watch().belonging() == MembershipState.REMOVED ? "REMOVED" : status
                .standingLine());
    }

    @Override
    public List<String> notReady(final int index) {
        return nodes.get(index).health().notReady();
    }

    @Override
    public AutoCloseable listen(final int index, final String host, final int port) throws IOException {
        final FleetNode node = nodes.get(index);
        final MetricsPage metrics = new MetricsPage();
        new FleetMetrics(node.cores()).bindTo(metrics.registry());
        try {
            final FleetAdmin admin = FleetAdmin.listen(node, host, port, metrics::text);
            return () -> {
                admin.close();
                metrics.close();
            };
        } catch (final UncheckedIOException e) {
            metrics.close();
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void bindTo(final MeterRegistry registry) {
        nodes.forEach(node -> new FleetMetrics(node.cores()).bindTo(registry));
    }

    @Override
    public void awaitTermination() throws Exception {
        final CompletableFuture<?>[] ends = nodes.stream().map(FleetNode::terminated).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.anyOf(ends).get();
        } catch (final ExecutionException e) {
            throw new IllegalStateException("a node failed and was stopped: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        clients.forEach(FleetClient::close);
        try {
            owner.close();
            machines.close();
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException("cannot stop: " + e.getMessage(), e);
        }
    }
}
