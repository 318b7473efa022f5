package io.fleet.transport.aeron;

import io.fleet.transport.aeron.inbound.Inbound;
import io.fleet.transport.aeron.reach.ReachPacket;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Answers those who ask whether their multicast is heard here, and hands on what others answer. Nobody is answered to
 * whom there is no way already, so what anybody sends here opens nothing. Used by one thread.
 */
final class ReachAnswers implements Inbound.MarkedHandler {
    private static final UnsafeBuffer EMPTY = new UnsafeBuffer(0, 0);

    private final int self;
    private final IntFunction<Inbound> nodes;
    private final Inbound clients;
    private final ReturnPaths returnPaths;
    private final Peers peers;
    private final MulticastBroadcast broadcast;

    /**
     * Creates it.
     *
     * @param self    the number of this node, or {@link ReachPacket#CLIENT}, which is asked nothing.
     * @param nodes   what is multicast by a node; null where that is not listened to.
     * @param clients what is multicast by clients; null where that is not listened to.
     */
    ReachAnswers(final int self, final IntFunction<Inbound> nodes, final Inbound clients,
                 final ReturnPaths returnPaths, final Peers peers, final MulticastBroadcast broadcast) {
        this.self = self;
        this.nodes = nodes;
        this.clients = clients;
        this.returnPaths = returnPaths;
        this.peers = peers;
        this.broadcast = broadcast;
    }

    @Override
    public void onMarked(final long reserved, final DirectBuffer buffer, final int offset, final int length) {
        final ReachPacket.Kind kind = ReachPacket.kind(reserved);
        final int session = ReachPacket.session(reserved);
        if (kind == null || length > ReachPacket.MAX_LENGTH) {
            return;
        }
        if (kind != ReachPacket.Kind.ASK) {
            broadcast.onAnswer(ReachPacket.node(reserved), session, kind == ReachPacket.Kind.HEARS);
        } else if (ReachPacket.node(reserved) != ReachPacket.CLIENT) {
            answer(peers.to(ReachPacket.node(reserved)), nodes.apply(ReachPacket.node(reserved)), session);
        } else if (self != ReachPacket.CLIENT) {
            final byte[] channel = new byte[length];
            buffer.getBytes(offset, channel);
            answer(returnPaths.known(new String(channel, StandardCharsets.US_ASCII)), clients, session);
        }
    }

    private void answer(final PublicationSlot way, final Inbound inbound, final int session) {
        if (way != null && self != ReachPacket.CLIENT) {
            final boolean hears = inbound != null && inbound.hears(session);
            way.offerMarked(EMPTY, 0,
                ReachPacket.encode(hears ? ReachPacket.Kind.HEARS : ReachPacket.Kind.DEAF, self, session));
        }
    }
}
