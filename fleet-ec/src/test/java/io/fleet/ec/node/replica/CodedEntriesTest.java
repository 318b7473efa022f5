package io.fleet.ec.node.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.membership.Configuration;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.node.proxy.EntrySplitter;
import io.fleet.ec.node.proxy.ProxyIntake;
import io.fleet.fixture.mark.Expects;
import io.fleet.session.CommandFrame;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CodedEntriesTest {
    private final List<EntryId> decided = new ArrayList<>();
    private final List<Long> fetched = new ArrayList<>();
    private final GroupCounters counters = new GroupCounters();
    private final ChosenEntry entry = new ChosenEntry();
    private int room = 100;
    private long applied;
    private boolean usesPayloads;
    private boolean looksInto;
    private boolean hasParts;
    private int shorter;
    private final CodedEntries entries = new CodedEntries(3, () -> 2, this::fetch, this::header, null,
        new Decisions(), new ProxyIntake(GroupConfig.coded(3, 2), null, counters, 1,
            () -> 0), new Progress(), counters);

    @Test
    void shouldGatherAheadOfWhatIsApplied() { // D6
        decide(1);
        decided.add(new EntryId());
        decide(3);
        assertEquals(2, entries.chosen(), "f + 1 nodes have learned no more");
        assertFalse(entries.read(1, entry));
        entries.doWork(0);
        assertEquals(List.of(1L, 3L), fetched);
        assertFalse(entries.read(1, entry));
        assertTrue(entries.read(2, entry) && entry.meta.isNoOp(), "null needs no value");
        final EntrySplitter splitter = split(41);
        entries.onGathered(decided.get(0), splitter.header(), splitter.headerLength(), splitter.value(),
            splitter.valueLength());
        assertTrue(entries.read(1, entry));
        final byte[] bytes = new byte[entry.meta.length];
        entry.body.getBytes(entry.offset, bytes);
        assertArrayEquals(body().byteArray(), bytes);
        assertEquals(41, entry.meta.timestamp);
        assertEquals(-1, entry.replier, "another node is its proxy");
        applied = 2;
        entries.doWork(0);
        assertFalse(entries.read(1, entry), "it is let go of");
        assertEquals(3, fetched.get(fetched.size() - 1), "what is missing is asked for again");
    }

    @Test
    void shouldWaitWhereTooMuchIsGathered() {
        decide(1);
        decide(2);
        room = 1;
        entries.doWork(0);
        assertEquals(List.of(1L), fetched);
    }

    @Test
    @Expects("coded-entries.gathers-no-further-ahead")
    void shouldGatherNoFurtherAheadThanItHasMemoryFor() { // S13
        room = 100;
        for (int i = 1; i <= 20; i++) {
            decide(i);
        }
        entries.doWork(0);
        assertEquals(7, fetched.size(), "64 MiB, where each may have 8 MiB and some bytes");
        hasParts = true;
        entries.doWork(0);
        assertEquals(20, fetched.stream().distinct().count(), "their headers say that they are short");
    }

    @Test
    @Expects("coded-entries.header-and-value-do-not-fit")
    void shouldApplyNothingOfAnEntryThatItsProxyMadeBadly() {
        decide(1);
        entries.doWork(0);
        final EntrySplitter splitter = split(41);
        entries.onGathered(decided.get(0), splitter.header(), splitter.headerLength(), splitter.value(), 2);
        assertTrue(entries.read(1, entry) && entry.meta.isNoOp());
        assertEquals(1, counters.malformedEntries.get());
    }

    @Test
    void shouldTakeTheHeaderAloneWhereTheMachineUsesHandles() { // C1, C7
        usesPayloads = true;
        decide(1);
        entries.doWork(0);
        assertFalse(entries.read(1, entry), "this node does not hold its part yet");
        hasParts = true;
        entries.doWork(0);
        assertTrue(entries.read(1, entry) && entry.isHeadersOnly);
        assertEquals(CommandFrame.HEADER_LENGTH, entry.meta.length);
        assertEquals(6, entry.withheldBytes, "snapshots are due by all bytes of entries");
        assertEquals(CommandFrame.HEADER_LENGTH + 6,
            entry.body.getInt(entry.offset + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN));
        assertEquals(41, entry.meta.timestamp);
        assertTrue(fetched.isEmpty(), "nothing is gathered");
    }

    @Test
    void shouldGatherWhatTheMachineLooksInto() { // C1
        usesPayloads = true;
        hasParts = true;
        looksInto = true;
        decide(1);
        entries.doWork(0);
        assertEquals(List.of(1L), fetched);
        final EntrySplitter splitter = split(41);
        entries.onGathered(decided.get(0), splitter.header(), splitter.headerLength(), splitter.value(),
            splitter.valueLength());
        assertTrue(entries.read(1, entry) && !entry.isHeadersOnly);
        assertEquals(body().capacity(), entry.meta.length);
        assertEquals(0, entry.withheldBytes);
    }

    @Test
    void shouldApplyNothingOfAHeaderThatIsNone() {
        usesPayloads = true;
        hasParts = true;
        shorter = 1;
        decide(1);
        entries.doWork(0);
        assertTrue(entries.read(1, entry) && entry.meta.isNoOp());
        assertEquals(1, counters.malformedEntries.get());
    }

    private int header(final EntryId id, final ExpandableArrayBuffer target) {
        final EntrySplitter splitter = split(41);
        target.putBytes(0, splitter.header(), 0, splitter.headerLength());
        return hasParts ? splitter.headerLength() - shorter : -1;
    }

    private boolean fetch(final EntryId id) {
        if (room-- > 0) {
            fetched.add(id.sequence);
            return true;
        }
        return false;
    }

    private void decide(final long sequence) {
        decided.add(new EntryId().set(5, sequence, sequence * 10));
    }

    private static EntrySplitter split(final long logTime) {
        final EntrySplitter splitter = new EntrySplitter(1, () -> 0);
        assertTrue(splitter.split(logTime, body(), 0, body().capacity()));
        return splitter;
    }

    private static UnsafeBuffer body() {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[CommandFrame.HEADER_LENGTH + 6]);
        body.putInt(CommandFrame.LENGTH_OFFSET, body.capacity(), ByteOrder.LITTLE_ENDIAN);
        body.putByte(CommandFrame.KIND_OFFSET, CommandFrame.WRITE);
        body.putLong(CommandFrame.HEADER_LENGTH - 2, 0x1122_3344L << 16, ByteOrder.LITTLE_ENDIAN);
        return body;
    }

    /** All that is decided is durable. */
    private final class Decisions implements DecisionLog {
        @Override
        public boolean append(final long slot, final EntryId id) {
            throw new AssertionError("the group appends");
        }

        @Override
        public boolean skipTo(final long slot) {
            throw new AssertionError("the group appends");
        }

        @Override
        public long appended() {
            return decided.size();
        }

        @Override
        public long durable() {
            return decided.size();
        }

        @Override
        public boolean read(final long slot, final EntryId into) {
            into.set(decided.get((int) slot - 1));
            return true;
        }
    }

    /** Only what is applied matters here. */
    private final class Progress implements ReplicaProgress {
        @Override
        public boolean usesPayloads() {
            return usesPayloads;
        }

        @Override
        public boolean looksInto(final DirectBuffer buffer, final int offset, final int length) {
            return looksInto;
        }

        @Override
        public long applied() {
            return applied;
        }

        @Override
        public long recorded() {
            return decided.size();
        }

        @Override
        public long durable() {
            return decided.size();
        }

        @Override
        public long logTime() {
            return 0;
        }

        @Override
        public long nextDeadline() {
            return Long.MAX_VALUE;
        }

        @Override
        public Configuration recordedConfiguration() {
            return Configuration.UNKNOWN;
        }
    }
}
