package io.fleet.ec.node.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.election.Prepare;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensusOutbound;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.ec.message.Steps;
import io.fleet.ec.node.Wire;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.fixture.mark.Expects;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes 3, 10 and 20 are members 0, 1 and 2; node 10 sends, and node 20 receives. */
class MessagesTest {
    private static final int[] NODES = {20, 3, 10};
    private static final EntryId NULL = new EntryId();

    private final Wire wire = new Wire(10);
    private final MemberTable sender = new MemberTable(NODES, 10);
    private final MemberTable receiver = new MemberTable(NODES, 20);
    private final Calls calls = new Calls();
    private final PartAssembler assembler = new PartAssembler(3, 4, 1 << 20, 1_000);
    private final MessageReceiver adapter = new MessageReceiver(receiver, calls, assembler);
    private MessageSender publisher = new MessageSender(sender, wire, 4, 1 << 20, 1_000);

    @Test
    void shouldCarryEachCall() {
        final EntryId id = id(1);
        publisher.vote(SlotConsensusOutbound.ALL, 1, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id, false);
        publisher.vote(SlotConsensusOutbound.ALL, 2, SlotVote.of(SlotVote.VOTE, 64, SlotVote.UNSURE), id, false);
        publisher.vote(2, 3, SlotVote.of(SlotVote.STATE, 2, SlotVote.ZERO), NULL, true);
        publisher.decided(2, 4, id);
        publisher.decided(SlotConsensusOutbound.ALL, 5, NULL);
        publisher.ready(id, 6);
        publisher.segmentAck(2, id, 3, 77, 9);
        publisher.partGone(2, id, 5);
        publisher.fetchSegment(2, id, 4);
        publisher.learned(7);
        publisher.learned(8);
        assertEquals(List.of(), wire.packets);
        publisher.learnRequest(2, 9);
        publisher.covered(2, 10);
        publisher.snapshotHeld(12);
        final UnsafeBuffer part = bytes(100);
        publisher.segment(2, id, part, 10, 90);
        publisher.segmentCopy(2, id, part, 0, 100);
        publisher.vote(0, 11, SlotVote.of(SlotVote.PROPOSAL, 0, 0), NULL, false);
        assertEquals(10, publisher.flush(0));
        assertEquals(15, wire.packets.size());
        wire.deliver(20, adapter, 0);
        assertEquals(List.of("1 learn 9", "1 covered 10", "1 holds 12",
            "1 segment " + id + " " + hash(part, 10, 90), "1 copy " + id + " " + hash(part, 0, 100),
            "1 step 1 PROPOSAL " + id, "1 step 2 VOTE(64, ?) " + id, "1 decided 5 null",
            "1 step 3 STATE(2, 0) null again", "1 decided 4 " + id, "1 ack 3 of " + id + " in life 77 until 9",
            "1 fetch 4 of " + id, "1 gone 5 " + id,
            "1 ready 6 " + id, "1 learned 8"), calls.all);
        assertEquals(0, publisher.flush(0));
    }

    @Test
    void shouldCarryWhoCounts() {
        final StandingRequest request = new StandingRequest();
        request.life = -3;
        request.upTo = 4;
        request.isListing = true;
        request.from = 5;
        publisher.standingRequest(2, request);
        final StandingAnswer answer = new StandingAnswer();
        answer.asked = -6;
        answer.life = -7;
        answer.hasHistory = true;
        answer.highest = 8;
        answer.from = 9;
        answer.next = 10;
        answer.next().set(id(1));
        answer.next().set(id(2));
        publisher.standingAnswer(2, answer);
        answer.isVoter = true;
        answer.hasHistory = false;
        answer.count = 0;
        publisher.standingAnswer(2, answer);
        wire.deliver(20, adapter, 0);
        assertEquals(List.of("1 asks -3 4 true 5", "1 answers -6 -7 false true 8 9 10 " + id(1) + " " + id(2),
            "1 answers -6 -7 true false 8 9 10"), calls.all);
    }

    @Test
    void shouldSendWhatADutyCycleSaysInOneMessage() {
        for (int slot = 1; slot <= Steps.MAX_STEPS + 44; slot++) {
            publisher.vote(SlotConsensusOutbound.ALL, slot, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(slot), false);
            publisher.decided(2, slot, id(slot));
            publisher.ready(id(slot), slot);
            publisher.segmentAck(2, id(slot), 1, 77, 9);
            publisher.fetchSegment(2, id(slot), 0);
        }
        publisher.flush(0);
        assertEquals(10, wire.packets.size());
        wire.deliver(20, adapter, 0);
        assertEquals(5 * (Steps.MAX_STEPS + 44), calls.all.size());
    }

    @Test
    @Expects("message-adapter.sender-is-no-other-member")
    void shouldRefuseWhatIsNotFromAnotherMember() {
        final Learned learned = new Learned();
        learned.upTo = 5;
        for (final int node : new int[] {-1, 0, 4, 20, 21, 1023, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertFalse(adapter.onMessage(node, learned, 0));
        }
        assertFalse(adapter.onMessage(10, new Prepare(), 0));
        assertEquals(List.of(), calls.all);
        adapter.onMessage(3, learned, 0);
        assertEquals(List.of("0 learned 5 and does not count"), calls.all);
    }

    @Test
    @Tag("hazard-E-L1")
    void shouldCountOnlyWhatIsSaidInTheSameLives() { // S15, R5, Q1
        final long[] told = {7};
        final boolean[] isVoter = {true};
        publisher.counts(() -> told[0], () -> isVoter[0]);
        adapter.counts(lives -> lives == 7);
        say();
        assertEquals(List.of("1 learned 5", "1 step"), calls.all.stream().sorted()
            .map(it -> it.startsWith("1 step") ? "1 step" : it).toList());
        calls.all.clear();
        isVoter[0] = false;
        say();
        assertTrue(calls.all.contains("1 learned 5 and does not count"), calls.all::toString);
        calls.all.clear();
        isVoter[0] = true;
        told[0] = 8;
        say();
        assertEquals(List.of("1 learned 5 and does not count", "1 says something that does not count of slot 3"),
            calls.all.stream().sorted().toList());
    }

    private void say() {
        wire.packets.clear();
        publisher.vote(SlotConsensusOutbound.ALL, 3, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(1), false);
        publisher.learned(5);
        publisher.flush(0);
        wire.deliver(20, adapter, 0);
    }

    @Test
    @Expects("message-publisher.transport-takes-no-more-lines")
    void shouldKeepLinesForTheNextCycleUpToABound() {
        wire.room = 0;
        for (int slot = 1; slot <= Steps.MAX_STEPS; slot++) {
            publisher.decided(2, slot, NULL);
        }
        assertEquals(0, publisher.flush(0));
        publisher.decided(2, 1_000, NULL);
        publisher.learned(1);
        assertEquals(0, publisher.flush(0));
        wire.room = 2;
        assertEquals(2, publisher.flush(0));
        wire.deliver(20, adapter, 0);
        assertEquals(List.of("1 decided 1000 null", "1 learned 1"), calls.all);
    }

    @Test
    @Expects("part-sender.rest-waits-for-the-transport")
    void shouldSendTheRestOfAPartWhenTheTransportTakesIt() {
        final UnsafeBuffer part = bytes(SegmentChunk.MAX_CHUNK * 3 + 17);
        wire.room = 2;
        publisher.segment(2, id(1), part, 7, part.capacity() - 7);
        assertEquals(2, wire.packets.size());
        assertEquals(1, publisher.waitingParts());
        final byte[] expected = copy(part, 7);
        part.setMemory(0, part.capacity(), (byte) 0);
        publisher.flush(0);
        wire.room = 1;
        publisher.segment(2, id(2), bytes(10), 0, 10);
        assertEquals(2, wire.packets.size());
        publisher.flush(0);
        assertEquals(3, wire.packets.size());
        wire.room = 10;
        publisher.flush(0);
        assertEquals(0, publisher.waitingParts());
        wire.deliver(20, adapter, 0);
        assertEquals(2, calls.all.size());
        assertEquals("1 segment " + id(1) + " " + new UnsafeBuffer(expected).hashCode(), calls.all.get(0));
    }

    @Test
    void shouldNotLetAMemberThatTakesNothingHoldUpOthers() {
        wire.closed = 3;
        publisher.segment(0, id(1), bytes(100), 0, 100);
        publisher.segment(0, id(2), bytes(100), 0, 100);
        publisher.segment(2, id(1), bytes(100), 0, 100);
        assertEquals(2, publisher.waitingParts());
        publisher.flush(0);
        assertEquals(2, publisher.waitingParts());
        assertEquals(1, wire.packets.size());
        assertEquals(20, wire.packets.get(0).to());
    }

    @Test
    @Expects({"part-sender.no-room-for-the-rest", "part-sender.part-is-on-its-way-already"})
    void shouldBoundWhatWaits() {
        publisher = new MessageSender(sender, wire, 2, 200, 1_000);
        wire.room = 0;
        final UnsafeBuffer part = bytes(60);
        publisher.segment(2, id(1), part, 0, 60);
        publisher.segment(2, id(1), part, 0, 60);
        publisher.segment(2, id(2), part, 0, 60);
        assertEquals(1, publisher.waitingParts());
        publisher.segmentCopy(2, id(1), part, 0, 40);
        publisher.segmentCopy(2, id(2), part, 0, 0 + 1);
        assertEquals(2, publisher.waitingParts());
        wire.room = 10;
        publisher.flush(0);
        wire.deliver(20, adapter, 0);
        assertEquals(List.of("1 segment " + id(1) + " " + hash(part, 0, 60),
            "1 copy " + id(1) + " " + hash(part, 0, 40)), calls.all);
        assertThrows(IllegalArgumentException.class, () -> publisher.segment(2, id(1), part, 0, 0));
    }

    @Test
    void shouldFillHolesWhenAPartIsSentAgain() {
        final UnsafeBuffer part = bytes(SegmentChunk.MAX_CHUNK * 5 + 1);
        final Random random = new Random(3);
        int times = 0;
        while (calls.all.isEmpty()) {
            publisher.segment(2, id(1), part, 0, part.capacity());
            for (final Wire.Packet packet : wire.packets) {
                if (random.nextInt(2) == 0) {
                    wire.deliver(packet, adapter, times);
                }
            }
            wire.packets.clear();
            times++;
        }
        assertFalse(times < 2 || times > 20, "sent " + times + " times");
        assertArrayEquals(part.byteArray(), calls.lastPart);
    }

    @Test
    void shouldNameWhatIsWrongWithMembers() {
        assertEquals("node 4 is none of [20, 3, 10]", problem(NODES, 4));
        assertEquals("members [3, 3] name a node twice or one below 0", problem(new int[] {3, 3}, 3));
        assertEquals("members [-1, 3] name a node twice or one below 0", problem(new int[] {-1, 3}, 3));
        assertEquals("members [3] are not 2 to 63", problem(new int[] {3}, 3));
    }

    private static String problem(final int[] nodes, final int self) {
        return assertThrows(IllegalArgumentException.class, () -> new MemberTable(nodes, self)).getMessage();
    }

    static EntryId id(final long sequence) {
        return new EntryId(5, sequence, -sequence);
    }

    private static UnsafeBuffer bytes(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return new UnsafeBuffer(bytes);
    }

    private static byte[] copy(final UnsafeBuffer from, final int offset) {
        final byte[] bytes = new byte[from.capacity() - offset];
        from.getBytes(offset, bytes);
        return bytes;
    }

    private static int hash(final UnsafeBuffer from, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        from.getBytes(offset, bytes);
        return new UnsafeBuffer(bytes).hashCode();
    }
}
