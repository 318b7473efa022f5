package io.fleet.scattered.leader;

import static io.fleet.fixture.message.Entries.BATCHER;
import static io.fleet.fixture.message.Entries.accepted;
import static io.fleet.fixture.message.Entries.ballot;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.Test;

class LeaderTickTest {
    private static final long OLD = ballot(1, 2);
    private static final long MINE = ballot(2, 1);
    private static final long LATER = ballot(3, 1);

    private final World world = new World();
    private final Long2ObjectHashMap<AcceptedEntry> found = new Long2ObjectHashMap<>();

    @Test
    void shouldOrderNothingWhereNothingIsDue() { // S11
        lead(MINE, 0);
        work(5_000);
        world.progress.nextDeadline = 5_001;
        work(5_000);
        assertEquals(List.of(), lines());
        assertEquals(0, world.context.counters().ticks.get());
    }

    @Test
    @Expects("leader.tick-ordered")
    void shouldOrderAnEmptyEntryWhenSomethingIsDue() { // S11
        lead(MINE, 0);
        world.progress.nextDeadline = 5_001;
        work(5_003);
        assertEquals(List.of("1 tick 5003"), lines());
        assertEquals(1, world.context.counters().ticks.get());
        final OrderEntry line = world.out.last(Order.class).entries[0];
        assertEquals(OrderEntry.EVERYONE, line.writers);
        assertEquals(OrderEntry.NO_REPLIER, line.replier);
    }

    @Test
    void shouldOrderOneUntilTheReplicaHasAppliedIt() { // S11, S13
        lead(MINE, 0);
        world.progress.nextDeadline = 5_001;
        work(5_003);
        work(5_004);
        work(6_000);
        assertEquals(1, lines().size());
        applied(1, 5_003, 5_500);
        work(6_000);
        work(6_001);
        assertEquals(List.of("1 tick 5003", "2 tick 6000"), lines());
    }

    @Test
    void shouldOrderNoneWhereAnEntryBringsTheTime() { // S11
        lead(MINE, 0);
        world.progress.nextDeadline = 5_001;
        offer(10);
        work(5_003);
        work(5_004);
        assertEquals(List.of("1 entry 5003"), lines());
    }

    @Test
    void shouldOrderOneWhereTheEntriesUnderWayAreTooEarly() { // S11
        lead(MINE, 0);
        offer(10);
        work(5_000);
        world.progress.nextDeadline = 5_001;
        work(5_001);
        assertEquals(List.of("1 entry 5000", "2 tick 5001"), lines());
    }

    @Test
    void shouldNeverTellATimeBeforeThatOfALeaderBefore() { // S11
        world.progress.logTime = 7_000;
        world.progress.nextDeadline = 7_001;
        lead(MINE, 0);
        work(5_000);
        assertEquals(List.of(), lines(), "its clock is behind: log time stands still");
        work(7_002);
        assertEquals(List.of("1 tick 7002"), lines());
    }

    @Test
    void shouldTakeWhatItFoundForWhatBringsTheTime() { // S5, S11
        found.put(1, accepted(1, OLD, new EntryMeta().setNoOp(5_002)));
        world.progress.nextDeadline = 5_001;
        lead(MINE, 1);
        work(5_003);
        assertEquals(List.of("1 tick 5002"), lines(), "with the time that it had");
    }

    @Test
    void shouldNotCountOnWhatItHadOrderedAtABallotThatItHasLeft() { // S11, S16
        world.progress.nextDeadline = 5_001;
        lead(MINE, 0);
        work(5_003);
        world.leader.end();
        world.out.clear();
        lead(LATER, 0);
        work(5_002);
        assertEquals(List.of("1 tick 5003"), lines(), "which nobody else may have heard of");
    }

    @Test
    void shouldWaitForItsWindow() { // S13
        lead(MINE, 0);
        for (int i = 0; i < world.context.config().windowEntries(); i++) {
            offer(10 + i);
            work(5_000);
        }
        world.out.clear();
        world.progress.nextDeadline = 5_001;
        work(5_001);
        assertEquals(List.of(), lines());
        applied(1, 5_000, 5_001);
        work(5_001);
        assertEquals(1, lines().size());
    }

    private void lead(final long ballot, final long highest) {
        world.leader.begin(ballot, 0, highest, world.now);
        world.leader.open(found, highest, world.now);
    }

    private void work(final long epochMillis) {
        world.leader.doWork(world.now, epochMillis);
    }

    private void applied(final long lsn, final long logTime, final long nextDeadline) {
        world.progress.applied = lsn;
        world.progress.logTime = logTime;
        world.progress.nextDeadline = nextDeadline;
    }

    private void offer(final long sequence) {
        world.bodies.onChunk(Entries.body(sequence, MINE), OLD, world.now);
        world.leader.onBody(world.bodies.get(BATCHER, sequence), world.now);
    }

    private List<String> lines() {
        final List<String> lines = new ArrayList<>();
        for (final Order order : world.out.all(Order.class)) {
            for (int i = 0; i < order.count; i++) {
                final EntryMeta value = order.entries[i].meta;
                lines.add(order.entries[i].lsn + (value.isNoOp() ? " tick " : " entry ") + value.timestamp);
            }
        }
        return lines;
    }
}
