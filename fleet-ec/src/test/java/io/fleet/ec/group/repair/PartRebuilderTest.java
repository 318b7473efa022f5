package io.fleet.ec.group.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.dissemination.UnusedSpread;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.gather.Gatherer;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

/** One of three nodes, whose others answer nothing. */
class PartRebuilderTest {
    private static final long RESEND_NS = 1_000;
    private static final long PATIENCE_NS = 16 * RESEND_NS;
    private static final long GRACE_NS = 100;
    private static final int MOST = 4;

    private final SpreadConfig config = new SpreadConfig(0, new Quorums(3, 1), 1_000, 8, 100, RESEND_NS);
    private final ShardCodec codec = new ShardCodec(CodecKind.TABLE.create(1, 2));
    private final SpreadCounters counters = new SpreadCounters();
    private final Set<Long> asked = new TreeSet<>();
    private final PartStore store = new PartStore(config, codec, new FullLog(), new Asked(), counters);
    private final Gatherer gatherer = new Gatherer(config, codec, store, new Asked(), id -> {}, counters);
    private final PartRebuilder repairer = new PartRebuilder(gatherer, store, MOST, 2, GRACE_NS, RESEND_NS);
    private long nowNs = 10 * PATIENCE_NS;

    @Test
    @Expects("repairer.part-gives-way-to-others")
    void shouldNotLetWhatCannotBeRebuiltHoldUpTheRest() { // R7
        repairer.doWork(nowNs);
        for (int i = 1; i <= MOST; i++) {
            assertTrue(repairer.want(id(i), i));
        }
        final List<Set<Long>> turns = new ArrayList<>();
        for (int turn = 0; turn < 3; turn++) {
            nowNs += turn == 0 ? GRACE_NS : PATIENCE_NS;
            asked.clear();
            repairer.doWork(nowNs);
            turns.add(Set.copyOf(asked));
        }
        assertEquals(List.of(Set.of(1L, 2L), Set.of(3L, 4L), Set.of(1L, 2L)), turns);
        assertEquals(MOST, repairer.waiting(), "all of them are still waited for");
        for (int i = 1; i <= MOST; i++) {
            assertEquals(i, repairer.slotOf(id(i)));
        }
        repairer.drop(id(2));
        repairer.doWork(nowNs);
        assertEquals(0, repairer.slotOf(id(2)));
        assertEquals(3, repairer.slotOf(id(3)));
    }

    @Test
    void shouldGoOnWithWhatTakesLongWhereNobodyElseWaits() {
        repairer.doWork(nowNs);
        repairer.want(id(1), 1);
        nowNs += GRACE_NS;
        repairer.doWork(nowNs);
        asked.clear();
        nowNs += PATIENCE_NS;
        repairer.doWork(nowNs);
        assertEquals(Set.of(), asked, "it is under way");
        assertTrue(gatherer.isRebuilding(id(1)));
    }

    @Test
    @Expects("repairer.part-may-be-on-its-way")
    void shouldGiveAPartAMomentToComeBehindItsDecision() { // C7
        repairer.doWork(nowNs);
        repairer.want(id(1), 1);
        repairer.doWork(nowNs + GRACE_NS - 1);
        assertEquals(Set.of(), asked);
        repairer.doWork(nowNs + GRACE_NS);
        assertEquals(Set.of(1L), asked);
    }

    private static EntryId id(final long sequence) {
        return new EntryId(7, sequence, 9);
    }

    /** Notes whose parts are asked for. */
    private final class Asked extends UnusedSpread {
        @Override
        public void fetchSegment(final int to, final EntryId id, final int piece) {
            asked.add(id.sequence);
        }
    }

    /** Takes nothing. */
    private static final class FullLog implements PartLog {
        @Override
        public boolean append(final long number, final long state, final EntryId id, final long tag,
                              final DirectBuffer piece, final int offset, final int length) {
            return false;
        }

        @Override
        public boolean read(final long position, final EntryId id, final long tag, final int length,
                            final ExpandableArrayBuffer target) {
            return false;
        }
    }
}
