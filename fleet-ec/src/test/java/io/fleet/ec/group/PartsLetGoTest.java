package io.fleet.ec.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** Three copies, of which one may fail. */
class PartsLetGoTest {
    private static final long TICK_NS = 1_000_000;
    private static final int SOME = GroupNode.WINDOW / 2 + 4;

    private final List<GroupNode> nodes = GroupNode.copies();
    private final List<EntryId> kept = new ArrayList<>();
    private long nowNs;

    /** Rule C10: what two snapshots cover, with a window above it, and no state refers to, goes everywhere. */
    @Expects({"part-sweeper.part-let-go", "part-sweeper.undecided-entries-noted"})
    @Test
    void shouldLetGoOfWhatSnapshotsCover() {
        final EntryId id = write("a0");
        fill("b");
        fill("c");
        work(10);
        nodes.forEach(node -> assertEquals(List.of(), node.letGo));
        nodes.get(0).group.snapshots().onSnapshot(nodes.get(0).group.applied());
        work(10);
        nodes.forEach(node -> assertEquals(List.of(), node.letGo));
        nodes.get(1).group.snapshots().onSnapshot(nodes.get(1).group.applied());
        nodes.get(2).group.snapshots().onSnapshot(1);
        work(10);
        for (int i = 0; i < 2; i++) {
            assertTrue(has(nodes.get(i).letGo, id));
            assertNull(nodes.get(i).partOf(id));
            assertEquals(nodes.get(i).group.applied() - 3 * GroupNode.WINDOW,
                nodes.get(i).group.snapshots().forgettableDecisions() - GroupNode.WINDOW);
        }
        assertEquals(List.of(), nodes.get(2).letGo);
        assertNotNull(nodes.get(2).partOf(id));
    }

    /** What a state refers to stays, and is written again so that what lies before it in the log can go. */
    @Expects("part-sweeper.piece-written-again")
    @Test
    void shouldWriteAgainWhatIsReferredTo() {
        final EntryId id = write("a0");
        refer(id);
        for (final String prefix : List.of("b", "c", "d", "e", "f")) {
            fill(prefix);
            cover();
        }
        final CodedGroup group = nodes.get(0).group;
        assertTrue(group.parts().forgettableParts() > SOME);
        assertTrue(group.spreadCounters().rewrittenBytes.get() > 0);
        assertNotNull(nodes.get(0).partOf(id));
        final String part = nodes.get(1).partOf(id);
        restart(1);
        assertEquals(part, nodes.get(1).partOf(id));
        kept.clear();
        cover();
        nodes.forEach(node -> assertNull(node.partOf(id)));
    }

    /** Who reads what was let go of is told, and so is a read that goes past the order. */
    @Expects("gatherer.value-is-gone")
    @Test
    void shouldSayThatAValueIsGone() {
        final EntryId id = write("a0");
        fill("b");
        fill("c");
        cover();
        final List<Long> gone = new ArrayList<>();
        nodes.get(0).group.fetch(id, new Gone(gone));
        work(3);
        assertEquals(1, gone.size());
        assertTrue(gone.get(0) > SOME);
    }

    /** A state from a snapshot refers to an entry that later states do without: nobody waits for its part. */
    @Test
    void shouldNotRebuildWhatOthersDoWithout() {
        final EntryId id = write("a0");
        fill("b");
        fill("c");
        cover();
        assertTrue(nodes.get(0).group.parts().require(id, 1));
        assertEquals(1, nodes.get(0).group.parts().repairs());
        work(5);
        assertEquals(0, nodes.get(0).group.parts().repairs());
        assertNull(nodes.get(0).partOf(id));
    }

    /** Rules C2, R6: what a node kept before decisions that its asker has not seen does not count. */
    @Expects("coded-group.acknowledgement-from-before-what-is-known")
    @Test
    void shouldNotCountAcknowledgementsFromBeforeASnapshot() {
        final GroupNode node = nodes.get(0);
        write("a0");
        node.group.snapshots().install(500);
        nodes.get(1).isCut = true;
        nodes.get(2).isCut = true;
        node.sentReady = false;
        final EntryId id = node.submit("z");
        work(3);
        node.group.inbound().onSegmentAck(1, id, 1, 2, 499);
        node.group.inbound().onSegmentAck(2, id, 1, 3, 499);
        work(3);
        assertFalse(node.sentReady);
        node.group.inbound().onSegmentAck(1, id, 1, 2, 500);
        work(3);
        assertTrue(node.sentReady);
    }

    /** It never learns the slot, and others keep their parts as those of a decided entry. */
    @Test
    void shouldEndSpreadingWhatItsStateRefersTo() {
        final GroupNode node = nodes.get(0);
        final EntryId id = new EntryId().set(node.submit("a0"));
        refer(id);
        while (!node.sentReady) {
            work(1);
        }
        node.isCut = true;
        work(50);
        for (int i = 0; i < SOME; i++) {
            nodes.get(1).submit("b" + i);
            work(10);
        }
        final long upTo = nodes.get(1).group.applied();
        assertTrue(upTo >= SOME);
        node.group.parts().require(id, upTo);
        node.group.snapshots().install(upTo);
        node.isCut = false;
        work(50);
        assertEquals(1, node.acknowledged.size());
        final long sent = node.group.spreadCounters().sent.get();
        work(50);
        assertEquals(sent, node.group.spreadCounters().sent.get());
    }

    /** Rules C8, Q1: the state may refer to it as soon as this node has applied it: before others know of it. */
    @Test
    void shouldNotEndSpreadingWhatOthersHaveNotLearned() {
        final GroupNode node = nodes.get(0);
        write("a0");
        nodes.forEach(each -> each.group.snapshots().install(500));
        work(20);
        assertTrue(node.group.learned() >= 500);
        nodes.forEach(each -> each.isSecretive = each != node);
        final EntryId id = new EntryId().set(node.submit("z"));
        final int before = node.acknowledged.size();
        while (node.applied.stream().noneMatch(each -> each.endsWith(" z"))) {
            work(1);
        }
        refer(id);
        node.group.inbound().onSegmentAck(2, id, 1, 3, 0);
        assertEquals(before, node.acknowledged.size());
        nodes.forEach(each -> each.isSecretive = false);
        work(20);
        assertEquals(before + 1, node.acknowledged.size());
    }

    private EntryId write(final String value) {
        EntryId id = null;
        while (id == null) {
            id = nodes.get(0).submit(value);
            work(1);
        }
        work(20);
        return id;
    }

    private void fill(final String prefix) {
        for (int i = 0; i < SOME; i++) {
            write(prefix + i);
        }
    }

    /** Every node has a snapshot of all that is applied. */
    private void cover() {
        nodes.forEach(node -> node.group.snapshots().onSnapshot(node.group.applied()));
        work(20);
    }

    private void refer(final EntryId id) {
        kept.add(new EntryId().set(id));
        nodes.forEach(node -> {
            node.group.parts().references(entry -> has(kept, entry));
            node.group.parts().slack(0);
        });
    }

    private void restart(final int node) {
        final long snapshot = nodes.get(node).group.applied();
        nodes.get(node).restart(new SoundStanding(node + 1));
        nodes.get(node).group.parts().references(entry -> has(kept, entry));
        nodes.get(node).group.snapshots().install(snapshot);
        work(20);
    }

    private static boolean has(final List<EntryId> ids, final EntryId id) {
        return ids.stream().anyMatch(each -> each.same(id));
    }

    private void work(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            nowNs += TICK_NS;
            nodes.forEach(node -> node.work(nowNs));
        }
    }

    /** Stops when it is told so. */
    private record Gone(List<Long> gone) implements ValueConsumer {
        @Override
        public void onHeader(final EntryId id, final DirectBuffer header, final int headerLength,
                             final int valueLength) {
            throw new AssertionError("the value of " + id + " is there");
        }

        @Override
        public boolean onBytes(final EntryId id, final int from, final DirectBuffer bytes, final int offset,
                               final int length) {
            throw new AssertionError("the value of " + id + " is there");
        }

        @Override
        public void onEnd(final EntryId id) {
            throw new AssertionError("the value of " + id + " is there");
        }

        @Override
        public boolean onGone(final EntryId id, final long upTo) {
            gone.add(upTo);
            return true;
        }
    }
}
