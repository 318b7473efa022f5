package io.fleet.verify.fuzz.kv;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.error.CommandFailedException;
import io.fleet.examples.kv.resp.Connection;
import io.fleet.examples.kv.resp.ReplicaInfo;
import io.fleet.examples.kv.resp.RespServer;
import io.fleet.examples.kv.resp.ServerState;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.CompletableFuture;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A connection without sockets or threads, before a machine that runs at once what it is sent. */
final class Talk implements FleetClient {
    private static final ReplicaInfo NODE = new ReplicaInfo(1, "leader", 1, 1, 0, 0, 0, 0, 0, "VOTER");

    private final Turns machine = new Turns();
    private final RespReading reading = new RespReading();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private boolean closed;

    Talk() {
        final Connection connection = new Connection(new ServerState(() -> NODE, KvBounds.NONE, false,
            ReadConsistency.LINEARIZABLE_LOG, KvLimits.STANDARD), this);
        RespServer.addDecoders(channel.pipeline(), KvLimits.STANDARD, connection::hold).addLast(connection);
        channel.pipeline().fireChannelActive();
    }

    /** Lets the connection read something, and reads its answers. */
    void send(final byte[] input) {
        channel.writeInbound(Unpooled.copiedBuffer(input));
        channel.runPendingTasks();
        channel.checkException();
        closed = !channel.isOpen();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            reading.read(out);
            out.release();
        }
    }

    /** How many requests were answered. */
    int answers() {
        return reading.values();
    }

    /** Whether the connection closed by itself. */
    boolean closed() {
        return closed;
    }

    /** Closes the connection; answers the first letter of each answer. */
    String end() {
        channel.finishAndReleaseAll();
        return reading.kinds();
    }

    @Override
    public boolean offer(final boolean readOnly, final DirectBuffer header, final int headerOffset,
                         final int headerLength, final DirectBuffer payload, final int payloadOffset,
                         final int payloadLength, final long correlationId, final ReplyHandler handler) {
        final byte[] batch = new byte[payloadLength];
        payload.getBytes(payloadOffset, batch);
        try {
            final byte[] reply = machine.run(readOnly, batch);
            handler.onReply(correlationId, new UnsafeBuffer(reply), 0, reply.length);
        } catch (final IllegalArgumentException e) {
            handler.onFailure(correlationId, new CommandFailedException(e.getMessage()));
        }
        return true;
    }

    @Override
    public CompletableFuture<byte[]> submit(final byte[] header, final byte[] payload) {
        throw new UnsupportedOperationException("a connection offers");
    }

    @Override
    public CompletableFuture<byte[]> query(final byte[] header, final byte[] payload) {
        throw new UnsupportedOperationException("a connection offers");
    }

    @Override
    public void close() {
        channel.close();
    }
}
