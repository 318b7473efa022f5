package io.fleet.ec.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.fleet.consensus.message.Message;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensusOutbound;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.group.CodedGroupInbound;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.ec.node.link.MessageReceiver;
import io.fleet.ec.node.link.MessageSender;
import io.fleet.ec.node.link.PartAssembler;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.MessageHandler;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.lang.management.ManagementFactory;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The way of a coded group's messages, from one group to another, takes no memory from the heap. */
class HostAllocationTest {
    private static final int CYCLES = 2_000;
    private static final int LINES = 40;
    private static final int PART = SegmentChunk.MAX_CHUNK * 2 + 5;

    private final WireEncoder encoder = new WireEncoder(new WireIdentity(1, 10), CodedCodecs.catalog());
    private final WireDecoder decoder = new WireDecoder(new WireIdentity(1, -1), new WireErrors(),
        CodedCodecs.catalog());
    private final Counted calls = new Counted();
    private final int[] nodes = {3, 10, 20};
    private final PartAssembler assembler = new PartAssembler(3, 4, 1 << 20, 1_000);
    private final MessageReceiver adapter = new MessageReceiver(new MemberTable(nodes, 20), calls, assembler);
    private final MessageSender publisher = new MessageSender(new MemberTable(nodes, 10), new Straight(), 4, 0,
        1);
    private final EntryId id = new EntryId(1, 2, 3);
    private final UnsafeBuffer received = new UnsafeBuffer(new byte[Transport.MAX_PACKET]);
    private final UnsafeBuffer part = new UnsafeBuffer(new byte[PART]);

    @Test
    void shouldAllocateNothingInSteadyState() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        cycles();
        final long before = threads.getCurrentThreadAllocatedBytes();
        cycles();
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(2L * CYCLES * (5 * LINES + 3), calls.count);
        assertTrue(allocated < CYCLES, "allocated " + allocated + " bytes in " + CYCLES + " cycles");
    }

    private void cycles() {
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            for (int i = 1; i <= LINES; i++) {
                publisher.vote(SlotConsensusOutbound.ALL, i, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id, false);
                publisher.decided(2, i, id);
                publisher.ready(id, i);
                publisher.segmentAck(2, id, 1, 1, 1);
                publisher.fetchSegment(2, id, 0);
            }
            publisher.learned(cycle);
            publisher.segment(2, id, part, 0, 1_000);
            publisher.segmentCopy(2, id, part, 0, PART);
            publisher.flush(0);
        }
    }

    /** Counts calls without looking at them. */
    private static final class Counted implements CodedGroupInbound {
        private long count;

        @Override
        public void onVote(final int sender, final long slot, final long vote, final EntryId id,
                           final boolean isAgain) {
            count++;
        }

        @Override
        public void onDecided(final int sender, final long slot, final EntryId id) {
            count++;
        }

        @Override
        public void onReady(final int sender, final EntryId id, final long slot) {
            count++;
        }

        @Override
        public void onSegment(final int sender, final EntryId id, final DirectBuffer part, final int offset,
                              final int length) {
            count++;
        }

        @Override
        public void onSegmentAck(final int sender, final EntryId id, final int pieces, final long life,
                                 final long reliedOn) {
            count++;
        }

        @Override
        public void onPartGone(final int sender, final EntryId id, final long upTo) {
            count++;
        }

        @Override
        public void onFetchSegment(final int sender, final EntryId id, final int piece) {
            count++;
        }

        @Override
        public void onSegmentCopy(final int sender, final EntryId id, final DirectBuffer part, final int offset,
                                  final int length) {
            count++;
        }

        @Override
        public void onLearned(final int sender, final long upTo) {
            count++;
        }

        @Override
        public void onLearnedInOtherLives(final int sender, final long upTo) {
            count++;
        }

        @Override
        public void onVoteOfOtherLives(final int sender, final long slot) {
            count++;
        }

        @Override
        public void onLearnRequest(final int sender, final long from) {
            count++;
        }

        @Override
        public void onStandingRequest(final int sender, final StandingRequest request) {
            count++;
        }

        @Override
        public void onStandingAnswer(final int sender, final StandingAnswer answer) {
            count++;
        }

        @Override
        public void onCovered(final int sender, final long slot) {
            count++;
        }

        @Override
        public void onSnapshotHeld(final int sender, final long upTo) {
            count++;
        }
    }

    private final class Straight extends UnusedOutbound {
        private final MessageHandler handler =
            (group, config, sender, message) -> adapter.onMessage(sender, message, 0);

        @Override
        public int self() {
            return 10;
        }

        @Override
        public boolean broadcast(final Message message) {
            return send(20, message);
        }

        @Override
        public boolean send(final int node, final Message message) {
            final Packet packet = encoder.encode(7, 0, message);
            packet.copyTo(received, 0);
            decoder.decode(received, 0, packet.length(), handler);
            return true;
        }
    }
}
