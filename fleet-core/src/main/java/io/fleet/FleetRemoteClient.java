package io.fleet;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.client.ReplyHandler;
import io.fleet.client.SessionListener;
import io.fleet.client.command.ClientCounters;
import io.fleet.client.handle.Callbacks;
import io.fleet.config.Checks;
import io.fleet.error.FleetException;
import io.fleet.node.client.RemoteClientCore;
import io.fleet.node.client.RemoteGroup;
import io.fleet.node.client.RemoteStanding;
import io.fleet.node.thread.DutyThread;
import io.fleet.node.thread.StallWatchdog;
import io.fleet.transport.aeron.AeronTransports;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FleetClient} in a process of its own: it multicasts bodies to the nodes itself and hears the designated
 * repliers directly. It follows the members of its group as they change, and goes on when all whom it was started with
 * have gone.
 */
public final class FleetRemoteClient implements FleetClient {
    private static final String NAME = "fleet-client";

    private final AeronTransports transports;
    private final RemoteClientCore core;
    private final DutyThread thread;
    private final StallWatchdog watch;

    private FleetRemoteClient(final ClientConfig config, final @Nullable Executor executor) {
        transports = AeronTransports.launch(AeronSettings.of(config));
        try {
            final CompletableFuture<DutyThread> self = new CompletableFuture<>();
            final Callbacks callbacks = new Callbacks(NAME + "-callbacks", executor);
            core = new RemoteClientCore(
                new RemoteGroup(config.clusterId(), config.groupId(), config.config(), config.dutyThreads()),
                config.members().stream().mapToInt(Member::nodeId).sorted().toArray(),
                transports.client(config.responseHost(), Member.endpoints(config.members(), config.shard(), config
                    .transport())),
                new SecureRandom().nextLong(),
                () -> self.join().wakeUp(), SystemNanoClock.INSTANCE, callbacks);
            thread = new DutyThread(NAME, core::doWork, failure -> end(callbacks), core.waiter(), false);
            watch = new StallWatchdog(thread, () -> "a client of group " + config.groupId(), callbacks);
            self.complete(thread);
            thread.start();
            watch.start();
        } catch (final RuntimeException | Error e) {
            transports.close();
            throw e;
        }
    }

    /**
     * Connects to a cluster; returns at once. Commands wait until a leader is known, and fail as not applied when none
     * is in time. Where most of the nodes that it was given say that they belong to another cluster, host no such
     * group or were given other agreed settings, all that is submitted fails within a second with a {@link
     * io.fleet.error.ConfigException} that names the setting and both values, and so does whatever comes later:
     * nothing of it was applied. One node alone does not end a client, and neither do most of them once its group has
     * answered it, unless the cluster was set up anew. Which birth the cluster is of, the client learns from the nodes
     * at the addresses that it was given.
     *
     * @param config where the nodes are.
     * @return the client.
     */
    public static FleetRemoteClient connect(final ClientConfig config) {
        return new FleetRemoteClient(Checks.notNull("config", config), null);
    }

    /**
     * As {@link #connect(ClientConfig)}, with who completes futures, and so runs what depends on them.
     *
     * @param config    where the nodes are.
     * @param callbacks as {@link NodeConfig.Builder#callbacks} for a node.
     * @return the client.
     */
    public static FleetRemoteClient connect(final ClientConfig config, final Executor callbacks) {
        return new FleetRemoteClient(Checks.notNull("config", config), Checks.notNull("callbacks", callbacks));
    }

    /**
     * How the client stands now. Any thread; takes no lock and asks nobody.
     *
     * @return what the client's thread knew last.
     */
    public RemoteStatus status() {
        final RemoteStanding standing = core.standing();
        final long silent = standing.hasHeard()
            ? TimeUnit.NANOSECONDS.toMillis(Math.max(0, SystemNanoClock.INSTANCE.nanoTime() - standing.heardNs()))
            : RemoteStatus.NEVER;
        final RemoteStanding.Destination destination = standing.destination();
        return new RemoteStatus(destination.node(), destination.ballot(), silent, core.front().refusal());
    }

    /**
     * What the client has done so far, for metrics ({@code io.fleet.metrics.ClientMetrics}).
     *
     * @return counters that the client's thread writes, and any thread may read.
     */
    public ClientCounters counters() {
        return core.batcher().counters();
    }

    /**
     * Completed when the client's thread has ended: after {@link #close}, or with a failure where it failed.
     *
     * @return the same at each call; completed on the client's thread.
     */
    public CompletableFuture<Void> terminated() {
        return thread.terminated();
    }

    private void end(final Callbacks callbacks) {
        try {
            core.close();
        } finally {
            callbacks.close();
            watch.end();
        }
    }

    @Override
    public CompletableFuture<byte[]> submit(final byte[] header, final byte[] payload) {
        return core.front().submit(header, payload);
    }

    @Override
    public CompletableFuture<byte[]> query(final byte[] header, final byte[] payload) {
        return core.front().query(header, payload);
    }

    @Override
    public CompletableFuture<ReadResult> read(final ReadConsistency consistency, final byte[] header,
                                              final byte[] payload) {
        return core.front().read(consistency, header, payload);
    }

    @Override
    public CompletableFuture<byte[]> query(final ReadConsistency consistency, final byte[] header,
                                           final byte[] payload) {
        return core.front().query(consistency, header, payload);
    }

    @Override
    public boolean offerRead(final ReadConsistency consistency, final DirectBuffer header, final int headerOffset,
                             final int headerLength, final DirectBuffer payload, final int payloadOffset,
                             final int payloadLength, final long correlationId, final ReplyHandler handler) {
        return core.front().offerRead(consistency, header, headerOffset, headerLength, payload, payloadOffset,
            payloadLength, correlationId, handler);
    }

    @Override
    public boolean offer(final boolean readOnly, final DirectBuffer header, final int headerOffset,
                         final int headerLength,
                         final DirectBuffer payload, final int payloadOffset, final int payloadLength,
                         final long correlationId,
                         final ReplyHandler handler) throws FleetException {
        return core.front().offer(readOnly, header, headerOffset, headerLength, payload, payloadOffset, payloadLength,
            correlationId, handler);
    }

    @Override
    public void keepSession(final SessionListener listener) {
        core.front().keepSession(listener);
    }

    @Override
    public int credit() {
        return core.front().credit();
    }

    @Override
    public void wantMore() {
        core.front().wantMore();
    }

    /**
     * Fails what is in flight and ends the client's thread. Idempotent. Returns within 30 seconds also when a {@link
     * ReplyHandler} does not return; the log says so then. Called in a {@link ReplyHandler} it returns at once.
     */
    @Override
    public void close() {
        final boolean hasEnded = thread.close(() -> 0);
        if (thread.isCurrentThread()) {
            thread.terminated().whenComplete((end, failure) -> transports.close());
        } else if (hasEnded) {
            transports.close();
        }
    }
}
