package io.fleet.transport.aeron;

import io.fleet.transport.aeron.inbound.Inbound;
import io.fleet.transport.aeron.reach.HeardBy;
import io.fleet.transport.aeron.reach.ReachPacket;
import java.util.BitSet;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Answers those who ask whether their multicast is heard here, and hands on what others answer. Nobody is answered to
 * whom there is no way already, so what anybody sends here opens nothing. Used by one thread.
 */
final class ReachAnswers implements Inbound.MarkedHandler {
    /** What is heard here, and what leads to those who ask. */
    interface Ears {
        /** Whether something is received of what a node multicasts in a session. */
        boolean hearsNode(int node, int session);

        /** Whether something is received of what a client multicasts in a session. */
        boolean hearsClient(int session);

        /** The way to a node; null where there is none. */
        Way toNode(int node);

        /** The way back to a client that is open already; null where there is none. */
        Way toClient(String channel);

        /** A node answers. */
        void onAnswer(int node, int session, boolean hears);
    }

    /** In this time each node is answered once. */
    static final long WINDOW_NS = HeardBy.ASK_NS / 4;
    /** Questions of clients that are looked at in this time: what the most clients of a node ask in it, and more. */
    static final int MAX_CLIENTS_AT_ONCE = 512;

    private static final UnsafeBuffer EMPTY = new UnsafeBuffer(0, 0);

    private final int self;
    private final Ears ears;
    private final BitSet isAnswered = new BitSet();
    private int clientsLeft = MAX_CLIENTS_AT_ONCE;
    private boolean hasTime;
    private long windowNs;

    /**
     * Creates it.
     *
     * @param self the number of this node, or {@link ReachPacket#CLIENT}, which is asked nothing.
     */
    ReachAnswers(final int self, final Ears ears) {
        this.self = self;
        this.ears = ears;
    }

    /** Takes the time: so much is answered in a while, and no more, whoever asks. */
    void onTime(final long now) {
        if (!hasTime || now - windowNs >= WINDOW_NS) {
            hasTime = true;
            windowNs = now;
            clientsLeft = MAX_CLIENTS_AT_ONCE;
            isAnswered.clear();
        }
    }

    @Override
    public void onMarked(final long reserved, final DirectBuffer buffer, final int offset, final int length) {
        final ReachPacket.Kind kind = ReachPacket.kind(reserved);
        if (kind == null || length > ReachPacket.MAX_LENGTH) {
            return;
        }
        final int node = ReachPacket.node(reserved);
        final int session = ReachPacket.session(reserved);
        if (kind != ReachPacket.Kind.ASK) {
            ears.onAnswer(node, session, kind == ReachPacket.Kind.HEARS);
        } else if (self == ReachPacket.CLIENT) {
            // Nobody asks a client.
        } else if (node == ReachPacket.CLIENT) {
            onClient(buffer, offset, length, session);
        } else if (!isAnswered.get(node)) {
            final Way way = ears.toNode(node);
            if (way != null && answer(way, ears.hearsNode(node, session), session)) {
                isAnswered.set(node);
            }
        }
    }

    private void onClient(final DirectBuffer buffer, final int offset, final int length, final int session) {
        if (clientsLeft > 0) {
            clientsLeft--;
            final Way way = ears.toClient(buffer.getStringWithoutLengthAscii(offset, length));
            if (way != null) {
                answer(way, ears.hearsClient(session), session);
            }
        }
    }

    private boolean answer(final Way way, final boolean hears, final int session) {
        return way.offerMarked(EMPTY, 0,
            ReachPacket.encode(hears ? ReachPacket.Kind.HEARS : ReachPacket.Kind.DEAF, self, session));
    }
}
