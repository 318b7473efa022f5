package io.fleet.ec.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Quorum reads on three nodes with copies: f = 1 and k = 1, the case in which k holders are too few. */
class QuorumReadsTest {
    private final List<GroupNode> nodes = GroupNode.copies();
    private final List<String> read = new ArrayList<>();
    private long nowNs = 100;

    QuorumReadsTest() {
        work(40);
    }

    @Test
    void shouldReadTheNewestWriteOfAKey() {
        write(0, "a1");
        write(1, "b1");
        write(2, "a2");
        nodes.forEach(node -> read(node, "a"));
        work(40);
        assertEquals(List.of("a2", "a2", "a2"), read);
        nodes.forEach(node -> assertEquals(0, node.group.reads().active()));
    }

    /** Rule Q4. */
    @Test
    void shouldSayThatNobodyWroteAKey() {
        write(0, "a1");
        read(nodes.get(1), "b");
        work(40);
        assertEquals(List.of("nothing"), read);
    }

    /** Racos 2: what was acknowledged while a node was away is found by it, whichever other one answers. */
    @Test
    void shouldFindAWriteThatItMissed() {
        final GroupNode away = nodes.get(2);
        away.isCut = true;
        write(0, "a1");
        work(4_000);
        assertEquals(1, nodes.get(0).acknowledged.size());
        away.isCut = false;
        nodes.get(0).isCut = true;
        read(away, "a");
        work(6_000);
        assertEquals(List.of("a1"), read);
    }

    /** Racos 3: a slot that one node alone has learned is returned only when f + 1 have, k = 1 or not (rule Q3). */
    @Expects("quorum-reads.decisions-pushed")
    @Test
    void shouldTellOthersBeforeItReturns() {
        final EntryId id = new EntryId().set(nodes.get(0).submit("a1"));
        nodes.get(0).work(++nowNs);
        nodes.get(0).isCut = true;
        final long slot = nodes.get(0).group.settled() + 1;
        nodes.get(0).group.onDecided(1, slot, id);
        for (int i = 0; i < 5; i++) {
            nodes.get(0).work(++nowNs);
        }
        assertEquals(slot, nodes.get(0).group.applied());
        assertEquals(slot - 1, nodes.get(1).group.settled());
        read(nodes.get(0), "a");
        for (int i = 0; i < 10; i++) {
            nodes.get(0).work(++nowNs);
        }
        assertEquals(List.of(), read);
        nodes.get(0).isCut = false;
        work(6_000);
        assertEquals(List.of("a1"), read);
        assertTrue(nodes.stream().filter(node -> node.group.settled() >= slot).count() >= 2);
    }

    /** Rule Q2: what is learned and not applied yet may write the key, so the answer waits. */
    @Expects({"slot-server.learned-and-not-applied-yet", "slot-server.is-full"})
    @Test
    void shouldNotAnswerBeforeItKnowsTheKeysOfWhatItLearned() {
        final GroupNode away = nodes.get(2);
        final EntryId id = new EntryId().set(nodes.get(0).submit("a1"));
        nodes.get(0).work(++nowNs);
        nodes.get(1).work(++nowNs);
        away.isCut = true;
        away.work(++nowNs);
        final long slot = away.group.settled() + 1;
        away.group.onDecided(0, slot, id);
        for (int i = 0; i < 5; i++) {
            away.work(++nowNs);
        }
        assertEquals(slot, away.group.settled());
        assertEquals(slot - 1, away.group.applied());
        final UnsafeBuffer key = new UnsafeBuffer("a".getBytes());
        away.isCut = false;
        final int before = away.answers;
        for (int round = 1; round <= 25; round++) {
            away.group.reads().onGetSlot(1, round, key, 0, 1);
            away.group.reads().onGetSlot(1, round, key, 0, 1);
        }
        away.group.doWork(nowNs);
        assertEquals(before, away.answers);
        work(6_000);
        assertEquals(slot, away.group.applied());
        assertEquals(before + 24, away.answers);
    }

    /** Racos 11: a value that is reclaimed while it is read was overwritten, and the read returns the newer one. */
    @Expects("quorum-reads.key-was-written-again")
    @Test
    void shouldReadTheNewerValueWhenOneIsReclaimed() {
        final GroupNode away = nodes.get(2);
        away.isCut = true;
        final EntryId old = new EntryId().set(nodes.get(0).submit("a1"));
        work(4_000);
        away.isCut = false;
        nodes.forEach(node -> node.reclaimed.set(old));
        read(away, "a");
        work(3_000);
        assertEquals(List.of(), read);
        nodes.get(0).submit("a2");
        work(8_000);
        assertEquals(List.of("newer", "a2"), read);
    }

    /** Racos 11: who is told that the value is gone asks at once for the newer one, and never reads nothing. */
    @Expects("quorum-reads.value-is-gone")
    @Test
    void shouldAskAnewWhenItIsToldThatAValueIsGone() {
        final GroupNode away = nodes.get(2);
        away.isCut = true;
        final EntryId old = new EntryId().set(nodes.get(0).submit("a1"));
        work(4_000);
        away.isCut = false;
        nodes.forEach(node -> node.reclaimed.set(old));
        read(away, "a");
        work(3_000);
        away.group.onPartGone(1, old, 9);
        work(3_000);
        assertEquals(List.of("newer"), read);
        nodes.get(0).submit("a2");
        work(8_000);
        assertEquals(List.of("newer", "a2"), read);
    }

    @Expects("quorum-reads.is-full")
    @Test
    void shouldRefuseMoreThanItsBound() {
        final long first = read(nodes.get(0), "a");
        for (int i = 1; i < 8; i++) {
            assertTrue(read(nodes.get(0), "a") > 0);
        }
        assertEquals(0, read(nodes.get(0), "a"));
        nodes.get(0).group.reads().cancel(first);
        work(40);
        assertEquals(7, read.size());
    }

    /** Answers to another round, to a process before this one, and of those that are no members do not count. */
    @Test
    void shouldCountNoAnswersToOtherQuestions() {
        write(0, "a1");
        nodes.get(1).isCut = true;
        nodes.get(2).isCut = true;
        read(nodes.get(0), "a");
        final QuorumReads reads = nodes.get(0).group.reads();
        reads.onSlot(1, 99, 0, new EntryId(), 5);
        reads.onSlot(0, 1, 0, new EntryId(), 5);
        reads.onSlot(3, 1, 0, new EntryId(), 5);
        reads.onSlot(1, 1, 0, new EntryId(1, 1, 1), 5);
        reads.onSlot(1, 1, 6, new EntryId(1, 1, 1), 5);
        reads.onSlot(1, 1, -1, new EntryId(), 5);
        for (int i = 0; i < 10; i++) {
            nodes.get(0).work(++nowNs);
        }
        assertEquals(List.of(), read);
    }

    private void write(final int proxy, final String value) {
        nodes.get(proxy).submit(value);
        work(40);
    }

    private long read(final GroupNode node, final String key) {
        return node.group.reads().read(new UnsafeBuffer(key.getBytes()), 0, 1, new ReadHandler() {
            private final StringBuilder found = new StringBuilder();

            @Override
            public void onNothing() {
                read.add("nothing");
            }

            @Override
            public void onNewer() {
                read.add("newer");
                found.setLength(0);
            }

            @Override
            public void onHeader(final EntryId id, final DirectBuffer header, final int headerLength,
                                 final int valueLength) {
                found.setLength(0);
            }

            @Override
            public boolean onBytes(final EntryId id, final int from, final DirectBuffer bytes, final int offset,
                                   final int length) {
                final byte[] some = new byte[length];
                bytes.getBytes(offset, some);
                found.append(new String(some));
                return true;
            }

            @Override
            public void onEnd(final EntryId id) {
                read.add(found.toString());
            }
        }, nowNs);
    }

    private void work(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            nowNs++;
            nodes.forEach(node -> node.work(nowNs));
        }
    }
}
