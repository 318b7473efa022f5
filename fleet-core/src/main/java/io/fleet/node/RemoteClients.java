package io.fleet.node;

import io.fleet.protocol.Every;
import io.fleet.protocol.message.ClientHello;
import io.fleet.storage.mark.Mark;
import io.fleet.transport.Transport;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Remote batchers that said hello, and the ways back to them. One that is silent for long is forgotten; it says hello
 * again when it lives.
 */
final class RemoteClients {
    private static final Mark INTRODUCED = Mark.named("remote-clients.introduced-to-a-node-that-started");
    private static final Mark FORGOTTEN = Mark.named("remote-clients.silent-client-forgotten");

    /** {@link #destinationOf}: not known. */
    static final int UNKNOWN = Transport.ALL_NODES - 1;
    private static final long SILENCE_NS = 10_000_000_000L;
    private static final int MAX_CLIENTS = 1024;

    private final Transport transport;
    private final NodeCounters counters;
    private final Long2ObjectHashMap<Path> paths = new Long2ObjectHashMap<>();
    private final ClientHello introduction = new ClientHello();
    private final Every checkTime = new Every(SILENCE_NS / 10);

    RemoteClients(final Transport transport, final NodeCounters counters) {
        this.transport = transport;
        this.counters = counters;
    }

    int destinationOf(final long batcherId) {
        final Path path = paths.get(batcherId);
        return path == null ? UNKNOWN : path.destination;
    }

    /** True when the way back is open. */
    boolean onHello(final int groupId, final ClientHello hello, final long nowNs) {
        Path path = paths.get(hello.batcherId);
        if (path == null) {
            if (paths.size() >= MAX_CLIENTS) {
                return false;
            }
            final int destination = transport.openReturnPath(hello.responseChannel);
            if (destination == UNKNOWN) {
                return false;
            }
            path = new Path(destination, groupId, hello.responseChannel);
            paths.put(hello.batcherId, path);
            counters.remoteClients.set(paths.size());
        }
        path.lastHeardNs = nowNs;
        return true;
    }

    void onGoodbye(final long batcherId) {
        final Path path = paths.remove(batcherId);
        if (path != null) {
            transport.closeReturnPath(path.destination);
            counters.remoteClients.set(paths.size());
        }
    }

    void forEachIn(final int groupId, final LongConsumer action) {
        paths.forEach((batcherId, path) -> {
            if (path.groupId == groupId) {
                action.accept(batcherId);
            }
        });
    }

    /** How many batchers of a group are known. */
    int countIn(final int groupId) {
        int count = 0;
        for (final Path path : paths.values()) {
            count += path.groupId == groupId ? 1 : 0;
        }
        return count;
    }

    /** Tells a node that has just started about the batchers of a group, as if they had said hello to it. */
    void introduce(final int groupId, final Consumer<ClientHello> action) {
        paths.forEach((batcherId, path) -> {
            if (path.groupId == groupId) {
                INTRODUCED.hit();
                introduction.batcherId = batcherId;
                introduction.responseChannel = path.channel;
                action.accept(introduction);
            }
        });
    }

    int doWork(final long nowNs) {
        if (paths.isEmpty() || !checkTime.isDue(nowNs)) {
            return 0;
        }
        int forgotten = 0;
        for (final Iterator<Path> i = paths.values().iterator(); i.hasNext(); ) {
            final Path path = i.next();
            if (nowNs - path.lastHeardNs > SILENCE_NS) {
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

        Path(final int destination, final int groupId, final String channel) {
            this.channel = channel;
            this.destination = destination;
            this.groupId = groupId;
        }
    }
}
