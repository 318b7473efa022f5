package io.fleet.ec.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import java.lang.management.ManagementFactory;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * One entry after the other through a proxy, from {@link CodedGroup#submit} to its acknowledgement, with the answers of
 * four others: nothing of the Java heap is taken for it, once warm.
 */
class GroupAllocationTest implements CodedGroupOutbound, PartLog, DecisionLog, CodedListener {
    private static final int NODES = 5;
    private static final int ENTRIES = 200;
    private static final int TRIES = 40;
    /** The measuring itself; an object for every fourth entry would be found. */
    private static final long MOST = 4 * ENTRIES;
    private static final long PROPOSAL = SlotVote.of(SlotVote.PROPOSAL, 0, 0);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final EntryId[] decided = new EntryId[TRIES * ENTRIES + 1];
    private final StandingAnswer answer = new StandingAnswer();
    private final EntryId id = new EntryId();
    private final UnsafeBuffer header = new UnsafeBuffer(new byte[40]);
    private final UnsafeBuffer value = new UnsafeBuffer(new byte[1_000]);
    private final CodedGroup group;
    private long stagedPart = -1;
    private long stagedSlot;
    private long stagedStep;
    private long asked;
    private long decisions;
    private long acknowledged;
    private long applied;
    private long nowNs;

    GroupAllocationTest() {
        final Quorums quorums = new Quorums(NODES, 1);
        for (int i = 0; i < decided.length; i++) {
            decided[i] = new EntryId();
        }
        group = new CodedGroup(
            new CodedGroupConfig(new SlotConsensusConfig(1, 0, quorums, 64, 0, 0, 1_000),
                new ProposerConfig(64, 16, 0, 0, 1_000, 1_000, 1_000),
                new SpreadConfig(0, quorums, 10_000, 8, decided.length, 1_000)),
            new ShardCodec(CodecKind.TABLE.create(3, 2)), new CodedGroupLogs(this::stageVote, this, this,
                new SoundStanding(1)), this, this);
        group.parts().scrubEvery(0);
    }

    @Test
    void shouldAllocateNothingForAnEntry() {
        group.doWork(++nowNs);
        for (int node = 1; node < NODES; node++) {
            answer.asked = asked;
            answer.life = node + 1;
            answer.isVoter = true;
            group.inbound().onStandingAnswer(node, answer);
        }
        long least = Long.MAX_VALUE;
        int tries = 0;
        while (tries < TRIES && least > MOST) {
            tries++;
            final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < ENTRIES; i++) {
                write();
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertEquals((long) tries * ENTRIES, acknowledged);
        assertEquals(acknowledged, applied);
        assertTrue(least <= MOST, least + " bytes for " + ENTRIES + " entries");
    }

    private void write() {
        nowNs++;
        group.clock(nowNs);
        if (!group.submit(5, nowNs, header, header.capacity(), value, value.capacity(), id)) {
            throw new AssertionError("refused");
        }
        group.onPieceDurable(stagedPart, nowNs);
        for (int node = 1; node < NODES; node++) {
            group.inbound().onSegmentAck(node, id, 1, node + 1, Long.MAX_VALUE);
        }
        final long slot = decisions + 1;
        for (int cycle = 0; cycle < 2; cycle++) {
            group.doWork(nowNs);
        }
        group.onVoteDurable(stagedSlot, stagedStep);
        for (int node = 1; node < NODES; node++) {
            group.inbound().onVote(node, slot, PROPOSAL, id, false);
        }
        group.doWork(nowNs);
        for (int node = 1; node < NODES; node++) {
            group.inbound().onLearned(node, slot);
        }
        group.doWork(nowNs);
    }

    private boolean stageVote(final long slot, final long vote, final EntryId stepId) {
        stagedSlot = slot;
        stagedStep = vote;
        return true;
    }

    @Override
    public boolean append(final long number, final long state, final EntryId partId, final long tag,
                          final DirectBuffer piece, final int offset, final int length) {
        stagedPart = number;
        return true;
    }

    @Override
    public boolean read(final long position, final EntryId partId, final long tag, final int length,
                        final ExpandableArrayBuffer target) {
        throw new AssertionError("the header was read from the disk");
    }

    @Override
    public boolean append(final long slot, final EntryId what) {
        decided[(int) slot].set(what);
        decisions = slot;
        return true;
    }

    @Override
    public boolean skipTo(final long slot) {
        throw new AssertionError("no snapshot covers " + slot);
    }

    @Override
    public long appended() {
        return decisions;
    }

    @Override
    public long durable() {
        return decisions;
    }

    @Override
    public boolean read(final long slot, final EntryId into) {
        into.set(decided[(int) slot]);
        return true;
    }

    @Override
    public void onApply(final long slot, final EntryId what, final DirectBuffer from, final int offset,
                        final int length) {
        applied += what.isNull() ? 0 : 1;
    }

    @Override
    public void onAcknowledged(final long slot, final EntryId what) {
        acknowledged++;
    }

    @Override
    public void learned(final long upTo) {
    }

    @Override
    public void learnRequest(final int to, final long from) {
    }

    @Override
    public void standingRequest(final int to, final StandingRequest request) {
        asked = request.life;
    }

    @Override
    public void standingAnswer(final int to, final StandingAnswer heard) {
    }

    @Override
    public void snapshotHeld(final long upTo) {
    }

    @Override
    public void vote(final int to, final long slot, final long vote, final EntryId stepId, final boolean isAgain) {
    }

    @Override
    public void decided(final int to, final long slot, final EntryId what) {
    }

    @Override
    public void covered(final int to, final long slot) {
    }

    @Override
    public void ready(final EntryId what, final long slot) {
    }

    @Override
    public void segment(final int to, final EntryId what, final DirectBuffer piece, final int offset,
                        final int length) {
    }

    @Override
    public void segmentAck(final int to, final EntryId what, final int pieces, final long life,
                           final long reliedOn) {
    }

    @Override
    public void partGone(final int to, final EntryId what, final long upTo) {
    }

    @Override
    public void fetchSegment(final int to, final EntryId what, final int piece) {
    }

    @Override
    public void segmentCopy(final int to, final EntryId what, final DirectBuffer piece, final int offset,
                            final int length) {
    }
}
