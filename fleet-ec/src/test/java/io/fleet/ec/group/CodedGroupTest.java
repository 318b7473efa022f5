package io.fleet.ec.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodedGroupTest {
    private final List<GroupNode> nodes = GroupNode.three();
    private long nowNs;

    @Test
    void shouldWriteThroughAnyNode() {
        nodes.get(0).submit("a");
        nodes.get(2).submit("b");
        work(40);
        assertEquals(1, nodes.get(0).acknowledged.size());
        assertEquals(1, nodes.get(2).acknowledged.size());
        final List<String> applied = nodes.get(0).applied;
        assertTrue(applied.toString().contains("a") && applied.toString().contains("b"), applied.toString());
        nodes.forEach(node -> assertEquals(applied, node.applied));
    }

    /** A group that has been there for long goes on behind a snapshot of the slots up to then. */
    @Tag("hazard-E-A2")
    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 20, (1L << 32) - 20, SlotConsensus.LAST_SLOT - (1 << 20)})
    void shouldWriteWhereverItsSlotsAre(final long first) {
        nodes.forEach(node -> node.group.snapshots().install(first));
        work(40);
        nodes.forEach(node -> assertEquals(first, node.group.settled()));
        for (int i = 0; i < 40; i++) {
            assertNotNull(nodes.get(i % 3).submit((char) ('a' + i % 26) + "-" + i));
            work(1_000);
        }
        final List<String> applied = nodes.get(0).applied;
        nodes.forEach(node -> assertEquals(applied, node.applied));
        assertEquals(40, applied.stream().filter(slot -> !slot.endsWith(" nothing")).count(), applied::toString);
        assertTrue(nodes.get(0).group.applied() > first + 40, applied::toString);
    }

    @Expects("coded-group.entry-was-written-before")
    @Test
    void shouldAcknowledgeAgainWhatWasWritten() {
        final EntryId id = nodes.get(0).submit("a");
        work(40);
        final int slots = nodes.get(0).applied.size();
        nodes.get(0).submit("a");
        nodes.get(1).submit("a");
        work(40);
        assertEquals(List.of("1 " + id, "1 " + id), nodes.get(0).acknowledged);
        assertEquals(List.of("1 " + id), nodes.get(1).acknowledged);
        assertEquals(slots, nodes.get(0).applied.size());
    }

    /** A member that does not vote, or counts another life of a third, does not count for what is acknowledged. */
    @Tag("hazard-E-L1")
    @Test
    void shouldCountForLearnedOnlyWhoCountsTheSameLives() { // Q1, S15
        final GroupNode node = nodes.get(0);
        node.group.inbound().onLearnedInOtherLives(1, 5);
        assertEquals(0, node.group.learnedBy(1));
        node.group.inbound().onLearned(1, 5);
        assertEquals(5, node.group.learnedBy(1));
        node.group.onLives(0b100);
        assertEquals(0, node.group.learnedBy(1), "it may have counted a former life of member 2");
        node.group.inbound().onLearned(1, 5);
        assertEquals(5, node.group.learnedBy(1));
    }

    /** Of a member that is listened to in another life no acknowledgement counts until it has said in which it is. */
    @Tag("hazard-E-L1")
    @Test
    void shouldForgetWhatAFormerLifeAcknowledged() { // R6, S15
        for (int member = 1; member < nodes.size(); member++) {
            nodes.get(member).isCut = true;
        }
        final EntryId id = nodes.get(0).submit("a");
        work(2);
        nodes.get(0).group.inbound().onSegmentAck(1, id, 1, 1, Long.MAX_VALUE);
        nodes.get(0).group.onLives(0b10);
        for (int member = 1; member < nodes.size(); member++) {
            nodes.get(0).group.inbound().onSegmentAck(member, id, 1, member == 1 ? 1 : 0, Long.MAX_VALUE);
        }
        work(40);
        assertEquals(0, nodes.get(0).group.counters().ids.get());
        assertEquals(List.of(), nodes.get(0).acknowledged);
    }

    /** One word of a member that cannot be true does not count for ever: what it has not learned it has not. */
    @Tag("hazard-E-C1")
    @Test
    void shouldNotBelieveForEverThatAMemberHasLearnedAllSlots() { // Q1, R3
        final GroupNode node = nodes.get(0);
        node.group.inbound().onLearned(1, Long.MAX_VALUE);
        node.group.inbound().onSnapshotHeld(1, Long.MAX_VALUE);
        node.group.inbound().onPartGone(1, new EntryId(5, 5, 5), Long.MAX_VALUE);
        node.group.inbound().onLearnRequest(1, Long.MAX_VALUE);
        final long far = 3 << 16;
        node.skipTo(far);
        node.group.snapshots().install(far);
        node.work(++nowNs);
        node.work(++nowNs);
        assertEquals(far, node.group.settled());
        assertEquals(far, node.group.snapshots().coveredBy(1));
        assertTrue(node.group.snapshots().coveredBy(2) < far, "member 1 has told of no snapshot since");
        assertTrue(node.group.learnedBy(2) < far, "member 1 has told of nothing else");
        node.group.inbound().onLearned(1, far);
        node.group.inbound().onSnapshotHeld(1, far);
        assertEquals(far, node.group.learnedBy(2));
        assertEquals(far, node.group.snapshots().coveredBy(2));
    }

    /**
     * A part comes when its slot is settled and the id is remembered no more, so it counts as one of an entry that is
     * not decided. It is damaged when the replica has looked at it, and has not applied it.
     */
    @Tag("hazard-E-B3")
    @Test
    void shouldApplyAnEntryWhosePartCameLateAndWasDamagedBeforeItsTurn() { // C7, R7
        final List<GroupNode> copies = GroupNode.copies();
        final GroupNode proxy = copies.get(0);
        final GroupNode away = copies.get(2);
        away.isCut = true;
        proxy.heldBack = new ArrayList<>();
        final List<EntryId> slots = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            proxy.submit("entry " + i);
            for (int round = 0; round < 12; round++) {
                nowNs++;
                copies.forEach(node -> node.work(nowNs));
            }
        }
        for (long slot = 1; slot <= proxy.group.settled(); slot++) {
            final EntryId id = new EntryId();
            assertTrue(proxy.read(slot, id));
            slots.add(id);
            away.group.inbound().onDecided(0, slot, id);
            away.work(++nowNs);
        }
        away.work(++nowNs);
        assertEquals(slots.size(), away.group.settled());
        final int late = 40;
        final EntryId blocked = slots.get(15);
        proxy.heldBack.stream().limit(late).skip(late - 1).forEach(Runnable::run);
        away.work(++nowNs);
        assertTrue(away.recordOf(slots.get(late - 1)) > 0, "the part of slot " + late + " came");
        proxy.heldBack = null;
        away.isCut = false;
        copies.forEach(node -> node.reclaimed = blocked);
        work(copies, 60_000);
        assertEquals(15, away.applied.size());
        away.damaged.add(away.recordOf(slots.get(late - 1)));
        assertEquals(null, away.partOf(slots.get(late - 1)));
        copies.forEach(node -> node.reclaimed = new EntryId());
        work(copies, 60_000);
        assertEquals(slots.size(), away.applied.size());
    }

    private void work(final List<GroupNode> others, final int rounds) {
        for (int i = 0; i < rounds; i++) {
            nowNs++;
            others.forEach(node -> node.work(nowNs));
        }
    }

    /** Rule R3: a node that was away asks for the decisions it missed. */
    @Expects("learner.asks-for-decisions")
    @Test
    void shouldLearnWhatItMissed() {
        for (int slot = 1; slot <= 4; slot++) {
            nodes.get(0).group.inbound().onDecided(1, slot, new EntryId());
            nodes.get(1).group.inbound().onDecided(0, slot, new EntryId());
        }
        work(3_000);
        nodes.forEach(node -> assertEquals(List.of("1 nothing", "2 nothing", "3 nothing", "4 nothing"), node.applied));
    }

    /** Rules C7 and R7: what the third node missed of an entry it rebuilds from the others, before it applies it. */
    @Expects("repairer.part-rebuilt")
    @Test
    void shouldRebuildAPartBeforeItApplies() {
        final GroupNode away = nodes.get(2);
        final EntryId id = new EntryId().set(nodes.get(0).submit("z"));
        nodes.get(0).work(++nowNs);
        nodes.get(1).work(++nowNs);
        away.isCut = true;
        away.work(++nowNs);
        away.isCut = false;
        nodes.forEach(node -> node.group.inbound().onDecided((node.index + 1) % GroupNode.NODES, 1, id));
        work(2);
        assertEquals(1, away.group.settled());
        assertEquals(List.of(), away.applied);
        work(3_000);
        nodes.forEach(node -> assertEquals("1 z", node.applied.get(0)));
        assertEquals(0, away.group.parts().repairs());
    }

    @Expects("coded-group.id-decided-twice")
    @Test
    void shouldTellOfAnIdThatIsDecidedTwice() {
        final EntryId id = nodes.get(0).submit("a");
        work(40);
        final long next = nodes.get(0).group.settled() + 1;
        nodes.forEach(node -> node.group.inbound().onDecided((node.index + 1) % GroupNode.NODES, next, id));
        work(10);
        nodes.forEach(node -> assertEquals(next + " a", node.applied.get(node.applied.size() - 1)));
        assertEquals(1, nodes.get(0).acknowledged.size());
    }

    /** Rules C5 and R3: the others have let go of decisions, so a snapshot must tell what came of them. */
    @Expects("learner.goes-on-behind-a-snapshot")
    @Test
    void shouldGoOnBehindASnapshot() {
        for (int slot = 1; slot <= 4; slot++) {
            nodes.get(0).group.inbound().onDecided(1, slot, new EntryId());
            nodes.get(1).group.inbound().onDecided(0, slot, new EntryId());
        }
        work(10);
        nodes.get(0).group.snapshots().onSnapshot(4);
        nodes.get(0).first = 5;
        nodes.get(1).first = 5;
        work(5_000);
        final GroupNode away = nodes.get(2);
        assertTrue(away.covered.contains("0 1") || away.covered.contains("1 1"), away.covered.toString());
        assertEquals(0, away.group.applied());
        away.group.snapshots().install(4);
        work(3_000);
        assertEquals(4, away.group.applied());
        assertEquals(4, away.group.settled());
        assertEquals(4, away.group.snapshots().coveredBy(2));
        assertEquals(0, nodes.get(1).group.snapshots().coveredBy(1));
        nodes.get(2).submit("b");
        work(40);
        nodes.forEach(node -> assertEquals("5 b", node.applied.get(node.applied.size() - 1)));
        assertEquals(List.of("5 b"), away.applied);
    }

    /** Rule C10: an id of before a snapshot may be decided in what it covers, also where the host has moved the log. */
    @Test
    void shouldNotAnnounceAgainWhatMayBeDecidedInWhatItSkipped() {
        for (int slot = 1; slot <= 4; slot++) {
            nodes.get(0).group.inbound().onDecided(1, slot, new EntryId());
            nodes.get(1).group.inbound().onDecided(0, slot, new EntryId());
        }
        final GroupNode away = nodes.get(2);
        away.group.inbound().onReady(1, new EntryId(7, 1, 7), 3);
        away.skipTo(4);
        away.group.snapshots().install(4);
        work(20_000);
        nodes.forEach(node -> assertEquals(4, node.group.settled()));
    }

    /** What was damaged on a disk is found without being asked for, and mended from the others. */
    @Expects("segment-store.part-is-damaged")
    @Test
    void shouldMendPartsThatAreDamaged() {
        final EntryId id = nodes.get(1).submit("a");
        final GroupNode mended = nodes.get(2);
        final String part = damagedPart(mended, id);
        assertTrue(mended.group.parts().scrubs() > 1);
        assertEquals(0, mended.group.parts().repairs());
        assertEquals(part, mended.partOf(id));
    }

    /** What was mended may be damaged again; that its entry is decided is still so. */
    @Test
    void shouldMendPartsThatAreDamagedTwice() {
        final EntryId id = nodes.get(1).submit("a");
        final GroupNode mended = nodes.get(2);
        final String part = damagedPart(mended, id);
        assertEquals(part, mended.partOf(id));
        mended.damaged.add(2L);
        work(3_000);
        assertEquals(part, mended.partOf(id));
    }

    /** Slots that a snapshot covers are not applied again, and what its state refers to is decided all the same. */
    @Test
    void shouldMendPartsThatAStateRefersToAfterARestart() {
        final EntryId id = nodes.get(1).submit("a");
        work(40);
        final GroupNode mended = nodes.get(2);
        final String part = mended.partOf(id);
        mended.restart(new SoundStanding(3));
        mended.group.snapshots().install(1);
        assertTrue(mended.group.parts().require(id, 1));
        mended.group.parts().scrubEvery(100);
        work(100);
        mended.damaged.add(1L);
        work(3_000);
        assertEquals(part, mended.partOf(id));
    }

    /** What a snapshot covers and its state does not refer to may be gone everywhere; nobody waits for it then. */
    @Test
    void shouldNotWaitForPartsOfSlotsThatASnapshotCovers() {
        final GroupNode away = nodes.get(2);
        away.group.inbound().onDecided(1, 1, new EntryId().set(5, 6, 7));
        nodes.get(1).group.inbound().onDecided(2, 1, new EntryId());
        nodes.get(0).group.inbound().onDecided(1, 1, new EntryId());
        work(10);
        assertEquals(1, away.group.parts().repairs());
        away.group.snapshots().install(1);
        work(10);
        assertEquals(0, away.group.parts().repairs());
        nodes.get(0).submit("b");
        work(40);
        assertEquals(List.of("2 b"), away.applied);
    }

    /** A part that is damaged before its entry is decided is acknowledged no more, and handed over once again. */
    @Test
    void shouldBeHandedAgainWhatIsDamagedBeforeItIsDecided() {
        final EntryId id = nodes.get(1).submit("a");
        nodes.get(1).work(++nowNs);
        final GroupNode mended = nodes.get(2);
        mended.work(++nowNs);
        mended.damaged.add(1L);
        mended.group.parts().scrubEvery(1);
        mended.work(++nowNs);
        mended.group.parts().scrubEvery(0);
        assertEquals(null, mended.partOf(id));
        work(3_000);
        assertEquals(List.of("1 a"), mended.applied);
        assertEquals(1, nodes.get(1).acknowledged.size());
    }

    private void work(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            nowNs++;
            nodes.forEach(node -> node.work(nowNs));
        }
    }

    /** What a node holds of an entry before it is damaged; some time later. */
    private String damagedPart(final GroupNode node, final EntryId id) {
        work(40);
        final String part = node.partOf(id);
        nodes.forEach(each -> each.group.parts().scrubEvery(100));
        node.damaged.add(1L);
        work(3_000);
        return part;
    }
}
