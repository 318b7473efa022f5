package io.fleet.examples.kv.resp;

import io.fleet.client.ReadConsistency;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.netty.channel.ChannelId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What all connections of one server share: who they are, and counters. */
public final class ServerState {
    /** How many connections a server takes. */
    static final int MAX_CLIENTS = 10_000;

    final LongAdder accepted = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder commands = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder timedOut = new LongAdder();
    final Turnstile turnstile;
    final Rounds rounds;
    final long startedNanos = System.nanoTime();
    private final AtomicLong nextId = new AtomicLong();
    private final Map<ChannelId, ClientSession> sessions = new ConcurrentHashMap<>();
    private final Supplier<ReplicaInfo> replica;
    private final KvBounds bounds;
    private final boolean keepsPayloads;
    private final ReadConsistency reads;
    private final KvLimits limits;
    /** Of these the time-out of idle connections may change; on the connections' thread. */
    private volatile RespLimits respLimits;
    private final ClientMemory memory;
    private final LongSupplier clock;
    private final Admission admission;
    /** Batches that wait for room in the client's buffer. */
    final BatchOutlet.Lines lines = new BatchOutlet.Lines();
    private final Complaints complaints = new Complaints();
    private volatile int port;

    public ServerState(final Supplier<ReplicaInfo> replica, final KvBounds bounds, final boolean keepsPayloads,
                       final ReadConsistency reads, final KvLimits limits) {
        this(replica, bounds, keepsPayloads, reads, limits, RespLimits.standard(1), System::nanoTime);
    }

    /** With {@code clock}, which gives monotonic nanoseconds to the connections' threads. */
    public ServerState(final Supplier<ReplicaInfo> replica, final KvBounds bounds, final boolean keepsPayloads,
                       final ReadConsistency reads, final KvLimits limits, final RespLimits respLimits,
                       final LongSupplier clock) {
        this.respLimits = respLimits;
        this.clock = clock;
        memory = new ClientMemory(respLimits.memoryBytes(), clock);
        admission = new Admission(respLimits.unansweredCommands(), respLimits.unansweredBytes());
        rounds = new Rounds(clock);
        turnstile = new Turnstile(clock);
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

    RespLimits respLimits() {
        return respLimits;
    }

    /** Connections are closed after so many seconds without a request; 0 for never. */
    void idleSeconds(final int seconds) {
        respLimits = new RespLimits(respLimits.memoryBytes(), seconds, respLimits.unansweredCommands(),
            respLimits.unansweredBytes());
    }

    /** What was counted since the start counts no more. */
    void resetStatistics() {
        accepted.reset();
        refused.reset();
        commands.reset();
    }

    ClientMemory memory() {
        return memory;
    }

    Admission admission() {
        return admission;
    }

    long nanoTime() {
        return clock.getAsLong();
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

    /** Closes connections that are stuck; once a second, on their thread. */
    void tick() {
        memory.publish();
        admission.publish();
        final long now = nanoTime();
        for (final Connection each : memory.connections()) {
            try {
                each.tick(now);
            } catch (final RuntimeException e) {
                System.getLogger(ServerState.class.getName()).log(System.Logger.Level.WARNING,
                    "a connection could not be looked at", e);
            }
        }
    }

    /** A connection turned out to speak HTTP. */
    void spokeHttp(final String address) {
        closing(address, "it speaks HTTP: a web page may be trying to have a browser send commands");
    }

    /** A connection is closed for what it did or held; says so at most every ten seconds, as there may be many. */
    void closing(final String address, final String why) {
        complaints.closing(address, why, nanoTime());
    }

    int port() {
        return port;
    }

    void port(final int bound) {
        port = bound;
    }
}
