package io.fleet.node;

import io.fleet.client.command.Batcher;
import io.fleet.client.command.ClientCounters;
import io.fleet.client.command.ClientReads;
import io.fleet.client.command.ClientReadsFactory;
import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.RejectEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The clients of one group that live in this node's process: each has a batcher, and may have reads that do not go
 * through the log. Most are driven by their {@link ClientHandle}, those of simulations by this. The node's thread.
 */
final class GroupClients {
    private final GroupConfig config;
    private final Outbound outbound;
    private final ClientCounters counters = new ClientCounters();
    private final Long2ObjectHashMap<Batcher> batchers = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<ClientReads> reads = new Long2ObjectHashMap<>();
    private final List<ClientHandle> fronts = new ArrayList<>();
    private final List<Batcher> drivenBatchers = new ArrayList<>();
    private final List<ClientReads> drivenReads = new ArrayList<>();
    private final SplittableRandom random;
    private int[] nodes = {};

    GroupClients(final GroupConfig config, final Outbound outbound, final SplittableRandom random) {
        this.config = config;
        this.random = random;
        this.outbound = outbound;
    }

    /** Of a client that is added later. */
    Batcher newBatcher() {
        return new Batcher(config, BatcherId.embedded(outbound.self(), random.nextLong()), random.nextLong(), outbound,
            counters);
    }

    /** Of a client that is added later. */
    ClientReads newReads(final Batcher batcher) {
        return ClientReadsFactory.FOUND.create(config, batcher.batcherId(), outbound, counters);
    }

    void add(final ClientHandle front) {
        fronts.add(front);
        batchers.put(front.batcher().batcherId(), front.batcher());
        put(front.batcher(), front.reads());
    }

    /** A batcher without a front. */
    void add(final Batcher batcher) {
        drivenBatchers.add(batcher);
        batchers.put(batcher.batcherId(), batcher);
    }

    /** The reads of a batcher without a front. */
    ClientReads addReads(final Batcher batcher) {
        final ClientReads added = newReads(batcher);
        drivenReads.add(added);
        put(batcher, added);
        return added;
    }

    private void put(final Batcher batcher, final ClientReads added) {
        added.members(nodes);
        reads.put(batcher.batcherId(), added);
    }

    void remove(final Batcher batcher) {
        drivenBatchers.remove(batcher);
        batchers.remove(batcher.batcherId());
        drivenReads.remove(reads.remove(batcher.batcherId()));
    }

    /** Who belongs to the group; reads go to those that execute. */
    void members(final Configuration configuration) {
        nodes = configuration.replicas();
        reads.values().forEach(each -> each.members(nodes));
    }

    /** Who leads; nothing where nobody is known to. */
    void leader(final long ballot, final long nowNs) {
        batchers.values().forEach(batcher -> leader(batcher, ballot, nowNs));
    }

    void leader(final Batcher batcher, final long ballot, final long nowNs) {
        if (ballot != Ballot.NONE) {
            batcher.onLeader(ballot, Ballot.node(ballot), nowNs);
        }
    }

    /** Answers to reads, and to commands: those tell what reads of the same client must see. */
    void onReplyBatch(final int sender, final ReplyBatch reply, final long nowNs) {
        final ClientReads asked = reads.get(reply.batcherId);
        if (asked != null) {
            if (reply.reads) {
                asked.onReplyBatch(sender, reply, nowNs);
            } else {
                asked.onAnswered(reply.lsn);
            }
        }
        final Batcher batcher = batchers.get(reply.batcherId);
        if (batcher != null) {
            batcher.onHeard(sender, nowNs);
            batcher.onReplyBatch(reply, nowNs);
        }
    }

    void onReject(final int sender, final RejectEntry reject, final long nowNs) {
        final Batcher batcher = batchers.get(reject.batcherId);
        if (batcher != null) {
            batcher.onHeard(sender, nowNs);
            batcher.onReject(reject, nowNs);
        }
    }

    int doWork(final long nowNs) {
        int work = 0;
        for (int i = fronts.size() - 1; i >= 0; i--) {
            final ClientHandle front = fronts.get(i);
            work += front.doWork(nowNs);
            if (front.isTerminated()) {
                fronts.remove(i);
                remove(front.batcher());
            }
        }
        for (int i = drivenBatchers.size() - 1; i >= 0; i--) {
            work += drivenBatchers.get(i).doWork(nowNs);
        }
        for (int i = drivenReads.size() - 1; i >= 0; i--) {
            work += drivenReads.get(i).doWork(nowNs);
        }
        return work;
    }

    /** Takes nothing more. */
    void drain() {
        fronts.forEach(ClientHandle::drain);
    }

    /**
     * Whether any has to have its turn in each duty cycle: it has something to send. Who waits for answers is told when
     * they come.
     */
    boolean isDriven() {
        if (!drivenBatchers.isEmpty()) {
            return true;
        }
        for (int i = 0; i < fronts.size(); i++) {
            if (fronts.get(i).isSending()) {
                return true;
            }
        }
        return false;
    }

    /** Whether anything that was taken has no outcome yet. */
    boolean isBusy() {
        for (int i = 0; i < fronts.size(); i++) {
            if (fronts.get(i).isBusy()) {
                return true;
            }
        }
        return false;
    }

    /** Whether any waits for a session that it is to keep, or for news of it. */
    boolean askForSessions() {
        for (int i = 0; i < fronts.size(); i++) {
            if (fronts.get(i).asksForSession()) {
                return true;
            }
        }
        return false;
    }

    /** Whether any has a session to keep alive, so that time alone brings something about. */
    boolean keepSessions() {
        for (int i = 0; i < fronts.size(); i++) {
            if (fronts.get(i).keepsSession()) {
                return true;
            }
        }
        return false;
    }

    void measure(final TableUse use) {
        long inFlight = 0;
        for (int i = 0; i < fronts.size(); i++) {
            inFlight += fronts.get(i).batcher().inFlight();
        }
        use.clients.set(fronts.size());
        use.clientCommands.set(inFlight);
    }

    /** What they have done, all together. Any thread. */
    ClientCounters counters() {
        return counters;
    }

    void shutdown(final long nowNs) {
        fronts.forEach(front -> front.shutdown(nowNs));
        batchers.values().forEach(batcher -> batcher.close(nowNs));
        reads.values().forEach(each -> each.close(null));
    }
}
