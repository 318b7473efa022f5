package io.fleet.node;

import io.fleet.client.command.Batcher;
import io.fleet.client.command.ClientCounters;
import io.fleet.client.command.ClientReads;
import io.fleet.client.handle.ClientHandle;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.GroupView;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.agrona.concurrent.NanoClock;

/**
 * One group of a node, for the node's owner: what can be asked of it, and what it counts. Call on the node's thread
 * where nothing else is said.
 */
public interface HostedGroup {
    /** How it stands, at most a millisecond old. Any thread. */
    GroupStatus status();

    /** What is known of its members; it changes. Any thread. */
    GroupView watch();

    /** What it counts. Any thread. */
    GroupCounters counters();

    /** What its mode counts besides, and what serves reads beside the log. Any thread. */
    List<ModeCounter> modeCounters();

    /** What its clients in this process have done, all together. Any thread. */
    ClientCounters clientCounters();

    /** How full its tables are, some tenths of a second old. Any thread. */
    TableUse tables();

    /** Who belongs to it, as far as this node acts on it. */
    GroupMembers membership();

    /**
     * How many entries wait at a replica for their replies, as the leader on this node sees it. On other threads only
     * roughly right.
     *
     * @param node the replica's node.
     * @return entries; 0 for one that is no member.
     */
    int replierQueueDepth(int node);

    /** How many bodies wait here to be ordered, never more than {@code pendingEntries} (S13). Elsewhere roughly. */
    int unorderedBodies();

    /**
     * Looks at all that its sessions have on this node, one by one: for tests.
     *
     * @return what they take, in bytes of heap; see {@link io.fleet.session.SessionTable} for the bound (S13).
     */
    long measureSessions();

    /**
     * What its answers take that are gathered, wait to be released, or for the network.
     *
     * @return bytes of heap; at most 64 MiB and one answer more, of {@code maxReplyBytes} or 6 MiB; where replicas hold
     * leases 32 MiB more, or one longer answer (S13).
     */
    long replyBytes();

    /**
     * Asks for a snapshot, whether or not one is due. The node's other work goes on while it is written; one that is
     * asked for while another is being written comes after that.
     *
     * @return completes on the node's thread with the LSN up to which the snapshot covers the log, at least what was
     * applied at the call; exceptionally with a {@link io.fleet.error.SnapshotFailedException} when it cannot be
     * written, or the node ends.
     */
    CompletableFuture<Long> requestSnapshot();

    /**
     * Asks for a change of the members.
     *
     * @param change  which; copied.
     * @param outcome hears once what became of it, on the node's thread; perhaps before this returns.
     */
    void changeMembers(MemberChange change, MemberOutcome outcome);

    /**
     * Asks that a node leads.
     *
     * @param node    the node, or {@link LeadershipTransferRequest#ANY} for any but the one that leads.
     * @param outcome hears once what became of it, on the node's thread; perhaps before this returns.
     */
    void transferLeadership(int node, TransferOutcome outcome);

    /**
     * How much this node should lead from now on.
     *
     * @param value 0 to {@link io.fleet.consensus.message.election.LeaderFitness#MAX_PRIORITY}.
     */
    void leaderPriority(int value);

    /** Opens a batcher that lives in this node and is driven by the caller on the node's thread. */
    Batcher openBatcher();

    /** Opens what sends reads beside the log for a batcher of {@link #openBatcher}, driven by this node. */
    ClientReads openReads(Batcher batcher);

    /** Forgets a batcher of {@link #openBatcher}, and what sends its reads. */
    void closeBatcher(Batcher batcher);

    /**
     * Opens a client for any number of threads. Call on the node's thread, or before there is one.
     *
     * @param wakeUp    wakes the node's thread when it idles.
     * @param clock     the clock of {@link NodeCore#doWork}.
     * @param callbacks completes its futures; {@code Runnable::run} has them completed on the node's thread, with all
     *                  that depends on them.
     * @return the client.
     */
    ClientHandle openClient(Runnable wakeUp, NanoClock clock, Executor callbacks);
}
