package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensusCounters;
import io.fleet.ec.dissemination.ValueSource;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.group.rejoin.RejoinStatus;
import io.fleet.ec.group.retention.GroupSnapshots;
import io.fleet.ec.group.retention.PartMaintenance;
import io.fleet.ec.group.retention.PartRoom;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * One coded group on one node, among other members that have positions and nothing else: how it is agreed what is
 * written, where parts are, and who has learned what. Every node is a proxy: {@link #submit} spreads an entry, and
 * {@link CodedListener#onAcknowledged} says that it is written. It drives its roles; what members say comes in by
 * {@link #inbound}.
 *
 * <p>At the start, first {@link #recoverVote} and {@link #recoverPiece} for what is durable, then anything else.
 */
public final class CodedGroup implements EntrySubmitter {
    private final GroupRoles roles;
    private final MemberMessages inbound;

    /**
     * Creates a group that knows what the decision log holds.
     *
     * @param config   sizes and times.
     * @param codec    the code.
     * @param logs     what is durable on this node.
     * @param outbound where messages go.
     * @param listener told what happens.
     */
    public CodedGroup(final CodedGroupConfig config, final ShardCodec codec, final CodedGroupLogs logs,
                      final CodedGroupOutbound outbound, final CodedListener listener) {
        roles = new GroupRoles(config, codec, logs, outbound, listener);
        inbound = new MemberMessages(roles, listener);
    }

    /** Where what members say goes. */
    public CodedGroupInbound inbound() {
        return inbound;
    }

    /** What snapshots stand for. */
    public GroupSnapshots snapshots() {
        return roles.snapshots;
    }

    /** Care for the parts that this node holds. */
    public PartMaintenance parts() {
        return roles.parts;
    }

    /** Room for more parts. */
    public PartRoom room() {
        return roles.room;
    }

    /**
     * Takes in a vote that was found durable at the start. One that has lost others has no use for those that are left.
     *
     * @param slot the slot.
     * @param vote the vote.
     * @param id   that goes with it.
     */
    public void recoverVote(final long slot, final long vote, final EntryId id) {
        roles.rejoin.recoverVote(slot, vote, id);
    }

    /**
     * Takes in a piece of a part that was found durable at the start.
     *
     * @param number   of the piece.
     * @param state    as it was given to the log.
     * @param id       of the entry.
     * @param tag      which piece of the part.
     * @param position where it is.
     * @param length   in bytes.
     */
    public void recoverPiece(final long number, final long state, final EntryId id, final long tag,
                             final long position, final int length) {
        roles.store.recover(number, state, id, tag, position, length);
    }

    @Override
    public boolean submit(final long batcherId, final long sequence, final DirectBuffer header, final int headerLength,
                          final DirectBuffer value, final int valueLength, final EntryId id) {
        id.set(batcherId, sequence, roles.spreader.digest(header, headerLength, value, valueLength));
        if (!roles.rejoin.takes() || !roles.spreader.submit(id, header, headerLength, value, valueLength,
            roles.nowNs)) {
            return false;
        }
        if (roles.store.decidedUpTo(id) > 0) {
            roles.acknowledger.onSpread(id, roles.nowNs);
        }
        return true;
    }

    @Override
    public boolean submit(final long batcherId, final long sequence, final DirectBuffer header, final int headerLength,
                          final ValueSource source, final int valueLength) {
        return roles.rejoin.takes()
            && roles.spreader.submit(batcherId, sequence, header, headerLength, source, valueLength, roles.nowNs);
    }

    /**
     * Begins to gather a value from k nodes; the consumer may be called within this call.
     *
     * @param id       of the entry.
     * @param consumer takes it in.
     * @return a ticket for {@link #cancelFetch}; 0 when as many are under way as there may be.
     */
    public long fetch(final EntryId id, final ValueConsumer consumer) {
        return roles.gatherer.fetch(id, consumer, roles.nowNs);
    }

    /**
     * Stops gathering a value.
     *
     * @param ticket that was given for it.
     */
    public void cancelFetch(final long ticket) {
        roles.gatherer.cancel(ticket);
    }

    /**
     * A vote that was appended to the vote log is durable.
     *
     * @param slot the slot.
     * @param vote the vote.
     */
    public void onVoteDurable(final long slot, final long vote) {
        roles.consensus.onDurable(slot, vote, roles.nowNs);
    }

    /**
     * A piece that was appended to the log of parts is durable.
     *
     * @param number   as it was given to the log.
     * @param position where the piece is.
     */
    public void onPieceDurable(final long number, final long position) {
        roles.store.onDurable(number, position);
    }

    /**
     * This node counts members in other lives from now on: all that it has counted, and nothing that it has said
     * itself, is forgotten, as at a start. Members send it again.
     *
     * @param changed positions of those that are listened to in another life, as bits: what they acknowledged before
     *                does not count.
     */
    public void onLives(final long changed) {
        roles.consensus.countAnew();
        roles.learner.countAnew();
        roles.rejoin.onLives(changed);
    }

    /**
     * The clock of the calls that follow, until the next; to be told before each batch of them.
     *
     * @param newNowNs monotonic clock in nanoseconds.
     */
    public void clock(final long newNowNs) {
        roles.parts.endRecovery();
        roles.nowNs = newNowNs;
    }

    /**
     * One duty cycle.
     *
     * @param newNowNs monotonic clock in nanoseconds.
     * @return how much was done.
     */
    public int doWork(final long newNowNs) {
        clock(newNowNs);
        int work = roles.consensus.doWork(newNowNs);
        work += roles.rejoin.doWork(newNowNs);
        work += roles.snapshots.doWork(newNowNs);
        work += roles.store.doWork(newNowNs);
        work += roles.spreader.doWork(newNowNs);
        work += roles.proposer.doWork(newNowNs);
        work += roles.learner.doWork(roles.rejoin.isVoter(), newNowNs);
        work += roles.acknowledger.doWork();
        work += roles.gatherer.doWork(newNowNs);
        work += roles.parts.doWork(newNowNs);
        return work + roles.applier.doWork();
    }

    /** The last slot that was applied in this life. */
    public long applied() {
        return roles.applier.applied();
    }

    /**
     * The last slot up to which this node has all decisions durably. Votes up to there are of no use any more, and may
     * go: decisions answer for them, and a node that loses decisions does not count as if it had its votes.
     */
    public long settled() {
        return roles.consensus.settled();
    }

    /** Whether this node votes, durably, and so may answer for what it has learned (rules S15, Q2). */
    public boolean isVoter() {
        return roles.rejoin.isVoter();
    }

    /**
     * How far this node is where it does not count yet.
     *
     * @return a view, which changes.
     */
    public RejoinStatus rejoinStatus() {
        return roles.rejoin;
    }

    /** Whether this node has lost parts that are not all rebuilt yet. What it holds it holds. */
    boolean lacksParts() {
        return roles.rejoin.lacksParts();
    }

    /** Reads a piece of this node's part of an entry, as {@link PartStore#read} does. */
    int readPart(final EntryId id, final int piece, final ExpandableArrayBuffer target) {
        return roles.store.read(id, piece, target);
    }

    /**
     * Reads the header of an entry, which came with this node's part.
     *
     * @param id     of the entry.
     * @param target receives it from index 0.
     * @return its length; -1 when this node does not hold its part durably.
     */
    public int readHeader(final EntryId id, final ExpandableArrayBuffer target) {
        return roles.store.readHeader(id, target);
    }

    /** Up to which slot f + 1 nodes, this one among them, have all decisions durably (rule Q1). */
    public long learned() {
        return roles.learner.learned();
    }

    /** Up to which slot so many members have told that they have all decisions durably, this one among them. */
    long learnedBy(final int count) {
        return roles.learner.learnedBy(count);
    }

    /** What the order counted. */
    public SlotConsensusCounters counters() {
        return roles.consensus.counters();
    }

    /** What spreading and gathering counted. */
    public SpreadCounters spreadCounters() {
        return roles.spreadCounters;
    }
}
