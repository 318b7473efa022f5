package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Keeps what was sent. */
final class FakeWay implements Way {
    final List<Long> marked = new ArrayList<>();
    String said;
    boolean isConnected = true;
    boolean isFull;
    /** Takes questions, and nobody answers. */
    boolean isDead;
    int sessionId;
    int sent;

    int take() {
        final int before = sent;
        sent = 0;
        return before;
    }

    @Override
    public boolean offer(final Packet packet) {
        if (!isFull && !isDead) {
            sent++;
        }
        return !isFull && !isDead;
    }

    @Override
    public boolean offerMarked(final DirectBuffer buffer, final int length, final long reserved) {
        if (!isFull) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(0, bytes);
            said = new String(bytes, StandardCharsets.US_ASCII);
            marked.add(reserved);
        }
        return !isFull;
    }

    @Override
    public boolean isConnected() {
        return isConnected;
    }

    @Override
    public boolean hasRoom() {
        return !isFull;
    }

    @Override
    public int sessionId() {
        return sessionId;
    }

    @Override
    public int doWork(final long nowNs) {
        return 0;
    }

    @Override
    public void close() {
    }
}
