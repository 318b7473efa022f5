package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
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
            assertEquals(0, cycle(), "all rest");
        }
    }

    @Test
    void shouldElectALeaderWithoutThatTimePassesOnceItHasBegun() { // S2, S3: promises become durable
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
        groups = number;
        core = new NodeCore(new NodeContext(1, 0, new int[] {0},
            IntStream.range(0, number).mapToObj(group -> new GroupSpec(group, config(), NumberMachine::new)).toList(),
            new FakeTransport(), List.of(RealDisk.open(directory)), new ScatteredLogConfig(1 << 20, 256 << 10),
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
        for (int i = 0; i < 20_000 && !condition.getAsBoolean(); i++) {
            now += MS;
            cycle();
        }
        assertTrue(condition.getAsBoolean());
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
