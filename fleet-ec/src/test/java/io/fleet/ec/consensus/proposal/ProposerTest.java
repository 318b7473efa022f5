package io.fleet.ec.consensus.proposal;

import static io.fleet.ec.consensus.OneNode.id;
import static io.fleet.ec.consensus.OneNode.none;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.OneNode;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProposerTest {
    private static final Quorums FIVE = new Quorums(5, 1);
    private static final long LOOK_NS = 50;
    private static final long HOLE_NS = 300;
    private static final long RELAY_NS = 2_000;
    private static final long RESEND_NS = 1_000;

    private final OneNode node = new OneNode(FIVE);
    private final List<String> ready = new ArrayList<>();
    private final Proposer proposer = new Proposer(new SlotConsensusConfig(1, 0, FIVE, OneNode.WINDOW, 0, 0, 1),
        new ProposerConfig(3, 2, 10_000, LOOK_NS, HOLE_NS, RELAY_NS, RESEND_NS), node.consensus,
        (id, slot) -> ready.add(id.batcherId + " in " + slot));

    @Test
    void shouldAnnounceAndProposeForTheNextSlots() {
        assertTrue(proposer.onSpread(id(7), 0));
        assertTrue(proposer.onSpread(id(8), 0));
        assertTrue(proposer.onSpread(id(9), 0));
        work(0);
        assertEquals(List.of("7 in 1", "8 in 2"), sorted(ready));
        assertEquals(List.of("-1 1 PROPOSAL 7", "-1 2 PROPOSAL 8"), sorted(node.sent));
        decide(1, id(7));
        node.consensus.settle(1);
        work(10);
        assertEquals(List.of("7 in 1", "8 in 2", "9 in 3"), sorted(ready));
    }

    /** Slots are numbered for ever; places in tables are not. */
    @Tag("hazard-E-A2")
    @Test
    void shouldGiveOutSlotsBeyondAnyInt() {
        LongStream.of((1L << 31) - 2, (1L << 31) + 1, (1L << 32) - 2, (1L << 59) + 1, SlotConsensus.LAST_SLOT - 5)
            .forEach(settled -> new ProposerTest().givesOutSlotsBehind(settled));
    }

    private void givesOutSlotsBehind(final long settled) {
        node.consensus.settle(settled);
        proposer.forget(settled - OneNode.WINDOW);
        for (int i = 1; i <= 5; i++) {
            final long slot = settled + i;
            assertTrue(proposer.onSpread(id(i), 0));
            work(0);
            assertEquals(i + " in " + slot, ready.get(ready.size() - 1));
            assertTrue(node.sent.contains("-1 " + slot + " PROPOSAL " + i), node.sent.toString());
            decide(slot, id(i));
            node.consensus.settle(slot);
        }
        node.proposal(1, settled + 7, id(8));
        work(0);
        work(HOLE_NS);
        assertEquals(settled + 7 <= SlotConsensus.LAST_SLOT,
            node.sent.contains("-1 " + (settled + 6) + " PROPOSAL 0"), node.sent.toString());
    }

    /** One packet must not keep this node from giving out slots, nor forfeit more than two windows of them. */
    @Tag("hazard-E-C1")
    @Test
    void shouldGiveOutSlotsAfterAWordAboutOneFarAway() {
        LongStream.of(1_000_000_000_000L, SlotConsensus.LAST_SLOT, Long.MAX_VALUE)
            .forEach(slot -> new ProposerTest().givesOutSlotsAfterAWordAbout(slot));
    }

    private void givesOutSlotsAfterAWordAbout(final long slot) {
        node.proposal(1, slot, id(9));
        node.consensus.onDecided(2, slot, id(9), 0);
        node.consensus.heardOf(slot);
        assertTrue(node.consensus.highest() <= 2 * OneNode.WINDOW, "believes in slot " + node.consensus.highest());
        for (long settled = 1; settled <= 2 * OneNode.WINDOW; settled++) {
            node.consensus.settle(settled);
            proposer.onDecided(settled, none(), 0);
        }
        assertTrue(proposer.onSpread(id(7), 0));
        work(0);
        assertEquals(List.of("7 in " + (2 * OneNode.WINDOW + 1)), ready);
    }

    @Test
    void shouldProposeWhatOthersMeanForASlot() {
        proposer.onReady(3, id(7), 2, 0);
        work(0);
        assertEquals(List.of("-1 2 PROPOSAL 7"), node.sent);
        proposer.onProposed(3, id(8), 0);
        node.proposal(1, 3, id(8));
        work(LOOK_NS);
        assertTrue(node.sent.contains("-1 3 PROPOSAL 8"), node.sent.toString());
    }

    @Expects("candidates.two-ids-for-one-slot")
    @Test
    void shouldPreferTheMemberWhoseTurnItIs() {
        for (final int first : new int[] {1, 3}) {
            final ProposerTest test = new ProposerTest();
            test.proposer.onReady(first, id(first), 3, 0);
            test.work(LOOK_NS / 2);
            assertEquals(1, test.node.consensus.isUnproposed(3) ? 0 : 1, "alone, it is proposed at once");
            final ProposerTest contended = new ProposerTest();
            contended.proposer.onReady(2, id(2), 1, 0);
            contended.proposer.onReady(first, id(first), 3, 0);
            contended.proposer.onReady(4 - first, id(4 - first), 3, 0);
            contended.work(LOOK_NS - 1);
            assertTrue(contended.node.consensus.isUnproposed(3), "it waits for rivals");
            contended.work(LOOK_NS);
            assertTrue(contended.node.sent.contains("-1 3 PROPOSAL 3"), contended.node.sent.toString());
        }
    }

    /** Racos 8: a node without a candidate takes part. */
    @Expects("proposer.forfeits-a-hole")
    @Test
    void shouldForfeitAHoleAfterAWhile() {
        node.proposal(1, 2, id(7));
        work(0);
        work(HOLE_NS - 1);
        assertTrue(node.consensus.isUnproposed(1));
        work(HOLE_NS);
        assertTrue(node.sent.contains("-1 1 PROPOSAL 0"), node.sent.toString());
    }

    @Test
    void shouldFollowWhoeverForfeitsAHole() {
        node.proposal(1, 1, none());
        work(0);
        assertEquals(List.of("-1 1 PROPOSAL 0"), node.sent);
    }

    /** RC-12: the losing id gets another slot. */
    @Test
    void shouldGiveAnIdThatLostItsSlotAnother() {
        proposer.onSpread(id(7), 0);
        work(0);
        decide(1, id(9));
        work(1);
        assertEquals(List.of("7 in 1", "7 in 2"), ready);
    }

    @Expects("proposer.takes-over-an-id")
    @Test
    void shouldTakeOverTheIdsOfAMemberThatIsGone() {
        proposer.onReady(4, id(7), 1, 0);
        decide(1, none());
        work(RELAY_NS - 1);
        assertEquals(List.of(), ready);
        work(RELAY_NS);
        assertEquals(List.of("7 in 2"), ready);
    }

    @Test
    void shouldAnnounceAgain() {
        proposer.onSpread(id(7), 0);
        work(0);
        work(RESEND_NS);
        assertEquals(List.of("7 in 1", "7 in 1"), ready);
    }

    @Expects("candidates.table-is-full")
    @Test
    void shouldRefuseWhatFindsNoRoom() {
        for (int i = 1; i <= 3; i++) {
            assertTrue(proposer.onSpread(id(i), 0));
        }
        assertTrue(proposer.isFull());
        assertFalse(proposer.onSpread(id(4), 0));
        proposer.onReady(1, id(5), 9, 0);
        assertEquals(3, proposer.candidates());
    }

    @Test
    void shouldNotProposeAgainWhatWasDecided() {
        decide(1, id(7));
        assertEquals(1, proposer.decidedSlot(id(7)));
        assertTrue(proposer.onSpread(id(7), 0));
        proposer.onReady(2, id(7), 2, 0);
        work(0);
        assertEquals(0, proposer.candidates());
        assertEquals(List.of(), node.sent);
    }

    @Test
    void shouldDropAnnouncementsThatNoMemberMakes() {
        proposer.onReady(0, id(7), 1, 0);
        proposer.onReady(5, id(7), 1, 0);
        proposer.onReady(-1, id(7), 1, 0);
        proposer.onReady(1, none(), 1, 0);
        proposer.onReady(1, id(7), 0, 0);
        proposer.onReady(1, id(7), Long.MAX_VALUE, 0);
        assertEquals(0, proposer.candidates());
        assertThrows(IllegalArgumentException.class, () -> new ProposerConfig(0, 1, 0, 0, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new ProposerConfig(1, 0, 0, 0, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new ProposerConfig(1, 1, 0, 0, 0, 0, 0));
    }

    /** Who meant an id for a slot knew of all decisions a window below it: what is not known here must be below. */
    @Expects("proposer.announcement-from-before-what-is-known")
    @Test
    void shouldNotTakeAnnouncementsFromBeforeWhatItKnows() {
        proposer.onReady(1, id(6), 3, 0);
        node.consensus.settle(19);
        proposer.forget(20);
        assertEquals(0, proposer.candidates());
        proposer.onReady(1, id(7), 20 + OneNode.WINDOW - 2, 0);
        proposer.onProposed(20, id(8), 0);
        assertEquals(0, proposer.candidates());
        proposer.onReady(1, id(7), 20 + OneNode.WINDOW - 1, 0);
        assertEquals(1, proposer.candidates());
        assertEquals(20, proposer.knownFrom());
    }

    private void decide(final long slot, final EntryId id) {
        node.consensus.onDecided(1, slot, id, 0);
        proposer.onDecided(slot, id, 0);
    }

    private void work(final long nowNs) {
        node.nowNs = nowNs;
        proposer.doWork(nowNs);
        while (!node.forced.isEmpty()) {
            node.durable();
        }
    }

    private static List<String> sorted(final List<String> texts) {
        return texts.stream().sorted().toList();
    }
}
