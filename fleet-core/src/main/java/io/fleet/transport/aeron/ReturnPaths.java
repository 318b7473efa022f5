package io.fleet.transport.aeron;

import io.aeron.Aeron;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Channels;
import io.fleet.transport.aeron.config.Endpoint;
import org.agrona.collections.Object2ObjectHashMap;

/**
 * The ways back to remote clients: a bounded table, in which one channel stands once however often it is opened.
 * Destinations are never used again, so that one that was closed reaches nobody. Used by one thread.
 */
final class ReturnPaths {
    /** The most ways back that any configuration allows. */
    static final int MAX = AeronConfig.MAX_RETURN_PATHS;
    /** What says that no way was opened. */
    static final int NONE = Transport.ALL_NODES - 1;

    private static final int FIRST_DESTINATION = Endpoint.MAX_NODE_ID + 1;
    private static final int INDEX_BITS = 10;
    private static final int INDEX_MASK = MAX - 1;
    private static final int MAX_GENERATION = (1 << 20) - 1;

    private final Aeron aeron;
    private final Channels channels;
    private final IpcWaiters ipcWaiters;
    private final boolean isIpc;
    private final int unicastTermLength;
    private final Path[] paths;
    private final Object2ObjectHashMap<String, Path> byChannel = new Object2ObjectHashMap<>();
    private int generation;
    /** All ways that are open are below this index. */
    private int end;

    ReturnPaths(final Aeron aeron, final AeronConfig config, final IpcWaiters ipcWaiters) {
        this.aeron = aeron;
        this.ipcWaiters = ipcWaiters;
        this.channels = new Channels(config);
        this.isIpc = config.kind() == AeronConfig.Kind.IPC;
        this.unicastTermLength = config.unicastTermLength();
        this.paths = new Path[config.maxReturnPaths()];
    }

    int open(final String channel) {
        final Path known = channel == null ? null : byChannel.get(channel);
        if (known != null) {
            known.users++;
            return known.destination;
        }
        final int index = freeIndex();
        if (index < 0) {
            return NONE;
        }
        final PublicationSlot slot = slot(channel);
        if (slot == null) {
            return NONE;
        }
        generation = generation == MAX_GENERATION ? 0 : generation + 1;
        final Path path = new Path(channel, slot, FIRST_DESTINATION + (generation << INDEX_BITS | index));
        paths[index] = path;
        end = Math.max(end, index + 1);
        byChannel.put(channel, path);
        return path.destination;
    }

    void close(final int destination) {
        final Path path = path(destination);
        if (path != null && --path.users == 0) {
            path.slot.close();
            paths[index(destination)] = null;
            byChannel.remove(path.channel);
            while (end > 0 && paths[end - 1] == null) {
                end--;
            }
        }
    }

    boolean offer(final int destination, final Packet packet) {
        final Path path = path(destination);
        return path != null && path.slot.offer(packet);
    }

    /** The way to a client that is open already; null where there is none. */
    PublicationSlot known(final String channel) {
        final Path path = byChannel.get(channel);
        return path == null ? null : path.slot;
    }

    int doWork(final long nowNs) {
        int work = 0;
        for (int i = 0; i < end; i++) {
            if (paths[i] != null) {
                work += paths[i].slot.doWork(nowNs);
            }
        }
        return work;
    }

    void closeAll() {
        for (int i = 0; i < end; i++) {
            if (paths[i] != null) {
                paths[i].slot.close();
                paths[i] = null;
            }
        }
        end = 0;
        byChannel.clear();
    }

    private PublicationSlot slot(final String channel) {
        if (isIpc) {
            final int stream = ResponseChannels.ipcStream(channel);
            return stream < 0 ? null
                : new PublicationSlot(aeron, channels.ipcPublication(unicastTermLength), stream, true,
                    ipcWaiters.stream(stream));
        }
        final String address = ResponseChannels.udpAddress(channel);
        return address == null ? null : new PublicationSlot(
            aeron, channels.responsePublication(address), channels.responseStream(), true, null);
    }

    private int freeIndex() {
        for (int i = 0; i < paths.length; i++) {
            if (paths[i] == null) {
                return i;
            }
        }
        return -1;
    }

    private Path path(final int destination) {
        if (destination < FIRST_DESTINATION) {
            return null;
        }
        final int index = index(destination);
        final Path path = index < paths.length ? paths[index] : null;
        return path != null && path.destination == destination ? path : null;
    }

    private static int index(final int destination) {
        return destination - FIRST_DESTINATION & INDEX_MASK;
    }

    /** One way back. */
    private static final class Path {
        private final String channel;
        private final PublicationSlot slot;
        private final int destination;
        private int users = 1;

        Path(final String channel, final PublicationSlot slot, final int destination) {
            this.channel = channel;
            this.slot = slot;
            this.destination = destination;
        }
    }
}
