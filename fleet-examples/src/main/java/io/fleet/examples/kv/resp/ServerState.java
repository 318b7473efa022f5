package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.KvBounds;
import io.fleet.examples.kv.KvLimits;
import io.fleet.machine.ReadConsistency;
import io.netty.channel.ChannelId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** What all connections of one server share: who they are, and counters. */
final class ServerState {
    /** How many connections a server takes. */
    static final int MAX_CLIENTS = 10_000;

    final LongAdder accepted = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder commands = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder failures = new LongAdder();
    final long startedNanos = System.nanoTime();
    private final AtomicLong nextId = new AtomicLong();
    private final Map<ChannelId, ClientSession> sessions = new ConcurrentHashMap<>();
    private final Supplier<ReplicaInfo> replica;
    private final KvBounds bounds;
    private final boolean keepsPayloads;
    private final ReadConsistency reads;
    private final KvLimits limits;
    private volatile int port;

    ServerState(final Supplier<ReplicaInfo> replica, final KvBounds bounds, final boolean keepsPayloads,
                final ReadConsistency reads, final KvLimits limits) {
        this.limits = limits;
        this.reads = reads;
        this.replica = replica;
        this.bounds = bounds;
        this.keepsPayloads = keepsPayloads;
    }

    /** Whether the machines keep values as payloads, so that commands are to travel as headers. */
    boolean keepsPayloads() {
        return keepsPayloads;
    }

    /** What reads may see where a connection says nothing else. */
    ReadConsistency reads() {
        return reads;
    }

    KvLimits limits() {
        return limits;
    }

    KvBounds bounds() {
        return bounds;
    }

    ReplicaInfo replica() {
        return replica.get();
    }

    long nextId() {
        return nextId.incrementAndGet();
    }

    boolean add(final ChannelId channel, final ClientSession session) {
        if (sessions.size() >= MAX_CLIENTS) {
            refused.increment();
            return false;
        }
        accepted.increment();
        sessions.put(channel, session);
        return true;
    }

    void remove(final ChannelId channel) {
        sessions.remove(channel);
    }

    Collection<ClientSession> sessions() {
        return sessions.values();
    }

    int port() {
        return port;
    }

    void port(final int bound) {
        port = bound;
    }
}
