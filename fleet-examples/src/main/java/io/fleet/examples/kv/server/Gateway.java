package io.fleet.examples.kv.server;

import io.fleet.ClientConfig;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.RemoteStatus;
import io.fleet.TransportKind;
import io.fleet.client.FleetClient;
import io.fleet.error.ConfigException;
import io.fleet.examples.kv.resp.ReplicaInfo;
import io.fleet.metrics.ClientMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * No replica, but a client of a group elsewhere: what a RESP server without a node sends commands to. What it knows is
 * forgotten with its process. It ends by itself where most nodes refuse it, with what they say. Thread-safe.
 */
final class Gateway implements Replicas {
    /** A node that knows of a leader answers each second; so after this time none is reached. */
    private static final long SILENT_MILLIS = 3_000;
    private static final long LOOK_MILLIS = 100;
    private static final int GROUP = 0;

    private final FleetRemoteClient client;

    private Gateway(final FleetRemoteClient client) {
        this.client = client;
    }

    /**
     * Connects; returns at once.
     *
     * @param options of a gateway, checked.
     * @return what looks like the replica of one node.
     * @throws ConfigException where the nodes' names, or this machine's, lead nowhere.
     */
    static Gateway connect(final KvOptions options) {
        final List<Member> members = new ArrayList<>();
        for (final String each : options.members()) {
            members.add(Member.parse(members.size(), each));
        }
        return new Gateway(FleetRemoteClient.connect(new ClientConfig(options.cluster(), GROUP, options.config(),
            members, options.membership().gatewayHost(), options.multicast() ? TransportKind.MULTICAST
                : TransportKind.MDC, options.multicastGroup(), options.multicastInterface())));
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public FleetClient client(final int index) {
        return client;
    }

    @Override
    public ReplicaInfo info(final int index) {
        final RemoteStatus status = client.status();
        final String reason = reason(status);
        return ReplicaInfo.gateway(status.leader(), status.ballot(), reason == null ? "READY" : reason);
    }

    @Override
    public List<String> notReady(final int index) {
        final String reason = reason(client.status());
        return reason == null ? List.of() : List.of(reason);
    }

    /** Null where nothing is known that speaks against it. */
    private static String reason(final RemoteStatus status) {
        if (status.refusal() != null) {
            return "no node listens to it: " + status.refusal().getMessage();
        }
        if (status.silentMillis() == RemoteStatus.NEVER) {
            return "has heard no node yet";
        }
        if (status.leader() < 0) {
            return "has heard of no node that takes commands";
        }
        return status.silentMillis() > SILENT_MILLIS
            ? "has heard no node for " + status.silentMillis() + " ms" : null;
    }

    @Override
    public AutoCloseable listen(final int index, final String host, final int port) throws IOException {
        throw new IOException("a gateway has no node to look after");
    }

    @Override
    public void bindTo(final MeterRegistry registry) {
        new ClientMetrics(client.counters(), Tags.of("node", info(0).tag())).bindTo(registry);
    }

    @Override
    public void awaitTermination() throws Exception {
        final CompletableFuture<Void> end = client.terminated();
        boolean hasEnded = false;
        while (!hasEnded) {
            try {
                end.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                hasEnded = true;
            } catch (final TimeoutException notYet) {
                // Nothing tells of a refusal but a look.
            } catch (final ExecutionException e) {
                throw new IllegalStateException("the gateway failed and was stopped: " + e.getCause(), e.getCause());
            }
            final ConfigException refusal = client.status().refusal();
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
