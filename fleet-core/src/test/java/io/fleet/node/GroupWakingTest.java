package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.fixture.machine.NumberMachine;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.UserCode;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that is the only member of its groups, all of which rest. Time hardly passes then, so that no group has its
 * turn unless something comes for it; and that must be enough for all that follows.
 */
class GroupWakingTest {
    private static final long MS = 1_000_000;
    private static final int CYCLES = 400;

    @TempDir
    private Path directory;
    private long now;
    private NodeCore core;
    private int groups;
    private final FakeTransport transport = new FakeTransport();

    @AfterEach
    void close() {
        if (core != null) {
            core.close();
        }
    }

    @Test
    void shouldDoNothingForGroupsThatRestUntilTimePasses() {
        startAndRest(2);
        for (int i = 0; i < CYCLES; i++) {
            core.begin(++now);
            assertEquals(-1, core.turns().at().get(), "no group has its turn");
            assertEquals(0, core.turns().applyAll() + core.end(now), "all rest");
            flush();
        }
        turnsOf(1, 3_000);
        final int turns = turnsOf(1, 1_000);
        assertTrue(turns >= 2 && turns <= 12, () -> turns + " turns in a second: it is quiet");
    }

    @Test
    void shouldHaveTurnsInTimeWhereItMayNotBeQuiet() {
        start(2, group -> config().withLeases(LeaseConfig.of(50)));
        until(() -> leads(0) && leads(1));
        turnsOf(1, 3_000);
        final int turns = turnsOf(1, 1_000);
        assertTrue(turns >= 40 && turns <= 250, () -> turns + " turns in a second, of one each 25 ms or more");
    }

    @Test
    void shouldLookLessAndLessOftenWhileAnotherGroupWrites() {
        start(2, group -> group == 0 ? config() : config().withElectionTimeoutMillis(60_000));
        until(() -> leads(0));
        rest();
        final ClientHandle client = core.group(0).openClient(() -> {}, () -> now, Runnable::run);
        final int durable = (int) core.counters().recordsDurable.get();
        final int turns = turnsOf(1, 400, () -> client.submit(new byte[8]));
        assertTrue(core.counters().recordsDurable.get() - durable >= 200, "the other group writes");
        assertTrue(turns <= 400 / 8 + 10, () -> turns + " turns of a group that waits for time to pass");
    }

    @Test
    void shouldHearItselfBetweenTwoSlicesOfPackets() {
        startAndRest(10);
        final List<Long> heard = new ArrayList<>();
        transport.onPoll = limit -> {
            assertEquals(256, limit);
            heard.add(core.counters().received.packets.get());
            host(0).onMessage(0, new PreVote(), now);
            return limit;
        };
        final long before = core.counters().received.packets.get();
        core.begin(++now);
        assertEquals(IntStream.range(0, 8).mapToObj(slice -> before + slice).toList(), heard,
            "each time the answer to the one before, and no more than 2,048 in a cycle");
        transport.onPoll = limit -> {
            heard.add(0L);
            return limit - 1;
        };
        core.end(now);
        heard.clear();
        cycle();
        assertEquals(1, heard.size(), "there was no more");
    }

    @Test
    void shouldElectALeaderWithoutThatTimePassesOnceItHasBegun() {
        start(2);
        for (int group = 0; group < groups; group++) {
            final int each = group;
            until(() -> host(each).counters().preVotes.get() > 0);
            stand(() -> host(each).counters().leaderships.get() == 1);
        }
    }

    @Test
    void shouldServeAClientOfAGroupThatRests() {
        startAndRest(2);
        final List<ClientHandle> clients = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            clients.add(core.group(group).openClient(() -> {}, () -> now, Runnable::run));
        }
        cycles();
        for (int i = 1; i <= 5; i++) {
            final CompletableFuture<byte[]> reply = clients.get(1).submit(new byte[8]);
            stand(reply::isDone);
            assertEquals(i, reply.join()[0]);
            cycles();
        }
        final CompletableFuture<byte[]> other = clients.get(0).submit(new byte[8]);
        stand(other::isDone);
        assertEquals(1, other.join()[0]);
        clients.get(0).close();
        stand(clients.get(0)::isTerminated);
    }

    @Test
    void shouldHearAMessageForAGroupThatRests() {
        startAndRest(2);
        final long applied = host(1).counters().entriesApplied.get();
        fill(1, 3);
        stand(() -> host(1).counters().entriesApplied.get() == applied + 3);
        assertEquals(0, cycles());
    }

    @Test
    void shouldWriteASnapshotOfAGroupThatRests() {
        startAndRest(2);
        fill(1, 1);
        rest();
        final CompletableFuture<Long> written = core.group(1).requestSnapshot();
        stand(core.snapshots()::hasWork);
        core.snapshots().doWork();
        stand(written::isDone);
        assertEquals(host(1).counters().applyingLsn.get(), written.join());
    }

    @Test
    void shouldGoOnWhenAnotherThreadGivesBackAnEntry() {
        startAndRest(3);
        final ClientHandle client = core.group(1).openClient(() -> {}, () -> now, Runnable::run);
        final CompletableFuture<byte[]> reply = client.submit(new byte[8]);
        UserCode piece = null;
        for (int i = 0; i < CYCLES && piece == null; i++) {
            core.begin(now);
            piece = core.turns().next();
            if (piece == null) {
                core.end(now);
                flush();
            }
        }
        assertNotNull(piece);
        final UserCode left = piece;
        left.leave();
        assertNull(core.turns().next(), "no other piece of the same group");
        core.end(now);
        client.close();
        stand(client::isTerminated);
        final long applied = host(1).counters().entriesApplied.get();
        now += 3_000 * MS;
        cycles();
        assertEquals(applied, host(1).counters().entriesApplied.get());
        left.run();
        left.giveBack(1);
        stand(() -> host(1).counters().entriesApplied.get() > applied);
        assertTrue(reply.isCompletedExceptionally(), "its client was closed");
        rest();
        assertEquals(0, cycles());
    }

    @Test
    void shouldApplyInTurnWhatACycleHadNoTimeFor() {
        startAndRest(3);
        for (int group = 0; group < groups; group++) {
            fill(group, 2);
        }
        for (int i = 0; i < CYCLES; i++) {
            core.begin(now);
            core.end(now);
            flush();
        }
        final List<String> applied = new ArrayList<>();
        for (int i = 0; i < 2 * groups; i++) {
            core.begin(now);
            final UserCode piece = core.turns().next();
            assertNotNull(piece, () -> "one of " + applied);
            applied.add(piece.toString().substring(0, "group 0".length()));
            piece.run();
            piece.finish();
            core.end(now);
        }
        assertEquals(3, applied.subList(0, 3).stream().distinct().count(), applied::toString);
        assertEquals(applied.subList(0, 3), applied.subList(3, 6));
        assertEquals(0, cycles());
    }

    @Test
    void shouldElectLeadersOfManyGroups() {
        start(100);
        until(() -> IntStream.range(0, groups).allMatch(this::leads));
        rest();
        for (int group = 0; group < groups; group++) {
            final ClientHandle client = core.group(group).openClient(() -> {}, () -> now, Runnable::run);
            final CompletableFuture<byte[]> reply = client.submit(new byte[8]);
            stand(reply::isDone);
            assertEquals(1, reply.join()[0]);
        }
    }

    /** A message asks the leader for so many more entries. */
    private void fill(final int group, final int more) {
        final FillRequest request = new FillRequest();
        request.upTo = host(group).status().chosen() + more;
        host(group).onMessage(0, request, now);
    }

    private GroupHost host(final int group) {
        return (GroupHost) core.group(group);
    }

    private boolean leads(final int group) {
        return host(group).status().role() == Role.LEADER;
    }

    private static GroupConfig config() {
        return GroupConfig.scattered().withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10);
    }

    private void start(final int number) {
        start(number, group -> config());
    }

    private void start(final int number, final IntFunction<GroupConfig> config) {
        groups = number;
        core = new NodeCore(new NodeContext(1, 0, new int[] {0},
            IntStream.range(0, number)
                .mapToObj(group -> new GroupSpec(group, config.apply(group), NumberMachine::new)).toList(),
            transport, List.of(RealDisk.open(directory)), new ScatteredLogConfig(1 << 20, 256 << 10),
            new OrderedLogConfig(1 << 20, 256 << 10, 1, 1), SnapshotConfig.atStop(1), () -> now / MS, 1, 1 << 20,
            NodeEvents.NONE));
    }

    private void startAndRest(final int number) {
        start(number);
        until(() -> IntStream.range(0, groups).allMatch(this::leads));
        rest();
    }

    /** Until nothing is under way in any group. */
    private void rest() {
        for (int i = 0; i < 300; i++) {
            now += MS;
            cycle();
        }
        cycles();
    }

    private void until(final BooleanSupplier condition) {
        for (int i = 0; i < 200_000 && !condition.getAsBoolean(); i++) {
            now += MS;
            cycle();
        }
        assertTrue(condition.getAsBoolean());
    }

    private int turnsOf(final int group, final int millis) {
        return turnsOf(group, millis, () -> {});
    }

    /** In how many cycles a group has its turn, of one each millisecond before which something is done. */
    private int turnsOf(final int group, final int millis, final Runnable before) {
        int turns = 0;
        for (int i = 0; i < millis; i++) {
            before.run();
            host(group).counters().snapshotLsn.set(-1);
            now += MS;
            cycle();
            turns += host(group).counters().snapshotLsn.get() == -1 ? 0 : 1;
        }
        return turns;
    }

    /** Time hardly passes. */
    private void stand(final BooleanSupplier condition) {
        for (int i = 0; i < CYCLES && !condition.getAsBoolean(); i++) {
            cycle();
        }
        assertTrue(condition.getAsBoolean(), "while time hardly passes");
    }

    /** Time hardly passes; what the last cycle did. */
    private int cycles() {
        int work = 0;
        for (int i = 0; i < CYCLES; i++) {
            work = cycle();
        }
        return work;
    }

    private int cycle() {
        final int work = core.doWork(++now);
        flush();
        return work;
    }

    private void flush() {
        for (final Flusher flusher : core.flushers()) {
            try {
                flusher.doWork();
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
