package io.fleet.bench.peer.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.fleet.bench.peer.ValueMap;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.IdleStrategy;

/** The map as a clustered service; keeps no snapshots. */
final class MapService implements ClusteredService {
    private final ValueMap map;
    private final ExpandableArrayBuffer reply = new ExpandableArrayBuffer();
    private IdleStrategy idle;

    MapService(final int keys) {
        map = new ValueMap(keys);
    }

    @Override
    public void onStart(final Cluster cluster, final Image snapshot) {
        idle = cluster.idleStrategy();
    }

    @Override
    public void onSessionMessage(final ClientSession session, final long timestamp, final DirectBuffer buffer,
                                 final int offset, final int length, final Header header) {
        final long key = buffer.getLong(offset + Requests.KEY);
        byte kind = buffer.getByte(offset + Requests.KIND);
        int replyLength = Requests.REPLY_VALUE;
        if (kind == Requests.PUT) {
            buffer.getBytes(offset + Requests.VALUE, map.forPut(key, length - Requests.VALUE));
        } else {
            final byte[] value = map.get(key);
            if (value == null) {
                kind = Requests.NOTHING;
            } else {
                reply.putBytes(Requests.REPLY_VALUE, value);
                replyLength += value.length;
            }
        }
        reply.putLong(Requests.REPLY_CORRELATION, buffer.getLong(offset + Requests.CORRELATION));
        reply.putByte(Requests.REPLY_KIND, kind);
        send(session, replyLength);
    }

    /** Tries until the client's window has room; followers send nothing, and that succeeds at once. */
    private void send(final ClientSession session, final int length) {
        if (session == null) {
            return;
        }
        idle.reset();
        long result = session.offer(reply, 0, length);
        while (result == Publication.BACK_PRESSURED || result == Publication.ADMIN_ACTION) {
            idle.idle();
            result = session.offer(reply, 0, length);
        }
    }

    @Override
    public void onSessionOpen(final ClientSession session, final long timestamp) {
        // Nothing is kept for a session.
    }

    @Override
    public void onSessionClose(final ClientSession session, final long timestamp, final CloseReason reason) {
        // Nothing is kept for a session.
    }

    @Override
    public void onTimerEvent(final long correlation, final long timestamp) {
        throw new IllegalStateException("a timer has fired, but none was set");
    }

    @Override
    public void onTakeSnapshot(final ExclusivePublication publication) {
        throw new UnsupportedOperationException("the benchmark takes no snapshots");
    }

    @Override
    public void onRoleChange(final Cluster.Role role) {
        System.err.println("role: " + role);
    }

    @Override
    public void onTerminate(final Cluster cluster) {
        // The node ends the process.
    }
}
