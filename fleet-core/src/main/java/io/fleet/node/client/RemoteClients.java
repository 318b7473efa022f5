package io.fleet.node.client;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.node.status.NodeCounters;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.transport.Transport;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * Remote batchers that said hello, and the ways back to them. One that is silent for long is forgotten; it says hello
 * again when it lives. Where there are as many as may be, one to which nothing was sent for long makes room for one
 * that something could not be sent to, so that those who send commands are known on every node, whoever came first.
 */
public final class RemoteClients {
    private static final CoverageMark INTRODUCED = CoverageMark
        .named("remote-clients.introduced-to-a-node-that-started");
    private static final CoverageMark FORGOTTEN = CoverageMark.named("remote-clients.silent-client-forgotten");

    /** {@link #destinationOf}: not known. */
    public static final int UNKNOWN = Transport.ALL_NODES - 1;
    private static final long SILENCE_NS = 10_000_000_000L;
    private static final CoverageMark MADE_ROOM = CoverageMark.named("remote-clients.idle-client-makes-room");

    static final int MAX_CLIENTS = 1024;
    /** A client that nothing was sent to for so long may make room. */
    static final long IDLE_NS = 5_000_000_000L;
    /** How often one may: opening a way back is work. */
    private static final long ROOM_INTERVAL_NS = 10_000_000L;
    /** How many batchers are remembered that something could not be sent to. */
    private static final int MAX_MISSED = 1024;

    private final Transport transport;
    private final NodeCounters counters;
    private final Long2ObjectHashMap<Path> paths = new Long2ObjectHashMap<>();
    private final ClientHello introduction = new ClientHello();
    private final IntervalTimer checkTime = new IntervalTimer(SILENCE_NS / 10);
    private final IntervalTimer roomTime = new IntervalTimer(ROOM_INTERVAL_NS);
    /** Batchers without a way back for which there was an answer since {@link #doWork} last looked. */
    private final LongHashSet missed = new LongHashSet();
    private long nowNs;

    public RemoteClients(final Transport transport, final NodeCounters counters) {
        this.transport = transport;
        this.counters = counters;
    }

    public int destinationOf(final long batcherId) {
        final Path path = paths.get(batcherId);
        if (path == null) {
            if (paths.size() >= MAX_CLIENTS && missed.size() < MAX_MISSED) {
                missed.add(batcherId);
            }
            return UNKNOWN;
        }
        path.lastUsedNs = nowNs;
        return path.destination;
    }

    /** Whether there is a way back to a batcher. */
    public boolean isKnown(final long batcherId) {
        return paths.containsKey(batcherId);
    }

    /** True when the way back is open. */
    public boolean onHello(final int groupId, final ClientHello hello, final long nowNs) {
        Path path = paths.get(hello.batcherId);
        if (path == null) {
            if (paths.size() >= MAX_CLIENTS && !makeRoom(hello.batcherId, nowNs)) {
                return false;
            }
            missed.remove(hello.batcherId);
            final int destination = transport.openReturnPath(hello.responseChannel);
            if (destination == UNKNOWN) {
                return false;
            }
            path = new Path(destination, groupId, hello.responseChannel, nowNs);
            paths.put(hello.batcherId, path);
            counters.remoteClients.set(paths.size());
        }
        path.lastHeardNs = nowNs;
        return true;
    }

    /** Forgets the client that has been idle longest, for one to which an answer could not be sent. */
    private boolean makeRoom(final long newcomer, final long now) {
        if (!missed.contains(newcomer) || !roomTime.isDue(now)) {
            return false;
        }
        long idlest = 0;
        Path found = null;
        for (final Long2ObjectHashMap<Path>.EntryIterator i = paths.entrySet().iterator(); i.hasNext();) {
            i.next();
            final Path each = i.getValue();
            if (now - each.lastUsedNs >= IDLE_NS && (found == null || each.lastUsedNs - found.lastUsedNs < 0)) {
                idlest = i.getLongKey();
                found = each;
            }
        }
        if (found == null) {
            return false;
        }
        MADE_ROOM.hit();
        transport.closeReturnPath(found.destination);
        paths.remove(idlest);
        return true;
    }

    public void onGoodbye(final long batcherId) {
        final Path path = paths.remove(batcherId);
        if (path != null) {
            transport.closeReturnPath(path.destination);
            counters.remoteClients.set(paths.size());
        }
    }

    public void forEachIn(final int groupId, final LongConsumer action) {
        paths.forEach((batcherId, path) -> {
            if (path.groupId == groupId) {
                action.accept(batcherId);
            }
        });
    }

    /** How many batchers of a group are known. */
    public int countIn(final int groupId) {
        int count = 0;
        for (final Path path : paths.values()) {
            count += path.groupId == groupId ? 1 : 0;
        }
        return count;
    }

    /** Tells a node that has just started about the batchers of a group, as if they had said hello to it. */
    public void introduce(final int groupId, final Consumer<ClientHello> action) {
        paths.forEach((batcherId, path) -> {
            if (path.groupId == groupId) {
                INTRODUCED.hit();
                introduction.batcherId = batcherId;
                introduction.responseChannel = path.channel;
                action.accept(introduction);
            }
        });
    }

    public int doWork(final long now) {
        nowNs = now;
        if (paths.isEmpty() || !checkTime.isDue(now)) {
            return 0;
        }
        if (paths.size() < MAX_CLIENTS || missed.size() == MAX_MISSED) {
            missed.clear();
        }
        int forgotten = 0;
        for (final Iterator<Path> i = paths.values().iterator(); i.hasNext();) {
            final Path path = i.next();
            if (now - path.lastHeardNs > SILENCE_NS) {
                FORGOTTEN.hit();
                transport.closeReturnPath(path.destination);
                i.remove();
                forgotten++;
            }
        }
        counters.remoteClients.set(paths.size());
        return forgotten;
    }

    private static final class Path {
        private final int destination;
        private final int groupId;
        private final String channel;
        private long lastHeardNs;
        private long lastUsedNs;

        Path(final int destination, final int groupId, final String channel, final long nowNs) {
            lastUsedNs = nowNs;
            this.channel = channel;
            this.destination = destination;
            this.groupId = groupId;
        }
    }
}
