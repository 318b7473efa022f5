package io.fleet;

import io.fleet.machine.Checks;
import io.fleet.machine.FleetException;
import io.fleet.machine.ReadConsistency;
import io.fleet.machine.ReadResult;
import io.fleet.node.DutyThread;
import io.fleet.node.RemoteClientCore;
import io.fleet.transport.aeron.AeronTransports;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A {@link FleetClient} in a process of its own: it multicasts bodies to the nodes itself and hears the designated
 * repliers directly. It follows the members of its group as they change, and goes on when all whom it was started with
 * have gone.
 */
public final class FleetRemoteClient implements FleetClient {
    private final AeronTransports transports;
    private final RemoteClientCore core;
    private final DutyThread thread;

    private FleetRemoteClient(final ClientConfig config) {
        transports = AeronTransports.launch(AeronSettings.of(config));
        try {
            final CompletableFuture<DutyThread> self = new CompletableFuture<>();
            core = new RemoteClientCore(config.clusterId(), config.groupId(), config.config(),
                config.members().stream().mapToInt(Member::nodeId).sorted().toArray(),
                transports.client(config.responseHost(), FleetNode.endpoints(config.members())),
                new SecureRandom().nextLong(),
                () -> self.join().wakeUp(), SystemNanoClock.INSTANCE);
            thread = new DutyThread("fleet-client", core::doWork, failure -> core.close(), core.waiter(), false);
            self.complete(thread);
            thread.start();
        } catch (final RuntimeException | Error e) {
            transports.close();
            throw e;
        }
    }

    /**
     * Connects to a cluster; returns at once. Commands wait until a leader is known, and fail as not applied when none
     * is in time. Where the nodes belong to another cluster, host no such group or were given other agreed settings,
     * all that is submitted fails within a second with a {@link io.fleet.machine.ConfigException} that names the
     * setting and both values, and so does whatever comes later: nothing of it was applied. Which birth the cluster is
     * of, the client learns from the nodes at the addresses that it was given.
     *
     * @param config where the nodes are.
     * @return the client.
     */
    public static FleetRemoteClient connect(final ClientConfig config) {
        return new FleetRemoteClient(Checks.notNull("config", config));
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

    /** Fails what is in flight and ends the client's thread. Idempotent. */
    @Override
    public void close() {
        thread.close();
        transports.close();
    }
}
